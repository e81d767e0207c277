// ideas.ts: what a beginner of Gacha is told, one idea a game, each at the first moment that shows it.
import "./board"; // it is loaded by then: so the bundler need not divide it
import { t } from "@/i18n";
import type { Idea } from "@/coach/ideas";
import { offers, ways, type Ctx, type GachaView, type Offer } from "./types";

const me = (ctx: Ctx) => ctx.view.players[ctx.you!]!,
    acts = (ctx: Ctx): boolean => ctx.view.phase === "act" && ctx.legal.length > 0,
    offer = (o: Offer | undefined): string => `.gacha [data-key="w${o?.reward}"]`;
const paired = (ctx: Ctx): Offer | undefined => offers(ctx).find((o) => o.pair?.token),
    joked = (ctx: Ctx): Offer | undefined => offers(ctx).find((o) => !!o.lacks && o.lacks_with_jokers === 0),
    cheap = (ctx: Ctx): Offer | undefined => offers(ctx).find((o) => ways(ctx, o).length && o.points - o.set.length <= 3),
    equal = (ctx: Ctx): Offer | undefined => offers(ctx).find((o) => o.equal.length && o.lacks === 1);

export const ideas: Idea<GachaView>[] = [
    {
        id: "pair",
        when: (ctx) => acts(ctx) && !!paired(ctx),
        at: (ctx) => offer(paired(ctx)),
        text: (ctx) =>
            paired(ctx)!.pair!.card
                ? t(
                      "You wait with half of a ticket, and here is the other in the same colour: it brings a token and a card besides its points.",
                  )
                : t("You wait with half of a ticket, and here is another: the two bring a token besides the points."),
    },
    {
        id: "jokers",
        when: (ctx) => acts(ctx) && me(ctx).jokers > 0 && !!joked(ctx),
        at: (ctx) => offer(joked(ctx)),
        text: () => t("Your jokers can stand for what you lack here. But each one that you keep to the end is a point."),
    },
    {
        id: "end",
        when: (ctx) => acts(ctx) && (ctx.view.supply <= 2 || ctx.view.reward_deck <= 3),
        at: () => ".gacha .ga-shelf",
        text: () =>
            t("The end is near: when tokens or rewards run out, everybody else has one turn. What you cannot pay by then brings nothing."),
    },
    {
        id: "rivals",
        when: (ctx, facts) => acts(ctx) && facts.some((f) => f.fact === "rivals" && Number(f.seats) > 0),
        at: () => ".gacha .ga-market",
        text: () =>
            t("The backs of the others’ cards are public. See who could pay for the reward you want before you wait for a better one."),
    },
    {
        id: "cheap",
        when: (ctx) => acts(ctx) && !!cheap(ctx),
        at: (ctx) => `.gacha .action [data-slot="${cheap(ctx)!.slot}"]`,
        text: (ctx) =>
            t("Each card in your hand is a point at the end. This reward costs {cards} cards for {points} points: you gain {gain}.", {
                cards: cheap(ctx)!.set.length,
                points: cheap(ctx)!.points,
                gain: cheap(ctx)!.points - cheap(ctx)!.set.length,
            }),
    },
    {
        id: "equal",
        when: (ctx) => acts(ctx) && !!equal(ctx),
        at: (ctx) => offer(equal(ctx)),
        text: () => t("Here any figure will do, as long as all are alike. Gather the one of which you have most."),
    },
    {
        id: "second",
        when: (ctx) => ctx.view.phase === "draw" && ctx.legal.length > 1,
        at: () => ".gacha .ga-pile.can",
        text: () =>
            t("You have seen your first card before you choose the second. Look again at what you lack now: another pile may be better."),
    },
    {
        id: "odds",
        when: (ctx) => acts(ctx) && ctx.legal.some((m) => m.startsWith("draw ")),
        at: () => ".gacha .ga-pile.can",
        text: () =>
            t("The bars under a pile are its exact odds, from every card seen so far. Draw where the figure that you lack is likeliest."),
    },
];
