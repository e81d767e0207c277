// review_model.test.ts: what a review says decided a game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decisive, verdict, winner } from "@/review/model";
import type { Decision, Reviewed } from "@/review/types";

const seat = (result: number, sum: Partial<{ own: number; others: number; luck: number; rest: number }> = {}) => ({
    ...{ result, start: 0.5, own: 0, others: 0, luck: 0, rest: 0 },
    ...sum,
});
const slip = (of: number, ...loss: number[]): Decision => ({ kind: "slip", seat: of, loss }) as unknown as Decision;
const game = (results: number[], decisions: Decision[], over = true): Reviewed =>
    ({ over, seats: results.map((r) => seat(r)), decisions }) as unknown as Reviewed;

test("what decided a game follows from the winner's sum", () => {
    const of = (luck: number, own: number, others: number, rest = 0): string => verdict({ luck, luck_error: 0.01, own, others, rest });
    assert.equal(of(0.5, 0, 0), "luck");
    assert.equal(of(0.5, -0.3, 0.2), "luck", "slips of both sides that cancel out");
    assert.equal(of(-0.2, -0.1, 0.8), "despite");
    assert.equal(of(-0.015, -0.1, 0.8), "play", "luck within its error is none");
    assert.equal(of(0.4, -0.1, 0.2), "luckMost");
    assert.equal(of(0.1, 0, 0.4), "playMost");
    assert.equal(of(0.3, 0, 0.2), "both");
    assert.equal(of(-0.1, -0.2, 0.1, 0.7), "rest");
    assert.equal(of(-0.01, -0.02, 0, -0.1), "neither");
});

test("the decisive slip is the one of others that helped the winner most, not the largest", () => {
    const own = slip(0, -0.9, 0.5, 0.4),
        large = slip(2, 0.1, 0.2, -0.3),
        most = slip(1, 0.2, -0.25, 0.05);
    assert.equal(decisive(game([1, 0, 0], [own, large, most])), most);
    assert.equal(winner(game([1, 0, 0], [])), 0);
    assert.equal(decisive(game([1, 0, 0], [own])), undefined, "the winner's own slips decided nothing");
    assert.equal(decisive(game([0.5, 0.5, 0], [large, most])), undefined, "a shared win");
    assert.equal(decisive(game([1, 0, 0], [most], false)), undefined, "a game in progress");
});
