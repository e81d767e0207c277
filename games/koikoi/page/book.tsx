// book.tsx: the rulebook of Koi-Koi (web/src/book). What things are worth comes from the engine: views of the examples, and the options' defaults.
import type { Book, Chapter, Example, Figure, Seen, Step, Thing } from "@/book/types";
import { list, number, t, tn } from "@/i18n";
import { optionDefault, presetsOf } from "@/book/options";
import { Back } from "@cards/hanafuda/page/card";
import { card, cardName, cardShort, names, word } from "@cards/hanafuda/page/cards";
import "./board"; // it is loaded by then, and stays in one piece (web/README.md)
import { Picture } from "./moments";
import { kinds, type KoikoiView, type Yaku } from "./types";
import { kindPlace, yakuMeaning, yakuName, yakuPlace } from "./yaku";
import four from "../book/four.irori";
import lost from "../book/lost.irori";
import round from "../book/round.irori";
import sake from "../book/sake.irori";
import tenho from "../book/tenho.irori";
import two from "../book/two.irori";
import won from "../book/won.irori";
import pictured from "../book/yaku.txt";

type Now = Seen<KoikoiView>;
const game = "koikoi";
const me = (s: Now) => s.view.players[0],
    them = (s: Now) => s.view.players[1];
/** What happened on the way to a step: cards of events of this kind. */
const of = (s: Now, event: string, field: string, seat = 0): string[] =>
    s.events.filter((e) => e.event === event && e.seat === seat).map((e) => String(e[field]));
const holds = (s: Now, seat: 0 | 1, ...yaku: string[]): boolean =>
    yaku.every((y) => s.view.players[seat].yaku.some((o) => o.yaku === y && o.coins > 0));
const coinsOf = (s: Now, seat: 0 | 1, yaku: string): number => s.view.players[seat].yaku.find((o) => o.yaku === yaku)!.coins;
/** The cards on the table that the turned card fits. */
const fits = (s: Now): string[] => s.view.field.filter((c) => card(c).month === card(s.view.turned!).month);
const coins = (n: number): string => tn("{n} coin", "{n} coins", n);
const picture = (name: string): string => word(card(name).picture);

const deal = (say: Step<KoikoiView>["say"], more: (s: Now) => boolean = () => true): Step<KoikoiView> => ({
    at: 1,
    say,
    holds: (s) => s.view.hand?.length === 8 && them(s).cards === 8 && s.view.field.length === 8 && s.view.deck === 24 && more(s),
});

const examples: Example<KoikoiView>[] = [
    {
        id: "example-round",
        title: () => t("A whole round in five pictures"),
        record: round,
        steps: [
            deal((s) =>
                t("The deal: {n} cards for you, as many for Aki, and {field} face up on the table. The rest is the deck.", {
                    n: s.view.hand!.length,
                    field: s.view.field.length,
                }),
            ),
            {
                at: 2,
                say: (s) =>
                    t(
                        "You play {played} and take {taken}: both are August. Then the deck turns up {turned}, which takes its June partner. All four cards are yours.",
                        {
                            played: cardShort(of(s, "play", "card")[0]!),
                            taken: cardShort(of(s, "take", "taken")[0]!),
                            turned: cardShort(of(s, "turn", "card")[0]!),
                        },
                    ),
                holds: (s) =>
                    kinds.flatMap((k) => me(s).pool[k]).length === 4 &&
                    card(of(s, "take", "taken")[0]!).month_name === "August" &&
                    card(of(s, "turn", "card")[0]!).month_name === "June",
            },
            {
                at: 3,
                say: (s) =>
                    t(
                        "Aki takes a pair of March. Then the deck turns up {card}. Nothing on the table is November, so it stays there. What a gift!",
                        {
                            card: cardShort(of(s, "turn", "card", 1)[0]!),
                        },
                    ),
                holds: (s) =>
                    s.view.field.includes(of(s, "turn", "card", 1)[0]!) &&
                    card(of(s, "play", "card", 1)[0]!).month_name === "March" &&
                    card(of(s, "turn", "card", 1)[0]!).month_name === "November",
            },
            {
                at: 4,
                say: (s) =>
                    t(
                        "You take it. And look what the deck brings: {cup}! With the moon you took before it makes {yaku}, {coins}. Now you choose: stop, or koi-koi?",
                        {
                            cup: cardShort(of(s, "turn", "card")[0]!),
                            yaku: yakuName("tsukimi"),
                            coins: coins(coinsOf(s, 0, "tsukimi")),
                        },
                    ),
                holds: (s, before) =>
                    of(s, "take", "taken").some((c) => before.view.field.includes(c) && card(c).picture === "swallow") &&
                    holds(s, 0, "tsukimi") &&
                    !holds(before, 0, "tsukimi") &&
                    s.view.phase === "call",
            },
            {
                at: 5,
                say: (s, before) =>
                    t("You stop. Aki pays you {coins}, and the round is over. You have {mine} coins now, Aki has {theirs}.", {
                        coins: coins(me(s).coins - me(before).coins),
                        mine: me(s).coins,
                        theirs: them(s).coins,
                    }),
                holds: (s, before) => me(s).coins > me(before).coins && s.events.some((e) => e.event === "agari"),
            },
        ],
    },
    {
        id: "example-two",
        title: () => t("Two cards fit: you choose"),
        record: two,
        steps: [
            deal(
                () => t("Two August cards lie on the table: the moon and the geese. And you hold a card that takes the sake cup."),
                (s) => ["8a", "8b", "9a"].every((c) => s.view.field.includes(c)) && s.view.hand!.some((h) => h.matches.includes("9a")),
            ),
            {
                at: 2,
                say: (s) =>
                    t("You took the sake cup. Now the deck turns up an August card, and it fits both {cards}. You may take one of them.", {
                        cards: list(fits(s).map(picture)),
                    }),
                holds: (s) => s.view.phase === "take" && s.view.mover === 0 && fits(s).length === 2 && me(s).pool.animal.includes("9a"),
            },
            {
                at: 3,
                say: (s) =>
                    t("The moon, of course! Together with the cup it is {yaku}: {coins}. The geese stay on the table.", {
                        yaku: yakuName("tsukimi"),
                        coins: coins(coinsOf(s, 0, "tsukimi")),
                    }),
                holds: (s) => holds(s, 0, "tsukimi") && s.view.field.includes("8b"),
            },
        ],
    },
    {
        id: "example-four",
        title: () => t("Three of a month lie there"),
        record: four,
        steps: [
            deal(
                () => t("Three December cards lie on the table. The fourth is the phoenix, and you hold it."),
                (s) =>
                    s.view.field.filter((c) => card(c).month_name === "December").length === 3 &&
                    s.view.hand!.some((h) => h.card === "12a"),
            ),
            {
                at: 2,
                say: (s) =>
                    t("It takes all three at once: {n} cards in one move, no choice to make.", {
                        n: kinds.flatMap((k) => me(s).pool[k]).length,
                    }),
                holds: (s) => of(s, "take", "taken").length === 3 && !s.view.field.some((c) => card(c).month_name === "December"),
            },
        ],
    },
    {
        id: "example-sake",
        title: () => t("One cup, two parties"),
        record: sake,
        steps: [
            deal(
                () => t("The sake cup, the moon and the curtain with cherry blossom all lie there. This could become a long night."),
                (s) => ["9a", "8a", "3a"].every((c) => s.view.field.includes(c)),
            ),
            {
                at: 2,
                say: (s) =>
                    t("Your chrysanthemum takes the cup, and the geese from the deck take the moon: {yaku}, {coins}. You call koi-koi!", {
                        yaku: yakuName("tsukimi"),
                        coins: coins(coinsOf(s, 0, "tsukimi")),
                    }),
                holds: (s) => holds(s, 0, "tsukimi") && of(s, "turn", "card")[0] === "8b",
            },
            {
                at: 5,
                say: (s) =>
                    t("Later you take the curtain. The same cup now makes {yaku} too: {coins} more, {sum} together.", {
                        yaku: yakuName("hanami"),
                        coins: coins(coinsOf(s, 0, "hanami")),
                        sum: number(me(s).worth),
                    }),
                holds: (s) => holds(s, 0, "tsukimi", "hanami") && me(s).calls === 1,
            },
            {
                at: 6,
                say: (s, before) =>
                    t("You stop. {sum} is 7 or more, so it counts double; and you had called koi-koi, double again: Aki pays {coins}.", {
                        sum: number(me(before).worth),
                        coins: coins(me(s).coins - me(before).coins),
                    }),
                holds: (s, before) =>
                    me(before).multipliers.seven === 2 &&
                    me(before).multipliers.koikoi === 2 &&
                    me(s).coins - me(before).coins === me(before).worth * 4,
            },
        ],
    },
    {
        id: "example-won",
        title: () => t("Koi-koi, and it pays"),
        record: won,
        steps: [
            {
                at: 4,
                say: (s) =>
                    t(
                        "Crane, curtain and phoenix are yours: {yaku}, {coins}. You could stop. But the moon lies on the table, and you hold a card of August…",
                        {
                            yaku: yakuName("sanko"),
                            coins: coins(coinsOf(s, 0, "sanko")),
                        },
                    ),
                holds: (s) =>
                    holds(s, 0, "sanko") &&
                    me(s).multipliers.all === 1 &&
                    s.view.field.includes("8a") &&
                    s.view.hand!.some((h) => h.matches.includes("8a")),
            },
            {
                at: 5,
                say: () => t("Koi-koi! You are paid nothing for now, and it is Aki’s turn. Can she spoil it?"),
                holds: (s, before) => me(s).calls === 1 && me(s).coins === me(before).coins && s.view.turn === 1,
            },
            {
                at: 6,
                say: () => t("She cannot: the moon is still there."),
                holds: (s) => s.view.field.includes("8a") && s.view.turn === 0,
            },
            {
                at: 7,
                say: (s) =>
                    t("You take it: four brights make {yaku}, {coins}. It takes the place of {old}.", {
                        yaku: yakuName("shiko"),
                        coins: coins(coinsOf(s, 0, "shiko")),
                        old: yakuName("sanko"),
                    }),
                holds: (s) => holds(s, 0, "shiko") && !holds(s, 0, "sanko"),
            },
            {
                at: 8,
                say: (s, before) =>
                    t("Now you stop: {sum} × {seven} for 7 or more × {call} for your koi-koi. Aki pays {coins}!", {
                        sum: number(me(before).worth),
                        seven: me(before).multipliers.seven,
                        call: me(before).multipliers.koikoi,
                        coins: coins(me(s).coins - me(before).coins),
                    }),
                holds: (s, before) =>
                    me(before).worth * me(before).multipliers.seven * me(before).multipliers.koikoi === me(s).coins - me(before).coins,
            },
        ],
    },
    {
        id: "example-lost",
        title: () => t("Koi-koi, and it goes wrong"),
        record: lost,
        steps: [
            {
                at: 2,
                say: (s) =>
                    t(
                        "{yaku} in your very first turn: {coins} for the taking. Look at the table, though: crane, curtain and phoenix still lie there.",
                        {
                            yaku: yakuName("tsukimi"),
                            coins: coins(coinsOf(s, 0, "tsukimi")),
                        },
                    ),
                holds: (s) => holds(s, 0, "tsukimi") && ["1a", "3a", "12a"].every((c) => s.view.field.includes(c)),
            },
            {
                at: 3,
                say: () => t("You call koi-koi all the same."),
                holds: (s) => me(s).calls === 1,
            },
            {
                at: 4,
                say: (s) =>
                    t("Aki takes {cards}. Two brights in one turn!", {
                        cards: list(of(s, "take", "taken", 1).map(picture)),
                    }),
                holds: (s) => them(s).pool.bright.length === 2 && of(s, "take", "taken", 1).every((c) => card(c).kind === "bright"),
            },
            {
                at: 5,
                say: () => t("You find nothing that helps. The phoenix is still there."),
                holds: (s, before) => s.view.field.includes("12a") && me(s).worth === me(before).worth,
            },
            {
                at: 6,
                say: (s) =>
                    t("Aki takes it: {yaku}, {coins}. And because you had called koi-koi, her win counts double.", {
                        yaku: yakuName("sanko"),
                        coins: coins(coinsOf(s, 1, "sanko")),
                    }),
                holds: (s) => holds(s, 1, "sanko") && them(s).multipliers.counter === 2,
            },
            {
                at: 7,
                say: (s, before) =>
                    t("She stops and you pay {coins}. Your {yaku} brings nothing: only the one who stops is paid.", {
                        coins: coins(me(before).coins - me(s).coins),
                        yaku: yakuName("tsukimi"),
                    }),
                holds: (s, before) => me(before).coins - me(s).coins === 2 * them(before).worth,
            },
        ],
    },
    {
        id: "example-tenho",
        title: () => t("Won before it began"),
        record: tenho,
        steps: [
            deal(
                () => t("Look at your hand: all four irises of May! That is a tenho."),
                (s) => s.view.hand!.filter((h) => card(h.card).month_name === "May").length === 4 && s.view.turn === 0,
            ),
            {
                at: 2,
                say: (s, before) =>
                    t("You declare it before you play a card. The round is over at once, and you get {coins}.", {
                        coins: coins(me(s).coins - me(before).coins),
                    }),
                holds: (s, before) => me(s).coins - me(before).coins === optionDefault(game, "tenho_coins"),
            },
        ],
    },
];

/** Cards side by side, with their names as the text alternative. */
const cards = (list_: string[], caption?: string): Figure => ({
    picture: (
        <span class="koikoi-book-cards" style={{ "--n": list_.length }}>
            {list_.map((c) => (
                <Picture key={c} name={c} />
            ))}
        </span>
    ),
    alt: list(list_.map(cardName)),
    caption,
});
const pair = (a: string, b: string, alt: string, caption: string): Figure => ({
    picture: (
        <span class="koikoi-book-cards koikoi-book-pair">
            <Picture name={a} />
            <Picture name={b} />
        </span>
    ),
    alt,
    caption,
});

const shown = pictured
    .split("\n")
    .filter((l) => l && !l.startsWith("#"))
    .map((l) => l.split(" "))
    .map(([yaku, ...of]) => ({ yaku: yaku!, cards: of }));
/** Yaku that are worth nothing in the printed rules. */
const others = ["kusa-tan", "ame-sanko", "shima", "month-cards", "both-tan"];
/** Yaku that grow: so many cards. */
const row: Record<string, (n: number) => string> = {
    kasu: (n) => tn("{n} plain card", "{n} plain cards", n),
    tane: (n) => tn("{n} animal", "{n} animals", n),
    tanzaku: (n) => tn("{n} ribbon", "{n} ribbons", n),
};

function yakuThing(y: Yaku): Thing {
    const further = optionDefault(game, "further");
    const more: Record<string, string> = {
        kasu: t("The sake cup counts as a plain card too."),
        tane: t("Boar, deer and butterfly count here as well."),
        tanzaku: t("Any five will do, whatever their colour."),
        sanko: t("Any three of crane, curtain, moon and phoenix. The rain man does not help here."),
        "ame-shiko": t("Any three of the others and the rain man: he may join in at last."),
        shiko: t("All but the rain man."),
        goko: t("The dream of every player. You will see it once in a long while."),
        tsukimi: t("Drink to the moon. One cup can make both parties."),
        hanami: t("Drink under the cherry trees."),
        "aka-tan": t("The three ribbons with writing on them."),
        "ao-tan": t("The three blue ribbons."),
        "ino-shika-cho": t("Boar, deer and butterfly: no other card is needed."),
    };
    return {
        id: yakuPlace(y.yaku),
        name: yakuName(y.yaku),
        meaning: row[y.yaku]?.(y.need) ?? yakuMeaning(y.yaku),
        worth: row[y.yaku] ? t("{coins}, +{n} for each further card", { coins: coins(y.least), n: further }) : coins(y.least),
        figure: cards(shown.find((s) => s.yaku === y.yaku)!.cards),
        lines: more[y.yaku] ? [more[y.yaku]!] : [],
    };
}

function turn(s: Now): Figure[] {
    const [played] = of(s, "play", "card"),
        [turned] = of(s, "turn", "card"),
        [first, second] = of(s, "take", "taken");
    return [
        {
            picture: (
                <span class="koikoi-book-cards">
                    <Picture name={played!} />
                </span>
            ),
            alt: t("A card of your hand: {card}", { card: cardName(played!) }),
            caption: t("Play a card from your hand."),
        },
        pair(
            played!,
            first!,
            t("{card} takes {taken}: the same month.", { card: cardShort(played!), taken: cardShort(first!) }),
            t("It takes a card of the same month from the table. No such card? Then yours stays on the table."),
        ),
        {
            picture: (
                <span class="koikoi-book-cards koikoi-book-pair">
                    <Back />
                    <Picture name={turned!} />
                </span>
            ),
            alt: t("The top card of the deck is turned up: {card}", { card: cardName(turned!) }),
            caption: t("Turn up the top card of the deck."),
        },
        pair(
            turned!,
            second!,
            t("{card} takes {taken}: the same month.", { card: cardShort(turned!), taken: cardShort(second!) }),
            t("It takes in the same way, or stays. Then it is the other’s turn."),
        ),
    ];
}

/** The calendar: a row for each month. */
const calendar = (): Figure => ({
    picture: (
        <span class="koikoi-book-year">
            {[...new Set(names.map((c) => card(c).month))].map((m) => {
                const suit = names.filter((c) => card(c).month === m);
                return (
                    <span key={m}>
                        <i>
                            {m} {word(card(suit[0]!).plant)}
                        </i>
                        {suit.map((c) => (
                            <Picture key={c} name={c} />
                        ))}
                    </span>
                );
            })}
        </span>
    ),
    alt: t("All {n} cards, four for each month, from the pine of January to the paulownia of December.", { n: names.length }),
});
const ofKind = (k: (typeof kinds)[number]): string[] => names.filter((c) => card(c).kind === k);

function chapters(at: (example: string, step: number) => Now): Chapter[] {
    const dealt = at("example-round", 0),
        usual = at("example-two", 0), // a game as it is if nobody chooses anything
        yaku = [...me(dealt).yaku].sort((a, b) => b.least - a.least);
    const tenhos = shown.filter((s) => s.yaku === "tenho");
    return [
        {
            id: "table",
            title: t("The table"),
            blocks: [
                {
                    board: "example-round",
                    step: 1,
                    parts: [
                        {
                            at: ".deck",
                            name: t("The deck."),
                            text: t("Face down; the number says how many are left. A tap shows which cards nobody has seen yet."),
                        },
                        {
                            at: ".lie",
                            name: t("The table cards."),
                            text: t("They lie face up in the middle, and both of you take from them."),
                        },
                        {
                            at: ".hand",
                            name: t("Your hand."),
                            text: tn(
                                "{n} card when the round begins; nobody else sees it.",
                                "{n} cards when the round begins; nobody else sees them.",
                                dealt.view.hand!.length,
                            ),
                        },
                        {
                            at: ".pool.mine",
                            name: t("Your catch."),
                            text: t("What you took, sorted by kind. This is what yaku are made of."),
                        },
                        { at: ".pool.theirs", name: t("The other’s catch."), text: t("Open to both. Keep an eye on it!") },
                        {
                            at: ".strip.me .coins",
                            name: t("Your coins."),
                            text: tn(
                                "Both of you begin with {n}. Who has more after the last round wins.",
                                "Both of you begin with {n}. Who has more after the last round wins.",
                                me(usual).coins,
                            ),
                        },
                    ],
                },
            ],
        },
        {
            id: "cards",
            title: t("The 48 cards"),
            blocks: [
                t(
                    "Hanafuda are cards of flowers: twelve months, a plant for each, four cards of each plant. Cards of one month belong together. That is all you need to know to play.",
                ),
                { figures: [calendar()] },
                t("The number in the corner is the month. The sign below it is the kind:"),
                {
                    things: [
                        {
                            id: kindPlace("bright"),
                            name: t("Brights"),
                            worth: number(ofKind("bright").length),
                            figure: cards(ofKind("bright")),
                            lines: [t("The rarest. The rain man is a bit of an outsider: he counts only where a yaku names him.")],
                        },
                        {
                            id: kindPlace("animal"),
                            name: t("Animals"),
                            worth: number(ofKind("animal").length),
                            figure: cards(ofKind("animal")),
                            lines: [t("A bridge and a sake cup count as animals, too. Nobody knows why.")],
                        },
                        {
                            id: kindPlace("ribbon"),
                            name: t("Ribbons"),
                            worth: number(ofKind("ribbon").length),
                            figure: cards(ofKind("ribbon")),
                            lines: [t("Three with a poem, three blue, and four plain red ones.")],
                        },
                        {
                            id: kindPlace("plain"),
                            name: t("Plain cards"),
                            worth: number(ofKind("plain").length),
                            lines: [t("All the rest: just the plant. Ten of them are a yaku as well.")],
                        },
                    ],
                },
            ],
        },
        {
            id: "turn",
            title: t("A turn in four pictures"),
            blocks: [
                { figures: turn(at("example-round", 1)) },
                t("Two cards of that month lie there? Choose one. All three others lie there? You take them all."),
                { example: "example-round" },
                { example: "example-two" },
                { example: "example-four" },
            ],
        },
        {
            id: "yaku",
            title: t("Yaku: what you collect"),
            blocks: [
                t("A yaku is a set of cards in your catch. Different yaku add up; of those made of brights only the best one counts."),
                { things: yaku.map(yakuThing) },
                {
                    things: [
                        {
                            id: yakuPlace("tenho"),
                            name: yakuName("tenho"),
                            meaning: yakuMeaning("tenho"),
                            worth: coins(optionDefault(game, "tenho_coins")),
                            figure: cards(tenhos[0]!.cards),
                            lines: [
                                t("All four cards of a month in the hand you are dealt, or four pairs. Declare it before your first card."),
                            ],
                        },
                        {
                            id: yakuPlace("double-tenho"),
                            name: yakuName("double-tenho"),
                            worth: coins(optionDefault(game, "tenho_double")),
                            figure: cards(shown.find((s) => s.yaku === "double-tenho")!.cards),
                            lines: [
                                t(
                                    "Two whole months in one hand, and like every win of 7 coins or more it pays double. Tell your grandchildren.",
                                ),
                            ],
                        },
                    ],
                },
                { example: "example-sake" },
                { example: "example-tenho" },
            ],
        },
        {
            id: "koikoi",
            title: t("Stop, or koi-koi?"),
            blocks: [
                t("When your turn made a yaku, or made one bigger, you choose. That moment is the heart of the game."),
                {
                    list: [
                        t("Stop: the round ends, and the other pays you."),
                        t(
                            "Koi-koi, “come, come”: you play on for more. You cannot stop again until your yaku grow, and the other may be faster.",
                        ),
                    ],
                },
                { example: "example-won" },
                { example: "example-lost" },
            ],
        },
        {
            id: "pay",
            title: t("What a win pays"),
            blocks: [
                t("Add up the yaku of the one who stopped. The other’s yaku do not count. Then:"),
                {
                    list: [
                        t("7 coins or more? Double."),
                        t("You called koi-koi this round? Double for each call."),
                        t("The other called koi-koi this round? Double, once."),
                    ],
                },
                t("All of them multiply. Nobody pays more than they have."),
            ],
        },
        {
            id: "end",
            title: t("The end"),
            blocks: [
                t("Both hands are empty and nobody stopped? The round is a draw and pays nothing."),
                t("Whoever won a round deals the next one and moves first. After a draw the same player deals again."),
                tn(
                    "After {n} round, or when somebody has no coins left, the richer player wins.",
                    "After {n} rounds, or when somebody has no coins left, the richer player wins.",
                    usual.view.rounds,
                ),
                t("As many coins for both? Then it is a draw, and you need another game."),
            ],
        },
        {
            id: "questions",
            title: t("Questions people ask"),
            blocks: [
                {
                    asked: [
                        {
                            q: t("Must I take a card if I can?"),
                            a: t("Yes. A card that fits takes. You only choose which card to play, and which of two to take."),
                        },
                        {
                            q: t("Can a card be part of two yaku?"),
                            a: t(
                                "Yes! The boar counts for boar, deer, butterfly and among your five animals. Only yaku of brights replace one another.",
                            ),
                        },
                        {
                            q: t("I called koi-koi. What if I never make more?"),
                            a: t("Then you get nothing for this round, even if your yaku is still there. That is the risk."),
                        },
                        {
                            q: t("May I call koi-koi twice?"),
                            a: t("As often as your yaku grow. Each call doubles what you win, if you win."),
                        },
                        {
                            q: t("I have no cards left and just made a yaku. Can I call koi-koi?"),
                            a: t(
                                "If the other still has cards, yes; but you cannot play any more. After the last card of the round you can only stop.",
                            ),
                        },
                        {
                            q: t("All four cards of a month are dealt to the table. What now?"),
                            a: t("Nobody could ever take them. The cards are dealt again."),
                        },
                        {
                            q: t("Does the sake cup count twice?"),
                            a: t("It is an animal and a plain card, and a party guest besides. It counts for all of them."),
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
                            "Take the sake cup whenever you can. It counts as an animal and as a plain card, and needs only the moon or the curtain for a party.",
                        ),
                        t("A bright on the table is for whoever comes first. Take it early, even if you collect something else."),
                        t("Nothing fits? Lay down a card of a month you hold twice: the second one can fetch it back."),
                        t(
                            "Count months. Two cards of a month are taken, one lies on the table, and you hold the last? Nobody can snatch it from you, so take your time.",
                        ),
                        t("Watch the other’s catch. Two poetry ribbons there? Then the third is worth more to you than it looks."),
                        t("Koi-koi is good with many cards left, and when the other is far from any yaku. With two cards in hand, stop."),
                        t("When the other has called koi-koi, any small yaku wins double. Go for the quickest one."),
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
                    "Koi-Koi is played differently in every family. This book tells the printed rules. When you open a table you can choose other rules by name, or change single ones:",
                ),
                {
                    things: presetsOf(game).map((p) => ({ id: `variant-${p.name}`, name: p.title, lines: [p.help] })),
                },
                t("Some families know more yaku. You can give each of these a worth:"),
                { things: others.map((y) => ({ id: yakuPlace(y), name: yakuName(y), meaning: yakuMeaning(y) })) },
            ],
        },
    ];
}

/** A sentence for each place where cards lie. */
function see({ view }: Now): string[] {
    const named = (all: string[]): string => (all.length ? list(all.map(cardShort)) : t("none yet")),
        caught = (p: (typeof view.players)[number]): string => named(kinds.flatMap((k) => p.pool[k]));
    return [
        t("On the table: {cards}.", { cards: named(view.field) }),
        ...(view.turned ? [t("Turned up: {card}.", { card: cardShort(view.turned) })] : []),
        t("Your hand: {cards}.", { cards: named((view.hand ?? []).map((h) => h.card)) }),
        t("You took: {cards}.", { cards: caught(view.players[0]) }),
        t("The other took: {cards}.", { cards: caught(view.players[1]) }),
    ];
}

export const book: Book<KoikoiView> = {
    goal: () => t("Catch flowers month by month, make sets of them, and stop just before your luck runs out: the richer player wins."),
    examples,
    chapters,
    see,
    linked: () => ["cards", "table", ...others.map(yakuPlace), ...kinds.map(kindPlace), ...shown.map((s) => yakuPlace(s.yaku))],
};
