// fit.test.ts: the layout engine: the largest cards that fit, the best plan, nothing that moves by itself.
import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { fan, fit, lines, row, stack, upTo, type Box, type Fit, type Plan } from "@/ui/fit";

const sizes = { card: [40, 200], field: [30, 200] } as const;
type Size = keyof typeof sizes;
/** Two boxes of cards and a bar, below each other or side by side. */
const portrait: Plan<Size> = {
    name: "portrait",
    grid: ["field", "bar", "hand"],
    rows: [1, 0, 0],
    sizes,
    areas: {
        field: (u) => ({ w: row(4, u.field, 6), h: stack(u.n.field!, 4, u.field * 1.5, 6) }),
        bar: (u) => ({ w: 0, h: (width) => lines(u, width < 20 * u.rem ? 4 : 2) }),
        hand: (u) => ({ w: fan(u.n.hand!, u.card, 44), h: u.card * 1.5 }),
    },
};
const landscape: Plan<Size> = {
    ...portrait,
    name: "landscape",
    grid: ["field bar", "field hand"],
    columns: [1, 1],
    rows: [0, 1],
    areas: { ...portrait.areas, hand: (u) => ({ w: row(4, u.card, 0), h: stack(u.n.hand!, 4, u.card * 1.5, 4) }) },
};
const plans = [portrait, landscape],
    counts = { field: 8, hand: 8 };
const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);
const boxes: Box[] = [];
for (let width = 300; width <= 2600; width += 97) for (let height = 280; height <= 1500; height += 83) boxes.push({ width, height });

/** What a plan asks for with these sizes fits into what it got. */
function holds(box: Box, text: number, f: Fit<Size>): void {
    const plan = plans.find((p) => p.name === f.plan)!;
    assert.ok(sum(f.columns) <= box.width + 0.1 && sum(f.rows) <= box.height + 0.1, `${f.plan} is larger than ${JSON.stringify(box)}`);
    for (const [name, need] of Object.entries(plan.areas)) {
        const { w, h } = need({ ...f.sizes, rem: text, n: counts, box }),
            got = f.areas[name]!;
        assert.ok(got.width >= w - 0.1, `${f.plan}: ${name} has ${got.width} px, and needs ${w}`);
        assert.ok(got.height >= (typeof h === "number" ? h : h(got.width)) - 0.1, `${f.plan}: ${name} is too low`);
    }
}

test("in every box all areas have what they need, and all of the box is used", () => {
    let fitted = 0;
    for (const box of boxes)
        for (const text of [15, 32]) {
            const f = fit(box, text, plans, counts);
            if (f.tight) continue;
            fitted++;
            holds(box, text, f);
            assert.ok(Math.abs(sum(f.columns) - box.width) < 0.1 && Math.abs(sum(f.rows) - box.height) < 0.1);
        }
    assert.ok(fitted > boxes.length, `only ${fitted} fit`);
});
test("no size of the plan that was taken could be larger", () => {
    for (const box of boxes) {
        const f = fit(box, 16, plans, counts);
        if (f.tight) continue;
        const plan = plans.find((p) => p.name === f.plan)!;
        for (const s of ["card", "field"] as const) {
            if (f.sizes[s] === sizes[s][1]) continue;
            const least = {
                ...plan,
                sizes: { ...plan.sizes, ...only(f.sizes), [s]: [f.sizes[s] + 1, f.sizes[s] + 1] },
            } as unknown as Plan<Size>;
            assert.ok(fit(box, 16, [least], counts).tight, `${s} of ${f.sizes[s]} could be larger in ${JSON.stringify(box)}`);
        }
    }
});
const only = (s: Record<Size, number>) => ({ card: [s.card, s.card], field: [s.field, s.field] });

test("a larger box has cards that are as large or larger, and the plan suits its shape", () => {
    const card = (width: number, height: number) => {
        const f = fit({ width, height }, 16, plans, counts);
        return f.sizes.card + f.sizes.field / 2;
    };
    for (const { width, height } of boxes) {
        if (fit({ width, height }, 16, plans, counts).tight) continue;
        assert.ok(card(width + 60, height + 60) >= card(width, height), `${width} x ${height}`);
    }
    assert.equal(fit({ width: 360, height: 640 }, 15, plans, { field: 8, hand: 6 }).plan, "portrait");
    assert.equal(fit({ width: 740, height: 310 }, 15, plans, { field: 8, hand: 6 }).plan, "landscape");
});
test("sizes grow together, then each alone, the first first", () => {
    const box = { width: 1000, height: 300 };
    const one: Plan<Size> = {
        name: "one",
        grid: ["a b"],
        columns: [0, 1],
        sizes: { card: [10, 110], field: [10, 60] },
        areas: { a: (u) => ({ w: u.card, h: u.card * 2 }), b: (u) => ({ w: u.field, h: u.field * 5 }) },
    };
    // together: both in the middle of their ranges at 50 %: 60 and 35; the second reaches 300 / 5 = 60 at the end, the first 110
    assert.deepEqual(fit(box, 16, [one], {}).sizes, { card: 110, field: 60 });
    assert.deepEqual(fit({ width: 1000, height: 200 }, 16, [one], {}).sizes, { card: 100, field: 40 });
    assert.deepEqual(fit({ width: 100, height: 1000 }, 16, [one], {}).sizes, { card: 64, field: 36 }); // 2 : 1 of their ranges, and the odd px to the first
});
test("what does not fit is at its least, and says so", () => {
    const f = fit({ width: 200, height: 150 }, 16, plans, counts);
    assert.equal(f.tight, true);
    assert.deepEqual(f.sizes, { card: 40, field: 30 });
});
test("when only counts change the plan stays as long as it fits", () => {
    const box = { width: 600, height: 600 },
        first = fit(box, 16, plans, counts).plan,
        other = first === "portrait" ? "landscape" : "portrait";
    assert.equal(fit(box, 16, plans, counts, other).plan, other);
    assert.equal(fit({ width: 740, height: 190 }, 16, plans, counts, "portrait").plan, "landscape", "it does not fit there");
});
test("spans share by the shares of their tracks; empty cells need nothing; a gap is room too", () => {
    const plan: Plan<"card"> = {
        name: "p",
        grid: ["top top", ". side"],
        columns: [1, 0],
        rows: [0, 1],
        gap: 10,
        sizes: { card: [10, 10] },
        areas: { top: () => ({ w: 300, h: 50 }), side: () => ({ w: 100, h: 40 }) },
    };
    const f = fit({ width: 310, height: 120 }, 16, [plan], {});
    assert.deepEqual([f.columns, f.rows, f.tight], [[200, 100], [50, 60], false]);
    assert.deepEqual(f.areas, { top: { width: 310, height: 50 }, side: { width: 100, height: 60 } });
    assert.equal(fit({ width: 299, height: 120 }, 16, [plan], {}).tight, true);
});
test("counts in steps, cards in fans and rows", () => {
    assert.deepEqual([upTo(3, 8, 12), upTo(9, 8, 12), upTo(13, 8, 12)], [8, 12, 13]);
    assert.deepEqual([row(0, 50, 5), row(3, 50, 5), stack(5, 4, 80, 4), fan(8, 60, 44), fan(1, 60, 44)], [0, 160, 164, 368, 60]);
});
