// layout.ts: the ways a PiKiT table can be laid out, and how much room each part of it needs (web/src/ui/fit.ts picks among them).
//
// Counts: `others`, the players drawn at the table (none where they are in a rail), and `hand`, the places of the hand.
import { fan, lines, row, stack, type Need, type Plan } from "@/ui/fit";

type Size = "card" | "hand" | "mecha" | "die";
const tall = 1.4; // how high a card is for its width
const sizes = { card: [46, 210], hand: [44, 160], mecha: [44, 120], die: [36, 100] } as const;
const desk = { ...sizes, card: [70, 210], mecha: [48, 120], die: [44, 100] } as const;
const phone = { card: [46, 110], hand: [44, 84], mecha: [44, 64], die: [36, 60] } as const;
type U = Parameters<Need<Size>>[0];
/** Everything is looked at: a plan is not better for a large centre with small mechas and dice. */
const score = (of: Readonly<Record<Size, number>>): number => of.card + 0.6 * of.hand + 0.5 * of.mecha + 0.4 * of.die;
const less =
    (part: number) =>
    (of: Readonly<Record<Size, number>>): number =>
        part * score(of);

const market: Need<Size> = (u) => ({ w: row(4, u.card, 8) + 16, h: stack(8, 4, u.card * tall, 8) + 16 });
const block =
    (columns: number): Need<Size> =>
    (u) => ({ w: row(columns, u.mecha, 6) + 12, h: stack(6, columns, u.mecha * tall, 6) + 12 });
const squares: Need<Size> = (u) => ({ w: row(6, u.mecha, 6) + 12, h: u.mecha + 8 });
/** Deck, dice and discard pile: side by side, dice above piles, or all in a column. */
const line: Need<Size> = (u) => ({ w: u.die * 2.4 + Math.max(88, 1.44 * u.die) + 48, h: Math.max(44, u.die) + 10 });
const two: Need<Size> = (u) => ({ w: Math.max(2 * u.die, 88) + 28, h: u.die * (1 + tall) + 32 });
const thin: Need<Size> = (u) => ({ w: Math.max(44, u.die) + 10, h: 2 * u.die + 2 * Math.max(44, u.die) + 22 });

/** Rows of what is known of a hand, for a cell of this width. So many things stand in it at most; hardly ever all of them. */
const things = 13;
const chips = (u: U, width: number, most: number): number => Math.min(most, Math.max(1, Math.ceil((things * 1.7 * u.rem) / width)));
const cell = (u: U, rows: number): number => Math.max(44, lines(u, 1, 0.95) + rows * 1.4 * u.rem + 10);
/** The others side by side; in one column. With less than two rows only names and counts are shown: the rest when they are pressed. */
const abreast =
    (most: number): Need<Size> =>
    (u) => {
        const n = u.n.others!;
        return { w: n * 90, h: (width) => (n ? cell(u, chips(u, width / n - 14, most)) + 8 : 0) };
    };
const twoLines: Need<Size> = (u) => ({ w: u.n.others! * 90, h: u.n.others ? Math.max(44, lines(u, 2, 0.9) + 6) + 8 : 0 });
const stacked =
    (width: number, rows: number): Need<Size> =>
    (u) => ({ w: u.n.others ? Math.min(width * u.rem, 0.22 * u.box.width) : 0, h: u.n.others! * (cell(u, rows) + 4) + 8 });

/** The bar: what is asked with its cards, and the answers; or a line with up to seven buttons. */
const asked = (u: U, width: number): number => {
    const button = Math.max(44, 2.9 * u.rem);
    if (width > 42 * u.rem) return lines(u, 1.2) + button + 22;
    return lines(u, 1, 0.95) + 2 * button + 17;
};
const bar: Need<Size> = (u) => ({ w: 0, h: (width) => asked(u, width) });
const shortBar: Need<Size> = (u) => ({ w: 0, h: (width) => Math.min(asked(u, width), 7.4 * u.rem + 1.5 * Math.max(0, u.rem - 15)) });
const aside: Need<Size> = (u) => ({ w: Math.max(150, Math.min(10.2 * u.rem, 0.24 * u.box.width)), h: Math.max(150, 12.5 * u.rem) });

const rows = (u: U): number => Math.max(1, Math.ceil((u.n.hand! * 48) / (u.box.width - 8)));
/** There is room for a word below a card of the hand, in every language: what it does. */
export const wordy = (u: { readonly hand: number; readonly rem: number }): boolean => u.hand >= 4.9 * u.rem;
const words = (u: U): number => (wordy(u) ? lines(u, 1, 0.8) + 2 : 0);
const hand: Need<Size> = (u) => {
    const n = rows(u);
    return { w: row(Math.ceil(u.n.hand! / n), u.hand, 5) + 16, h: row(n, u.hand * tall, 8) + 16 + words(u) };
};
/** In one row, over one another if there is no other way; of each card 44 px can be pressed, of many on a small screen what there is. */
const fanned: Need<Size> = (u) => {
    const step = Math.min(44, (u.box.width - 16 - phone.hand[0]) / Math.max(1, u.n.hand! - 1));
    return { w: fan(u.n.hand!, u.hand, step) + 16, h: u.hand * tall + 14 };
};
const single: Need<Size> = (u) => ({ w: row(u.n.hand!, u.hand, 5) + 16, h: u.hand * tall + 14 + words(u) });
const mine: Need<Size> = (u) => ({ w: 0, h: Math.max(28, lines(u, 1.2) + 4) });
const corner =
    (width: number, lines: number): Need<Size> =>
    (u) => ({ w: Math.min(width * u.rem, 0.22 * u.box.width), h: Math.min(lines * 1.35 * u.rem + 8, 0.26 * u.box.height) });

const areas = { market, choices: bar, hand, mine };
const tallPhone = ["opponents opponents", "mechas mechas", "market middle", "choices choices", "hand hand", "mine mine"];
/** Small phones, large text. */
const plain = (name: string, grid: string[], worth: number): Plan<Size> => ({
    name,
    grid,
    columns: [1, 0],
    rows: grid.map((areas) => (/^mechas|^hand/.test(areas) ? 1 : areas.startsWith("market") ? 2 : 0)),
    sizes: { ...phone, mecha: [44, 54] },
    text: 0.66,
    score: less(worth),
    areas: { market, choices: shortBar, hand: fanned, mine, opponents: twoLines, mechas: squares, middle: thin },
});
/** The same for low screens. */
const lowPlain = (name: string, columns: number, grid: string[], worth: number): Plan<Size> => ({
    name,
    grid,
    columns: grid[0]!.split(" ").map((area) => Number(area === "market")),
    rows: grid.map((_, i) => Number(i === 0)),
    sizes: { ...sizes, hand: [44, 90], mecha: [44, 70], die: [36, 64] },
    text: 0.66,
    score: less(worth),
    areas: { opponents: stacked(8.4, 0), mechas: block(columns), market, middle: thin, choices: aside, mine: corner(8.4, 2), hand: fanned },
});
/** The names are groups for the style: narrow…, desk…, low…; …plain: little is said of the others. */
export const plans: readonly Plan<Size>[] = [
    {
        name: "portrait",
        grid: ["opponents", "mechas", "market", "middle", "choices", "hand", "mine"],
        rows: [0, 1, 2, 1, 0, 1, 0],
        sizes: { ...phone, die: [36, 72] },
        score,
        areas: { ...areas, opponents: abreast(3), mechas: block(6), middle: line },
    },
    {
        name: "narrow", // a phone that is not high: dice and piles stand beside the centre
        grid: tallPhone,
        columns: [1, 0],
        rows: [0, 1, 2, 0, 1, 0],
        sizes: phone,
        score,
        areas: { ...areas, opponents: abreast(3), mechas: block(6), middle: thin },
    },
    {
        name: "narrow-rows", // and a hand in two rows
        grid: tallPhone,
        columns: [1, 0],
        rows: [0, 1, 2, 0, 1, 0],
        sizes: { ...phone, mecha: [44, 54] },
        score: less(0.8),
        areas: { ...areas, opponents: abreast(3), mechas: squares, middle: thin },
    },
    plain("narrow-plain", tallPhone, 0.6),
    plain("narrow-plain-scant", ["mechas mechas", "market middle", "choices choices", "hand hand"], 0.1), // and a band above the table
    {
        name: "desk-shelf", // mechas above, dice beside the centre
        grid: ["opponents opponents", "mechas mechas", "market middle", "choices choices", "hand hand", "mine mine"],
        columns: [1, 0],
        rows: [0, 1, 2, 0, 1, 0],
        sizes: desk,
        score,
        areas: { ...areas, opponents: abreast(3), mechas: block(6), middle: two },
    },
    {
        name: "desk-side", // dice and mechas beside the centre
        grid: ["opponents opponents", "market middle", "market mechas", "choices choices", "hand hand", "mine mine"],
        columns: [1, 0],
        rows: [0, 1, 1, 0, 1, 0],
        sizes: desk,
        score,
        areas: { ...areas, opponents: abreast(3), mechas: block(2), middle: two },
    },
    {
        name: "desk-wide", // the others on one side, dice and mechas on the other
        grid: ["opponents market middle", "opponents market mechas", "choices choices choices", "hand hand hand", "mine mine mine"],
        columns: [0, 1, 0],
        rows: [1, 1, 0, 1, 0],
        sizes: desk,
        score,
        areas: { ...areas, opponents: stacked(12, 3), mechas: block(3), middle: two },
    },
    {
        name: "low", // a low screen: the bar stands beside everything
        grid: ["opponents mechas market middle choices", "mine hand hand hand choices"],
        columns: [0, 0, 1, 0, 0],
        rows: [1, 0],
        sizes: { ...sizes, hand: [44, 90], mecha: [44, 70], die: [36, 64] },
        score: less(0.9),
        areas: { opponents: stacked(9.4, 2), mechas: block(2), market, middle: thin, choices: aside, mine: corner(9, 3), hand: single },
    },
    lowPlain(
        "low-plain",
        2,
        ["opponents mechas market middle choices", "mine mechas market middle choices", "hand hand hand hand choices"],
        0.6,
    ),
    lowPlain("low-plain-scant", 3, ["mechas market middle choices", "hand hand hand choices"], 0.1),
];
