// feats.test.ts: what counts as made in a game of Gacha: rewards, by the figure that most of each was paid with.
import "../../../../tests/page/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { feats } from "../../page/feats";

test("a claim counts with its points and what it was paid with, until the next one", () => {
    const pay = (seat: number, figure: string) => ({ event: "pay", seat, figure });
    const events = [
        { event: "claim", seat: 0, points: 4 },
        ...[pay(0, "sushi"), pay(0, "girl"), pay(0, "girl")],
        { event: "claim", seat: 1, points: 9 },
        ...[pay(1, "mecha"), pay(1, "mecha")],
        { event: "claim", seat: 0, points: 2 }, // with jokers alone
    ];
    assert.deepEqual(feats.made(events, 0), [
        { what: "girl", worth: 4 },
        { what: "joker", worth: 2 },
    ]);
    assert.deepEqual(feats.made(events, 1), [{ what: "mecha", worth: 9 }]);
});
