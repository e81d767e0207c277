// lessons.ts: what a first game of PiKiT teaches, when it matters.
import { t } from "../../i18n";
import type { Lesson } from "../board";
import { takeOptions } from "./action";
import type { Ctx } from "./types";

export function lessons(ctx: Ctx): Lesson[] {
    const { view, legal } = ctx, out: Lesson[] = [];
    const takes = takeOptions(ctx), plays = legal.some((m) => m.startsWith("play ")), turn = legal.includes("nothing");
    if (legal.some((m) => m.startsWith("cancel "))) out.push({ id: "cancel", text: t("Somebody plays a card. You may cancel it by discarding a 6, or a 9, 10 or 11. Whoever played it may cancel your cancel.") });
    if (takes.some((o) => o.take.way === "mecha")) out.push({ id: "mecha", text: t("A double! Instead of a card you can take the mecha with the same dice: 15 points.") });
    if (takes.some((o) => o.take.way === "steal")) out.push({ id: "steal", text: t("A double whose mecha another player holds: you may take a random card of that hand. With luck it is the mecha.") });
    if (takes.length) out.push({ id: "take", text: t("Cards you can take have a line around them and say how the dice reach them: sum, difference, or a die. One choice a turn; points are the numbers in your hand at the end.") });
    if (turn && plays) out.push({ id: "play", text: t("Before you take, you may play raised cards from your hand, as many as you like. Press one to see its choices; it costs you its points.") });
    if (turn && view.last > 0) out.push({ id: "last", text: t("The deck is empty: everybody has one last turn. Then the hands are counted.") });
    if (turn && view.turn_number > view.players.length * 2) out.push({ id: "known", text: t("Most cards are taken in the open, so everybody can know them: the numbers beside each player. Press a player to see what a theft would bring.") });
    return out;
}
