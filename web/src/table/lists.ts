// lists.ts: what the server has: tables of mine, those that wait for anybody, decks, records. All through the page's link, which asks
// again by itself; without a server there is nothing.
import { Refused, refused } from "../engine/wasm";
import { link } from "../net/browser";
import { times } from "../net/link";
import type { Refusal } from "./types";

export interface Listed {
    table: string;
    game: string;
    options: string;
    stage: "gathering" | "playing" | "over";
    seats: (string | null)[];
    created?: number;
    updated: number;
    result?: string;
    // of tables at which this player sits
    settings?: string;
    evening?: string; // the code of the evening whose table it is
    turn?: number[]; // the seats that are to move
    you?: number;
    host?: boolean;
    slow?: boolean; // with a clock of hours or days
    due?: number | null; // until then, in a slow game
    holiday?: number; // this player is away until then, in a slow game
}

export const offline: Refusal = { error: "offline", why: "there is no network" };

/** Hands the list over as soon as the server tells it. What it returns stops the asking. */
function list<T>(path: string, name: string, auth: boolean, fn: (all: T[]) => void): () => void {
    return link.get(path, auth, (reply) => {
        if (typeof reply === "string" || reply.status !== 200) return;
        try {
            fn((JSON.parse(reply.text) as Record<string, T[]>)[name]!);
        } catch {
            /* a page without a server: something else answers there */
        }
    });
}

/** Some server knows this player. */
export const known = (): boolean => link.tokens().length > 0;
/** Where this player sits, again whenever that changes; and where they sat, which is asked for when a game may have ended. */
export function myTables(fn: (all: Listed[]) => void): () => void {
    if (!known()) return () => undefined;
    let open: Listed[] | undefined,
        all: Listed[] = [],
        stop = () => {};
    const tell = () => fn(open ? [...open, ...all.filter((m) => m.stage === "over")] : all);
    const ask = () => {
        stop();
        stop = list<Listed>("/api/mine", "tables", true, (told) => {
            all = told;
            tell();
        });
    };
    ask();
    const end = link.hear(
        "mine",
        (m) => {
            if (m.type !== "mine") return;
            const before = open,
                now = m.tables as Listed[];
            open = now;
            if (before?.some((b) => !now.some((n) => n.table === b.table))) ask();
            tell();
        },
        { type: "mine" },
    );
    return () => {
        stop();
        end();
    };
}
/** Those that wait for anybody, once. Who is known here sees them live (src/meet/lobby.ts). */
export const openTables = (fn: (all: Listed[]) => void): (() => void) => list("/api/tables", "tables", false, fn);

/** Tables that are not to be listed in this browser any more: nobody can take a seat away from its owner, but he need not see it. */
const unlisted = "irori unlisted";
function allForgotten(): string[] {
    try {
        return (localStorage.getItem(unlisted) ?? "").split(" ").filter(Boolean);
    } catch {
        return [];
    }
}
export const forgotten = (table: string): boolean => allForgotten().includes(table);
export function forget(table: string): void {
    try {
        localStorage.setItem(unlisted, [...allForgotten(), table].slice(-200).join(" "));
    } catch {
        /* a browser that keeps nothing */
    }
}
/** The names of the decks that the server's owner has installed for a game. */
export const serverDecks = (game: string, fn: (names: string[]) => void): (() => void) =>
    list<{ game: string; name: string }>("/api/decks", "decks", false, (all) => fn(all.filter((d) => d.game === game).map((d) => d.name)));
/** A text of the server, or why there is none. */
export const text = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
        link.get(
            path,
            false,
            (reply) => {
                if (typeof reply === "string") reject(new Refused(reply === "lost" ? "offline" : reply, "the server does not answer"));
                else if (reply.status === 200) resolve(reply.text);
                else {
                    reject(refused(JSON.parse(reply.text) as Refusal));
                }
            },
            times.patience,
        );
    });
