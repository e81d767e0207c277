// types.ts: what Gacha tells (schema.ts), and what the page makes of it.
import type { Context } from "@/board";
import type { Figure, GachaView, Offer, TokenName, Way } from "./schema";

export type * from "./schema";
/** In the order of the texts of moves. */
export const figures: Figure[] = ["mecha", "girl", "daikon", "kitsune", "sushi"];
export const tokenNames: TokenName[] = ["turn", "joker", "points"];
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
