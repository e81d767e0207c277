// lessons.ts: what a first game of PiKiT teaches, from what lies on the table now.
import { t, tn } from "@/i18n";
import type { Lesson, Past } from "@/board";
import { points } from "@/ui/score";
import { amAsked, asking, takeOptions } from "./action";
import { others, type Ctx } from "./types";
import { cardName, effectText } from "./words";

export function lessons(ctx: Ctx, past: Past): Lesson[] {
    const { view, legal } = ctx,
        you = ctx.you!,
        out: Lesson[] = [];
    const look = (id: string, at: string, text: string) => out.push({ id, at, text });
    const act = (id: string, at: string, text: string) => out.push({ id, at, text, act: true });

    if (asking(ctx)) {
        const top = view.chain[view.chain.length - 1]!;
        if (amAsked(ctx) && legal.some((m) => m.startsWith("cancel ")))
            act(
                "ask",
                ".pikit .action.ask .buttons",
                t("{name} plays a card: {effect}. A card of yours could cancel it, or you let it happen.", {
                    name: ctx.name(top.seat),
                    effect: effectText(top.effect, ctx),
                }),
            );
        return out;
    }
    if (!legal.includes("nothing")) return out;
    const options = takeOptions(ctx),
        took = past.since.some((e) => e.seat === you && (e.event === "take" || e.event === "mecha"));
    if (past.said("take3"))
        look(
            "end",
            ".topbar .status",
            t("You know enough! Take what the dice allow, keep what counts, and cancel what hurts. The rest of the game is yours."),
        );
    if (took && view.own)
        look(
            "hand",
            ".pikit .mine",
            t("Well done! Your hand is worth {points} now. The most points at the end win.", { points: points(view.own.all) }),
        );
    look("dice", ".pikit .dice", t("You rolled {a} and {b}. The dice decide what you may take.", { a: view.dice[0]!, b: view.dice[1]! }));
    if (options.some((o) => o.take.cards))
        look("reach", ".pikit .market .card.can", t("These cards fit: by the sum, the difference or a die. Below each stands how."));
    if (past.said("take1")) {
        look("mechas", ".pikit .mechas", t("These are mechas. Two equal dice take the one with their number."));
        const card = view.hand?.find((h) => h.playable)?.card;
        if (card !== undefined)
            look(
                "cards",
                `.pikit .hand [data-key="h${card}.0"]`,
                t("Raised cards can be played before you take. This one: {card}. It costs you its points.", { card: cardName(card) }),
            );
    }
    if (past.said("take2")) {
        look(
            "known",
            ".pikit .opponents .cell, .pikit-rail .player",
            t("Here you see what is known of the cards of {name}.", { name: ctx.name(others(ctx)[0]!) }),
        );
        look("deck", '.pikit [data-key="deck"]', t("When the deck is empty, everybody has one last turn."));
    }
    const turn = [1, 2, 3].find((n) => !past.said(`take${n}`));
    if (!turn || (turn > 1 && !past.advice)) return out;
    const move = past.advice ?? options[0]?.move ?? "nothing",
        words = move.split(" "),
        take = options.find((o) => o.move === move)?.take;
    if (words[0] === "play") {
        const effect = effectText(words.slice(words[2] === "as" ? 3 : 1).join(" "), ctx);
        act(`choose${turn}`, ".pikit .action.choose .buttons", t("Now: {effect}. Choose it here.", { effect }));
        act(
            `play${turn}`,
            `.pikit .hand [data-key="h${words[1]}.0"]`,
            t("A good moment for your {card}: {effect}. Press it.", { card: words[1]!, effect }),
        );
    } else if (take?.way === "mecha")
        act(
            `take${turn}`,
            `.pikit .action [data-move="${move}"]`,
            tn("A double! Take its mecha: {n} point.", "A double! Take its mecha: {n} points.", take.points!),
        );
    else if (take?.way === "steal")
        act(`take${turn}`, `.pikit .action [data-move="${move}"]`, t("A double, but another player holds its mecha. Try to steal it."));
    else if (take)
        act(
            `take${turn}`,
            `.pikit .action [data-move="${move}"]`,
            tn(
                "Press this: what you take counts {n} point at the end.",
                "Press this: what you take counts {n} points at the end.",
                take.points!,
            ),
        );
    else act(`take${turn}`, '.pikit .action [data-move="nothing"]', t("Nothing worth taking this time. End your turn."));
    return out;
}
