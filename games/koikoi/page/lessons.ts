// lessons.ts: what a first game of Koi-Koi teaches, from what lies on the table now.
import { t, tn } from "@/i18n";
import type { Context, Lesson, Past } from "@/board";
import { nearest } from "./board";
import { cardShort } from "@cards/hanafuda/page/cards";
import { yakuMeaning, yakuName } from "./yaku";
import type { KoikoiView, Player } from "./types";

/** Why these cards are worth having: the yaku they bring nearest, or make. */
function reason(cards: string[], me: Player): string {
    const y = me.yaku
        .filter((o) => o.lacks && o.from?.some((c) => cards.includes(c)))
        .sort((a, b) => a.lacks! - b.lacks! || b.least - a.least)[0];
    if (!y) return t("Press this button: both cards will be yours.");
    return y.lacks === 1
        ? tn("Press this button: it makes {yaku}, {n} coin!", "Press this button: it makes {yaku}, {n} coins!", y.least, {
              yaku: yakuName(y.yaku),
          })
        : t("Press this button: it brings you nearer to {yaku} ({meaning}).", { yaku: yakuName(y.yaku), meaning: yakuMeaning(y.yaku) });
}

export function lessons(ctx: Context<KoikoiView>, past: Past): Lesson[] {
    const { view, legal } = ctx,
        you = ctx.you!,
        them = 1 - you,
        me = view.players[you]!,
        out: Lesson[] = [];
    const look = (id: string, at: string, text: string) => out.push({ id, at, text });
    const act = (id: string, at: string, text: string) => out.push({ id, at, text, act: true });
    const mine = past.since.filter((e) => e.seat === you),
        turned = mine.find((e) => e.event === "turn");

    // a round can end before anything was learned: a bot may be dealt tenho
    if (past.said("call") || (view.round > 1 && past.said("match1")))
        look(
            "end",
            ".topbar .status",
            t(
                "You know enough! After a yaku: early in the round, with the other far from one, play on. Late, or with the other near one, stop. The rest of the game is yours.",
            ),
        );
    if (legal.includes("agari")) {
        const made = me.yaku
            .filter((y) => y.coins > 0)
            .map((y) => yakuName(y.yaku))
            .join(", ");
        act(
            "call",
            ".koikoi .action",
            tn(
                "You made {yaku}! Stop now for {n} coin, or risk it and play on for more.",
                "You made {yaku}! Stop now for {n} coins, or risk them and play on for more.",
                me.win_pays,
                { yaku: made },
            ),
        );
        return out;
    }
    if (legal.some((m) => m.startsWith("take "))) {
        act("take", ".koikoi .action .pick", t("The turned card has two matches. Choose the one you want."));
        return out;
    }
    if (mine.some((e) => e.event === "take"))
        look("took", `.koikoi .pool[data-seat="${you}"]`, t("Well done! What you capture lies here, sorted by kind."));
    if (turned) {
        const took = mine.some((e) => e.event === "take" && e.card === turned.card),
            values = { card: cardShort(String(turned.card)) };
        look(
            "turn",
            ".koikoi .deck",
            took
                ? t("Then the top card of the deck was turned: {card}. It took its match too.", values)
                : t("Then the top card of the deck was turned: {card}. It had no match and lies on the field.", values),
        );
    }
    const near = nearest(me)[0];
    if (near)
        look(
            "yaku",
            `.koikoi .chips li:first-child button, [data-yaku="${near.yaku}"]`,
            t("Captured cards make combinations, called yaku. Here: {yaku}, {have} of {need}.", {
                yaku: yakuName(near.yaku),
                have: near.have,
                need: near.need,
            }),
        );
    if (past.since.some((e) => e.seat === them && e.event === "take"))
        look(
            "other",
            `.koikoi .pool[data-seat="${them}"]`,
            t("This is what {name} collects. Keep an eye on it.", { name: ctx.name(them) }),
        );
    look("field", ".koikoi .lie", t("These cards lie on the field. The number in the corner of a card is its month."));
    look(
        "aim",
        `.koikoi .strip[data-seat="${you}"] .coins`,
        tn(
            "These are your coins. After {n} round the richer player wins.",
            "These are your coins. After {n} rounds the richer player wins.",
            view.rounds,
        ),
    );

    const [, advised, taken] = past.advice?.split(" ") ?? [],
        card = view.hand?.find((h) => h.card === advised) ?? view.hand?.find((h) => h.matches.length) ?? view.hand?.[0];
    const turn = [1, 2, 3].find((n) => !past.said(`match${n}`));
    if (!turn || !card || (turn > 1 && !past.advice)) return out;
    const taking = taken ? [taken] : card.matches;
    if (taking.length) {
        act(`go${turn}`, ".koikoi .action > .main", reason([card.card, ...taking], me));
        act(
            `pick${turn}`,
            `.koikoi .action .pick[data-card="${taking[0]}"]`,
            t("Two cards have its month. This one is worth more to you."),
        );
        out.push({
            id: `match${turn}`,
            at: `.koikoi .hand [data-key="${card.card}"]`,
            with: `.koikoi .lie [data-key="${taking[0]}"]`,
            act: true,
            text: t("You hold {card}. A card on the field has the same month: press yours to take both.", { card: cardShort(card.card) }),
        });
    } else {
        act(`go${turn}`, ".koikoi .action > .main", t("Press this button: the card goes to the field."));
        act(
            `match${turn}`,
            `.koikoi .hand [data-key="${card.card}"]`,
            t("None of your cards has a match now. Lay down one that helps the other least: {card}.", { card: cardShort(card.card) }),
        );
    }
    return out;
}
