// ideas.ts: what a beginner of PiKiT is told, one idea a game, each at the first moment that shows it.
import "./board"; // it is loaded by then: so the bundler need not divide it
import { t, tn } from "@/i18n";
import type { Idea } from "@/coach/ideas";
import { others, type Ctx, type PikitView, type Take } from "./types";

const takes = (ctx: Ctx): Take[] => (ctx.legal.includes("nothing") ? (ctx.view.takes ?? []).filter((o) => o.possible) : []),
    has = (ctx: Ctx, n: number): boolean => !!ctx.view.hand?.some((h) => h.card === n && h.count > 0),
    held = (n: number): string => `.pikit .hand [data-key="h${n}.0"]`,
    move = (take: Take | undefined): string => `.pikit .action [data-move="${take?.move}"]`;
const eights = (ctx: Ctx): Take | undefined => takes(ctx).find((o) => (o.cards?.["8"] ?? 0) > 1);
/** Somebody with a mecha and few cards, whom a card of mine could rob. */
const rich = (ctx: Ctx): number | undefined =>
    ctx.legal.some((m) => m.startsWith("play 4 "))
        ? others(ctx).find((s) => ctx.view.players[s]!.mechas.length > 0 && ctx.view.players[s]!.cards <= 5)
        : undefined;

export const ideas: Idea<PikitView>[] = [
    {
        id: "eights",
        when: (ctx) => !!eights(ctx),
        at: (ctx) => `${move(eights(ctx))}, .pikit .market .card.can`,
        text: (ctx) =>
            tn(
                "Whoever takes an 8 gets all 8s of the centre: {n} card at once.",
                "Whoever takes an 8 gets all 8s of the centre: {n} cards at once.",
                eights(ctx)!.cards!["8"]!,
            ),
    },
    {
        id: "theft",
        when: (ctx) => rich(ctx) !== undefined,
        at: (ctx) => `.pikit [data-key="p${rich(ctx)}"]`,
        text: (ctx) =>
            t("A theft takes any card by chance. {name} holds a mecha and few other cards: here the odds are good.", {
                name: ctx.name(rich(ctx)!),
            }),
    },
    {
        id: "pair",
        when: (ctx) => takes(ctx).some((o) => o.way === "both") && takes(ctx).some((o) => o.way === "sum" || o.way === "difference"),
        at: (ctx) => move(takes(ctx).find((o) => o.way === "both")),
        text: () =>
            t("Two cards, one for each die, are often worth more than one card for the sum. Add up their numbers: they are your points."),
    },
    {
        id: "shield",
        when: (ctx) => takes(ctx).length > 0 && has(ctx, 6),
        at: () => held(6),
        text: () => t("A 6 is your shield: it cancels a card of another player. Keep it for what would cost you more than 6 points."),
    },
    {
        id: "trap",
        when: (ctx) => takes(ctx).length > 0 && has(ctx, 3),
        at: () => held(3),
        text: () => t("A 3 is a trap for thieves: whoever steals it loses it at once and 3 points more. It guards your other cards."),
    },
    {
        id: "ones",
        when: (ctx) => takes(ctx).length > 0 && (has(ctx, 1) || takes(ctx).some((o) => o.cards?.["1"])),
        at: (ctx) => (has(ctx, 1) ? held(1) : ".pikit .market .card.can"),
        text: () => t("Whoever has the most 1s at the end gets 15 points, as much as a mecha. Count how many the others hold."),
    },
    {
        id: "cost",
        when: (ctx, facts) => takes(ctx).length > 0 && facts.some((f) => f.fact === "spends"),
        at: () => ".pikit .hand .card.can",
        text: () => t("A card that you play no longer counts at the end. Play it if what it brings is worth more than the number on it."),
    },
    {
        id: "last",
        when: (ctx) => takes(ctx).length > 0 && ctx.view.deck <= 6,
        at: () => '.pikit [data-key="deck"]',
        text: () => t("The deck is nearly empty, and then everybody has one last turn. Effects lose their worth now; points keep theirs."),
    },
];
