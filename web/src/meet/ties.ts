// ties.ts: friends and recent opponents, as the server tells them: whole, and again when something changes.
import { link } from "../net/browser";
import { t } from "../i18n";
import { times, type Message } from "../net/link";
import { store, type Store } from "../store";
import { createRemote } from "../table/remote";
import type { Refusal } from "../table/types";
import { gameInfo } from "../catalogue";
import type { Tie, Ties } from "./types";

export type Be = "friend" | "none" | "mute" | "unmute" | "block" | "unblock";
const all: Store<Ties | undefined> = store<Ties | undefined>(undefined);
let users = 0,
    end: (() => void) | undefined;

/** Tells them while somebody looks. */
export function watchTies(fn: (ties: Ties) => void): () => void {
    if (users++ === 0)
        end = link.hear("ties", (m) => m.type === "ties" && all.set({ people: m.people, recent: m.recent } as unknown as Ties), {
            type: "ties",
        });
    const now = all.get(),
        stop = all.watch((t) => t && fn(t));
    if (now) fn(now);
    return () => {
        stop();
        if (--users === 0) end?.();
    };
}
type Said = Refusal | null;
/** `again`: nothing changes if it is carried out twice. */
const answer = async (message: Message, again = true): Promise<Said> => {
    const m = await link.ask(message, { again, patience: times.patience });
    if (m.type !== "refused") return null;
    // what is not known here is the other one, not we
    return m.error === "unknown-person"
        ? { error: "gone", why: t("This person is not known here any more, or you have not played together.") }
        : (m as unknown as Refusal);
};
export const tie = (who: string, be: Be): Promise<Said> => answer({ type: "tie", who, be });
/** `table`: where it happened, if we are there. */
export const report = (who: string, table: string | undefined, text: string): Promise<Said> =>
    answer({ type: "report", who, ...(table && { table }), text }, false);
export const decline = (table: string): Promise<Said> => answer({ type: "decline", table });
export const invite = (table: string, who: string): Promise<Said> => answer({ type: "invite", table, who }, false);

/** A new table of this game with a seat for somebody, who is invited when we are there: its code, or why not. */
export async function inviteNew(who: string, game: string): Promise<string | Refusal> {
    const seats = Math.max(2, gameInfo(game)!.min_seats);
    const table = await createRemote({ game, seats, options: "", settings: "", bots: [] });
    if (typeof table === "string") wanted = { table, who };
    return table;
}
/** An invitation comes from the table itself: whoever is to be invited as soon as we sit there. */
let wanted: { table: string; who: string } | undefined;
export function takeWanted(table: string): string | undefined {
    if (wanted?.table !== table) return undefined;
    const { who } = wanted;
    wanted = undefined;
    return who;
}

/** Those of one kind, friends who are here first, then by name. */
export const sorted = (people: Tie[], fits: (t: Tie) => boolean): Tie[] =>
    people.filter(fits).sort((a, b) => Number(b.online) - Number(a.online) || a.name.localeCompare(b.name));
