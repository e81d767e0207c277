// shell.ts: how the screen of a table is divided between the board and what is around it, by the room there is. The first plan that
// leaves the board enough is taken: a rail on each side; none, with the tools in the bar at the top; the same for a low window; a phone's, with
// the tools at the bottom.
import { lines, type Box, type Fit, type Need, type Plan } from "./fit";

/** The side of a thing that is pressed, at least. */
const target = 44,
    /** Buttons of the bar when the tools are in it. */
    buttons = 7;

/** For one more button in the bar (counts: more): that other tables wait. */
const more: (u: Parameters<Need>[0]) => number = (u) => (u.n.more ?? 0) * target;
const top: Need = (u) => ({ w: 0, h: Math.max(target, lines(u, 2, 0.87, 1.2)) });
const left: Need = (u) => ({ w: 18 * u.rem, h: 0 }),
    right: Need = (u) => ({ w: 16 * u.rem, h: 0 });
/** Rails are not worth small cards: a board between them is about as wide as it is high. */
const board: Need = (u) => ({ w: Math.max(44 * u.rem, u.box.height * 0.9), h: 0 });

/** The line of what happened since my last turn, where there is no log beside the board; or in its place what the table asks (counts:
 *  band, its buttons; say, lines of its text if they are not as many as usual), in one line if there is room for that. */
const recap: Need = (u) => ({
    w: 0,
    h: (width) => {
        const line = Math.max(target, lines(u, 2, 0.88, 1.2) + 4),
            n = u.n.band!;
        if (width >= bandWidth(n, u.rem)) return line;
        const text = Math.min(0.88 * u.rem, 0.054 * u.box.width), // as in play.css
            rows = Math.ceil(n / Math.max(1, Math.floor(width / (8.2 * text))));
        return Math.ceil((u.n.say || (n > 2 ? 1 : 2)) * 1.2 * text) + rows * (target + 3) + 4;
    },
});
const bandWidth = (buttons: number, rem: number): number => (buttons ? (buttons > 2 ? 38 : 5 + 8 * buttons) * rem : 0);

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
        columns: [1, 3],
        rows: [0, 1],
        sizes: {},
        areas: {
            top: (u) => ({ ...top(u), w: (u.n.band ? 3 * target + 16 : buttons * target + 7 * u.rem) + more(u) }),
            recap: (u) => ({
                w: u.n.band ? Math.min(36 * u.rem, u.box.width - 3 * target - 20 - more(u)) : Math.min(10 * u.rem, u.box.width * 0.25),
                h: target,
            }),
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

export interface Shell {
    wide: boolean; // the board's rail, the log and the help are beside it
    atTop: boolean; // the tools are in the bar at the top
    tools: boolean; // there is room for them: in a low window an answer has to be given first
    names: boolean; // they have their names
    title: boolean;
    status: boolean;
    facts: boolean; // what there is to know about people is in the bar at the top
}
/** What is drawn. `band`: the buttons of what the table asks. */
export function shellOf({ plan, box, rem, areas }: Fit, band: number): Shell {
    const atTop = plan !== "phone",
        wide = plan === "rails",
        first = !(plan === "low" && band);
    return {
        wide,
        atTop,
        tools: first,
        names: atTop ? areas.top!.width >= 56 * rem : namedTools(box, rem),
        title: first && areas.top!.width >= (atTop ? buttons * target + 18 * rem : 3 * target + 14 * rem),
        status: first && !(wide && band),
        facts: wide || plan === "bar",
    };
}
