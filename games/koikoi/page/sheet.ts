// sheet.ts: the coin sheet: how each round ended. A view knows only the last round, so the page writes them down as they end, by table.
import type { RoundEnd } from "./round";

export interface Line {
    round: number;
    winner: number | null;
    coins: number;
    purse: [number, number] | null; // null: nothing was paid
    yaku: string[];
    cards?: string[]; // that won it
}
const key = "irori rounds",
    kept = 12; // tables

type Sheets = Record<string, Line[]>;
function load(): Sheets {
    try {
        return JSON.parse(localStorage.getItem(key) ?? "{}") as Sheets;
    } catch {
        return {};
    }
}

export const sheet = (table: string): Line[] => load()[table] ?? [];

export function note(table: string, round: number, end: RoundEnd): void {
    const all = load(),
        lines = (all[table] ?? []).filter((l) => l.round < round);
    delete all[table];
    for (const old of Object.keys(all).slice(0, -(kept - 1))) delete all[old];
    all[table] = [
        ...lines,
        {
            round,
            winner: end.winner ?? null,
            coins: end.paid?.coins ?? 0,
            purse: end.paid?.purse ?? null,
            yaku: end.won.map((w) => w.yaku),
            cards: end.cards,
        },
    ];
    try {
        localStorage.setItem(key, JSON.stringify(all));
    } catch {
        /* a browser that keeps nothing */
    }
}
