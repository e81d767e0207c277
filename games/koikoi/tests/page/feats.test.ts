// feats.test.ts: what counts as made in a game of Koi-Koi: the yaku that one's own rounds were won with.
import "../../../../tests/page/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { feats } from "../../page/feats";

test("yaku of rounds that were won count, those of others and those of lost rounds do not", () => {
    const events = [
        { event: "yaku", seat: 0, yaku: "kasu", coins: 1 },
        { event: "agari", seat: 1, sum: 6, pays: 6, calls: 0 },
        { event: "won-with", seat: 1, yaku: "tanzaku", coins: 1 },
        { event: "won-with", seat: 1, yaku: "sanko", coins: 5 },
    ];
    assert.deepEqual(feats.made(events, 1), [
        { what: "tanzaku", worth: 1 },
        { what: "sanko", worth: 5 },
    ]);
    assert.deepEqual(feats.made(events, 0), []);
    assert.equal(feats.name("sanko"), "Sanko");
});
