// mine.ts: the tables of this player as the server lists them (docs/protocol.md, `mine`): which is urgent, and what is new. Nothing here
// knows the browser.
import type { Listed } from "../table/lists";

/** Somebody asks this player to sit down. */
export interface Invitation {
    table: string;
    game: string;
    options: string;
    settings: string;
    by: { who: string; name: string };
    time: number;
}
export interface All {
    tables: Listed[];
    invites: Invitation[];
}
/** turn: it became this player's turn. still: a slow game reminds them. joined: somebody sat down at their table. begun, over: the game. paired:
 *  somebody was found to play with. seated: an evening has opened a table for them. */
export interface News {
    kind: "turn" | "still" | "joined" | "begun" | "over" | "invite" | "paired" | "seated";
    table: string;
    game: string;
    /** joined, invite, paired: who; otherwise the others at the table. Names as the server has them, with their seats. */
    people: [name: string | null, seat: number][];
    due?: number | undefined;
    evening?: string | undefined; // the evening whose table it is
}

/** It is this player's turn there. */
export const awaited = (m: Listed): boolean => m.stage === "playing" && m.you !== undefined && !!m.turn?.includes(m.you);
export const others = (m: Listed): News["people"] => m.seats.flatMap((name, i): News["people"] => (i === m.you ? [] : [[name, i]]));
const rank = (m: Listed): number => (awaited(m) ? 0 : m.stage === "gathering" ? 1 : m.stage === "playing" ? 2 : 3);
/** The most urgent first: where somebody waits without a clock of days, then where the time ends first; the rest by when something happened. */
export function byUrgency(a: Listed, b: Listed): number {
    const between = rank(a) - rank(b);
    if (between) return between;
    return (rank(a) === 0 && (a.due ?? 0) - (b.due ?? 0)) || b.updated - a.updated;
}

/** It is time to say it again, to somebody who was last told then: the server's reminder came while there was no connection. */
export const reminding = (m: Listed, told: number, now: number): boolean =>
    awaited(m) && !!m.slow && !!m.due && m.due > now && now >= (told + m.due) / 2;

const about = (kind: News["kind"], m: Listed, people = others(m)): News => ({
    ...{ kind, table: m.table, game: m.game, people },
    ...(m.due ? { due: m.due } : {}),
    ...(m.evening ? { evening: m.evening } : {}),
});
/** What happened between two lists. */
export function newsIn(before: All, after: All): News[] {
    const was = new Map(before.tables.map((m) => [m.table, m])),
        news: News[] = [];
    for (const m of after.tables) {
        const old = was.get(m.table),
            came = old ? others(m).filter(([name, i]) => name !== null && !old.seats.includes(name) && old.seats[i] === null) : [];
        if (old?.stage === "gathering" && m.stage === "playing") news.push(about("begun", m));
        else if (m.evening && m.stage === "gathering" && m.you !== undefined && !old) news.push(about("seated", m));
        else if (awaited(m) && !(old && awaited(old))) news.push(about("turn", m));
        else if (m.stage === "gathering" && came.length) news.push(about("joined", m, came));
    }
    // the list has only what is not over
    for (const old of before.tables)
        if (old.slow && old.stage === "playing" && !after.tables.some((m) => m.table === old.table)) news.push(about("over", old));
    for (const i of after.invites)
        if (!before.invites.some((b) => b.table === i.table && b.time >= i.time))
            news.push({ kind: "invite", table: i.table, game: i.game, people: [[i.by.name, 0]] });
    return news;
}

/** The list with one table as somebody who sits there sees it, which is newer. */
export const withTable = (all: All, m: Listed | undefined): All =>
    m
        ? { ...all, tables: [...all.tables.filter((x) => x.table !== m.table), { ...all.tables.find((x) => x.table === m.table), ...m }] }
        : all;
