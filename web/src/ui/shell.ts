// shell.ts: how the screen of a table is divided between the board and what is around it, by the room there is. The first plan that
// leaves the board enough is taken: a rail on each side; none, with the tools in the bar at the top; the same for a low window; a phone's, with
// the tools at the bottom.
import { lines, type Box, type Fit, type Need, type Plan } from "./fit";

/** The side of a thing that is pressed, at least. */
const target = 44,
    /** Buttons of the bar when the tools are in it. */
    buttons = 7;

const top: Need = (u) => ({ w: 0, h: Math.max(target, lines(u, 2, 0.8, 1.2)) });
const left: Need = (u) => ({ w: 18 * u.rem, h: 0 }),
    right: Need = (u) => ({ w: 16 * u.rem, h: 0 });
/** Rails are not worth small cards: a board between them is about as wide as it is high. */
const board: Need = (u) => ({ w: Math.max(44 * u.rem, u.box.height * 0.9), h: 0 });

/** A line of what happened since my last turn (counts: recap), where there is no log beside the board. */
const recap: Need = (u) => ({ w: 0, h: u.n.recap ? Math.max(target, lines(u, 2, 0.88, 1.2) + 4) : 0 });

export const shellPlans: readonly Plan[] = [
    {
        name: "rails",
        grid: ["top top top", "left board right"],
        columns: [1, 4, 1],
        rows: [0, 1],
        sizes: {},
        areas: { top, left, right, board },
    },
    {
        name: "bar",
        grid: ["top", "recap", "board"],
        rows: [0, 0, 1],
        sizes: {},
        areas: { top, recap, board: (u) => ({ w: 40 * u.rem, h: 28 * u.rem }) },
    },
    // too low for that: everything in one line
    {
        name: "low",
        grid: ["top recap", "board board"],
        columns: [1, 0],
        rows: [0, 1],
        sizes: {},
        areas: {
            top: (u) => ({ ...top(u), w: buttons * target + 5 * u.rem }),
            recap: (u) => ({ ...recap(u), w: u.n.recap ? Math.min(14 * u.rem, u.box.width * 0.3) : 0 }),
            board: (u) => ({ w: u.box.height, h: 0 }),
        },
    },
    {
        name: "phone",
        grid: ["top", "recap", "board", "tools"],
        rows: [0, 0, 1, 0],
        sizes: {},
        areas: { top, recap, tools: (u) => ({ w: 0, h: Math.max(target + 4, namedTools(u.box, u.rem) ? 22 + lines(u, 1, 0.8) : 0) }) },
    },
];
/** A phone's tools have their names below the icons. */
const namedTools = ({ width, height }: Box, rem: number): boolean => width >= 21 * rem && height >= 34 * rem;

/** What is drawn in which plan. */
export function shellOf({ plan, box, rem, areas }: Fit): { wide: boolean; atTop: boolean; names: boolean; title: boolean } {
    const atTop = plan !== "phone";
    return {
        wide: plan === "rails",
        atTop, // the tools are in the bar at the top
        names: atTop ? areas.top!.width >= 56 * rem : namedTools(box, rem),
        title: areas.top!.width >= (atTop ? buttons * target + 18 * rem : 3 * target + 14 * rem),
    };
}
