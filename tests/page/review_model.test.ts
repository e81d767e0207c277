// review_model.test.ts: what the page derives from a review.
import assert from "node:assert/strict";
import { test } from "node:test";
import { likely } from "@/review/model";

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
