// types.ts: what PiKiT tells (schema.ts), and what the page makes of it.
import type { Context } from "@/board";
import type { Counts, PikitView } from "./schema";

export type * from "./schema";
export type Ctx = Context<PikitView>;

/** { "3": 2, "8": 1 } → [3, 3, 8] */
export const spread = (counts: Counts): number[] =>
    Object.entries(counts).flatMap(([n, count]) => Array.from({ length: count }, () => Number(n)));
export const total = (counts: Counts): number => Object.values(counts).reduce((a, b) => a + b, 0);
/** The others, clockwise from the viewer; all for a spectator. */
export const others = (ctx: Ctx): number[] => {
    const n = ctx.view.players.length,
        you = ctx.you ?? -1;
    return Array.from({ length: ctx.you === undefined ? n : n - 1 }, (_, i) => (you + 1 + i) % n);
};
