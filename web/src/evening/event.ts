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

/** What is as it was is the same object as before: it need not be drawn again. */
const kept = <T>(before: T | undefined, now: T): T => (before && JSON.stringify(before) === JSON.stringify(now) ? before : now);
function keeping(before: Evening, now: Evening): Evening {
    const tables = new Map(before.tables.map((t) => [t.table, t]));
    return {
        ...now,
        people: now.people.map((p, i) => kept(before.people[i], p)),
        tables: now.tables.map((t) => kept(tables.get(t.table), t)),
    };
}

/** After this message. One that is older than what is known is left out, unless it answers a question: that is the truth. */
export function after(before: Heard, m: Message, code: string, now: number): Heard {
    if (m.type === "refused") return before && "state" in before ? before : { refused: m };
    if (m.type !== "event" || m.event !== code || !m.state) return before;
    const seq = m.seq as number;
    const known = before && "state" in before ? before : undefined,
        state = m.state as Evening;
    if (known && seq < known.seq && !m.id) return known;
    return { seq, skew: typeof m.now === "number" ? m.now - now : 0, state: known ? keeping(known.state, state) : state };
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
/** Why somebody who is there has no table in this round. bye: a point without a game. rest: in a round robin of an odd number everybody
 *  does, once. out: they came after it had begun. */
export function sitsOut(e: Evening, i: number): "bye" | "rest" | "out" | undefined {
    const p = e.people[i]!;
    if (e.stage !== "playing" || e.kind === "arena" || p.gone || p.table) return undefined;
    const now = e.tables.filter((t) => t.round === e.round);
    if (!now.length || now.some((t) => t.people.includes(i))) return undefined; // not open yet; or their game is over
    if (p.bye_rounds.includes(e.round)) return "bye";
    return e.kind === "round-robin" && !p.byes ? "rest" : "out";
}
/** Is this the last of its rounds? */
export const lastRound = (e: Evening): boolean => e.kind !== "arena" && e.rounds > 0 && e.round >= e.rounds;
/** Who had a bye in this round. */
export const byesOf = (e: Evening, round: number): number[] =>
    e.people.map((_, i) => i).filter((i) => e.people[i]!.bye_rounds.includes(round));
export const without = (e: Evening, why: ReturnType<typeof sitsOut>): number[] =>
    e.people.map((_, i) => i).filter((i) => sitsOut(e, i) === why);
/** The last table of ours that is over, if it was lost where who does not come in time resigns: perhaps we did not. */
export function lostTable(e: Evening): EventTable | undefined {
    const last = e.tables.filter((t) => t.ranks && t.people.includes(e.you ?? -1)).pop();
    return last && !e.bots && !winners(last).includes(e.you!) ? last : undefined;
}
/** Does this record have no move of this seat? */
export const moveless = (record: string, seat: number): boolean => !new RegExp(`^${seat} `, "m").test(record);
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
    if (!e.tables.some((t) => t.ranks)) return [];
    const all = standings(e),
        steps = [1, 2, 3].map((place) => ({ place, people: all.filter((i) => e.people[i]!.place === place) }));
    return steps.filter((s) => s.people.length > 0);
}
/** Of many, the first, and those around `me`: as numbers of places in the list; null where some are left out. */
export function firstAndMine(n: number, most: number, me: number): (number | null)[] {
    if (n <= most) return Array.from({ length: n }, (_, k) => k);
    const shown = Array.from({ length: n }, (_, k) => k).filter((k) => k < most - 3 || Math.abs(k - me) <= 1);
    return shown.flatMap((k, at) => (at && k !== shown[at - 1]! + 1 ? [null, k] : [k])).concat(shown.at(-1)! < n - 1 ? [null] : []);
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
