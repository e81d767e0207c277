// why.ts: Koi-Koi's reasons in words: a sentence for each kind of fact in why.c.
import "./board"; // it is loaded by then: so the bundler need not divide it
import { list, t, tn } from "@/i18n";
import { chance, int, word, type Fact, type ReasonContext } from "@/review/reasons";
import { card, cardShort, word as picture } from "@cards/hanafuda/page/cards";
import { yakuName } from "./yaku";

/** Cards that were captured together are of one month: "moon and plain card ×2 (August)". */
function captured(fact: Fact): string {
    const cards = ["card", "second", "third", "fourth"].flatMap((m) => (fact[m] === undefined ? [] : [card(word(fact, m))])),
        count = new Map<string, number>();
    for (const c of cards) count.set(c.picture, (count.get(c.picture) ?? 0) + 1);
    const named = [...count].map(([name, n]) => (n > 1 ? `${picture(name)} ×${n}` : picture(name)));
    return t("Takes {cards} ({month}).", { cards: list(named), month: picture(cards[0]!.month_name) });
}

/** A card that lies on the field after the move, and whether the other can take it. */
function left(fact: Fact, ctx: ReasonContext, lays: boolean): string {
    const them = 1 - ctx.seat,
        x = int(fact, "chance"),
        values = { card: cardShort(word(fact, "card")), percent: chance(x), name: ctx.name(them) };
    if (x === 0) {
        if (them === ctx.you) return t("Lays {card} on the field, where you cannot take it.", values);
        return t("Lays {card} on the field, where {name} cannot take it.", values);
    }
    if (lays)
        return them === ctx.you
            ? t("Lays {card} on the field: {percent} that you can take it.", values)
            : t("Lays {card} on the field: {percent} that {name} can take it.", values);
    return them === ctx.you
        ? t("Leaves {card} on the field: {percent} that you can take it.", values)
        : t("Leaves {card} on the field: {percent} that {name} can take it.", values);
}

/** What a seat lacks for its nearest yaku. */
function lacking(fact: Fact, ctx: ReasonContext, seat: number): string {
    const n = int(fact, "lacks"),
        values = {
            yaku: yakuName(word(fact, "yaku")),
            here: int(fact, "here"),
            unseen: int(fact, "unseen"),
            name: ctx.name(seat),
        };
    return seat === ctx.you
        ? tn(
              "You need {n} more card for {yaku} (in reach: {here}, unseen: {unseen}).",
              "You need {n} more cards for {yaku} (in reach: {here}, unseen: {unseen}).",
              n,
              values,
          )
        : tn(
              "{name} needs {n} more card for {yaku} (in reach: {here}, unseen: {unseen}).",
              "{name} needs {n} more cards for {yaku} (in reach: {here}, unseen: {unseen}).",
              n,
              values,
          );
}

/** Both players' numbers, one's own first. */
function both(fact: Fact, ctx: ReasonContext): { yours: number; theirs: number; mine: boolean; a: string; b: string } {
    const them = 1 - ctx.seat,
        turned = them === ctx.you,
        [own, other] = [int(fact, "own"), int(fact, "other")];
    return {
        yours: turned ? other : own,
        theirs: turned ? own : other,
        mine: ctx.you === 0 || ctx.you === 1,
        a: ctx.name(turned ? them : ctx.seat),
        b: ctx.name(turned ? ctx.seat : them),
    };
}

function purses(fact: Fact, ctx: ReasonContext): string {
    const { mine, ...values } = both(fact, ctx),
        rounds = int(fact, "rounds");
    if (rounds === 0)
        return mine
            ? t("It is the last round. Coins: you {yours}, {b} {theirs}.", values)
            : t("It is the last round. Coins: {a} {yours}, {b} {theirs}.", values);
    return mine
        ? tn(
              "{n} more round is to come. Coins: you {yours}, {b} {theirs}.",
              "{n} more rounds are to come. Coins: you {yours}, {b} {theirs}.",
              rounds,
              values,
          )
        : tn(
              "{n} more round is to come. Coins: {a} {yours}, {b} {theirs}.",
              "{n} more rounds are to come. Coins: {a} {yours}, {b} {theirs}.",
              rounds,
              values,
          );
}

/** Stopping: now, or if the position only says what it would do. */
function ends(fact: Fact): string {
    const own = int(fact, "own"),
        other = int(fact, "other");
    if (!fact.of) return t("Stopping would end the game with {own} : {other} coins.", { own, other });
    return own > other
        ? t("Ends the game and wins it with {own} : {other} coins.", { own, other })
        : own < other
          ? t("Ends the game, and loses it with {own} : {other} coins.", { own, other })
          : t("Ends the game in a draw, {own} : {other} coins.", { own, other });
}

export function say(fact: Fact, ctx: ReasonContext): string {
    const them = 1 - ctx.seat,
        you = them === ctx.you,
        name = ctx.name(them);
    switch (fact.fact) {
        case "gets":
            return captured(fact);
        case "lays":
        case "leaves":
            return left(fact, ctx, fact.fact === "lays");
        case "completes":
            return tn("Makes {yaku}: stopping then pays {n} coin.", "Makes {yaku}: stopping then pays {n} coins.", int(fact, "pays"), {
                yaku: yakuName(word(fact, "yaku")),
            });
        case "nears":
            return tn(
                "Then {n} more card makes {yaku} (in reach: {here}, unseen: {unseen}).",
                "Then {n} more cards make {yaku} (in reach: {here}, unseen: {unseen}).",
                int(fact, "lacks"),
                { yaku: yakuName(word(fact, "yaku")), here: int(fact, "here"), unseen: int(fact, "unseen") },
            );
        case "denies": {
            const values = { card: cardShort(word(fact, "card")), yaku: yakuName(word(fact, "yaku")), name };
            return you
                ? tn(
                      "Takes {card}: you were {n} card away from {yaku} and cannot make it any more.",
                      "Takes {card}: you were {n} cards away from {yaku} and cannot make it any more.",
                      int(fact, "lacks"),
                      values,
                  )
                : tn(
                      "Takes {card}: {name} was {n} card away from {yaku} and cannot make it any more.",
                      "Takes {card}: {name} was {n} cards away from {yaku} and cannot make it any more.",
                      int(fact, "lacks"),
                      values,
                  );
        }
        case "risks": {
            const values = {
                card: cardShort(word(fact, "card")),
                percent: chance(int(fact, "chance")),
                yaku: yakuName(word(fact, "yaku")),
                name,
            };
            return you
                ? tn(
                      "Leaves {card} on the field: {percent} that you can take it for {yaku}, {n} coin more.",
                      "Leaves {card} on the field: {percent} that you can take it for {yaku}, {n} coins more.",
                      int(fact, "coins"),
                      values,
                  )
                : tn(
                      "Leaves {card} on the field: {percent} that {name} can take it for {yaku}, {n} coin more.",
                      "Leaves {card} on the field: {percent} that {name} can take it for {yaku}, {n} coins more.",
                      int(fact, "coins"),
                      values,
                  );
        }
        case "safe":
            return t("Can leave {card} for later: nobody else can take it.", { card: cardShort(word(fact, "card")) });
        case "keeps":
            return t("Keeps {card}, which can still take {other}.", {
                card: cardShort(word(fact, "card")),
                other: picture(card(word(fact, "takes")).picture),
            });
        case "stops":
            return fact.of
                ? tn("Ends the round with {n} coin.", "Ends the round with {n} coins.", int(fact, "coins"))
                : tn("Stopping would pay {n} coin.", "Stopping would pay {n} coins.", int(fact, "coins"));
        case "ends":
            return ends(fact);
        case "exposes":
            return you
                ? t("After koi-koi your win counts ×{n}.", { n: int(fact, "factor") })
                : t("After koi-koi a win of {name} counts ×{n}.", { name, n: int(fact, "factor") });
        case "raises":
            return tn(
                "After koi-koi the next stop pays at least {n} coin.",
                "After koi-koi the next stop pays at least {n} coins.",
                int(fact, "coins"),
            );
        case "threat":
            return lacking(fact, ctx, them);
        case "hope":
            return lacking(fact, ctx, ctx.seat);
        case "left": {
            const { mine, ...values } = both(fact, ctx);
            return mine
                ? t("Cards left to play: you {yours}, {b} {theirs}.", values)
                : t("Cards left to play: {a} {yours}, {b} {theirs}.", values);
        }
        case "purses":
            return purses(fact, ctx);
        default:
            return "";
    }
}
