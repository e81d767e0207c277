// feats.test.ts: what counts as made in a game of PiKiT: the cards one took.
import "../../../../tests/page/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { feats } from "../../page/feats";

test("taken cards count with their number", () => {
    const events = [
        { event: "take", seat: 0, card: 8, count: 2 },
        { event: "take", seat: 1, card: 3, count: 1 },
        { event: "mecha", seat: 0, double: 4 },
    ];
    assert.deepEqual(feats.made(events, 0), [{ what: "8", worth: 2 }]);
});
