// decide.ts: when the coach asks about a move, and what it says of one that was played. All numbers are chances of winning.
import type { Decision, Fact } from "../review/types";
import type { HintMove } from "../table/types";

/** A slip that is worth a question: so much of the chance of winning, beyond doubt. */
export const costly = 0.04;
/** A slip smaller than this is not spoken of. */
export const small = 0.01;
/** Beyond doubt: so many times the standard error (docs/analysis.md). */
const doubts = 2;

/** What the judge found out about one move. */
export interface Found {
    loss: number; // 0 or more: what it loses compared with `best`; 0 unless that is beyond doubt
    best: string;
    finest?: boolean; // it is the best, and better than the next beyond doubt
    least?: boolean; // it loses this, or more
    why: Fact[]; // that `best` is better
}

/** Is this worth a question? `asked`: so often the coach has asked in this game; `most`: as often as it may. */
export const asks = (found: Found | undefined, { legal, asked, most }: { legal: number; asked: number; most: number }): boolean =>
    !!found && legal > 1 && found.loss >= costly && asked < most;

export type Mark = { kind: "best" } | { kind: "good" } | { kind: "slip"; loss: number; least?: boolean };
export function markOf(found: Found): Mark {
    if (found.loss < small) return { kind: found.finest ? "best" : "good" };
    return { kind: "slip", loss: found.loss, ...(found.least && { least: true }) };
}
/** A turn may have several decisions: its worst slip counts, then the best move found. */
export function worse(a: Mark | undefined, b: Mark): Mark {
    const rank = (m: Mark): number => (m.kind === "slip" ? m.loss : m.kind === "best" ? -1 : -2);
    return a && rank(a) > rank(b) ? a : b;
}

/** Of a decision that was judged with this move as the one played. */
export function judged(d: Decision): Found {
    const slip = d.kind === "slip";
    return {
        loss: slip ? Math.max(0, -d.loss[d.seat]!) : 0,
        best: d.best ?? d.played ?? "",
        finest: !slip && d.margin !== undefined && d.margin > doubts * (d.doubt ?? 0) && d.margin > 0,
        why: d.why ?? [],
    };
}

/** The other moves in the order in which they are judged before anybody plays them: what the search likes is what people think of, too.
 *  Its values cannot be compared with that of the best (docs/analysis.md), so none is left out for its value. */
export function others(first: Decision, legal: readonly string[]): string[] {
    const value = new Map(first.moves?.map((m) => [m.move, m.value]));
    return legal.filter((m) => m !== first.played).sort((a, b) => (value.get(b) ?? -1) - (value.get(a) ?? -1));
}

/** The hints of a server have values of its search, and how many samples each is made of: so their doubt is larger. Values that are no
 *  chances of winning tell nothing. */
export function hinted(moves: readonly HintMove[], legal: readonly string[]): Map<string, Found> {
    const found = new Map<string, Found>(),
        [first] = moves,
        listed = new Set(moves.map((m) => m.move));
    if (!first || moves.some((m) => !(m.value >= 0 && m.value <= 1))) return found;
    const spread = (m: HintMove): number => (m.samples ? Math.max(m.value * (1 - m.value), 0.01) / m.samples : 1),
        differs = (m: HintMove): boolean => first.value - m.value > doubts * Math.sqrt(spread(first) + spread(m)),
        loss = (m: HintMove): number => (differs(m) ? first.value - m.value : 0);
    for (const m of moves) found.set(m.move, { loss: loss(m), best: first.move, why: m.why ?? [] });
    if (moves[1] && differs(moves[1])) found.get(first.move)!.finest = true;
    // only the best are told: what is missing is worse than the last of them
    const last = moves[moves.length - 1]!;
    if (moves.length > 1)
        for (const m of legal) if (!listed.has(m)) found.set(m, { loss: loss(last), best: first.move, least: true, why: [] });
    return found;
}
