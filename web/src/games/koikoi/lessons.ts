// lessons.ts: what a first game of Koi-Koi teaches, when it matters.
import { t } from "../../i18n";
import type { Context, Lesson } from "../board";
import type { KoikoiView } from "./types";

export function lessons(ctx: Context<KoikoiView>): Lesson[] {
    const { view, legal, you } = ctx, out: Lesson[] = [];
    if (you === undefined) return out;
    const me = view.players[you]!, captured = Object.values(me.pool).some((c) => c.length);
    const can = view.hand?.some((h) => h.matches.length), plays = legal.some((m) => m.startsWith("play "));
    if (legal.includes("agari")) out.push({ id: "call", text: t("You made a yaku. Stop and take the coins, or call koi-koi and play on for more: if the other stops first, you get nothing.") });
    if (legal.some((m) => m.startsWith("take "))) out.push({ id: "take", text: t("The turned card matches two cards of its month. You choose which one it takes.") });
    if (plays && can) out.push({ id: "match", text: t("Cards of the same month match. Choose a card with a dot below it: it takes its match from the field.") });
    if (plays && !can) out.push({ id: "none", text: t("No card of your hand matches now. Whatever you play stays on the field: give away what helps the other least.") });
    if (plays && captured) out.push({ id: "yaku", text: t("Captured cards make yaku, combinations that win coins. The chips show the nearest ones and how many cards they have: press one to see what it needs.") });
    if (plays && view.deck < 22) out.push({ id: "turn", text: t("After your card, the top card of the deck is turned and takes its match as well. Then the other moves.") });
    return out;
}
