// plans.ts: the ways in which a Koi-Koi table is laid out. `card` is the width of a card in the hand, `field` of one on the field and
// of the deck beside it, `lane` of a captured one.
import { fan, lines, row, type Need, type Plan, type Units } from "@/ui/fit";

type Size = "field" | "card" | "lane";
type Needs = Need<Size>;
type U = Units<Size>;

const high = 1.6; // of a card, for a width of 1
export const gapOf = (field: number): number => Math.max(5, Math.round(field * 0.1));
const pad = 8;

/** How many columns of the field there are beside the deck: four at least, two rows of which are a deal. */
export function columnsOf(width: number, field: number): number {
    const gap = gapOf(field);
    return Math.max(4, Math.min(7, Math.floor((width - 2 * pad - stockOf(field) + gap) / (field + gap))));
}
const stockOf = (field: number): number => field + 2 * gapOf(field);

/** Where the cards lie, in their order: a block of four by two, what comes later beside it, then below it. */
export function placesOf(columns: number, n: number): { column: number; row: number }[] {
    const first = columns > 4 ? 2 : 1,
        block = [0, 1, 2, 3].map((i) => first + i),
        beside = Array.from({ length: columns }, (_, i) => i + 1).filter((c) => !block.includes(c));
    const cells = [1, 2].flatMap((r) => block.map((column) => ({ column, row: r })));
    for (const column of beside) cells.push({ column, row: 1 }, { column, row: 2 });
    for (let r = 3; cells.length < n; r++) for (const column of [...block, ...beside]) cells.push({ column, row: r });
    return cells.slice(0, n);
}

const field: Needs = (u) => {
    const gap = gapOf(u.field);
    return {
        w: stockOf(u.field) + row(4, u.field, gap) + 2 * pad,
        h: (width) => row(Math.max(2, Math.ceil(u.n.field! / columnsOf(width, u.field))), u.field * high, gap) + 2 * pad,
    };
};
/** Of every card of a fan 44 px can be pressed, but on the smallest of screens. */
const held = (u: U): number => fan(8, u.card, u.box.width < 356 ? 36 : 44) + 4;
const hand: Needs = (u) => ({ w: held(u), h: u.card * high + 28 });
const strip: Needs = (u) => ({ w: 0, h: Math.max(40, lines(u, 1, 1.2) + 8) });
const lane = (u: U): number => lines(u, 1, 0.9) + u.lane * high + 8;
const lanes: Needs = (u) => ({ w: 0, h: Math.max(44, lane(u)) });
const stacked: Needs = (u) => ({ w: u.lane * 2.6 + 20, h: 4 * lane(u) + 3 * 5 });
const square: Needs = (u) => ({ w: u.lane * 3.6 + 24, h: 2 * lane(u) + 4 });
/** Two choices beside each other, and what they mean below them, or on a wide bar beside them. */
const action: Needs = (u) => ({ w: 0, h: (width) => Math.max(50, lines(u, 2.5)) + (width < 34 * u.rem ? lines(u, 2, 0.82) : 0) + 12 });
const me: Needs = (u) => ({ w: u.n.chips ? 12.5 * u.rem : 0, h: Math.max(44, lines(u, 1, 1.2) + 8) });
const chips: Needs = (u) => ({ w: 0, h: u.n.chips ? Math.max(44, lines(u, 1.6)) : 0 });

/** The field counts most: what happens, happens there. */
const score = (s: Readonly<Record<Size, number>>): number => s.field + s.card / 2 + s.lane / 3;

/** The players stand in corners, not in strips as wide as the table. */
export const inCorners = (plan: string): boolean => /^(low|small)/.test(plan);
/** Two lines: who it is, and what there is to know. */
const corner: Needs = (u) => ({ w: 9 * u.rem, h: Math.max(38, lines(u, 2, 1.05) + 2) });
/** Small phones: both players beside each other. */
const small = (name: string, grid: string[], less: number): Plan<Size> => ({
    name,
    grid,
    columns: [1, 1],
    rows: grid.map((areas) => Number(areas.startsWith("field"))),
    sizes: { field: [44, 70], card: [40, 70], lane: [0, 40] },
    score: (sizes) => score(sizes) / less,
    areas: { them: corner, me: corner, theirs: lanes, field, mine: lanes, action, hand: lowHand },
});
const lowHand: Needs = (u) => ({ w: held(u), h: u.card * high + 24 });
/** Large text on a small screen: lanes may have no room for pictures, only for counts. */
const spare = (name: string, grid: string[], less: number): Plan<Size> => ({
    name,
    grid,
    rows: grid.map((area) => Number(area === "field")),
    sizes: { field: [44, 60], card: [44, 60], lane: [0, 30] },
    text: 0.66,
    score: (sizes) => score(sizes) / less,
    areas: {
        them: strip,
        theirs: lanes,
        field,
        mine: lanes,
        action: (u) => ({ w: 0, h: 2 * Math.max(48, lines(u, 1.5)) + 14 }),
        hand: lowHand,
        me: strip,
    },
});
/** For phones on their side: nearest yaku are in the rail. The field reaches over the bar of choices, which is wider than what is above it. */
const low = (name: string, worth: number): Plan<Size> => ({
    name,
    grid: ["them field field me", "theirs field field mine", "hand hand action action"],
    columns: [0, 1, 0.001, 0],
    rows: [0, 1, 0],
    sizes: { field: [44, 110], card: [44, 110], lane: [14, 44] },
    score: (sizes) => score(sizes) * worth, // less of a table than the others
    areas: {
        them: corner,
        theirs: square,
        me: corner,
        mine: square,
        action: (u) => ({ w: 16.5 * u.rem, h: Math.max(60, lines(u, 3.2)) + (name === "low" ? lines(u, 3, 0.75) : 0) + 10 }),
        hand: (u) => ({ w: held(u), h: u.card * high + 20 }),
        field,
    },
});
/** Much lies on the field, as hardly ever: its cards may be small. */
const crowded = (plan: Plan<Size>): Plan<Size> => ({ ...plan, sizes: { ...plan.sizes, field: [26, 44] }, score: (s) => score(s) / 1000 });

export const plans: Plan<Size>[] = [
    {
        name: "portrait",
        grid: ["them them", "theirs theirs", "field field", "mine mine", "action action", "hand hand", "me chips"],
        columns: [0, 1],
        rows: [0, 0, 1, 0, 0, 0, 0],
        sizes: { field: [44, 150], card: [44, 150], lane: [22, 60] },
        score,
        areas: { them: strip, theirs: lanes, field, mine: lanes, action, hand, me, chips },
    },
    {
        name: "sides",
        grid: ["them them them them", "theirs field field mine", "action action action action", "hand hand hand hand", "me me chips chips"],
        columns: [0, 0.001, 1, 0], // the second is there for `me` to reach into
        rows: [0, 1, 0, 0, 0],
        sizes: { field: [44, 240], card: [44, 225], lane: [24, 74] },
        score,
        areas: { them: strip, theirs: stacked, field, mine: stacked, action, hand, me, chips },
    },
    small("small", ["them me", "theirs theirs", "field field", "mine mine", "action action", "hand hand"], 8),
    small("small-scant", ["them me", "field field", "action action", "hand hand"], 40), // see spare-scant
    spare("spare", ["them", "theirs", "field", "mine", "action", "hand", "me"], 9),
    spare("spare-scant", ["them", "field", "action", "hand", "me"], 30), // and a band above the table: what was taken is behind its button
    low("low", 0.8),
    { ...low("low-spare", 0.1), text: 0.66 },
    crowded(small("small-scant", ["them me", "field field", "action action", "hand hand"], 1)),
    crowded(spare("spare-scant", ["them", "field", "action", "hand", "me"], 1)),
    crowded({ ...low("low-spare", 1), text: 0.66 }),
];
