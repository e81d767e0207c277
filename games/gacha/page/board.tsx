// board.tsx: the Gacha board, as the page knows it.
import { t, tn } from "@/i18n";
import type { Board } from "@/board";
import { prompt } from "./action";
import { animate } from "./animate";
import { Center } from "./center";
import { lessons } from "./lessons";
import { moment, picture, sounds } from "./moments";
import { pictures } from "./parts";
import { Rail } from "./players";
import { Why } from "./result";
import { beats, derived, start, step } from "./step";
import { tell } from "./tell";
import type { Ctx, GachaView } from "./types";
import { costly, moveText } from "./words";

function status(ctx: Ctx): string[] {
    const { view } = ctx,
        facts = ctx.wide
            ? [tn("{n} reward in the deck", "{n} rewards in the deck", view.reward_deck), tn("{n} token", "{n} tokens", view.supply)]
            : [];
    if (view.phase !== "over") facts.unshift(view.mover === ctx.you ? t("Your turn") : t("Turn: {name}", { name: ctx.name(view.mover) }));
    if (view.end.trigger) facts.push(t("last turns"));
    return facts;
}

export const board: Board<GachaView> = {
    status,
    prompt,
    Center,
    Rail,
    railTitle: () => t("Players"),
    railIcon: "chart",
    pictures,
    beats,
    step,
    derived,
    start,
    moment,
    sounds,
    picture,
    animate,
    tell,
    pause: () => null,
    auto: (ctx) => (ctx.legal.length === 1 && ctx.legal[0] === "pass" ? "pass" : null),
    move: moveText,
    costly,
    lessons,
    Why,
    ranked: true,
};
