// why.ts: PiKiT's reasons in words: a sentence for each kind of fact in why.c.
import "./board"; // it is loaded by then: so the bundler need not divide it
import { t, tn } from "@/i18n";
import { chance, int, mean, word, type Fact, type ReasonContext } from "@/review/reasons";
import { effectText } from "./words";

/** What is taken: "5", "8 ×3", "5 + 3". */
function cards(fact: Fact): string {
    const first = word(fact, "card"),
        count = int(fact, "count");
    if (fact.second !== undefined) return `${first} + ${fact.second}`;
    return count > 1 ? t("{card} ×{n}", { card: first, n: count }) : first;
}

/** What a stolen card brings, as the board says it of a victim. */
function theft(fact: Fact): string {
    const wound = int(fact, "wound"),
        mecha = int(fact, "mecha");
    return [
        t("{points} on average", { points: mean(int(fact, "points"), true) }),
        wound ? t("wound {odds}", { odds: chance(wound) }) : "",
        mecha ? t("mecha {odds}", { odds: chance(mecha) }) : "",
    ]
        .filter(Boolean)
        .join(" · ");
}

/** The announced effect that a move stops or lets happen. */
function announced(fact: Fact, ctx: ReasonContext): string {
    const by = int(fact, "by"),
        values = { name: ctx.name(by), effect: effectText(word(fact, "effect"), ctx) };
    if (fact.fact === "stops")
        return by === ctx.you ? t("Stops what you announced: {effect}.", values) : t("Stops what {name} announced: {effect}.", values);
    return by === ctx.you
        ? t("Lets happen what you announced: {effect}.", values)
        : t("Lets happen what {name} announced: {effect}.", values);
}

export function say(fact: Fact, ctx: ReasonContext): string {
    const card = fact.card === undefined ? "" : word(fact, "card");
    switch (fact.fact) {
        case "takes":
            return card
                ? tn("Takes {cards}: {n} point.", "Takes {cards}: {n} points.", int(fact, "points"), { cards: cards(fact) })
                : t("Takes nothing.");
        case "mecha":
            return tn("Takes the mecha {a}‑{a}: {n} point.", "Takes the mecha {a}‑{a}: {n} points.", int(fact, "points"), {
                a: word(fact, "double"),
            });
        case "offer":
            return tn("The dice offered a take of {n} point.", "The dice offered a take of {n} points.", int(fact, "points"));
        case "theft":
            return int(fact, "from") === ctx.you
                ? t("A card stolen from you: {brings}.", { brings: theft(fact) })
                : t("A card stolen from {name}: {brings}.", { name: ctx.name(int(fact, "from")), brings: theft(fact) });
        case "robbed": {
            const mecha = int(fact, "mecha"),
                values = { points: mean(int(fact, "points")), odds: chance(mecha), name: ctx.name(ctx.seat) };
            if (ctx.seat === ctx.you)
                return mecha
                    ? t("The theft costs you {points} points on average, with {odds} a mecha.", values)
                    : t("The theft costs you {points} points on average.", values);
            return mecha
                ? t("The theft costs {name} {points} points on average, with {odds} a mecha.", values)
                : t("The theft costs {name} {points} points on average.", values);
        }
        case "reroll":
            return t("The best take, in points: {now} now, {after} on average after the roll.", {
                now: int(fact, "now"),
                after: mean(int(fact, "then")),
            });
        case "turn":
            return t("The best take, in points: {now} now, {after} with the die turned.", {
                now: int(fact, "now"),
                after: int(fact, "then"),
            });
        case "draw":
            return t("A card from the deck is worth {points} points on average.", { points: mean(int(fact, "points")) });
        case "spends":
            return tn("Spends the {card}, worth {n} point if kept.", "Spends the {card}, worth {n} points if kept.", int(fact, "points"), {
                card,
            });
        case "unguards":
            return t("Spends the {card}, the last card that can cancel.", { card });
        case "cancels": {
            const x = int(fact, "chance");
            return x === 0
                ? t("Nobody can cancel it.")
                : x === 1
                  ? t("Somebody surely can cancel it.")
                  : t("{percent} that somebody can cancel it.", { percent: chance(x) });
        }
        case "ones": {
            const values = { others: int(fact, "others"), own: int(fact, "own") };
            return fact.of === "played"
                ? t("Brings a “1” that was not needed: then {own} in hand, nobody else is known to have more than {others}.", values)
                : tn(
                      "Then {n} card “1” is in hand; nobody else is known to have more than {others}.",
                      "Then {n} cards “1” are in hand; nobody else is known to have more than {others}.",
                      values.own,
                      values,
                  );
        }
        case "useful":
            return tn(
                "Takes the {card}, which can still be played: {n} card is in the deck.",
                "Takes the {card}, which can still be played: {n} cards are in the deck.",
                int(fact, "deck"),
                { card },
            );
        case "still":
            return t("Comes first: the same take is still possible after it.");
        case "leads": {
            const values = { name: ctx.name(int(fact, "seat")), points: int(fact, "points"), own: int(fact, "own") };
            return int(fact, "seat") === ctx.you
                ? t("You lead with {points} : {own} points, as far as hands are known.", values)
                : t("{name} leads with {points} : {own} points, as far as hands are known.", values);
        }
        case "last":
            return t("It is the last turn: a card that is kept counts only its points.");
        case "stops":
        case "lets":
            return announced(fact, ctx);
        default:
            return "";
    }
}
