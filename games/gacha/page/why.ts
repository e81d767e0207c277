// why.ts: Gacha's reasons in words: a sentence for each kind of fact in why.c. Rewards are numbered as they lie in the market, from 1.
import "./board"; // it is loaded by then: so the bundler need not divide it
import { t, tn } from "@/i18n";
import { chance, int, signed, word, type Fact, type ReasonContext } from "@/review/reasons";
import type { Half, Trigger } from "./types";
import { figureName, halfName, triggerText } from "./words";

/** How likely a draw brings a reward nearer. */
function helps(fact: Fact): string {
    const x = int(fact, "chance"),
        values = { slot: int(fact, "slot"), lacks: int(fact, "lacks"), percent: chance(x) },
        points = int(fact, "points");
    if (x === 0)
        return tn(
            "Cannot bring reward {slot} ({n} point) nearer; cards missing for it: {lacks}.",
            "Cannot bring reward {slot} ({n} points) nearer; cards missing for it: {lacks}.",
            points,
            values,
        );
    return tn(
        "{percent} to bring reward {slot} ({n} point) nearer; cards missing for it: {lacks}.",
        "{percent} to bring reward {slot} ({n} points) nearer; cards missing for it: {lacks}.",
        points,
        values,
    );
}

function pays(fact: Fact): string {
    const values = { pays: figureName(word(fact, "with")), keeps: figureName(word(fact, "keeps")) };
    if (fact.with === undefined) return t("Keeps {keeps}.", values);
    return fact.keeps === undefined ? t("Pays with {pays}.", values) : t("Pays with {pays} and keeps {keeps}.", values);
}

/** What is left of the hand for the next reward. */
function next(fact: Fact): string {
    const values = { slot: int(fact, "slot"), lacks: int(fact, "lacks") },
        points = int(fact, "points");
    return values.lacks
        ? tn(
              "Cards missing then for reward {slot} ({n} point): {lacks}.",
              "Cards missing then for reward {slot} ({n} points): {lacks}.",
              points,
              values,
          )
        : tn("Can then pay for reward {slot} ({n} point), too.", "Can then pay for reward {slot} ({n} points), too.", points, values);
}

function rivals(fact: Fact): string {
    const values = { slot: int(fact, "slot"), seats: int(fact, "seats") },
        points = int(fact, "points");
    return values.seats
        ? tn(
              "Others who may be able to pay for reward {slot} ({n} point) now: {seats} at most.",
              "Others who may be able to pay for reward {slot} ({n} points) now: {seats} at most.",
              points,
              values,
          )
        : tn(
              "Nobody else can pay for reward {slot} ({n} point) now.",
              "Nobody else can pay for reward {slot} ({n} points) now.",
              points,
              values,
          );
}

function turns(fact: Fact): string {
    const n = int(fact, "unused");
    if (fact.tokens === undefined)
        return tn("{n} extra turn is unused, and scores nothing.", "{n} extra turns are unused, and score nothing.", n);
    return tn(
        "{n} extra turn is unused; before the end there are still tokens: {tokens}, rewards: {rewards}.",
        "{n} extra turns are unused; before the end there are still tokens: {tokens}, rewards: {rewards}.",
        n,
        { tokens: int(fact, "tokens"), rewards: int(fact, "rewards") },
    );
}

export function say(fact: Fact, ctx: ReasonContext): string {
    switch (fact.fact) {
        case "claims":
            return tn(
                "Claims reward {slot} ({n} point); cards paid: {cards}, gain: {gain}.",
                "Claims reward {slot} ({n} points); cards paid: {cards}, gain: {gain}.",
                int(fact, "points"),
                { slot: int(fact, "slot"), cards: int(fact, "cards"), gain: signed(int(fact, "gain")) },
            );
        case "draws":
            return fact.of
                ? tn("Draws {n} card, a point each.", "Draws {n} cards, a point each.", int(fact, "cards"))
                : tn("Another turn would bring {n} card.", "Another turn would bring {n} cards.", int(fact, "cards"));
        case "helps":
            return helps(fact);
        case "useful":
            return t("{percent} to draw a card that brings some reward nearer.", { percent: chance(int(fact, "chance")) });
        case "token":
            return tn(
                "Makes a whole ticket: a bonus token. {n} is left then.",
                "Makes a whole ticket: a bonus token. {n} are left then.",
                int(fact, "left"),
            );
        case "colour":
            return t("Makes a ticket of one colour, which brings one more card.");
        case "half":
            return t("Brings {half}.", { half: halfName(fact.half as Half) });
        case "rivals":
            return rivals(fact);
        case "triggers":
            return `${t("Brings on the end of the game.")} ${triggerText(fact.by as Trigger)}`;
        case "last":
            return t("It is the last turn.");
        case "race": {
            const seat = int(fact, "seat"),
                values = { name: ctx.name(seat), points: int(fact, "points"), own: int(fact, "own") };
            if (seat === ctx.you) return t("You are the strongest opponent: {points} points, against {own}.", values);
            return t("Of the others {name} has the most points: {points}, against {own}.", values);
        }
        case "pays":
            return pays(fact);
        case "jokers":
            if (int(fact, "paid") === 0) return t("Pays without jokers; jokers left: {left}.", { left: int(fact, "left") });
            return tn("Pays with {n} joker; jokers left: {left}.", "Pays with {n} jokers; jokers left: {left}.", int(fact, "paid"), {
                left: int(fact, "left"),
            });
        case "next":
            return next(fact);
        case "payable":
            return tn(
                "The hand can pay for reward {slot} ({n} point) now.",
                "The hand can pay for reward {slot} ({n} points) now.",
                int(fact, "points"),
                { slot: int(fact, "slot") },
            );
        case "turns":
            return turns(fact);
        default:
            return "";
    }
}
