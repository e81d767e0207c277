// lessons.ts: what a first game of Gacha teaches, when it matters.
import { t } from "../../i18n";
import type { Lesson } from "../board";
import type { Ctx } from "./types";

export function lessons(ctx: Ctx): Lesson[] {
    const { view, legal } = ctx, out: Lesson[] = [], me = ctx.you === undefined ? undefined : view.players[ctx.you];
    if (!legal.length || !me) return out;
    const claims = legal.some((m) => m.startsWith("claim "));
    if (legal.includes("again")) out.push({ id: "again", text: t("A one-more-turn token: use it now, or keep it for a later turn of yours. At the end it is worth nothing.") });
    if (view.end.trigger) out.push({ id: "end", text: t("The end has begun: everybody else has one last turn. Cards left in the hand are worth 1 point each.") });
    if (claims) out.push({ id: "claim", text: t("You can pay for a reward with a line around it: press its button below, or draw and wait for a better one.") });
    if (view.phase === "act") out.push({ id: "draw", text: t("Each turn you draw 2 cards or claim 1 reward. The machine on a card's back shows what may be inside; the bars below say how likely.") });
    if (view.phase === "draw") out.push({ id: "second", text: t("You have seen the first card. Now choose the pile of the second.") });
    if (me.half) out.push({ id: "half", text: t("Your reward has half a ticket. A second half brings a bonus token; two of one colour bring a card as well.") });
    if (me.jokers) out.push({ id: "joker", text: t("Your jokers stand for any figure in a claim. Unused, each is worth 1 point at the end.") });
    return out;
}
