// book.tsx: the rulebook of PiKiT (web/src/book). What things are worth and how many there are comes from the engine: from views of the examples.
import type { ComponentChildren } from "preact";
import { presetsOf } from "@/book/options";
import type { Book, Chapter, Example, Figure, Seen, Thing } from "@/book/types";
import { list, number, t, tn } from "@/i18n";
import { points } from "@/ui/score";
import { Die, Picture } from "./parts";
import { spread, total, type Counts, type PikitView, type Player, type Take } from "./types";
import { cardName, cardPlace, effectName, mechaName, numbers } from "./words";
import chain from "../book/chain.irori";
import eights from "../book/eights.irori";
import end from "../book/end.irori";
import theft from "../book/theft.irori";
import turn from "../book/turn.irori";

type Now = Seen<PikitView>;
const game = "pikit";
const me = (s: Now): Player => s.view.players[0]!,
    aki = (s: Now): Player => s.view.players[1]!;
const events = (s: Now, event: string, seat?: number) =>
    s.events.filter((e) => e.event === event && (seat === undefined || e.seat === seat));
/** The numbers of the cards in events of this kind. */
const cardsOf = (s: Now, event: string, seat?: number): number[] => events(s, event, seat).map((e) => Number(e.card));
const sumOf = (all: number[]): number => all.reduce((a, b) => a + b, 0);
const inHand = (s: Now, card: number): number => s.view.hand?.find((h) => h.card === card)?.count ?? 0;
const take = (s: Now, way: Take["way"]): Take => s.view.takes!.find((o) => o.way === way)!;
const can = (s: Now, ...ways: Take["way"][]): boolean => ways.every((w) => take(s, w).possible);
const dice = (s: Now) => ({ a: s.view.dice[0]!, b: s.view.dice[1]! });
const named = (all: number[]): string => list(all.map(String));
/** Points of a mecha, of the most 1s, and those that a wound costs. */
const mechaPoints = (s: Now): number => me(s).points.mechas / me(s).mechas.length,
    onesPoints = (s: Now): number => me(s).points.ones,
    woundPoints = (s: Now): number => -me(s).points.wounds / me(s).wounds;

const examples: Example<PikitView>[] = [
    {
        id: "example-turn",
        title: () => t("Your first turn"),
        record: turn,
        steps: [
            {
                at: 1,
                say: (s) =>
                    t(
                        "Your cards came one by one: {cards}. The third one took you past 10, so you stopped. Now you roll {a} and {b}. You could take a {a} and a {b}: {points}. Can you do better?",
                        {
                            cards: named(cardsOf(s, "deal", 0)),
                            points: points(take(s, "both").points!),
                            ...dice(s),
                        },
                    ),
                holds: (s) => {
                    const dealt = cardsOf(s, "deal", 0);
                    return (
                        dealt.length === 3 &&
                        sumOf(dealt) > 10 &&
                        sumOf(dealt.slice(0, 2)) < 10 &&
                        can(s, "both") &&
                        !can(s, "sum") &&
                        !can(s, "difference")
                    );
                },
            },
            {
                at: 2,
                say: (s) =>
                    t("You play your {card} and say: “I roll the right die again.” First the others are asked. Does anybody cancel it?", {
                        card: s.view.chain[0]!.card,
                    }),
                holds: (s) => s.view.chain[0]!.effect === "2 second" && s.view.asked.length === 2 && s.view.discard["2"] === 1,
            },
            {
                at: 4,
                say: (s) =>
                    t(
                        "Nobody does. The die rolls: {b}! Now you may take a {sum}, or a {difference}, or a {a} and a {b}. One of these, not all.",
                        {
                            sum: take(s, "sum").number,
                            difference: take(s, "difference").number,
                            ...dice(s),
                        },
                    ),
                holds: (s) => events(s, "dice").length === 1 && can(s, "sum", "difference", "both"),
            },
            {
                at: 5,
                say: (_, before) =>
                    t(
                        "You take the {a} and the {b}: {points}, just like the {sum}, and a 1 may bring you even more at the end. New cards fill the centre, and Aki rolls.",
                        {
                            points: points(take(before, "both").points!),
                            sum: take(before, "sum").number,
                            ...dice(before),
                        },
                    ),
                holds: (s, before) =>
                    take(before, "both").points === take(before, "sum").points &&
                    inHand(s, 1) === 1 &&
                    cardsOf(s, "refill").length === 2 &&
                    events(s, "roll", 1).length === 1,
            },
        ],
    },
    {
        id: "example-eights",
        title: () => t("A whole flock of 8s"),
        record: eights,
        steps: [
            {
                at: 1,
                say: (s) =>
                    tn(
                        "Look at the centre: {n} eight! You rolled {a} and {b}. If only the {a} were a 6: that would make 8.",
                        "Look at the centre: {n} eights! You rolled {a} and {b}. If only the {a} were a 6: that would make 8.",
                        s.view.market["8"]!,
                        dice(s),
                    ),
                holds: (s) => s.view.dice[1] === 2 && !can(s, "sum") && inHand(s, 7) === 1,
            },
            {
                at: 2,
                say: () =>
                    t("You play your 7: turn the left die to 6. You must say now what you want, before Aki decides whether to cancel."),
                holds: (s) => s.view.chain[0]!.effect === "7 first 6" && s.view.asked.join() === "1",
            },
            {
                at: 3,
                say: (s) =>
                    t("Aki lets it happen. The dice show {a} and {b}: your sum is {sum}.", { sum: take(s, "sum").number, ...dice(s) }),
                holds: (s) => take(s, "sum").number === 8 && can(s, "sum"),
            },
            {
                at: 4,
                say: (s, before) =>
                    tn(
                        "You take an 8, and all of them come along: {n} card in one grab! {gain} for a single 7.",
                        "You take an 8, and all of them come along: {n} cards in one grab! {gain} for a single 7.",
                        inHand(s, 8),
                        { gain: points(s.view.own!.kaiju - before.view.own!.kaiju) },
                    ),
                holds: (s, before) => inHand(s, 8) === before.view.market["8"] && inHand(s, 8) === 3,
            },
        ],
    },
    {
        id: "example-theft",
        title: () => t("Steal, and be stolen from"),
        record: theft,
        steps: [
            {
                at: 1,
                say: (s) => t("Aki rolls {a} and {b}. A double! The mecha with this number is still on the table.", dice(s)),
                holds: (s) => s.view.mover === 1 && take(s, "mecha").possible && s.view.mechas.every((m) => m === null),
            },
            {
                at: 2,
                say: (s) =>
                    t("Aki takes it: {points}. Its pair token shows everybody who has it. Your turn: you roll {a} and {b}.", {
                        points: points(aki(s).points.mechas),
                        ...dice(s),
                    }),
                holds: (s) => aki(s).mechas.join() === "4" && s.view.mover === 0,
            },
            {
                at: 3,
                say: (s) =>
                    tn(
                        "You play your 4: steal a card from Aki. There is {n} in that hand, the mecha among them, and each of them is equally likely.",
                        "You play your 4: steal a card from Aki. There are {n} in that hand, the mecha among them, and each of them is equally likely.",
                        aki(s).cards,
                    ),
                holds: (s) => s.view.chain[0]!.effect === "4 seat 1" && aki(s).mechas.length === 1 && aki(s).theft!.mecha === 333,
            },
            {
                at: 4,
                say: () => t("What luck: the mecha! It is yours now, and its pair token comes with it."),
                holds: (s) => me(s).mechas.join() === "4" && aki(s).mechas.length === 0,
            },
            {
                at: 5,
                say: (s) =>
                    t(
                        "You take a {card} for the sum. Then Aki rolls {a} and {b} again! You hold that mecha, so Aki may try to steal it back.",
                        {
                            card: cardsOf(s, "take", 0)[0]!,
                            ...dice(s),
                        },
                    ),
                holds: (s, before) =>
                    cardsOf(s, "take", 0)[0] === take(before, "sum").number && take(s, "steal").possible && s.view.mover === 1,
            },
            {
                at: 6,
                say: (s, before) =>
                    t(
                        "A card out of your hand, by chance… it is your 3! It goes on the discard pile, and Aki takes a wound: {n} points less. The mecha stays with you.",
                        {
                            n: number(-(aki(s).points.wounds - aki(before).points.wounds)),
                        },
                    ),
                holds: (s) =>
                    cardsOf(s, "stolen", 1)[0] === 3 && s.view.discard["3"] === 1 && aki(s).wounds === 1 && me(s).mechas.length === 1,
            },
        ],
    },
    {
        id: "example-chain",
        title: () => t("Cancel the cancel"),
        record: chain,
        steps: [
            {
                at: 2,
                say: () => t("Aki plays a 4 and points at you. Ben sits next to Aki and is asked first. Then you are."),
                holds: (s) => s.view.chain[0]!.effect === "4 seat 0" && s.view.asked.join() === "2,0",
            },
            {
                at: 3,
                say: () => t("Ben lets it happen. But you hold a 6…"),
                holds: (s) => s.view.asked.join() === "0" && inHand(s, 6) === 1,
            },
            {
                at: 4,
                say: () =>
                    t(
                        "You discard it: cancelled! Now your 6 is the card played last, so it can be cancelled in turn. Aki is asked, then Ben.",
                    ),
                holds: (s) => s.view.chain.length === 2 && s.view.asked.join() === "1,2" && !s.view.chain[0]!.stands,
            },
            {
                at: 5,
                say: (s) =>
                    t(
                        "Aki cancels your 6 with a {card}, which can stand for any of these cards. Ben and you are asked again. Ben let the first card pass and may still join in.",
                        {
                            card: s.view.chain[2]!.card,
                        },
                    ),
                holds: (s) => s.view.chain.length === 3 && s.view.asked.join() === "2,0" && s.view.chain[0]!.stands,
            },
            {
                at: 7,
                say: (s) =>
                    t(
                        "Nobody has an answer. The 6 is cancelled, so the 4 works: Aki steals your {card} and shows it to all. The three cards they fought with stay on the discard pile.",
                        {
                            card: cardsOf(s, "stolen", 1)[0]!,
                        },
                    ),
                holds: (s) => cardsOf(s, "stolen", 1)[0] === 8 && total(s.view.discard) === 3 && s.view.phase === "play",
            },
        ],
    },
    {
        id: "example-end",
        title: () => t("The last turns"),
        record: end,
        steps: [
            {
                at: 21,
                say: (s) =>
                    tn(
                        "{n} card is left in the deck. Aki rolled {a} and {b}; only the 6 in the centre fits.",
                        "{n} cards are left in the deck. Aki rolled {a} and {b}; only the 6 in the centre fits.",
                        s.view.deck,
                        dice(s),
                    ),
                holds: (s) =>
                    s.view.deck === 1 &&
                    s.view
                        .takes!.filter((o) => o.possible)
                        .map((o) => o.move)
                        .join() === "take 6",
            },
            {
                at: 22,
                say: (s) =>
                    t(
                        "Aki takes it, and the last card of the deck fills the gap. Everybody has one more turn: first you, then Aki. And you roll {a} and {b}… a double, but its mecha is yours already!",
                        dice(s),
                    ),
                holds: (s) => s.view.deck === 0 && s.view.last === 2 && s.view.mover === 0 && s.view.mechas[s.view.dice[0]! - 1] === 0,
            },
            {
                at: 25,
                say: (s) =>
                    tn(
                        "You play a 7 to turn a die to 2: that would make 8, and {n} eight lies there. But Aki has a 6 and cancels it.",
                        "You play a 7 to turn a die to 2: that would make 8, and {n} eights lie there. But Aki has a 6 and cancels it.",
                        s.view.market["8"]!,
                    ),
                holds: (s, before) =>
                    events(s, "cancelled").length === 1 &&
                    s.view.dice.join() === before.view.dice.join() &&
                    inHand(s, 7) === inHand(before, 7) - 1,
            },
            {
                at: 29,
                say: (s) => t("A 2, to roll again? Aki cancels that, too. You take nothing. Now Aki’s last turn: {a} and {b}.", dice(s)),
                holds: (s, before) =>
                    inHand(s, 2) === inHand(before, 2) - 1 &&
                    s.view.last === 1 &&
                    s.view.mover === 1 &&
                    s.view.discard["6"]! > before.view.discard["6"]!,
            },
            {
                at: 32,
                say: (s) =>
                    t(
                        "Aki takes one more card, and it is over. {mine} for you, {theirs} for Aki: a tie! Now fewer cards in hand win: {few} against {many}. The game is yours!",
                        {
                            mine: points(me(s).points.all),
                            theirs: points(aki(s).points.all),
                            few: number(me(s).cards),
                            many: number(aki(s).cards),
                        },
                    ),
                holds: (s) =>
                    s.view.phase === "over" &&
                    me(s).points.all === aki(s).points.all &&
                    me(s).cards < aki(s).cards &&
                    s.view.decided === "cards" &&
                    s.view.winners?.join() === "0",
            },
        ],
    },
];

const Face = ({ symbol }: { symbol: string | number }) => (
    <span class="card pk">
        <Picture symbol={String(symbol)} />
    </span>
);
const Dice = ({ sides }: { sides: number[] }) => (
    <span class="pikit-book-dice">
        {sides.map((side, i) => (
            <Die key={i} side={side} />
        ))}
    </span>
);
const Token = ({ symbol }: { symbol: string }) => (
    <svg class="pikit-book-token" viewBox="0 0 240 240" aria-hidden="true">
        <use href={`#pk-${symbol}`} />
    </svg>
);
const row = (alt: string, children: ComponentChildren, caption?: string): Figure => ({
    picture: <span class="pikit-book-row">{children}</span>,
    alt,
    caption,
});
/** Cards side by side. */
const faces = (symbols: (string | number)[]) => symbols.map((s, i) => <Face key={i} symbol={s} />);
/** Dice, and what they give. */
const gives = (alt: string, sides: number[], symbols: (string | number)[]): Figure =>
    row(
        alt,
        <>
            <Dice sides={sides} />
            <i class="pikit-book-arrow" />
            {faces(symbols)}
        </>,
    );

function turnFigures(before: Now, now: Now, then: Now): Figure[] {
    const rolled = dice(before),
        got = cardsOf(then, "take", 0);
    return [
        row(t("Two dice: {a} and {b}", rolled), <Dice sides={before.view.dice} />, t("Roll both dice.")),
        row(
            t("A card of your hand: {card}", { card: cardName(now.view.chain[0]?.card ?? 2) }),
            faces(cardsOf(now, "play", 0)),
            t("Play cards for their effects: none, one or many, one after the other."),
        ),
        row(
            t("You take the cards {cards}", { cards: named(got) }),
            faces(got),
            t("Take what the dice give, in one of the ways below, or nothing."),
        ),
        row(
            t("New cards for the centre: {cards}", { cards: named(cardsOf(then, "refill")) }),
            <>
                <Face symbol="back" />
                {faces(cardsOf(then, "refill").slice(0, 1))}
            </>,
            tn(
                "Fill the centre up to {n} card. The next player rolls.",
                "Fill the centre up to {n} cards. The next player rolls.",
                total(then.view.market),
            ),
        ),
    ];
}

/** The ways to take, with the dice of two examples. */
function ways(s: Now, doubled: Now, again: Now): Thing[] {
    const { a, b } = dice(s),
        sum = take(s, "sum").number,
        difference = take(s, "difference").number,
        mecha = dice(doubled).a;
    return [
        {
            id: "take-sum",
            name: t("The sum"),
            figure: gives(t("{a} and {b} give a {card}", { a, b, card: sum }), s.view.dice, [sum]),
            lines: [t("Add the dice up: one card with this number. There is no 12.")],
        },
        {
            id: "take-difference",
            name: t("The difference"),
            figure: gives(t("{a} and {b} give a {card}", { a, b, card: difference }), s.view.dice, [difference]),
            lines: [t("Take the smaller die from the larger: one card with this number. A double gives 0, and that is nothing.")],
        },
        {
            id: "take-dice",
            name: t("What the dice show"),
            figure: gives(t("{a} and {b} give the cards {cards}", { a, b, cards: named([a, b]) }), s.view.dice, [a, b]),
            lines: [t("One card for one die, or two cards, one for each. With a double: one or two cards of that number.")],
        },
        {
            id: "take-mecha",
            name: t("Pair! The mecha"),
            worth: points(take(doubled, "mecha").points!),
            figure: gives(t("A double {a} gives the {mecha}", { a: mecha, mecha: mechaName(mecha) }), doubled.view.dice, [
                `mecha-${mecha}`,
            ]),
            lines: [t("A double takes the mecha with this number, if it is on the table. Then you take no cards this turn.")],
        },
        {
            id: "take-steal",
            name: t("Pair! Try to steal it"),
            figure: gives(t("A double {a} gives a hidden card of the one who has the mecha", { a: dice(again).a }), again.view.dice, [
                "back",
            ]),
            lines: [
                t(
                    "Somebody else has that mecha? You may take a card out of that hand by chance. Show it to all and keep it, mecha or not. But a 3 is discarded, and wounds you.",
                ),
            ],
        },
    ];
}

function cardThing(n: number, counts: Counts, s: Now): Thing {
    const says: Record<number, string[]> = {
        1: [
            t("Keep it. Whoever has the most 1s at the end scores {points} more. Equally many? Each of you scores them in full.", {
                points: points(onesPoints(s)),
            }),
        ],
        2: [t("Roll one die or both again; you choose which.")],
        3: [
            tn(
                "Keep it as a trap. Whoever steals it discards it at once and takes a wound: {n} point less at the end. Taking a 3 from the centre does no harm.",
                "Keep it as a trap. Whoever steals it discards it at once and takes a wound: {n} points less at the end. Taking a 3 from the centre does no harm.",
                woundPoints(s),
            ),
        ],
        4: [
            t(
                "Steal a card by chance from a player you name. Kaiju and mechas alike: each card of that hand is equally likely. Show it to all and keep it.",
            ),
        ],
        5: [t("Take the top card of the deck. Nobody else sees it.")],
        6: [t("Cancel a card that somebody else has just played. In anybody’s turn, even in yours: against somebody’s cancel.")],
        7: [t("Turn one die to any other side. If that makes a double, it counts like one that was rolled.")],
        8: [t("Keep it. Whoever takes an 8 from the centre takes all the 8s there.")],
        9: [t("Does what a 2, 4, 5, 6 or 7 does, as you choose. Or keep it: it is worth a lot.")],
    };
    const same = numbers.filter((k) => cardPlace(k) === cardPlace(n));
    return {
        id: cardPlace(n),
        name: same.length > 1 ? t("{from} to {to}", { from: String(n), to: String(same.at(-1)!) }) : String(n),
        meaning: effectName(n),
        worth: same.length > 1 ? t("{from} to {to} points", { from: String(n), to: String(same.at(-1)!) }) : points(n),
        figure: row(list(same.map(cardName)), faces(same), same.length > 1 ? t("one of each") : tn("{n} card", "{n} cards", counts[n]!)),
        lines: says[n]!,
    };
}
/** Cards of one's own that can never be played, as far as these hands have them. */
const kept = (...seen: Now[]): number[] => {
    const all = seen.flatMap((s) => s.view.hand!.filter((h) => h.why === "it has no effect to play").map((h) => h.card));
    return [...new Set(all)].sort((a, b) => a - b);
};

function chapters(at: (example: string, step: number) => Now): Chapter[] {
    const first = at("example-turn", 0),
        over = at("example-end", 4),
        two = at("example-eights", 0);
    const centre = total(first.view.market),
        counts = first.view.in_play,
        p = me(over).points,
        mecha = points(mechaPoints(over)),
        places = numbers.filter((n, i) => cardPlace(n) !== cardPlace(numbers[i - 1] ?? 0));
    return [
        {
            id: "table",
            title: t("The table"),
            blocks: [
                {
                    board: "example-turn",
                    step: 0,
                    parts: [
                        {
                            at: ".mechas",
                            name: t("The mechas."),
                            text: t("One for each double. A crest on a mecha says who has taken it."),
                        },
                        {
                            at: ".market",
                            name: t("The centre."),
                            text: tn(
                                "{n} kaiju, face up. Everybody takes from here.",
                                "{n} kaiju, face up. Everybody takes from here.",
                                centre,
                            ),
                        },
                        { at: ".dice", name: t("The dice."), text: t("They decide what may be taken.") },
                        {
                            at: ".thrown",
                            name: t("The discard pile."),
                            text: t("Cards that were played, open to all. They never come back."),
                        },
                        {
                            at: '[data-key="deck"]',
                            name: t("The deck."),
                            text: t("Face down, with the number of cards left. When it is empty, the end is near."),
                        },
                        { at: ".hand", name: t("Your hand."), text: t("Your points, and your tricks. There is no limit to its size.") },
                        {
                            at: ".opponents .cell",
                            name: t("The others."),
                            text: t("How many cards they hold, and which of them everybody has seen. A tap shows more."),
                        },
                        { at: ".mine .crest", name: t("Your points."), text: t("What your hand would be worth if the game ended now.") },
                    ],
                },
            ],
        },
        {
            id: "setup",
            title: t("Before the first turn"),
            blocks: [
                {
                    list: [
                        tn(
                            "Lay out the mechas with their pair tokens: {n} of them.",
                            "Lay out the mechas with their pair tokens: {n} of them.",
                            first.view.mechas.length,
                        ),
                        tn(
                            "Shuffle the kaiju and lay {n} of them face up in the centre.",
                            "Shuffle the kaiju and lay {n} of them face up in the centre.",
                            centre,
                        ),
                        t(
                            "One after the other, each player draws cards face up until their numbers add up to 10 or more. All of them, the last one too, are that player’s starting hand.",
                        ),
                        t("The youngest player begins. (On the screen chance decides, or whoever opens the table.) Play goes clockwise."),
                    ],
                    numbered: true,
                },
            ],
        },
        {
            id: "turn",
            title: t("A turn in four pictures"),
            blocks: [
                { figures: turnFigures(first, at("example-turn", 1), at("example-turn", 3)) },
                t("Always in this order. Once you take something, or say that you take nothing, you cannot play cards any more this turn."),
                { example: "example-turn" },
            ],
        },
        {
            id: "take",
            title: t("What the dice give"),
            blocks: [
                t("Choose one of these ways. Or take nothing: nobody has to."),
                { things: ways(at("example-turn", 2), at("example-theft", 0), at("example-theft", 4)) },
            ],
        },
        {
            id: "cards",
            title: t("The kaiju"),
            blocks: [
                t(
                    "The number on a kaiju is what it is worth at the end, if it is still in your hand. A card that you play is gone, and so are its points.",
                ),
                {
                    things: places.map((n) => cardThing(n, counts, over)),
                },
                t(
                    "{cards} cannot be played. Nor can a card that would do nothing: a 5 when the deck is empty, a 4 when nobody else has a card, a 6 when there is nothing to cancel.",
                    {
                        cards: named(kept(at("example-turn", 3), at("example-chain", 0))),
                    },
                ),
                { example: "example-eights" },
                {
                    note: t(
                        "There are {n} kaiju. The printed rules show how many there are of each number only in a picture: that there are more 8s than others is a careful guess.",
                        {
                            n: total(counts),
                        },
                    ),
                },
            ],
        },
        {
            id: "mechas",
            title: t("Mechas and wounds"),
            blocks: [
                {
                    things: [
                        {
                            id: "mecha",
                            name: t("Mechas"),
                            worth: mecha,
                            figure: row(
                                list(first.view.mechas.map((_, i) => mechaName(i + 1))),
                                faces(first.view.mechas.map((_, i) => `mecha-${i + 1}`)),
                            ),
                            lines: [
                                t(
                                    "A mecha goes into your hand like any card, and can be stolen like any card. Its pair token lies in front of you, so everybody knows that you have it.",
                                ),
                            ],
                        },
                        {
                            id: "wound",
                            name: t("Wounds"),
                            worth: points(-woundPoints(over)),
                            figure: row(t("A wound token"), <Token symbol="wound" />),
                            lines: [
                                t(
                                    "For whoever steals a 3, with a card or with a double. A wound never heals. No token left? Wounds are counted on.",
                                ),
                            ],
                        },
                    ],
                },
                { example: "example-theft" },
            ],
        },
        {
            id: "cancel",
            title: t("Cancel!"),
            blocks: [
                t(
                    "Whoever plays a card says at once what it shall do: which dice, whose hand, which side, and with a 9 to 11 which effect. Only then the others are asked, clockwise, whether they cancel it with a 6 or a 9 to 11.",
                ),
                {
                    list: [
                        t(
                            "The first who wants to cancel does so; nobody else spends a card. The effect does not happen, and both cards stay discarded.",
                        ),
                        t(
                            "A cancel is a card that was played: everybody but its player may cancel it in turn, also those who passed before. So it goes on, always about the card played last.",
                        ),
                        t("When all pass, everything is settled at once. Nobody cancels their own card."),
                        t(
                            "Only cards that were played can be cancelled. Taking cannot be, a theft with a double neither, and a stolen 3 always wounds.",
                        ),
                    ],
                },
                { example: "example-chain" },
            ],
        },
        {
            id: "end",
            title: t("The end and the count"),
            blocks: [
                t(
                    "When the last card leaves the deck, the turn goes on to its end. Then everybody has one last turn, beginning with the next player; the one in whose turn the deck ran out comes last. The centre is not filled up any more; if too few cards were left for it, it stays smaller. Then count:",
                ),
                {
                    figures: [
                        row(
                            t("A hand at the end: {cards}, a mecha, and a wound", { cards: named(spread(me(over).known)) }),
                            <>
                                {faces(spread(me(over).known))}
                                {faces(me(over).mechas.map((d) => `mecha-${d}`))}
                                <Token symbol="wound" />
                            </>,
                            t("Kaiju {kaiju}, mecha {mechas}, the most 1s {ones}, a wound {wound}: together {all}.", {
                                kaiju: number(p.kaiju),
                                mechas: number(p.mechas),
                                ones: number(p.ones),
                                wound: number(p.wounds),
                                all: points(p.all),
                            }),
                        ),
                    ],
                },
                {
                    list: [
                        t("The numbers of the kaiju in your hand, added up."),
                        t("{points} for each mecha in your hand.", { points: mecha }),
                        t("{points} for the most 1s, if you have at least one.", { points: points(onesPoints(over)) }),
                        tn("{n} point less for each wound.", "{n} points less for each wound.", woundPoints(over)),
                    ],
                },
                t("The most points win. A tie? The one with fewer cards in hand wins, mechas counted. Still a tie? They share the win."),
                { example: "example-end" },
            ],
        },
        {
            id: "players",
            title: t("Two, three or four players"),
            blocks: [
                tn(
                    "With two players, {n} card of each number from 1 to 8 is taken out before the game ({all} cards in all). The rules stay the same.",
                    "With two players, {n} cards of each number from 1 to 8 are taken out before the game ({all} cards in all). The rules stay the same.",
                    two.view.removed,
                    { all: total(counts) - total(two.view.in_play) },
                ),
                t("With three or four, all cards are in. More people can steal from you, and more can cancel."),
            ],
        },
        {
            id: "questions",
            title: t("Questions people ask"),
            blocks: [
                {
                    asked: [
                        {
                            q: t("I rolled a double. May I take cards and the mecha?"),
                            a: t("No, it is one way or the other: up to two cards of that number, or a card with the sum, or the mecha."),
                        },
                        {
                            q: t("I have the mecha of my double myself. What now?"),
                            a: t("Then the double gives no mecha. Cards you may take as usual."),
                        },
                        {
                            q: t("May I take just one card when I could take two?"),
                            a: t("Yes. You never have to take. Only 8s always come all together."),
                        },
                        {
                            q: t("My 2 was cancelled. Do I get it back?"),
                            a: t("No. It stays on the discard pile, and the dice stay as they are. You may play another card."),
                        },
                        {
                            q: t("Why am I asked to cancel when I cannot?"),
                            a: t(
                                "Because nobody shall learn from it what you hold. Whoever has a kaiju in hand is asked, always. Everybody answers at once, in secret; if several cancel, the first of them clockwise does.",
                            ),
                        },
                        {
                            q: t(
                                "I play a 4. My victim spends the last card on cancelling it, and somebody cancels that. What do I steal?",
                            ),
                            a: t("Nothing: there is no card left to steal. All the cards that were played stay discarded."),
                        },
                        {
                            q: t("Is my hand secret?"),
                            a: t(
                                "Half of it. Everybody saw your starting cards, what you took from the centre and what was stolen. Only cards from the deck (with a 5) nobody else saw.",
                            ),
                        },
                        {
                            q: t("Does a 7 work without changing the die?"),
                            a: t("No. It must show another side than before."),
                        },
                        {
                            q: t("A 5 takes the last card of the deck. Is my turn over?"),
                            a: t(
                                "No, you may go on: play more cards and take. After that the last turns begin, and yours comes at the very end.",
                            ),
                        },
                        {
                            q: t("Is the discard pile shuffled when the deck is empty?"),
                            a: t("Never. What is discarded stays there."),
                        },
                        {
                            q: t("In my last turn there is nothing I can do. Is that a turn?"),
                            a: t("Yes. Bad luck; it is the next player’s turn."),
                        },
                        {
                            q: t("What if nobody wants to take anything any more?"),
                            a: t(
                                "If everybody turns down what they could take and plays nothing, {rounds} turns each in a row, the last turns begin as if the deck were empty. They also begin after {turns} turns in all. The centre is not filled up then, but a 5 still draws if cards are left.",
                                {
                                    rounds: first.view.quiet_limit / first.view.players.length,
                                    turns: first.view.turn_limit,
                                },
                            ),
                        },
                    ],
                },
            ],
        },
        {
            id: "strategy",
            title: t("For your second game"),
            blocks: [
                {
                    list: [
                        t(
                            "A card costs its number when you play it. A 7 that fetches a 9 earned you 2 points; a 2 that does the same earned you 7.",
                        ),
                        t(
                            "A mecha is worth more than any kaiju. But it sits in your hand with the rest: few cards around it, and the next thief finds it.",
                        ),
                        t(
                            "Keep a 3 or two. They are worth little, but they make thieves think twice, and they hide your mecha among them.",
                        ),
                        t("Count the 1s. Whoever has the most gets as much as for a mecha, and one more than the others is enough."),
                        t("8s gather in the centre. The longer they lie there, the more a sum of 8 is worth: keep a 7 for that moment."),
                        t(
                            "A 6 in hand is a shield. Save it for what would cost you more than 6 points: a theft when you hold mechas, a die that brings the flock of 8s.",
                        ),
                        t("Count the 6s, too. Look at the discard pile before you play your best card."),
                        t(
                            "Towards the end, tricks lose their worth and points keep theirs. In your last turn play only what brings more than it costs.",
                        ),
                    ],
                },
            ],
        },
        {
            id: "variants",
            title: t("Other ways to play"),
            screen: true,
            blocks: [
                t(
                    "This book tells the printed rules, and the table helps you to remember what everybody has seen. When you open a table you can choose otherwise, and also say who begins:",
                ),
                { things: presetsOf(game).map((o) => ({ id: `variant-${o.name}`, name: o.title, lines: [o.help] })) },
            ],
        },
    ];
}

/** A sentence for each place where something lies. */
function see({ view }: Now): string[] {
    const all = (counts: Counts): string => named(spread(counts)) || t("nothing");
    return [
        ...(view.dice.length ? [t("The dice show {a} and {b}.", { a: view.dice[0]!, b: view.dice[1]! })] : []),
        t("The centre: {cards}.", { cards: all(view.market) }),
        t("Your hand: {cards}.", {
            cards: named((view.hand ?? []).flatMap((h) => Array.from({ length: h.count }, () => h.card))) || t("nothing"),
        }),
        ...view.players.flatMap((o, seat) =>
            o.mechas.map((d) =>
                seat === 0
                    ? t("You have the {mecha}.", { mecha: mechaName(d) })
                    : t("Another player has the {mecha}.", { mecha: mechaName(d) }),
            ),
        ),
        t("Discarded: {cards}.", { cards: all(view.discard) }),
        tn("{n} card in the deck.", "{n} cards in the deck.", view.deck),
    ];
}

export const book: Book<PikitView> = {
    goal: () =>
        t(
            "Gather the most valuable band of monsters: take kaiju with the dice, snatch mechas, rob your neighbours, and have the most points in hand at the end.",
        ),
    examples,
    chapters,
    see,
    linked: () => [...numbers.map(cardPlace), "mecha", "take"],
};
