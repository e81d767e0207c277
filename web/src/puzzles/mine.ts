// mine.ts: how somebody did at puzzles, in this browser: a rating, what was tried, how many were solved in a row.
import type { PuzzleRating } from "../review/types";

export interface Mine {
    rating: PuzzleRating;
    when: number; // of the last try
    /** Of the first try of every puzzle: when, and whether it was right. */
    tried: Record<string, [when: number, solved: 0 | 1]>;
    streak: number;
    best: number; // the longest streak
    day?: [day: number, solved: 0 | 1]; // the last position of the day, at the first try
}
const key = "irori puzzles";
export const nothing: Mine = { rating: { at: 1500, error: 350, drift: 0.06, games: 0 }, when: 0, tried: {}, streak: 0, best: 0 };

function all(): Record<string, Mine> {
    try {
        return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, Mine>;
    } catch {
        return {};
    }
}
export const mineOf = (game: string): Mine => ({ ...nothing, ...all()[game] });

/** After the first try of a puzzle. `rating`: after it. */
export function tryAdd(mine: Mine, id: string, solved: boolean, rating: PuzzleRating, now: number): Mine {
    const streak = solved ? mine.streak + 1 : 0;
    return {
        ...mine,
        rating,
        when: now,
        tried: { ...mine.tried, [id]: [now, solved ? 1 : 0] },
        streak,
        best: Math.max(mine.best, streak),
    };
}
export function keepMine(game: string, mine: Mine): void {
    try {
        localStorage.setItem(key, JSON.stringify({ ...all(), [game]: mine }));
    } catch {
        /* a browser that keeps nothing */
    }
}
