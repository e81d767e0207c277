// board.tsx: the PiKiT board, as the page knows it.
import { t } from "@/i18n";
import type { Board } from "@/board";
import { animate } from "./animate";
import { prompt, takeOptions } from "./action";
import { Center } from "./center";
import { lessons } from "./lessons";
import { Rail } from "./rail";
import { Why } from "./result";
import { tell } from "./tell";
import type { Ctx, PikitView } from "./types";
import { moveText } from "./words";

function status(ctx: Ctx): string[] {
    const { view } = ctx,
        facts = [t("deck {n}", { n: view.deck })];
    if (view.last > 0) facts.push(t("last turns"));
    if (view.mover !== null) facts.unshift(view.mover === ctx.you ? t("Your turn") : t("Turn: {name}", { name: ctx.name(view.mover) }));
    return facts;
}

/** Giving a take away cannot be mended. */
const costly = (move: string, ctx: Ctx): string | null =>
    move === "nothing" && takeOptions(ctx).length > 0 ? t("There is something to take. End the turn without it?") : null;

export const board: Board<PikitView> = {
    status,
    prompt,
    Center,
    Rail,
    railTitle: () => t("Overview"),
    railIcon: "cards",
    animate,
    tell,
    pause: () => null,
    move: moveText,
    costly,
    lessons,
    Why,
    ranked: true,
};
