// plans.ts: the ways to lay the Gacha board out. Areas: the others (players), the market, what lies face down or is discarded (shelf), the
// piles with their odds, the bar of choices (action), the hand, and the player's own plate with rewards and tokens (own).
import { lines, row, type Need, type Plan } from "@/ui/fit";

export type Size = "market" | "pile" | "card";
type N = Need<Size>;
/** Counts: `others`: players that are shown on the board itself; `mine`: 1 if somebody plays here, 0 for those who watch. */
const high = 1.4, // of a card, for its width
    target = 46; // px that a finger needs, and a little

const lack = (u: { rem: number; market: number }): number => Math.max(18, 1.08 * u.rem, 0.14 * u.market);
const odds = (rem: number): number => Math.ceil(3 * rem * 0.94) + 4;
const market: N = (u) => ({ w: row(4, u.market, 10) + 18, h: u.market * high + lack(u) + 19 });
const piles: N = (u) => ({ w: row(4, Math.max(u.pile + 4, 4.1 * u.rem), 6) + 10, h: u.pile * high + odds(u.rem) + 15 });
const hand: N = (u) => ({ w: u.n.mine ? row(5, u.card, 6) + 16 : 0, h: u.n.mine ? u.card * high + 18 : 0 });
const own: N = (u) => ({ w: 0, h: u.n.mine ? Math.max(50, lines(u, 1, 1.2) + lines(u, 1, 1.25, 1.2) + 4, 0.6 * u.card) : 0 });
const shelf: N = (u) => ({ w: Math.max(target + 8, 3.4 * u.rem, 0.58 * u.pile), h: 3 * target + 14 });
const bar: N = (u) => ({ w: 0, h: lines(u, 2, 0.87, 1.2) + Math.max(target, lines(u, 2, 0.87)) + 12 });
/** A bar beside the hand: buttons in two rows. */
const column: N = (u) => ({ w: 13 * u.rem, h: lines(u, 3, 0.9, 1.2) + 2 * Math.max(44, lines(u, 2, 0.8)) + 21 });
const rowOf =
    (one: N, few: N, many: N): N =>
    (u) =>
        u.n.others! > 3 ? many(u) : u.n.others! > 1 ? few(u) : u.n.others ? one(u) : { w: 0, h: 0 };
const tiny: N = (u) => ({ w: 0, h: lines(u, 2, 0.8, 1.1) + lines(u, 2, 0.95, 1.25) + 19 });
/** What small screens have in common: the shelf lies beside the player's plate; in the bar is a sentence or there are buttons. */
const packed: Record<"market" | "shelf" | "action" | "hand" | "own", N> = {
    market: (u) => ({ w: row(4, u.market, 10) + 18, h: u.market * high + lack(u) + 15 }),
    shelf: () => ({ w: 3 * target, h: 0 }),
    action: (u) => ({ w: 0, h: Math.max(target, lines(u, 2, 0.87, 1.2)) + 12 }),
    hand,
    own: (u) => ({ w: 0, h: u.n.mine ? Math.max(50, lines(u, 2, 1.1)) : 0 }),
};
/** And what high ones have. */
const tall = {
    grid: ["players players", "market market", "piles shelf", "action action", "hand hand", "own own"],
    columns: [1, 0],
    rows: [0, 1, 1, 0, 1, 0],
};

const all: Plan<Size>[] = [
    {
        name: "portrait",
        ...tall,
        sizes: { market: [76, 270], pile: [52, 220], card: [50, 210] },
        areas: {
            players: rowOf(
                (u) => ({ w: 0, h: lines(u, 2, 1, 1.25) + 18 }),
                (u) => ({ w: 0, h: lines(u, 2, 0.95, 1.25) + 48 }),
                tiny,
            ),
            market,
            shelf,
            piles,
            action: bar,
            hand,
            own,
        },
    },
    {
        // as above, without the backs of the others' hands
        name: "lean",
        ...tall,
        sizes: { market: [56, 120], pile: [42, 100], card: [42, 100] },
        areas: {
            players: rowOf(
                (u) => ({ w: 0, h: lines(u, 2, 1, 1.2) + 16 }),
                (u) => ({ w: 0, h: lines(u, 2, 1, 1.2) + 16 }),
                tiny,
            ),
            market,
            shelf,
            piles,
            action: bar,
            hand,
            own,
        },
        score: () => 0,
    },
    {
        // small phones and large text: points of the others, the shelf beside the player's plate
        name: "least",
        grid: ["players players", "market market", "piles piles", "action action", "hand hand", "own shelf"],
        columns: [1, 0],
        rows: [0, 1, 1, 0, 1, 0],
        sizes: { market: [50, 100], pile: [38, 90], card: [38, 90] },
        text: 0.66,
        areas: {
            players: (u) => ({ w: 0, h: u.n.others ? Math.max(target, lines(u, 1, 1.1)) + 8 : 0 }),
            ...packed,
            piles: (u) => ({ w: row(4, u.pile + 4, 6) + 10, h: u.pile * high + odds(u.rem) + 13 }),
        },
        score: () => -1,
    },
    {
        // and a band above the table: the others are behind their button, of the odds the best is shown
        name: "scant",
        grid: ["market market", "piles piles", "action action", "hand hand", "own shelf"],
        columns: [1, 0],
        rows: [1, 1, 0, 1, 0],
        sizes: { market: [44, 60], pile: [36, 50], card: [38, 60] },
        text: 0.66,
        areas: {
            ...packed,
            piles: (u) => ({ w: row(4, u.pile + 4, 6) + 10, h: u.pile * high + lines(u, 1, 0.94) + 17 }),
        },
        score: () => -2,
    },
    {
        // low screens: the hand beside the table
        name: "side",
        grid: ["players market shelf action", "players market shelf hand", "players piles shelf hand", "players piles shelf own"],
        columns: [0, 1, 0, 1],
        rows: [0, 0, 1, 0],
        sizes: { market: [52, 270], pile: [40, 220], card: [40, 210] },
        areas: {
            players: (u) => ({ w: u.n.others ? 8.4 * u.rem : 0, h: u.n.others! * (lines(u, 1, 0.87, 1.2) + lines(u, 1, 1.2, 1) + 15) + 4 }),
            market,
            shelf,
            piles,
            action: column,
            hand,
            own,
        },
    },
    {
        // and large text: the others are behind their button
        name: "side-small",
        grid: ["market shelf action", "market shelf hand", "piles shelf hand", "piles shelf own"],
        columns: [1, 0, 1],
        rows: [0, 0, 1, 0],
        sizes: { market: [52, 270], pile: [40, 220], card: [40, 210] },
        text: 0.66,
        areas: {
            market,
            shelf,
            piles,
            action: (u) => ({ w: 13 * u.rem, h: 2 * Math.max(44, lines(u, 2, 0.8)) + 18 }),
            hand,
            own: (u) => ({ w: 0, h: u.n.mine ? Math.max(50, lines(u, 2, 1.1)) : 0 }),
        },
        score: () => -1,
    },
    {
        // everything else: the others on the left, the bar beside the hand
        name: "table",
        grid: ["players market shelf", "players piles shelf", "players hand action", "players own own"],
        columns: [0, 1, 0],
        rows: [1, 1, 1, 0],
        sizes: { market: [76, 270], pile: [60, 220], card: [56, 210] },
        areas: {
            players: (u) => ({ w: u.n.others ? 10.5 * u.rem : 0, h: u.n.others! * (lines(u, 2, 1, 1.25) + 16) + 6 }),
            market,
            shelf: (u) => ({ w: Math.max(target + 16, 5 * u.rem), h: 3 * (target + 10) + 12 }),
            piles,
            action: (u) => ({ ...column(u), w: 15 * u.rem }),
            hand,
            own,
        },
    },
];
/** Rewards have pictures: their size counts most. */
export const plans = all.map((p): Plan<Size> => ({ score: (s) => s.market + 0.8 * s.pile + 0.7 * s.card, ...p }));
/** The plans with the least room: fewer words, smaller parts. */
export const isSmall = (plan: string): boolean => plan === "least" || lacksOthers(plan);
/** There is no room for the others: they are behind their button. */
export const lacksOthers = (plan: string): boolean => plan === "scant" || plan === "side-small";
