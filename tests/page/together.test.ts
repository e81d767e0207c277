// together.test.ts: pieces of work that several do come in order, whoever fails, falls silent or is slow.
import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { together } from "@/review/together";

const never = new Promise<never>(() => undefined),
    quick = (i: number): Promise<number> => Promise.resolve(i * 10),
    silent = (): Promise<number> => never,
    failing = (): Promise<number> => Promise.reject(new Error("no memory")),
    want = Array.from({ length: 9 }, (_, i) => i * 10);

test("pieces come in order, and each is told once", async () => {
    for (const helpers of [[], [quick], [quick, quick, quick]]) {
        const told: number[] = [];
        assert.deepEqual(await together(9, quick, helpers, (n) => told.push(n), never), want);
        assert.deepEqual(told, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
});
test("helpers do a part of it", async () => {
    let mine = 0,
        theirs = 0;
    const counted = (i: number): Promise<number> => {
            mine++;
            return quick(i);
        },
        helper = (i: number): Promise<number> => {
            theirs++;
            return quick(i);
        };
    await together(9, counted, [helper, helper], () => undefined, never);
    assert.ok(theirs >= 4 && mine <= 5, `${mine} and ${theirs}`);
});
test("the first does what a helper fails to do or never answers", async () => {
    for (const helper of [silent, failing]) assert.deepEqual(await together(9, quick, [helper, helper], () => undefined, never), want);
});
test("the first need not finish a piece that a helper brings meanwhile", async () => {
    let bring: () => void = () => undefined,
        asked = 0; // for piece 0: first the helper's, because helpers begin first
    const helper = (i: number): Promise<number> => (i ? never : new Promise((resolve) => (bring = () => resolve(0)))),
        first = (i: number): Promise<number> => {
            if (i) return quick(i);
            asked++;
            bring();
            return never;
        };
    assert.deepEqual(await together(3, first, [helper], () => undefined, never), [0, 10, 20]);
    assert.equal(asked, 1);
});
test("it rejects with the first, and when it is stopped, and begins nothing after that", async () => {
    await assert.rejects(
        together(9, failing, [quick], () => undefined, never),
        "the first failed",
    );
    let stop: (e: Error) => void = () => undefined,
        begun = 0;
    const stopped = new Promise<never>((_, reject) => (stop = reject));
    const stopping = (i: number): Promise<number> => {
        if (++begun === 3) stop(new Error("stop"));
        return quick(i);
    };
    await assert.rejects(
        together(1000, stopping, [], () => undefined, stopped),
        "it was stopped",
    );
    await new Promise<void>((resolve) => setTimeout(resolve));
    assert.ok(begun < 10, `${begun}`);
});
