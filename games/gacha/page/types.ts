// types.ts: what Gacha's describe (games/gacha/describe.c) tells.
import type { View } from "@/table/types";
import type { Context } from "@/board";

export type Figure = "mecha" | "girl" | "daikon" | "kitsune" | "sushi";
/** In the order of the texts of moves. */
export const figures: Figure[] = ["mecha", "girl", "daikon", "kitsune", "sushi"];
export type Half = "none" | "blue" | "pink" | "yellow" | "rainbow";
export type TokenName = "turn" | "joker" | "points";
export const tokenNames: TokenName[] = ["turn", "joker", "points"];
export type Trigger = "tokens" | "rewards" | "piles";

export interface Reward {
    reward: number;
    set: (Figure | "any")[];
    equal: number[]; // sizes of groups of equal cards
    points: number;
    half: Half;
    mark?: number;
}
export interface Way {
    move: string;
    costs: number; // points
    tokens?: number; // turned down for it
    lost?: number; // jokers that do nothing
}
/** A place of the market; what the viewer lacks is there for players only. */
export interface Offer extends Reward {
    slot: number;
    lacks?: number;
    lacks_with_jokers?: number;
    missing?: (Figure | "any")[];
    helps?: Figure[]; // one card more of any of these brings it nearer
    nearer?: (number | null)[]; // of every pile, in parts of a thousand
    ways?: Way[]; // the cheapest first
    pair?: { with: Half; token: boolean; card: boolean };
    triggers?: Trigger;
}
export interface Pile {
    pile: number;
    size: number;
    back?: Figure[];
    odds?: Partial<Record<Figure | "of", number>>; // in cards, or in worlds where something more is known
    chance?: Partial<Record<Figure, number>>; // in parts of a thousand
}
export interface HandCard {
    back: Figure[];
    figure?: Figure;
    can?: Figure[];
}
export interface Player {
    cards: number;
    hand: HandCard[];
    figures?: Record<Figure, number>; // your own
    rewards: (Reward & { half_used: boolean })[];
    half: Half | null; // that waits for its pair
    tokens: Record<TokenName, { taken: number; unused: number }>;
    jokers: number;
    score: { rewards: number; tokens: number; cards: number; jokers: number; total: number; bonus_tokens: number; rank?: number };
}
export interface GachaView extends View {
    phase: "first" | "deal" | "top" | "reward" | "act" | "draw" | "face" | "token" | "extra" | "over";
    mover: number;
    first: number;
    turns: number;
    draws: number;
    market: (Offer | { slot: number; reward?: undefined })[];
    reward_deck: number;
    supply: number;
    token_odds: Record<TokenName, number>; // in parts of a thousand
    piles: Pile[];
    discard: { figure: Figure; back: Figure[]; cards: number }[];
    discarded: number;
    figures: Record<Figure, { all: number; discarded: number; known: number; unseen: number }>;
    reshuffles: number;
    end: { trigger: Trigger | null; triggered_by?: number; turns_left?: number[] };
    players: Player[];
    winners?: number[];
    decided?: "points" | "tokens" | "shared";
}
export type Ctx = Context<GachaView>;

export const offers = (ctx: Ctx): Offer[] => ctx.view.market.filter((o): o is Offer => o.reward !== undefined);
/** The ways to pay that can be chosen now. */
export const ways = (ctx: Ctx, offer: Offer): Way[] => (offer.ways ?? []).filter((w) => ctx.legal.includes(w.move));
/** Those that are as cheap as the cheapest: if there is just one, nobody has to be asked. */
export const sensible = (all: Way[]): Way[] => all.filter((w) => w.costs === all[0]!.costs && (w.tokens ?? 0) === (all[0]!.tokens ?? 0));
/** What is lacking, as it can be shown: equal cards of which several figures would do are any. */
export function lacking(o: Offer): (Figure | "any")[] {
    const missing = o.missing ?? [],
        open = o.helps?.some((f) => !missing.includes(f) && !missing.includes("any"));
    return open ? missing.map(() => "any") : missing;
}
/** "claim 3 mecha sushi 2 joker" → mecha, sushi, sushi, joker */
export function payment(move: string): (Figure | "joker")[] {
    const [, , ...words] = move.split(" ");
    return words.flatMap((w, i) => (/^\d/.test(w) ? [] : Array.from({ length: Number(words[i + 1]) || 1 }, () => w as Figure | "joker")));
}
/** The others, clockwise from the viewer; all for a spectator. */
export const others = (ctx: Ctx): number[] => {
    const n = ctx.view.players.length,
        you = ctx.you ?? -1;
    return Array.from({ length: ctx.you === undefined ? n : n - 1 }, (_, i) => (you + 1 + i) % n);
};
export const isMover = (ctx: Ctx, seat: number): boolean => ctx.view.phase !== "over" && ctx.view.mover === seat;
