// mine.ts: how somebody did at puzzles, in this browser: a rating, what was tried, how many were solved in a row.
import type { PuzzleRating } from "../review/types";

export interface Mine {
    rating: PuzzleRating;
    when: number; // of the last try
    /** Of the first try of every puzzle: when, whether it was right, and what the puzzle is about. */
    tried: Record<string, [when: number, solved: 0 | 1, theme?: string]>;
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
export function tryAdd(mine: Mine, id: string, solved: boolean, rating: PuzzleRating, now: number, theme?: string): Mine {
    const streak = solved ? mine.streak + 1 : 0;
    return {
        ...mine,
        rating,
        when: now,
        tried: { ...mine.tried, [id]: theme ? [now, solved ? 1 : 0, theme] : [now, solved ? 1 : 0] },
        streak,
        best: Math.max(mine.best, streak),
    };
}
/** With how the position of a day went; the first try of the day counts. */
export const onDay = (mine: Mine, day: number, solved: boolean): Mine =>
    mine.day?.[0] === day ? mine : { ...mine, day: [day, solved ? 1 : 0] };
export function keepMine(game: string, mine: Mine): void {
    try {
        localStorage.setItem(key, JSON.stringify({ ...all(), [game]: mine }));
    } catch {
        /* a browser that keeps nothing */
    }
}
/** How many puzzles of a theme were solved, and tried. */
export function themeSum(mine: Mine, theme: string): { solved: number; tried: number } {
    const tries = Object.values(mine.tried).filter(([, , t]) => t === theme);
    return { solved: tries.filter(([, right]) => right).length, tried: tries.length };
}
/** With the themes of puzzles that were tried before there were any. */
export const themed = (mine: Mine, of: (id: string) => string | undefined): Mine => ({
    ...mine,
    tried: Object.fromEntries(
        Object.entries(mine.tried).map(([id, [when, solved, theme = of(id)]]) => [id, theme ? [when, solved, theme] : [when, solved]]),
    ),
});
