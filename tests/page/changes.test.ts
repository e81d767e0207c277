// changes.test.ts: what a delta says (docs/protocol.md), member by member.
import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, type Changes } from "@/table/changes";

const becomes = (old: unknown, changes: Changes, now: unknown): void => {
    const before = structuredClone(old);
    assert.deepEqual(applied(old, changes), now);
    assert.deepEqual(old, before, "the old value is as it was");
};

test("what is not named is as it was, and is shared", () => {
    const old = { a: { b: 1 }, c: [1, 2], d: 3 };
    const now = applied(old, { d: [4] });
    assert.deepEqual(now, { a: { b: 1 }, c: [1, 2], d: 4 });
    assert.equal(now.a, old.a);
    assert.equal(now.c, old.c);
    becomes(old, {}, old);
});
test("a list of one is the new value, whatever was there", () => {
    becomes({ a: 1 }, { a: [2] }, { a: 2 });
    becomes({ a: 1 }, { b: [2] }, { a: 1, b: 2 });
    becomes({ a: { b: 1 } }, { a: [{ c: 2 }] }, { a: { c: 2 } });
    becomes({ a: [1] }, { a: [{ "0": 2 }] }, { a: { "0": 2 } });
    becomes({ a: { "0": 2 } }, { a: [[1]] }, { a: [1] });
    becomes({ a: "x" }, { a: [["y"]] }, { a: ["y"] });
});
test("null is a value", () => {
    becomes({ a: 1 }, { a: [null] }, { a: null });
    becomes({ a: null }, { a: [{ b: null }] }, { a: { b: null } });
    becomes({ a: { b: 1 } }, { a: { b: [null] } }, { a: { b: null } });
});
test("an empty list removes a member, if it is there", () => {
    becomes({ a: 1, b: 2 }, { a: [] }, { b: 2 });
    becomes({ a: 1 }, { a: [] }, {});
    becomes({ a: 1 }, { b: [] }, { a: 1 });
    becomes({ a: { b: 1, c: 2 } }, { a: { b: [] } }, { a: { c: 2 } });
    becomes({ a: [1] }, { a: [[]] }, { a: [] });
});
test("an object goes into an object or a list", () => {
    becomes({ a: { b: { c: 1, d: 2 }, e: 3 } }, { a: { b: { c: [4] } } }, { a: { b: { c: 4, d: 2 }, e: 3 } });
    becomes({ a: [1, 2, 3] }, { a: { "1": [5] } }, { a: [1, 5, 3] });
    becomes({ a: [{ b: 1 }, { b: 2 }] }, { a: { "1": { b: [3], c: [4] } } }, { a: [{ b: 1 }, { b: 3, c: 4 }] });
    const many = Array.from({ length: 12 }, (_, i) => i);
    becomes({ a: many }, { a: { "10": [0], "2": [1] } }, { a: many.map((v) => (v === 10 ? 0 : v === 2 ? 1 : v)) });
    assert.ok(Array.isArray(applied({ a: [1] }, { a: { "0": [2] } }).a), "a list stays a list");
});
test("a splice replaces items of a list that has another length then", () => {
    becomes({ a: [1, 2, 3] }, { a: { splice: [1, 1] } }, { a: [1, 3] });
    becomes({ a: [1, 2] }, { a: { splice: [2, 0, 3, 4] } }, { a: [1, 2, 3, 4] });
    becomes({ a: [1, 2] }, { a: { splice: [0, 0, [5]] } }, { a: [[5], 1, 2] });
    becomes({ a: [1, 2, 3] }, { a: { splice: [0, 2, null] } }, { a: [null, 3] });
    becomes({ a: { splice: 1, b: 2 } }, { a: { splice: [3] } }, { a: { splice: 3, b: 2 } });
    assert.throws(() => applied({ a: [1] }, { a: { splice: [1, 1] } }), "there is no such item");
    assert.throws(() => applied({ a: [1] }, { a: { splice: [1] } }), "it does not say how many");
});
test("changes that do not fit are refused", () => {
    for (const old of [{}, { a: null }, { a: 1 }, { a: "text" }]) assert.throws(() => applied(old, { a: { b: [1] } }));
    assert.throws(() => applied({ a: [1] }, { a: { "1": [2] } }), "a list does not grow");
    assert.throws(() => applied(undefined, { a: [1] }));
});
test("the example of the protocol", () => {
    const frame = {
        table: { id: "k3v9q2m8x4", since: 1, may: ["resign", "away"], you: 0 },
        view: { turn: 0, turned: "3a", players: [{ cards: 8, pool: { plain: [], ribbon: ["3b"] } }, { cards: 8 }], legal: ["play 3a"] },
    };
    becomes(
        frame,
        {
            table: { since: [2], may: [["resign", "away", "undo"]] },
            view: { turn: [1], turned: [null], players: { "0": { cards: [7], pool: { plain: [["3c", "3d"]] } } }, legal: [] },
        },
        {
            table: { id: "k3v9q2m8x4", since: 2, may: ["resign", "away", "undo"], you: 0 },
            view: { turn: 1, turned: null, players: [{ cards: 7, pool: { plain: ["3c", "3d"], ribbon: ["3b"] } }, { cards: 8 }] },
        },
    );
});
