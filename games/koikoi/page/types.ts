// types.ts: what Koi-Koi's describe (games/koikoi/describe.c) tells.
import type { Kind } from "@cards/hanafuda/page/cards";
import type { View } from "@/table/types";

export const kinds: Kind[] = ["bright", "animal", "ribbon", "plain"];
export interface Yaku {
    yaku: string;
    coins: number; // 0: not held
    least: number; // what it brings by itself
    have: number;
    need: number;
    lacks: number | null; // cards missing; null: out of reach
    from: string[]; // any of these would help
    cards: string[]; // held: what makes it
}
export interface Player {
    coins: number;
    cards: number;
    calls: number;
    pool: Record<Kind, string[]>;
    yaku: Yaku[];
    worth: number;
    multipliers: { plus: number; seven: number; koikoi: number; counter: number; nobles: number; all: number };
    win_pays: number;
    win_pays_after_call: number; // the least
}
export interface KoikoiView extends View {
    phase: "sensei" | "deal" | "play" | "draw" | "take" | "call" | "over";
    round: number;
    rounds: number;
    month: string | null;
    sensei: number;
    mover: number;
    deck: number;
    field: string[];
    turned: string | null;
    laid?: string; // in between: played, and beside its match
    hand?: { card: string; matches: string[] }[];
    players: [Player, Player];
    last_round: null | { winner: number | null; coins: number; hands: [string[], string[]] };
}
