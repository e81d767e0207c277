// book.tsx: the rulebook of Gacha (web/src/book). Rewards and numbers come from the deck's file, worth from views of the examples.
import type { Book, Chapter, Example, Figure, Seen, Thing } from "@/book/types";
import { list, number, t, tn } from "@/i18n";
import { presetsOf } from "@/book/options";
import { optionName } from "@/words_options";
import { points } from "@/ui/score";
import { Face, Glyph, Picture, Ticket, Token } from "./parts";
import { figures, tokenNames, type Figure as Sort, type GachaView, type Half, type Offer, type Reward, type TokenName } from "./types";
import { backName, backSymbol, counted, figureName, halfName, rewardName, setText, tokenName } from "./words";
import { backs, rewards, shapeOf, sorts, tables, tokens, total } from "./bookdeck";
import end from "../book/end.irori";
import equal from "../book/equal.irori";
import first from "../book/first.irori";
import jokers from "../book/jokers.irori";
import piles from "../book/piles.irori";
import ticket from "../book/ticket.irori";

type Now = Seen<GachaView>;
const game = "gacha";
const me = (s: Now) => s.view.players[0]!,
    them = (s: Now) => s.view.players[1]!;
const happened = (s: Now, event: string, seat?: number) =>
    s.events.find((e) => e.event === event && (seat === undefined || e.seat === seat));
const offered = (s: Now): Offer[] => s.view.market.filter((o): o is Offer => o.reward !== undefined);
/** The reward that was claimed on the way to a step. */
const claimed = (s: Now, seat = 0): Reward => rewards.find((r) => r.reward === happened(s, "claim", seat)!.reward)!;
/** What was drawn on the way to a step. */
const drawn = (s: Now): { figure: Sort; back: Sort[] } => {
    const e = happened(s, "draw", 0)!;
    return { figure: e.figure as Sort, back: String(e.back).split(" ") as Sort[] };
};
/** What was paid, as figures. */
const paid = (s: Now, seat = 0): string[] => s.events.filter((e) => e.event === "pay" && e.seat === seat).map((e) => String(e.figure));
const has = (s: Now, wanted: Partial<Record<Sort, number>>): boolean =>
    Object.entries(wanted).every(([f, n]) => me(s).figures![f as Sort] === n);
const tokensOf = (s: Now, seat: number): number => s.view.players[seat]!.score.bonus_tokens;
const cards = (n: number): string => tn("{n} card", "{n} cards", n);
const shown = (s: Now): string => list(figures.filter((f) => me(s).figures![f]).map((f) => counted(Array(me(s).figures![f]).fill(f))));

const examples: Example<GachaView>[] = [
    {
        id: "example-first",
        title: () => t("Two draws and your first reward"),
        record: first,
        steps: [
            {
                at: 1,
                say: (s) =>
                    t("Your hand: {hand}. The second reward of the market pays {points} and costs {set}. You only lack the kitsune!", {
                        hand: shown(s),
                        points: points(offered(s)[1]!.points),
                        set: setText(offered(s)[1]!),
                    }),
                holds: (s) => s.view.turn === 0 && me(s).cards === 4 && offered(s)[1]!.missing!.join() === "kitsune",
            },
            {
                at: 2,
                say: (s, before) =>
                    t(
                        "The back of the first pile promised {back}. You open it… {figure}! Look at it first, then choose where the second card comes from.",
                        {
                            back: backName(before.view.piles[0]!.back!),
                            figure: figureName(drawn(s).figure),
                        },
                    ),
                holds: (s, before) =>
                    happened(s, "draw", 0)!.pile === 1 &&
                    drawn(s).figure === "kitsune" &&
                    before.view.piles[0]!.back!.includes("kitsune") &&
                    s.view.phase === "draw" &&
                    s.view.turn === 0,
            },
            {
                at: 3,
                say: (s) =>
                    t("The second card comes from another pile: {figure}. Two cards drawn, so your turn is over.", {
                        figure: figureName(drawn(s).figure),
                    }),
                holds: (s) => happened(s, "draw", 0)!.pile === 2 && s.view.turn === 1 && me(s).cards === 6,
            },
            {
                at: 5,
                say: () =>
                    t(
                        "Aki draws two cards as well. Everybody sees the backs of her cards, nobody else what they are. And nobody has taken your reward!",
                    ),
                holds: (s, before) =>
                    them(s).cards === them(before).cards + 2 &&
                    them(s).hand.some((c) => !c.figure) &&
                    offered(s)[1]!.reward === offered(before)[1]!.reward &&
                    s.view.turn === 0,
            },
            {
                at: 6,
                say: (s) =>
                    t(
                        "You claim it: {cards} go to the discard pile, and the reward for {points} is yours. A new reward fills the market. The half ticket on yours waits for a second half.",
                        {
                            cards: cards(paid(s).length),
                            points: points(claimed(s).points),
                        },
                    ),
                holds: (s, before) =>
                    claimed(s).reward === offered(before)[1]!.reward &&
                    s.view.discarded === paid(s).length &&
                    offered(s).length === 4 &&
                    me(s).half === claimed(s).half,
            },
        ],
    },
    {
        id: "example-equal",
        title: () => t("The big one: two equal and three equal"),
        record: equal,
        steps: [
            {
                at: 1,
                say: (s) =>
                    t(
                        "The first reward pays {points}. Its slots are joined by equals signs: two equal cards, and three equal cards. You hold {hand}.",
                        {
                            points: points(offered(s)[0]!.points),
                            hand: shown(s),
                        },
                    ),
                holds: (s) => offered(s)[0]!.equal.join() === "2,3" && has(s, { kitsune: 2, sushi: 2 }),
            },
            {
                at: 3,
                say: (s) => t("You draw sushi and mecha. Now you have {hand}: enough!", { hand: shown(s) }),
                holds: (s) => has(s, { kitsune: 2, sushi: 3, mecha: 1 }) && offered(s)[0]!.lacks === 0,
            },
            {
                at: 6,
                say: (s, before) =>
                    t(
                        "Two kitsune for the pair, three sushi for the rest: {points}! Your score only grew by {gain}, because {cards} left your hand. Five equal cards would have paid as well.",
                        {
                            points: points(claimed(s).points),
                            gain: number(me(s).score.total - me(before).score.total),
                            cards: cards(paid(s).length),
                        },
                    ),
                holds: (s, before) =>
                    counted(paid(s)) === counted(["kitsune", "kitsune", "sushi", "sushi", "sushi"]) &&
                    claimed(s).equal.join() === "2,3" &&
                    me(s).score.total - me(before).score.total === claimed(s).points - paid(s).length,
            },
        ],
    },
    {
        id: "example-jokers",
        title: () => t("Jokers fill the gap"),
        record: jokers,
        steps: [
            {
                at: 2,
                say: (s) => t("You paid two mecha for your first reward. It has {half}: it waits.", { half: halfName(claimed(s).half) }),
                holds: (s) => paid(s).join() === "mecha,mecha" && me(s).half === claimed(s).half && tokensOf(s, 0) === 0,
            },
            {
                at: 5,
                say: (s) =>
                    t(
                        "Two magical girls pay for the second one, with {half}. Two halves, whatever their colours, bring a bonus token at once: {token} The colours differ, so there is no extra card.",
                        {
                            half: halfName(claimed(s).half),
                            token: tokenName("joker"),
                        },
                    ),
                holds: (s, before) =>
                    paid(s).join() === "girl,girl" &&
                    happened(s, "token", 0)!.token === "joker" &&
                    !happened(s, "colour") &&
                    claimed(s).half !== me(before).half &&
                    me(s).half === null,
            },
            {
                at: 9,
                say: (s) =>
                    t("A turn later you draw two daikon. The third reward wants four equal cards for {points}: two daikon, two jokers…", {
                        points: points(offered(s)[2]!.points),
                    }),
                holds: (s) => has(s, { daikon: 2 }) && offered(s)[2]!.equal.join() === "4" && offered(s)[2]!.lacks_with_jokers === 0,
            },
            {
                at: 12,
                say: (s) =>
                    t(
                        "It works! Jokers stand for daikon here. The token is turned face down: it is spent and scores nothing now, but it still counts if there is a tie. You have {points}.",
                        {
                            points: points(me(s).score.total),
                        },
                    ),
                holds: (s) =>
                    happened(s, "jokers", 0)!.jokers === 2 &&
                    paid(s).join() === "daikon,daikon" &&
                    me(s).tokens.joker.unused === 0 &&
                    me(s).score.jokers === 0 &&
                    tokensOf(s, 0) === 1,
            },
        ],
    },
    {
        id: "example-ticket",
        title: () => t("A ticket of one colour, and one more turn"),
        record: ticket,
        steps: [
            {
                at: 1,
                say: () =>
                    t("Two mecha and two kitsune: that pays for the first reward, and for the second. Both have a blue half ticket."),
                holds: (s) =>
                    has(s, { mecha: 2, kitsune: 2 }) && [0, 1].every((i) => offered(s)[i]!.lacks === 0 && offered(s)[i]!.half === "blue"),
            },
            {
                at: 2,
                say: (s) => t("You claim the first: {points}. Its blue half waits.", { points: points(claimed(s).points) }),
                holds: (s) => me(s).half === "blue" && tokensOf(s, 0) === 0,
            },
            {
                at: 5,
                say: () =>
                    t(
                        "Aki drew two cards. You claim the second reward, and the halves meet. You take a token from those lying face down: {token} And blue meets blue, so you may also take a card. From which pile?",
                        {
                            token: tokenName("turn"),
                        },
                    ),
                holds: (s) =>
                    happened(s, "token", 0)!.token === "turn" && !!happened(s, "colour", 0) && s.view.phase === "draw" && s.view.turn === 0,
            },
            {
                at: 6,
                say: (s) =>
                    t("The extra card is {figure}. Now you are asked: use the token, or keep it?", { figure: figureName(drawn(s).figure) }),
                holds: (s) => s.view.phase === "extra" && s.view.turn === 0,
            },
            {
                at: 9,
                say: (s) =>
                    t(
                        "You use it and take another turn at once: two more cards. The token lies face down now, and it is Aki’s turn. You hold {hand}.",
                        {
                            hand: shown(s),
                        },
                    ),
                holds: (s) => me(s).tokens.turn.taken === 1 && me(s).tokens.turn.unused === 0 && me(s).cards === 3 && s.view.turn === 1,
            },
        ],
    },
    {
        id: "example-piles",
        title: () => t("A pile runs out"),
        record: piles,
        steps: [
            {
                at: 17,
                say: (s) =>
                    t(
                        "The fourth pile is down to its last card. The first two are the largest, with {cards} each. (And look at your hand: there is no limit.)",
                        {
                            cards: cards(s.view.piles[0]!.size),
                        },
                    ),
                holds: (s) =>
                    s.view.piles[3]!.size === 1 &&
                    s.view.piles[0]!.size === s.view.piles[1]!.size &&
                    s.view.piles[0]!.size > s.view.piles[2]!.size &&
                    me(s).cards > 10,
            },
            {
                at: 18,
                say: (s) =>
                    t(
                        "You take it. At once, even before your second card, the largest pile is split: its lower {n} cards fill the gap, the upper {m} stay. Two are equally large, so the first one is split.",
                        {
                            n: s.view.piles[3]!.size,
                            m: s.view.piles[0]!.size,
                        },
                    ),
                holds: (s, before) =>
                    happened(s, "split")!.from === 1 &&
                    happened(s, "split")!.to === 4 &&
                    s.view.piles[3]!.size + s.view.piles[0]!.size === before.view.piles[0]!.size &&
                    s.view.phase === "draw",
            },
            {
                at: 19,
                say: (s) =>
                    t("Your second card may come from the new pile: you open {figure}. Four piles again, and the game goes on.", {
                        figure: figureName(drawn(s).figure),
                    }),
                holds: (s) => happened(s, "draw", 0)!.pile === 4 && s.view.piles.every((p) => p.size > 0) && s.view.turn === 1,
            },
        ],
    },
    {
        id: "example-end",
        title: () => t("The last turns, and a tie"),
        record: end,
        steps: [
            {
                at: 40,
                say: (s) =>
                    t(
                        "One token is left. You have {mine}, Aki has {theirs}. You hold three mecha, and a half ticket waits in front of you.",
                        {
                            mine: points(me(s).score.total),
                            theirs: points(them(s).score.total),
                        },
                    ),
                holds: (s) => s.view.supply === 1 && me(s).figures!.mecha === 3 && me(s).half !== null && s.view.turn === 0,
            },
            {
                at: 41,
                say: () =>
                    t(
                        "You pay them for the reward of three equal cards. Its rainbow half fits any colour: you take the last token, {token} No tokens are left, so the end begins. But first you choose your extra card.",
                        {
                            token: tokenName("points"),
                        },
                    ),
                holds: (s) =>
                    claimed(s).half === "rainbow" &&
                    claimed(s).equal.join() === "3" &&
                    happened(s, "token", 0)!.token === "points" &&
                    s.view.end.trigger === "tokens" &&
                    s.view.phase === "draw",
            },
            {
                at: 42,
                say: (s) =>
                    t("Your turn is over: {mine} for you, {theirs} for Aki. She has one last turn.", {
                        mine: points(me(s).score.total),
                        theirs: points(them(s).score.total),
                    }),
                holds: (s) => s.view.turn === 1 && s.view.end.turns_left!.length <= 1 && me(s).score.total > them(s).score.total,
            },
            {
                at: 43,
                say: (s) =>
                    t(
                        "Aki claims a reward for {points}, and it is {mine} to {theirs}: a tie! Who took more tokens? You {a}, Aki {b}. You win!",
                        {
                            points: points(claimed(s, 1).points),
                            mine: number(me(s).score.total),
                            theirs: number(them(s).score.total),
                            a: number(tokensOf(s, 0)),
                            b: number(tokensOf(s, 1)),
                        },
                    ),
                holds: (s) =>
                    me(s).score.total === them(s).score.total &&
                    tokensOf(s, 0) > tokensOf(s, 1) &&
                    s.view.decided === "tokens" &&
                    s.view.winners!.join() === "0",
            },
        ],
    },
];

/* ---- pictures ---- */

const Gacha = ({ id }: { id: string }) => (
    <span class="card ga">
        <Picture id={id} />
    </span>
);
const Prize = ({ reward }: { reward: Reward }) => (
    <span class="card ga reward">
        <Face reward={reward} />
    </span>
);
const Row = ({ children, class: extra }: { children: preact.ComponentChildren; class?: string }) => (
    <span class={`gacha-book-row ${extra ?? ""}`}>{children}</span>
);

/** A turn: what you draw, or what you claim. */
function turn(a: Now, b: Now, claim: Now): Figure[] {
    const [one, two] = [drawn(a), drawn(b)],
        reward = claimed(claim);
    return [
        {
            picture: (
                <Row>
                    <Gacha id={backSymbol(one.back)} />
                    <Gacha id={`ga-${one.figure}`} />
                </Row>
            ),
            alt: t("A card whose back shows {back} is opened: {figure}.", { back: backName(one.back), figure: figureName(one.figure) }),
            caption: t("Either draw: take the top card of any pile. Its back shows what may be inside. Now look!"),
        },
        {
            picture: (
                <Row>
                    <Gacha id={backSymbol(two.back)} />
                    <Gacha id={`ga-${two.figure}`} />
                </Row>
            ),
            alt: t("A card whose back shows {back} is opened: {figure}.", { back: backName(two.back), figure: figureName(two.figure) }),
            caption: t("Then take a second card, from the same pile or another. That was your turn."),
        },
        {
            picture: (
                <Row class="gacha-book-fan">
                    {paid(claim).map((f) => (
                        <Gacha key={f} id={`ga-${f}`} />
                    ))}
                </Row>
            ),
            alt: t("Cards that are paid: {figures}", { figures: counted(paid(claim)) }),
            caption: t("Or claim: pay the set of one reward in the market with cards from your hand. They go to the discard pile."),
        },
        {
            picture: (
                <Row>
                    <Prize reward={reward} />
                </Row>
            ),
            alt: rewardName(reward),
            caption: t("The reward is yours for good, and the market is filled up again. That was your turn."),
        },
    ];
}

const places: Record<string, string> = {
    "2": "pair",
    "1 1 1": "three",
    "2 1": "pair-one",
    "1 1 1 any": "joker-slot",
    "=3": "three-equal",
    "=4": "four-equal",
    "1 1 1 1 1": "all-five",
    "=2 =3": "two-three",
    "1 1 1 1": "four",
    "3": "same-three",
};
function rewardThings(): Thing[] {
    const named: Record<string, [name: string, line?: string]> = {
        "2": [t("Two of a kind")],
        "1 1 1": [t("Three different figures")],
        "2 1": [t("Two of a kind and one more")],
        "1 1 1 any": [t("Three figures and a joker slot"), t("Any card at all will do for the joker slot.")],
        "=3": [t("Three equal cards"), t("Any figure, but three of the same. The half ticket is a rainbow one.")],
        "=4": [t("Four equal cards")],
        "1 1 1 1 1": [t("One of everybody")],
        "=2 =3": [t("Two equal and three equal"), t("Two figures, or five cards of one figure.")],
        "1 1 1 1": [t("All but one")],
        "3": [t("Three of a kind")],
    };
    return sorts.map(({ shape, all }) => {
        const { points: worth, mark, half } = all[0]!,
            [name, line] = named[shape] ?? [setText(all[0]!)];
        return {
            id: `reward-${places[shape] ?? shapeOf(all[0]!).replace(/\W+/g, "-")}`,
            name,
            worth: points(worth),
            figure: {
                picture: (
                    <Row>
                        {all.map((r) => (
                            <Prize key={r.reward} reward={r} />
                        ))}
                    </Row>
                ),
                alt: list(all.map((r) => setText(r))),
            },
            lines: [
                ...(line ? [line] : []),
                ...(half === "none" ? [t("No half ticket.")] : []),
                ...(mark ? [t("Only with {n} players or more.", { n: mark })] : []),
            ],
        };
    });
}

function tokenThings(worth: Record<TokenName, number>): Thing[] {
    const lines: Record<TokenName, string[]> = {
        turn: [
            t(
                "After your action, turn it face down and take another whole turn at once: draw or claim. Even in the turn in which you got it, even in your last turn; several one after another if you like.",
            ),
            t("Kept to the end it scores nothing. So use it!"),
        ],
        joker: [
            t(
                "When you claim, it stands for any two cards, also in slots joined by equals signs. You may use several, and pay with jokers alone. Use only one of its two jokers, and the other is lost.",
            ),
        ],
        points: [t("It just lies there and is worth its points at the end.")],
    };
    return tokenNames.map((k) => ({
        id: `token-${k}`,
        name: tokenName(k),
        meaning: t("{n} in the box", { n: tokens[k] }),
        worth: k === "joker" ? t("{points} if unused", { points: points(worth[k]) }) : points(worth[k]),
        figure: {
            picture: (
                <Row class="gacha-book-token">
                    <Token token={k} />
                </Row>
            ),
            alt: tokenName(k),
        },
        lines: lines[k],
    }));
}

const Pair = ({ a, b }: { a: Half; b: Half }) => (
    <span class="gacha-book-pair">
        <Ticket half={a} />
        <Ticket half={b} />
    </span>
);
function ticketFigures(): Figure[] {
    const met = (a: Half, b: Half, caption: string): Figure => ({
        picture: (
            <Row>
                <Pair a={a} b={b} />
            </Row>
        ),
        alt: t("{a} and {b}", { a: halfName(a), b: halfName(b) }),
        caption,
    });
    return [
        met("blue", "pink", t("Two colours: a bonus token.")),
        met("blue", "blue", t("One colour: a bonus token and a card from any pile.")),
        met("yellow", "rainbow", t("A rainbow half counts as any colour: a token and a card.")),
    ];
}

function chapters(at: (example: string, step: number) => Now): Chapter[] {
    const dealt = at("example-first", 0),
        last = at("example-end", 3),
        jokered = at("example-jokers", 1);
    const worth: Record<TokenName, number> = {
        turn: 0,
        joker: me(jokered).score.jokers / me(jokered).tokens.joker.unused,
        points: me(last).score.tokens / me(last).tokens.points.taken,
    };
    const some = backs.filter((b) => b.length === 2).slice(0, 2),
        more = backs.filter((b) => b.length === 3).slice(0, 2);
    return [
        {
            id: "table",
            title: t("The table"),
            blocks: [
                {
                    board: "example-end",
                    step: 0,
                    parts: [
                        {
                            at: ".ga-market",
                            name: t("The market."),
                            text: t(
                                "Four rewards, face up. Each shows its points, the set it costs and often half a ticket. Under it you see what you still lack.",
                            ),
                        },
                        {
                            at: ".ga-piles",
                            name: t("The piles."),
                            text: t(
                                "Four piles of gacha cards, like four capsule machines. You see the back of each top card and the chances of what is inside.",
                            ),
                        },
                        { at: ".rdeck", name: t("The reward deck."), text: t("It fills the market. When it is empty, the end begins.") },
                        { at: ".ga-supply", name: t("Bonus tokens."), text: t("Face down. Two half tickets bring you one.") },
                        { at: ".ga-discard", name: t("The discard pile."), text: t("What was paid. Anybody may look through it.") },
                        { at: ".packs", name: t("Your hand."), text: t("Your cards, sorted by figure. The others only see their backs.") },
                        {
                            at: ".ga-cell",
                            name: t("The others."),
                            text: t("Their points, rewards and tokens are open to all, and so are the backs of their cards."),
                        },
                        {
                            at: ".ga-own",
                            name: t("Your rewards and tokens."),
                            text: t("With your points so far, and a half ticket that waits for its pair."),
                        },
                    ],
                },
            ],
        },
        {
            id: "setup",
            title: t("Setting up"),
            blocks: [
                {
                    numbered: true,
                    list: [
                        t(
                            "Shuffle the gacha cards and deal {n} to everybody. Make four piles of the rest, as equal as possible, face down.",
                            {
                                n: me(dealt).cards,
                            },
                        ),
                        t(
                            "Shuffle the rewards and lay {n} of them face up: the market. With fewer than five players take out those marked 5+ and 6+; with five, only those marked 6+.",
                            {
                                n: dealt.view.market.length,
                            },
                        ),
                        t(
                            "Shuffle the bonus tokens face down and lay out as many as the list below says. The rest goes back into the box unseen.",
                        ),
                        t(
                            "Whoever has watched the most anime begins. (Here, chance decides, or whoever opens the table.) Then it goes clockwise.",
                        ),
                    ],
                },
                {
                    list: tables.map((x) =>
                        tn("{n} player: {tokens}, {rewards}.", "{n} players: {tokens}, {rewards}.", x.seats, {
                            tokens: tn("{n} token", "{n} tokens", x.tokens),
                            rewards: tn("{n} reward", "{n} rewards", x.rewards),
                        }),
                    ),
                },
                t(
                    "All other rules are the same for every number of players. With more players, more happens to the market before your next turn.",
                ),
            ],
        },
        {
            id: "figures",
            title: t("Figures, and what backs tell"),
            blocks: [
                t("There are {all} gacha cards, {n} of each of the five figures. One card is one figure.", {
                    all: total("cards"),
                    n: total("figure"),
                }),
                {
                    figures: [
                        {
                            picture: (
                                <Row class="gacha-book-five">
                                    {figures.map((f) => (
                                        <Gacha key={f} id={`ga-${f}`} />
                                    ))}
                                </Row>
                            ),
                            alt: list(figures.map(figureName)),
                            caption: list(figures.map(figureName)),
                        },
                    ],
                },
                t(
                    "The backs are not all alike! Each shows two or three figures, and one of them is on the face. With two figures on it, you will be right about every second time. The bars under a pile count for you: they know every card you have seen.",
                ),
                {
                    figures: [
                        {
                            picture: (
                                <Row class="gacha-book-four">
                                    {[...some, ...more].map((b) => (
                                        <Gacha key={b.join()} id={backSymbol(b)} />
                                    ))}
                                </Row>
                            ),
                            alt: t("Backs of cards: {backs}", { backs: [...some, ...more].map(backName).join("; ") }),
                            caption: t("{backs}: what may be inside.", { backs: [...some, ...more].map(backName).join("; ") }),
                        },
                    ],
                },
                t(
                    "Backs in the hands of others are open, too. Faces in their hands, the order of the piles and of the reward deck, and the tokens that lie face down are secret.",
                ),
            ],
        },
        {
            id: "turn",
            title: t("A turn in four pictures"),
            blocks: [
                t("In your turn you do one of two things: draw two cards, or claim one reward."),
                { figures: turn(at("example-first", 1), at("example-first", 2), at("example-first", 4)) },
                t(
                    "Once you have drawn a card the second belongs to it: you cannot change your mind and claim. You cannot pass, either. Only if there is nothing to draw and nothing you can pay, your turn is skipped. Cannot draw, but can pay? Then you must claim.",
                ),
                { example: "example-first" },
            ],
        },
        {
            id: "pay",
            title: t("Paying"),
            blocks: [
                {
                    things: [
                        {
                            id: "pay-figure",
                            name: t("A figure"),
                            figure: { picture: <Row class="gacha-book-slot">{<Glyph figure="girl" />}</Row>, alt: figureName("girl") },
                            lines: [t("Takes one card with exactly this figure. A set of four figures costs four cards.")],
                        },
                        {
                            id: "pay-joker",
                            name: t("A joker slot"),
                            figure: { picture: <Row class="gacha-book-slot">{<Glyph figure="any" />}</Row>, alt: figureName("any") },
                            lines: [t("Takes any gacha card.")],
                        },
                        {
                            id: "pay-equal",
                            name: t("Joined slots"),
                            figure: {
                                picture: (
                                    <Row class="gacha-book-slot">
                                        <svg viewBox="0 0 246 80" aria-hidden="true">
                                            <use href="#ga-joined-3" />
                                        </svg>
                                    </Row>
                                ),
                                alt: setText({ reward: 0, set: [], equal: [3], points: 0, half: "none" }),
                            },
                            lines: [
                                t(
                                    "With equals signs between them: any figure, but all of them the same. Where there are two groups, each may have a figure of its own.",
                                ),
                            ],
                        },
                    ],
                },
                t(
                    "You choose which cards to pay with, and you pay exactly the set: never more, never less. There is no change and no taking back.",
                ),
                { example: "example-equal" },
            ],
        },
        {
            id: "rewards",
            title: t("All the rewards"),
            blocks: [
                t(
                    "The printed rules show only some of these cards. The rest of this deck is our own, made to fit them and tried in many thousand games.",
                ),
                { things: rewardThings() },
            ],
        },
        {
            id: "tickets",
            title: t("Tickets and bonus tokens"),
            blocks: [
                t(
                    "Many rewards have half a ticket. As soon as two unused halves lie in front of you, they are a ticket, and you take a bonus token at once: one of those lying face down, so chance decides which. Those two halves are used then.",
                ),
                { figures: ticketFigures() },
                t(
                    "You cannot save a half for a nicer colour: the second one always meets the first. No tokens left? Then a ticket brings no token, but one of a single colour still brings its card. A half that never finds its pair is worth nothing.",
                ),
                { things: tokenThings(worth) },
                t(
                    "All this happens in one order. You pay; the reward is yours; the market is filled; you take the token; you take the card for one colour; then you may use a token for one more turn.",
                ),
                { example: "example-ticket" },
                { example: "example-jokers" },
            ],
        },
        {
            id: "piles",
            title: t("When a pile runs out"),
            blocks: [
                {
                    list: [
                        t(
                            "A pile is empty: at once, split the largest one. Its lower half fills the gap (of an odd number, the smaller part). Equally large ones: the first of them is split.",
                        ),
                        t(
                            "Nothing to split, because the three others have one card each: they stay on top. Shuffle the discard pile and deal it under them and into the gap, as evenly as possible; cards left over go to the first places. Even one discarded card is enough.",
                        ),
                        t(
                            "No discarded card either: the end begins. You may still draw from the piles that are left. If something is paid later, the discard pile is shuffled in before the next draw; the end comes all the same.",
                        ),
                    ],
                },
                { example: "example-piles" },
            ],
        },
        {
            id: "end",
            title: t("The end, and who wins"),
            blocks: [
                t(
                    "The end begins when the last bonus token is taken, when the reward deck is empty (the market may still be full), or when four piles cannot be made any more.",
                ),
                t(
                    "Whoever’s turn it is finishes it, with extra turns. Then everybody else has exactly one last turn, clockwise. Tokens for one more turn still work in it. If a second reason comes along, nothing changes.",
                ),
                t("Now add up:"),
                {
                    list: [
                        t("the points of your rewards,"),
                        t("{n} for each token “{token}”,", { n: points(worth.points), token: tokenName("points") }),
                        t("{n} for each gacha card left in your hand,", {
                            n: points(me(last).cards ? me(last).score.cards / me(last).cards : 1),
                        }),
                        t("{n} for each joker on unused tokens.", { n: points(me(jokered).score.jokers / me(jokered).jokers) }),
                    ],
                },
                t("The most points win. A tie? Then whoever took more bonus tokens, used or not. Still a tie? They share the win."),
                { example: "example-end" },
            ],
        },
        {
            id: "questions",
            title: t("Questions people ask"),
            blocks: [
                {
                    asked: [
                        {
                            q: t("How many cards may I hold?"),
                            a: t("As many as you like. And no card is wasted: each one in your hand is worth a point at the end."),
                        },
                        {
                            q: t("May I claim two rewards in one turn, or draw and claim?"),
                            a: t("Only with a token for one more turn: it gives you a whole new turn."),
                        },
                        {
                            q: t("Can somebody take the reward I am saving for?"),
                            a: t(
                                "Yes, and they will! Nothing in the market can be kept for you. What lies in front of you, nobody can take.",
                            ),
                        },
                        {
                            q: t("Can a joker slot be paid with a joker token? And may I use jokers though I have the cards?"),
                            a: t("Yes to both. A joker stands for any card in any slot."),
                        },
                        {
                            q: t("Do I have to use two jokers?"),
                            a: t(
                                "No. But the whole token is spent, and the second joker is lost. You never use more tokens than a reward needs.",
                            ),
                        },
                        {
                            q: t("Which token do I get?"),
                            a: t(
                                "Any of the face-down ones: nobody knows. It is turned up and lies on the two rewards whose halves it used.",
                            ),
                        },
                        {
                            q: t("Two rainbow halves: is that one colour?"),
                            a: t("Yes. A rainbow half fits every colour, a second rainbow as well. You get a token and a card."),
                        },
                        {
                            q: t("May I use one more turn before my action, or in somebody else’s turn?"),
                            a: t(
                                "No: after your own action only. And not after a turn that was skipped, because nothing would be possible in the next one either.",
                            ),
                        },
                        {
                            q: t("Only one card can be drawn. What now?"),
                            a: t("You draw that one, and your turn is over."),
                        },
                        {
                            q: t("The reward deck is empty. Can I still claim?"),
                            a: t("Yes, whatever still lies in the market. Gaps stay empty."),
                        },
                        {
                            q: t("Two halves of one colour, but no card to draw?"),
                            a: t("Then there is no card for you. It hardly ever happens: what you paid can be shuffled and dealt again."),
                        },
                        {
                            q: t("Are used tokens worth something?"),
                            a: t("No points. But in a tie they count as much as unused ones."),
                        },
                    ],
                },
            ],
        },
        {
            id: "strategy",
            title: t("For your second game"),
            screen: true,
            blocks: [
                {
                    list: [
                        t(
                            "Cards in your hand are points already. What a reward brings you is its points less the cards you pay. Compare that, not the big numbers.",
                        ),
                        t("A draw brings you two cards, so two points. A claim should bring more than that, or a ticket."),
                        t(
                            "Half a ticket is half a token. When one waits in front of you, look for its colour: the extra card is nearly free.",
                        ),
                        t(
                            "Choose piles by their backs. If two figures on a back help you, that pile is better than one where a single figure does.",
                        ),
                        t("Collect for two rewards at once. If one is snatched away, your cards still fit the other."),
                        t(
                            "Look at the backs in other hands. Somebody with four kitsune backs will want the kitsune reward. Be there first!",
                        ),
                        t(
                            "One more turn is strongest when you can claim twice in a row, before anybody can answer. Do not take it home unused.",
                        ),
                        t(
                            "Jokers are best in joined slots, where two equal cards are hard to find. If you do not need them, keep them: they are worth points.",
                        ),
                        t(
                            "Count the tokens. Whoever begins the end gets no turn after it; the others do. Do it when you are ahead by more than a good last claim.",
                        ),
                        t("Last turn: claim if it brings more than two points, else draw two cards."),
                    ],
                },
            ],
        },
        {
            id: "variants",
            title: t("Other ways to play"),
            screen: true,
            blocks: [
                t("This book tells the printed rules. When you open a table you can choose other rules by name, or change single ones:"),
                {
                    things: [
                        ...presetsOf(game).map((p) => ({ id: `variant-${p.name}`, name: p.title, lines: [p.help] })),
                        {
                            id: "variant-tokens",
                            name: t("Bonus tokens"),
                            lines: [
                                t(
                                    "Choose how many of each sort are in play instead of leaving it to chance. Together they must be as many as the number of players asks for.",
                                ),
                            ],
                        },
                        {
                            id: "variant-first",
                            name: optionName(game, "first"),
                            lines: [t("Chance, or a player of your choice. Going first is an advantage: leave it to the youngest.")],
                        },
                        {
                            id: "variant-deck",
                            name: t("A deck of your own"),
                            lines: [t("Other rewards, other backs, other tokens: a deck is a short text that you can write yourself.")],
                        },
                    ],
                },
            ],
        },
    ];
}

/** A sentence for each place where things lie. */
function see({ view }: Now): string[] {
    const me = view.players[0]!,
        them = view.players[1]!;
    return [
        t("In the market: {rewards}.", {
            rewards: view.market.flatMap((o) => (o.reward === undefined ? [] : [rewardName(o)])).join("; ") || t("nothing"),
        }),
        t("Backs on the piles: {backs}.", { backs: view.piles.map((p) => (p.back ? backName(p.back) : t("nothing"))).join("; ") }),
        t("Your hand: {cards}.", { cards: counted(figures.flatMap((f) => Array<string>(me.figures?.[f] ?? 0).fill(f))) || t("nothing") }),
        t("You have {points}, {rewards} and {tokens}.", {
            points: points(me.score.total),
            rewards: tn("{n} reward", "{n} rewards", me.rewards.length),
            tokens: tn("{n} token", "{n} tokens", me.score.bonus_tokens),
        }),
        t("The other has {points}, {rewards} and {tokens}.", {
            points: points(them.score.total),
            rewards: tn("{n} reward", "{n} rewards", them.rewards.length),
            tokens: tn("{n} token", "{n} tokens", them.score.bonus_tokens),
        }),
    ];
}

export const book: Book<GachaView> = {
    goal: () => t("Open capsules, collect five crazy figures and trade them for rewards: whoever has the most points at the end wins."),
    examples,
    chapters,
    see,
    linked: () => ["rewards", "pay-equal", "figures", "tickets", "end", "piles", ...tokenNames.map((k) => `token-${k}`)],
};
