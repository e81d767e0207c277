// fit.ts: layouts made from the room there is. A board says in what ways it can be laid out (plans) and how much room each part needs
// for cards of a given width; fit() picks the plan with the largest cards, and useFit() keeps a board laid out that way.
//
// A plan is a grid of named areas, as CSS has them, with a function for each area that says how much it needs. Widths are settled first,
// then heights, which may depend on them. Whatever is left over goes to the tracks that have shares in it.
//
//     const hand: Need<"card" | "field"> = (u) => ({ w: fan(u.n.hand!, u.card, 44) + 12, h: u.card * 1.6 + 24 });
//     const field: Need<"card" | "field"> = (u) => ({ w: row(5, u.field, 6) + 12, h: stack(u.n.field!, 5, u.field * 1.6, 6) + 12 });
//     const action: Need<"card" | "field"> = (u) => ({ w: 0, h: Math.max(52, lines(u, 2)) + 16 }); // a button, or two lines of text
//     const sizes = { card: [44, 120], field: [40, 120] } as const; // each between these; they grow together, then the first first
//     const plans: Plan<"card" | "field">[] = [
//         { name: "portrait", grid: ["field", "action", "hand"], rows: [1, 0, 0], sizes, areas: { field, action, hand } },
//         { name: "landscape", grid: ["field action", "hand hand"], columns: [1, 0], rows: [1, 0], sizes,
//           areas: { field, action: (u) => ({ w: 12 * u.rem, h: 120 }), hand } },
//     ];
//     function Center({ ctx }) {
//         const root = useRef<HTMLDivElement>(null);
//         const { plan } = useFit(root, plans, { hand: 8, field: upTo(view.field.length, 8, 12, 16) });
//         return <div class="fit my-board" ref={root}> <section class="action" style="grid-area: action"> …
//     }
//
// The board's element has the class `fit` (a grid that fills its parent and never grows with what is in it). useFit sets on it:
//     data-plan="portrait"       the plan, for what the plans draw differently
//     data-tight                 no plan fits: everything is at its least size, and something has to scroll. The hand should not
//     --card, --field, ...       the sizes, in px
//     --rem                      one rem, in px; less than that in plans which make enlarged text smaller (`text`)
//     --hand-w, --hand-h, ...    the width and height of each area, in px
//     grid-template-*            the areas, in px, so that nothing which appears in one can move another
// The children say `grid-area: hand`. CSS of boards uses these and --rem for text, and no media queries.
//
// So that nothing jumps: an area asks for the most it will ever need in this plan (an action bar for its longest question, not for
// what it says now), and counts are what room is kept for, not what lies there: the hand of a whole round, the field in steps (upTo).
// While box, text size and counts stay the same, so does everything. When only counts change, the plan stays as long as it fits.
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Room, in px. */
export interface Box {
    width: number;
    height: number;
}
export type Counts = Readonly<Record<string, number>>;
/** What a need is a function of: the sizes that are tried, by their names, the counts, and one rem. */
export type Units<S extends string = string> = Readonly<Record<S, number>> & {
    readonly rem: number;
    readonly n: Counts;
    /** The room of the whole board. */
    readonly box: Box;
};
/** The least room an area can do with. Never less for a larger card. `h` may depend on the width that it gets. */
export type Need<S extends string = string> = (u: Units<S>) => { w: number; h: number | ((width: number) => number) };

export interface Plan<S extends string = string> {
    name: string;
    /** Rows of area names, as grid-template-areas; "." is an empty cell. */
    grid: readonly string[];
    /** Every area of the grid that needs room. Of those that span as many tracks, the first is given room first. */
    areas: Readonly<Record<string, Need<S>>>;
    /** Least and largest of each size, in px; the first is the one that counts most. */
    sizes: Readonly<Record<S, readonly [least: number, most: number]>>;
    /** Shares of the tracks in what is left over. Left out: each column 1, each row 1. */
    columns?: readonly number[];
    rows?: readonly number[];
    /** Between tracks, in px. */
    gap?: number;
    /** For large text on small screens: the part of it that is left on the board. Text that nobody enlarged stays as it is. Left out: 1. */
    text?: number;
    /** How good the plan is with these sizes; the best is taken, of equals the first. Left out: the first size, half the second, ... */
    score?(sizes: Readonly<Record<S, number>>): number;
}
export interface Fit<S extends string = string> {
    plan: string;
    sizes: Readonly<Record<S, number>>;
    /** What it was made for. */
    box: Box;
    rem: number;
    /** No plan fits, not even with the least sizes. */
    tight: boolean;
    grid: readonly string[];
    columns: number[];
    rows: number[];
    gap: number;
    areas: Record<string, Box>;
}

// ---- what needs are made of ----
/** The width of n cards side by side. */
export const row = (n: number, width: number, gap: number): number => (n > 0 ? n * width + (n - 1) * gap : 0);
/** The height of n things in rows of `per`. */
export const stack = (n: number, per: number, height: number, gap: number): number => row(Math.ceil(n / per), height, gap);
/** The least width of n cards that may lie over one another, of each of which `step` px stay to be pressed. */
export const fan = (n: number, width: number, step: number): number => (n > 0 ? width + (n - 1) * Math.min(step, width) : 0);
/** The height of n lines of text of a size in rem. */
export const lines = (u: { rem: number }, n: number, size = 1, height = 1.25): number => Math.ceil(n * size * height * u.rem);
/** The least of these steps that n fits in: room is kept for so many. */
export const upTo = (n: number, ...steps: number[]): number => steps.find((s) => s >= n) ?? n;

// ---- the core ----
interface Track {
    from: number;
    to: number;
}
interface Cell {
    name: string;
    column: Track;
    row: Track;
}
const cellsOf = new WeakMap<readonly string[], { cells: Cell[]; columns: number; rows: number }>();
function read(grid: readonly string[]): { cells: Cell[]; columns: number; rows: number } {
    const known = cellsOf.get(grid);
    if (known) return known;
    const cells = new Map<string, Cell>(),
        names = grid.map((r) => r.trim().split(/\s+/));
    for (const [y, r] of names.entries())
        for (const [x, name] of r.entries()) {
            if (/^\.+$/.test(name)) continue;
            const c = cells.get(name) ?? { name, column: { from: x, to: x }, row: { from: y, to: y } };
            c.column.to = Math.max(c.column.to, x);
            c.row.to = y;
            cells.set(name, c);
        }
    const made = { cells: [...cells.values()], columns: names[0]!.length, rows: names.length };
    cellsOf.set(grid, made);
    return made;
}

/** Tracks that are long enough for all needs; those that span several come after those that do not. */
function tracks(n: number, gap: number, shares: readonly number[], needs: { track: Track; need: number }[]): number[] {
    const size = new Array<number>(n).fill(0);
    const span = (t: Track) => t.to - t.from;
    for (const { track, need } of [...needs].sort((a, b) => span(a.track) - span(b.track))) {
        let lacks = need - gap * span(track);
        for (let i = track.from; i <= track.to; i++) lacks -= size[i]!;
        if (lacks > 0) spread(size, lacks, shares, track);
    }
    return size;
}
/** Gives room to tracks by their shares; to all alike if none has one. */
function spread(size: number[], room: number, shares: readonly number[], { from, to }: Track): void {
    let all = 0;
    for (let i = from; i <= to; i++) all += shares[i] ?? 1;
    for (let i = from; i <= to; i++) size[i]! += all > 0 ? (room * (shares[i] ?? 1)) / all : room / (to - from + 1);
}
const total = (size: number[], gap: number): number => size.reduce((a, b) => a + b, 0) + gap * (size.length - 1);
const length = (size: number[], gap: number, { from, to }: Track): number => total(size.slice(from, to + 1), gap);

/** One rem of a plan, in px, where it is `rem` elsewhere; `usualRem` if nobody enlarged it. */
const usualRem = 15;
const remOf = ({ text = 1 }: { text?: number }, rem: number): number => Math.min(rem, Math.max(usualRem, rem * text));

interface Laid {
    columns: number[];
    rows: number[];
    over: number; // px that are missing; 0: it fits
}
function lay<S extends string>(plan: Plan<S>, box: Box, text: number, n: Counts, sizes: Readonly<Record<S, number>>): Laid {
    const { cells, columns, rows } = read(plan.grid),
        gap = plan.gap ?? 0;
    const u = { ...sizes, rem: remOf(plan, text), n, box } as Units<S>;
    const needs = Object.entries(plan.areas).flatMap(([name, need]) => {
        const c = cells.find((one) => one.name === name);
        return c ? [{ ...c, need: need(u) }] : [];
    });
    const shares = plan.columns ?? new Array<number>(columns).fill(1),
        heights = plan.rows ?? new Array<number>(rows).fill(1);
    const w = tracks(
        columns,
        gap,
        shares,
        needs.map((c) => ({ track: c.column, need: c.need.w })),
    );
    const wide = total(w, gap) - box.width;
    if (wide < 0) spread(w, -wide, shares, { from: 0, to: columns - 1 });
    const h = tracks(
        rows,
        gap,
        heights,
        needs.map((c) => ({ track: c.row, need: typeof c.need.h === "number" ? c.need.h : c.need.h(length(w, gap, c.column)) })),
    );
    const high = total(h, gap) - box.height;
    if (high < 0) spread(h, -high, heights, { from: 0, to: rows - 1 });
    return { columns: w, rows: h, over: Math.max(0, wide - 0.01) + Math.max(0, high - 0.01) };
}

/** The largest whole number from 0 to `most` for which `holds`, which holds for all below it; it holds for 0. */
function largest(most: number, holds: (n: number) => boolean): number {
    let low = 0,
        high = Math.floor(most);
    while (low < high) {
        const mid = Math.ceil((low + high) / 2);
        if (holds(mid)) low = mid;
        else high = mid - 1;
    }
    return low;
}

/** The largest sizes of a plan that fit: all grow together, each by its own range, as far as they can; then each alone, the first first. */
function grow<S extends string>(plan: Plan<S>, box: Box, text: number, n: Counts): Record<S, number> | undefined {
    const names = Object.keys(plan.sizes) as S[],
        fits = (sizes: Record<S, number>) => lay(plan, box, text, n, sizes).over === 0;
    const at = (part: number): Record<S, number> => {
        const sizes = {} as Record<S, number>;
        for (const s of names) sizes[s] = Math.floor(plan.sizes[s][0] + (plan.sizes[s][1] - plan.sizes[s][0]) * part);
        return sizes;
    };
    if (!fits(at(0))) return undefined;
    const steps = Math.max(1, ...names.map((s) => plan.sizes[s][1] - plan.sizes[s][0]));
    const sizes = at(largest(steps, (i) => fits(at(i / steps))) / steps);
    for (const s of names) sizes[s] += largest(plan.sizes[s][1] - sizes[s], (more) => fits({ ...sizes, [s]: sizes[s] + more }));
    return sizes;
}
const usual = (sizes: Readonly<Record<string, number>>): number => Object.values(sizes).reduce((all, size, i) => all + size / 2 ** i, 0);

/** The best plan for a box, and how large everything is in it. `text`: px of one rem. `keep`: the plan to stay with if it fits. */
export function fit<S extends string>(box: Box, text: number, plans: readonly Plan<S>[], counts: Counts, keep?: string): Fit<S> {
    let best: { plan: Plan<S>; sizes: Record<S, number>; score: number } | undefined;
    for (const plan of plans) {
        const sizes = grow(plan, box, text, counts);
        if (!sizes) continue;
        const score = plan.name === keep ? Infinity : (plan.score ?? usual)(sizes);
        if (!best || score > best.score) best = { plan, sizes, score };
    }
    const tight = !best;
    if (!best) {
        // the one that lacks least, at its least
        const least = (plan: Plan<S>) => {
            const sizes = {} as Record<S, number>;
            for (const s of Object.keys(plan.sizes) as S[]) sizes[s] = plan.sizes[s][0];
            return { plan, sizes, score: -lay(plan, box, text, counts, sizes).over };
        };
        best = plans.map(least).reduce((a, b) => (b.score > a.score ? b : a));
    }
    const { plan, sizes } = best,
        gap = plan.gap ?? 0,
        { columns, rows } = lay(plan, box, text, counts, sizes);
    const areas: Record<string, Box> = {};
    for (const c of read(plan.grid).cells) areas[c.name] = { width: length(columns, gap, c.column), height: length(rows, gap, c.row) };
    return { plan: plan.name, sizes, box, rem: remOf(plan, text), tight, grid: plan.grid, columns, rows, gap, areas };
}

// ---- on the page ----
/** Tells when the size of the page's text changes, which no size of a box does. */
let probe: HTMLElement | undefined, known: number | undefined;
const textWatchers = new Set<() => void>();
function watchText(fn: () => void): () => void {
    if (!probe) {
        probe = document.createElement("i");
        probe.style.cssText = "position:absolute;visibility:hidden;width:1rem;height:0";
        probe.setAttribute("aria-hidden", "true");
        document.body.append(probe);
        new ResizeObserver(() => {
            known = undefined;
            for (const w of textWatchers) w();
        }).observe(probe);
    }
    textWatchers.add(fn);
    return () => textWatchers.delete(fn);
}
/** One rem in px. Known from then on: asking while something is being drawn would cost a layout of half of it. */
export function rem(): number {
    known ??= parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    return known;
}

const px = (n: number): string => `${Math.round(n * 100) / 100}px`;
function apply(e: HTMLElement, f: Fit): void {
    e.dataset.plan = f.plan;
    e.toggleAttribute("data-tight", f.tight);
    const { style } = e;
    style.setProperty("--rem", px(f.rem));
    for (const [name, size] of Object.entries(f.sizes)) style.setProperty(`--${name}`, px(size));
    for (const [name, { width, height }] of Object.entries(f.areas)) {
        style.setProperty(`--${name}-w`, px(width));
        style.setProperty(`--${name}-h`, px(height));
    }
    style.gap = px(f.gap);
    style.gridTemplateAreas = f.grid.map((r) => `"${r}"`).join(" ");
    style.gridTemplateColumns = f.columns.map(px).join(" ");
    style.gridTemplateRows = f.rows.map(px).join(" ");
}

/** Keeps the element laid out by the best of the plans, before anything is painted. It reads one box when that changed, and writes to
 *  that element alone. The plans are the same in every call (a constant of the module). */
export function useFit<S extends string>(ref: { readonly current: HTMLElement | null }, plans: readonly Plan<S>[], counts: Counts): Fit<S> {
    const [now, set] = useState(() => fit({ width: innerWidth, height: innerHeight }, rem(), plans, counts));
    const own = useRef<{
        e: HTMLElement | null;
        box?: Box;
        key: string;
        room: string | undefined;
        counts: Counts;
        plan: string;
        watch: ResizeObserver;
    }>();
    const settle = () => {
        const o = own.current!,
            text = rem(),
            room = o.box && `${o.box.width} ${o.box.height} ${text}`,
            key = `${room} ${JSON.stringify(o.counts)}`;
        if (!o.box || key === o.key) return;
        const made = fit(o.box, text, plans, o.counts, room === o.room ? o.plan : undefined);
        Object.assign(o, { key, room, plan: made.plan });
        apply(o.e!, made);
        set(made);
    };
    const measure = () => {
        const o = own.current!,
            e = o.e;
        if (!e?.clientWidth || !e.clientHeight) return;
        const { paddingTop, paddingRight, paddingBottom, paddingLeft } = getComputedStyle(e);
        o.box = {
            width: e.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
            height: e.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom),
        };
        settle();
    };
    // each time it is drawn: the counts may be others, and the element another one. Its box is read if it is another, or was resized: to
    // read one while a table is being drawn would cost a layout of all of it
    useLayoutEffect(() => {
        own.current ??= { e: null, key: "", room: "", counts, plan: "", watch: new ResizeObserver(measure) };
        const o = own.current;
        o.counts = counts;
        if (o.e === ref.current) return settle();
        o.watch.disconnect();
        Object.assign(o, { e: ref.current, key: "", room: "", box: undefined });
        if (o.e) o.watch.observe(o.e);
        measure();
    });
    useLayoutEffect(() => {
        const off = watchText(measure);
        return () => {
            off();
            own.current?.watch.disconnect();
        };
    }, []);
    return now;
}
