// types.ts: what PiKiT's describe (games/pikit/describe.c) tells.
import type { View } from "@/table/types";
import type { Context } from "@/board";

/** How many there are of each number. */
export type Counts = Record<string, number>;
export interface Points {
    kaiju: number;
    mechas: number;
    ones: number;
    wounds: number; // 0 or less
    all: number;
}
/** A way to take; several ways can be the same move. */
export interface Take {
    way: "sum" | "difference" | "first" | "second" | "both" | "mecha" | "steal";
    number: number;
    possible: boolean;
    why?: string;
    move?: string;
    cards?: Counts;
    points?: number;
    of?: number;
    odds?: number; // parts of a thousand
}
export interface Player {
    cards: number;
    kaiju: number;
    mechas: number[];
    wounds: number;
    known: Counts;
    unknown: number;
    points: Points; // of what everybody can know
    theft?: { odds: Counts; mecha: number; gain: number }; // parts of a thousand; hundredths of a point
    rank?: number;
}
export interface Link {
    seat: number;
    card: number;
    effect: string;
    stands: boolean;
}
export interface HandCard {
    card: number;
    count: number;
    secret: number; // of these the others have not seen
    playable: boolean;
    why?: string;
}
export interface PikitView extends View {
    phase: "first" | "market" | "hands" | "roll" | "play" | "ask" | "reroll" | "steal" | "draw" | "refill" | "over";
    turn_number: number;
    first: number | null;
    mover: number | null;
    dice: number[];
    deck: number;
    in_play: Counts;
    removed: number;
    discard: Counts;
    unseen: Counts;
    left: Counts; // cards this viewer cannot see
    market: Counts;
    mechas: (number | null)[];
    chain: Link[];
    asked: number[];
    takes?: Take[];
    turns?: { effect: string; reach: number[]; mecha: "take" | "steal" | null }[];
    last: number;
    quiet_limit: number; // turns in which nobody wants anything
    turn_limit: number;
    memory: boolean;
    hand?: HandCard[];
    own?: Points;
    players: Player[];
    winners?: number[];
    decided?: "points" | "cards" | "shared";
}
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
