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
    updated: number;
    result?: string;
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

export const myTables = (fn: (all: Listed[]) => void): (() => void) =>
    link.tokens().length ? list("/api/mine", "tables", true, fn) : () => undefined;
/** Those that wait for anybody, again and again while somebody looks. */
export function openTables(fn: (all: Listed[]) => void): () => void {
    const ask = () => list("/api/tables", "tables", false, fn);
    let stop = ask();
    const timer = setInterval(() => {
        if (document.hidden) return;
        stop();
        stop = ask();
    }, 15000);
    return () => {
        clearInterval(timer);
        stop();
    };
}

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
