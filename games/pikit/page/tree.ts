// tree.ts: a card's choices step by step, out of the texts of the legal moves: what comes after the words chosen so far.
export interface Step {
    /** The words so far, with all that leave no choice. */
    path: string[];
    /** The words to choose from; none: the move is whole. */
    next: string[];
}

/** The moves that begin with these words. */
const under = (legal: string[], path: string[]): string[][] =>
    legal.map((m) => m.split(" ")).filter((m) => path.every((w, i) => m[i] === w));

/** Goes on from `path` as long as there is only one way; undefined: no legal move begins so. */
export function step(legal: string[], path: string[]): Step | undefined {
    const moves = under(legal, path);
    if (!moves.length) return undefined;
    const next = [...new Set(moves.map((m) => m[path.length] ?? ""))];
    if (next.length > 1) return { path, next };
    return next[0] === "" ? { path, next: [] } : step(legal, [...path, next[0]!]);
}

/** The step before this one: the longest shorter path at which there was a choice; undefined: this was the first. */
export function back(legal: string[], path: string[], least: number): string[] | undefined {
    for (let n = path.length - 1; n >= least; n--) {
        const words = path.slice(0, n);
        if (new Set(under(legal, words).map((m) => m[n] ?? "")).size > 1) return words;
    }
    return undefined;
}
