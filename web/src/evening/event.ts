// event.ts: an evening: what the server tells of it, as long as somebody looks, and what can be done. The functions before "in the
// browser" know neither browser nor server.
import type { Message } from "../net/link";
import { codeIn } from "../ui/join";
import type { EventTable, Evening, Person } from "./types";

/** What is known of an evening. `skew`: how much later the server's clock is than ours. */
export interface Known {
    seq: number;
    skew: number;
    state: Evening;
}
export type Heard = Known | { refused: Message } | undefined;

/** After this message. One that is older than what is known is left out, unless it answers a question: that is the truth. */
export function after(before: Heard, m: Message, code: string, now: number): Heard {
    if (m.type === "refused") return before && "state" in before ? before : { refused: m };
    if (m.type !== "event" || m.event !== code || !m.state) return before;
    const seq = m.seq as number;
    if (before && "state" in before && seq < before.seq && !m.id) return before;
    return { seq, skew: typeof m.now === "number" ? m.now - now : 0, state: m.state as Evening };
}

/** The code in what somebody typed or pasted: a big E and small letters. */
export const eventCode = (text: string): string => codeIn(text).replace(/^e/, "E");

/** Everybody by their place; those who left keep theirs. */
export const standings = (e: Evening): number[] =>
    e.people.map((_, i) => i).sort((a, b) => e.people[a]!.place - e.people[b]!.place || a - b);
export const person = (e: Evening, i: number | null): Person | undefined => (i === null ? undefined : e.people[i]);
/** Tables of a round, or of now in an arena: those who still play first. */
export const running = (e: Evening): EventTable[] => e.tables.filter((t) => !t.ranks);
export function rounds(e: Evening): { round: number; tables: EventTable[] }[] {
    const all = [...new Set(e.tables.map((t) => t.round))].sort((a, b) => b - a);
    return all.map((round) => ({ round, tables: e.tables.filter((t) => t.round === round) }));
}
/** The table that waits for us. */
export function myTable(e: Evening): EventTable | undefined {
    const me = person(e, e.you);
    if (!me?.table || me.gone || e.stage !== "playing") return undefined;
    return e.tables.find((t) => t.table === me.table && !t.ranks) ?? { table: me.table, round: e.round, people: [], ranks: null };
}
/** Those at a table who are not `me`. */
export const others = (t: EventTable, me: number | null): number[] => t.people.filter((i) => i !== me);
/** Who won a table, of those who played at it. */
export function winners(t: EventTable): number[] {
    const came = (t.ranks ?? []).filter((r): r is number => r !== null);
    return came.length ? t.people.filter((_, s) => t.ranks![s] === Math.min(...came)) : [];
}
/** Do all who came have the same rank? */
export const drawn = (t: EventTable): boolean => winners(t).length > 1 && winners(t).length === t.ranks!.filter((r) => r !== null).length;
/** Who did not come. */
export const missing = (t: EventTable): number[] => t.people.filter((_, s) => t.ranks?.[s] === null);
/** The first three places, in their order; shared places stand together. Whoever played nothing stands on no podium. */
export function podium(e: Evening): { place: number; people: number[] }[] {
    const steps = [1, 2, 3].map((place) => ({ place, people: standings(e).filter((i) => e.people[i]!.place === place) }));
    return steps.filter((s) => s.people.length > 0 && e.tables.some((t) => t.ranks));
}
/** How much is left of `ends`, in whole seconds. */
export const secondsLeft = (ends: number | null, skew: number, now: number): number =>
    ends === null ? 0 : Math.max(0, Math.ceil((ends - skew - now) / 1000));
/** "1:05:09", "4:30". */
export function clock(seconds: number): string {
    const two = (n: number): string => String(n).padStart(2, "0"),
        h = Math.floor(seconds / 3600),
        m = Math.floor(seconds / 60) % 60;
    return h ? `${h}:${two(m)}:${two(seconds % 60)}` : `${m}:${two(seconds % 60)}`;
}
/** `all` in parts of at most `most`, about equally long. */
export function pages<T>(all: readonly T[], most: number): T[][] {
    const n = Math.max(1, Math.ceil(all.length / most)),
        each = Math.ceil(all.length / n);
    return Array.from({ length: n }, (_, i) => all.slice(i * each, (i + 1) * each));
}
