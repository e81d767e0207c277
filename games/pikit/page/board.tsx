// board.tsx: the PiKiT board, as the page knows it.
import type { ComponentChildren } from "preact";
import { t } from "@/i18n";
import type { Board } from "@/board";
import type { GameEvent } from "@/table/types";
import { animate } from "./animate";
import { prompt, takeOptions } from "./action";
import { Center } from "./center";
import { lessons } from "./lessons";
import { moment, sounds } from "./moments";
import { Picture, pictureOf } from "./parts";
import { Rail } from "./rail";
import { Why } from "./result";
import { beats, derived, start, step } from "./stage";
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

/** The cards of a beat, beside its line. */
function picture(beat: GameEvent[]): ComponentChildren {
    const shown = beat.flatMap((e) => {
        if (["take", "play", "cancel", "stolen", "draw"].includes(e.event) && e.card !== undefined)
            return Array.from({ length: Number(e.count ?? 1) }, () => String(e.card));
        return e.double !== undefined && e.event !== "try" ? [`mecha-${e.double}`] : [];
    });
    return shown.map((symbol, i) => (
        <span key={i} class="card pk">
            <Picture symbol={symbol} />
        </span>
    ));
}

export const board: Board<PikitView> = {
    status,
    prompt,
    Center,
    Rail,
    railTitle: () => t("Overview"),
    railIcon: "cards",
    // few, and nearly all of them lie there from the first turn on
    pictures: () => ["back", ...Array.from({ length: 11 }, (_, i) => i + 1), ...[1, 2, 3, 4, 5, 6].map((n) => `mecha-${n}`)].map(pictureOf),
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
    move: moveText,
    costly,
    lessons,
    Why,
    ranked: true,
};
