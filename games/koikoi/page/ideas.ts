// ideas.ts: what a beginner of Koi-Koi is told, one idea a game, each at the first moment that shows it.
import "./board"; // it is loaded by then: so the bundler need not divide it
import { t } from "@/i18n";
import type { Context } from "@/board";
import type { Idea } from "@/coach/ideas";
import { card, word } from "@cards/hanafuda/page/cards";
import { yakuName } from "./yaku";
import type { KoikoiView, Yaku } from "./types";

type Ctx = Context<KoikoiView>;
const me = (ctx: Ctx) => ctx.view.players[ctx.you!]!,
    them = (ctx: Ctx) => ctx.view.players[1 - ctx.you!]!,
    other = (ctx: Ctx): string => ctx.name(1 - ctx.you!),
    plays = (ctx: Ctx): boolean => ctx.view.phase === "play" && !!ctx.view.hand?.length,
    hand = (key: string): string => `.koikoi .hand [data-key="${key}"]`;

/** A card on the field that the other needs, and I can take. */
function wanted(ctx: Ctx): { yaku: Yaku; card: string } | undefined {
    for (const yaku of them(ctx).yaku)
        if (yaku.lacks === 1) {
            const found = yaku.from.find((c) => ctx.view.field.includes(c) && ctx.view.hand?.some((h) => h.matches.includes(c)));
            if (found) return { yaku, card: found };
        }
    return undefined;
}
/** Two cards of one month in the hand, and a match on the field. */
function twins(ctx: Ctx): string | undefined {
    const months = ctx.view.hand?.map((h) => card(h.card).month) ?? [];
    return ctx.view.hand?.find((h, i) => h.matches.length && months.indexOf(months[i]!) !== months.lastIndexOf(months[i]!))?.card;
}
const cup = "9a";

export const ideas: Idea<KoikoiView>[] = [
    {
        id: "deny",
        when: (ctx) => plays(ctx) && !!wanted(ctx),
        at: (ctx) => `.koikoi .lie [data-key="${wanted(ctx)!.card}"]`,
        text: (ctx) =>
            t("{name} needs one more card for {yaku}, and this one would do. To take it away can be worth more than a card for yourself.", {
                name: other(ctx),
                yaku: yakuName(wanted(ctx)!.yaku.yaku),
            }),
    },
    {
        id: "stop",
        when: (ctx) => ctx.legal.includes("agari") && ctx.legal.length > 1,
        at: () => ".koikoi .action",
        text: (ctx) =>
            t(
                "Before you play on, look at both sides: how many cards are left, and how near is {name} to a yaku? If the other wins now, your coins are gone.",
                { name: other(ctx) },
            ),
    },
    {
        id: "counter",
        when: (ctx) => plays(ctx) && me(ctx).calls > 0 && them(ctx).multipliers.counter > 1,
        at: () => ".koikoi .hand",
        text: (ctx) =>
            t("You called koi-koi, so a win of {name} would pay double now. Play safely: take what the other needs.", { name: other(ctx) }),
    },
    {
        id: "seven",
        when: (ctx) => me(ctx).multipliers.seven > 1,
        at: (ctx) => `.koikoi .pool[data-seat="${ctx.you}"]`,
        text: () => t("Your yaku are worth 7 coins or more, and that doubles what a win pays. The step from 6 to 7 is the largest of all."),
    },
    {
        id: "cup",
        when: (ctx) =>
            plays(ctx) &&
            ctx.view.hand!.some((h) => h.card === cup || h.matches.includes(cup)) &&
            me(ctx).yaku.some((y) => (y.yaku === "tsukimi" || y.yaku === "hanami") && !!y.lacks),
        at: () => `${hand(cup)}, .koikoi .lie [data-key="${cup}"]`,
        text: () => t("The sake cup needs just one partner: with the moon or the curtain it is a yaku of two cards."),
    },
    {
        id: "lay",
        when: (ctx) => plays(ctx) && ctx.view.hand!.length > 1 && ctx.view.hand!.every((h) => !h.matches.length),
        at: () => ".koikoi .hand",
        text: () =>
            t(
                "Nothing matches, so one card has to go. Lay down a card of which you hold another of the month, or whose month is nearly all taken: the other can hardly use it.",
            ),
    },
    {
        id: "twins",
        when: (ctx) => plays(ctx) && !!twins(ctx),
        at: (ctx) => hand(twins(ctx)!),
        text: (ctx) =>
            t("You hold two cards of {month}. Take with one now. The fourth can then be taken by you alone, with the other.", {
                month: word(card(twins(ctx)!).month_name),
            }),
    },
    {
        id: "plain",
        when: (ctx) => plays(ctx) && me(ctx).pool.plain.length >= 6 && me(ctx).pool.plain.length < 10,
        at: (ctx) => `.koikoi .pool[data-seat="${ctx.you}"]`,
        text: (ctx) => t("Plain cards add up: ten of them are a yaku. You have {n}.", { n: me(ctx).pool.plain.length }),
    },
];
