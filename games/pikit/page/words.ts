// words.ts: PiKiT in words: cards and what they do, effects, takes, moves, and why something cannot be done.
import { mark, number, percent, t, tn } from "@/i18n";
import type { Topic } from "@/board";
import type { Ctx, Player, Take } from "./types";

export const box = "0 0 300 420";

interface Face {
    sign: string; // of the effect, in the sprite
    short: string; // a word or two below a card
    name: string;
    does: string;
    rules: string[];
}
const wild: Face = {
    sign: "any",
    short: mark("any effect"),
    name: mark("any discard effect"),
    does: mark("Discard it to carry out the effect of a 2, 4, 5, 6 or 7, as you choose. Kept, it is worth many points."),
    rules: ["PK5.10", "PK6.3"],
};
const faces: Record<number, Face> = {
    1: {
        sign: "ones",
        short: mark("keep"),
        name: mark("most cards 1"),
        does: mark("Keep it. At the end, whoever has the most 1s scores 15 extra points; several can share that. It cannot be played."),
        rules: ["PK5.1"],
    },
    2: {
        sign: "reroll",
        short: mark("reroll"),
        name: mark("reroll"),
        does: mark("Discard it in your turn to roll one or both dice again."),
        rules: ["PK5.2"],
    },
    3: {
        sign: "wound",
        short: mark("keep"),
        name: mark("wound for the thief"),
        does: mark("Keep it. Whoever steals it must discard it and takes a wound: 3 points less. It cannot be played."),
        rules: ["PK5.8"],
    },
    4: {
        sign: "steal",
        short: mark("steal"),
        name: mark("steal a card"),
        does: mark("Discard it in your turn to steal a random card from another player. If it is a 3, you get a wound instead."),
        rules: ["PK5.4", "PK5.8"],
    },
    5: {
        sign: "draw",
        short: mark("draw"),
        name: mark("draw from the deck"),
        does: mark("Discard it in your turn to take the top card of the deck, unseen by the others."),
        rules: ["PK5.5"],
    },
    6: {
        sign: "cancel",
        short: mark("cancel"),
        name: mark("cancel an effect"),
        does: mark("Discard it, at any moment, to cancel the effect of a card that another player has just discarded."),
        rules: ["PK5.6", "PK6.1", "PK6.2"],
    },
    7: {
        sign: "set",
        short: mark("set die"),
        name: mark("set a die"),
        does: mark("Discard it in your turn to turn one die to another side."),
        rules: ["PK5.7"],
    },
    8: {
        sign: "eights",
        short: mark("keep"),
        name: mark("all the cards 8"),
        does: mark("Whoever takes an 8 from the centre takes all the 8s there. It cannot be played."),
        rules: ["PK5.9"],
    },
    9: wild,
    10: wild,
    11: wild,
};
export const numbers = Object.keys(faces).map(Number);
export const sign = (card: number): string => `pk-effect-${faces[card]!.sign}`;
export const short = (card: number): string => t(faces[card]!.short);
export const effectName = (card: number): string => t(faces[card]!.name);
const does = (card: number): string => t(faces[card]!.does);
export const cardName = (card: number): string => t("{card}, {effect}", { card: String(card), effect: effectName(card) });
/** Where the rulebook speaks of it. */
export const cardPlace = (card: number): string => `card-${Math.min(card, 9)}`;
export const mechaName = (double: number): string => t("mecha {a}‑{b}", { a: String(double), b: String(double) });

export function cardTopic(card: number, ctx: Ctx): Topic {
    const { view } = ctx,
        n = String(card),
        lines = [does(card), tn("Worth {n} point in the hand at the end.", "Worth {n} points in the hand at the end.", card)];
    if (view.in_play[n]) {
        lines.push(tn("{n} such card in this game.", "{n} such cards in this game.", view.in_play[n]!));
        if (view.memory && view.phase !== "over")
            lines.push(
                tn(
                    "{n} of them you cannot see: in the deck or in other hands.",
                    "{n} of them you cannot see: in the deck or in other hands.",
                    view.left[n] ?? 0,
                ),
            );
    }
    const own = view.hand?.find((h) => h.card === card),
        why = own?.why;
    if (own?.secret && view.phase !== "over")
        lines.push(tn("{n} in your hand the others have not seen.", "{n} in your hand the others have not seen.", own.secret));
    if (why && view.phase !== "over") lines.push(t("Now: {why}.", { why: reason(why) }));
    return { title: cardName(card), picture: { symbol: `pk-${card}`, box }, lines, rules: faces[card]!.rules, book: cardPlace(card) };
}
export function mechaTopic(double: number, ctx: Ctx): Topic {
    const holder = ctx.view.mechas[double - 1],
        lines = [t("A double of this number takes the mecha: 15 points.")];
    if (typeof holder === "number") {
        const p = ctx.view.players[holder]!;
        lines.push(
            holder === ctx.you
                ? t("You hold it. A 4 or the same double of another player may steal it.")
                : tn(
                      "{name} holds it, with {n} card in hand: the same double, or a 4, takes that card.",
                      "{name} holds it, with {n} cards in hand: the same double, or a 4, takes one of them at random.",
                      p.cards,
                      { name: ctx.name(holder) },
                  ),
        );
    }
    return {
        title: t("Mecha {n}‑{n}", { n: double }),
        picture: { symbol: `pk-mecha-${double}`, box },
        lines,
        rules: ["PK1.3", "PK4.4", "PK4.5"],
        book: "mecha",
    };
}
export const diceTopic = (): Topic => ({
    title: t("The dice"),
    lines: [
        t(
            "In a turn one of these may be taken from the centre: a card with the sum of the dice, a card with their difference, or a card for one or for each of the dice. A double may take its mecha instead.",
        ),
    ],
    rules: ["PK4.1", "PK4.2", "PK4.3", "PK4.4", "PK4.5"],
    book: "take",
});

/** Why a card cannot be played or a take is not possible: the fixed phrases of describe. */
const reasons: Record<string, string> = {
    "it has no effect to play": mark("it has no effect to play"),
    "nobody cancels their own card": mark("nobody cancels their own card"),
    "it cannot cancel": mark("it cannot cancel"),
    "it is not your turn": mark("it is not your turn"),
    "there is nothing to cancel": mark("there is nothing to cancel"),
    "nobody else has a card": mark("nobody else has a card"),
    "the deck is empty": mark("the deck is empty"),
    "the difference is 0": mark("the difference is 0"),
    "there is no such card": mark("there is no such card"),
    "none in the centre": mark("none in the centre"),
    "only one in the centre": mark("only one in the centre"),
    "not both in the centre": mark("not both in the centre"),
    "the dice are no double": mark("the dice are no double"),
    "a player holds it": mark("a player holds it"),
    "nobody holds it": mark("nobody holds it"),
    "the mover holds it": mark("the mover holds it"),
    "nobody wants anything": mark("nobody wants anything"),
    "300 turns were played": mark("300 turns were played"),
};
export const reason = (why: string): string => t(reasons[why] ?? why);

/** An announced effect: "2 both", "4 seat 1", "5", "7 first 3", "cancel". */
export function effectText(effect: string, ctx: Pick<Ctx, "you" | "name">): string {
    const [what, which, value] = effect.split(" ");
    if (what === "2")
        return which === "both"
            ? t("roll both dice again")
            : which === "first"
              ? t("roll the left die again")
              : t("roll the right die again");
    if (what === "4")
        return Number(value) === ctx.you ? t("steal a card from you") : t("steal a card from {name}", { name: ctx.name(Number(value)) });
    if (what === "5") return t("draw a card from the deck");
    if (what === "7")
        return which === "first" ? t("turn the left die to {n}", { n: value! }) : t("turn the right die to {n}", { n: value! });
    return t("cancel");
}

/** A way to take, in a word. */
const ways: Record<Take["way"], string> = {
    sum: mark("sum"),
    difference: mark("difference"),
    first: mark("die"),
    second: mark("die"),
    both: mark("both dice"),
    mecha: mark("pair!"),
    steal: mark("pair!"),
};
export const way = (w: Take["way"]): string => t(ways[w]);
/** The same with the dice, where there is little room: "1 + 6". */
export function wayShort(w: Take["way"], dice: number[]): string {
    const [a, b] = [Math.max(...dice), Math.min(...dice)];
    return w === "sum" ? `${dice[0]} + ${dice[1]}` : w === "difference" ? `${a} − ${b}` : "";
}

/** "8, 8 and 8" as "8 ×3". */
const cardList = (counts: Record<string, number>): string =>
    Object.entries(counts)
        .map(([n, count]) => (count > 1 ? t("{card} ×{n}", { card: n, n: count }) : n))
        .join(" + ");

/** On a button, which has the way or the odds below. */
export function takeShort(take: Take): string {
    if (take.way === "mecha") return t("Mecha {n}‑{n}", { n: take.number });
    if (take.way === "steal") return t("Steal {n}‑{n}", { n: take.number });
    return t("Take {cards}", { cards: cardList(take.cards!) });
}
function takeText(take: Take, ctx: Ctx): string {
    if (take.way === "mecha") return t("Take the mecha {n}‑{n}", { n: take.number });
    if (take.way === "steal") return t("Try to steal the mecha {n}‑{n}: {name}", { n: take.number, name: ctx.name(take.of!) });
    return t("Take {cards}", { cards: cardList(take.cards!) });
}

/** A move in words. */
export function moveText(m: string, ctx: Ctx): string {
    const words = m.split(" "),
        [what, a, b] = words;
    if (what === "pass") return t("Let it happen");
    if (what === "nothing") return t("Take nothing");
    if (what === "cancel") return t("Cancel with {card}", { card: a! });
    if (what === "play") {
        const effect = effectText(words.slice(b === "as" ? 3 : 1).join(" "), ctx);
        return t("Play {card}: {effect}", { card: a!, effect });
    }
    const take = ctx.view.takes?.find((o) => o.move === m);
    return take ? takeText(take, ctx) : m;
}

const part = (perMille: number): string => percent(perMille / 1000);
/** What stealing from a player may bring. */
export function theftText(p: Player): string {
    const f = p.theft;
    if (!f) return tn("{n} card", "{n} cards", p.cards);
    const gain = t("{points} on average", { points: (f.gain > 0 ? "+" : "") + number(Math.round(f.gain / 10) / 10) });
    return [
        gain,
        f.odds["3"] ? t("wound {odds}", { odds: part(f.odds["3"]) }) : "",
        f.mecha ? t("mecha {odds}", { odds: part(f.mecha) }) : "",
    ]
        .filter(Boolean)
        .join(" · ");
}
export const oddsText = (perMille: number): string => t("chance {odds}", { odds: part(perMille) });
