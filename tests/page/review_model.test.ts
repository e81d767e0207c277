// review_model.test.ts: what the page derives from a review.
import assert from "node:assert/strict";
import { test } from "node:test";
import { likely, told } from "@/review/model";

test("one played like a range of neighbouring levels", () => {
    const of = (easy: number, normal: number, hard: number): string[] => likely({ easy, normal, hard }).levels;
    assert.deepEqual(of(0.05, 0.9, 0.05), ["normal"]);
    assert.deepEqual(of(0.7, 0.28, 0.02), ["easy", "normal"]);
    assert.deepEqual(of(0.5, 0.02, 0.48), ["easy", "normal", "hard"], "no level is skipped");
    assert.deepEqual(likely({}).levels, [], "not known");
    assert.equal(likely({ easy: 0.5, normal: 0.25, hard: 0.25 }).chance, 1);
    assert.equal(likely({ easy: 0.75, normal: 0.25 }).chance, 1);
    assert.equal(likely({ easy: 0.0625, normal: 0.9375 }).chance, 0.9375);
});
test("what one played like is told if it is sure, and if it does not contradict who lost less", () => {
    const seat = (own: number, easy: number, normal: number, hard: number) => ({ own, like: { easy, normal, hard } }),
        of = (...seats: ReturnType<typeof seat>[]): string[] => told(seats).map((l) => l?.levels.join(" to ") ?? "");
    assert.deepEqual(of(seat(-0.1, 0.05, 0.9, 0.05), seat(-0.2, 0.7, 0.28, 0.02)), ["normal", "easy to normal"]);
    assert.deepEqual(of(seat(-0.1, 0.4, 0.3, 0.3)), [""], "three levels");
    assert.deepEqual(told([{ own: 0, like: { easy: 0.09, normal: 0.36, hard: 0.37, master: 0.09, best: 0.09 } }]), [undefined], "not sure");
    // the winner with fewer losses would be the weaker one
    assert.deepEqual(of(seat(-0.1, 0.5, 0.4, 0.1), seat(-0.3, 0.03, 0.5, 0.47)), ["", ""]);
    assert.deepEqual(of(seat(-0.3, 0.5, 0.4, 0.1), seat(-0.1, 0.03, 0.5, 0.47)), ["easy to normal", "normal to hard"]);
    assert.deepEqual(of(seat(-0.1, 0, 1, 0), seat(-0.3, 0, 1, 0)), ["normal", "normal"]);
});
