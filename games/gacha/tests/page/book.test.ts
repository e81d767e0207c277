// book.test.ts: what the rulebook reads from the deck's file is what the engine plays with.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Wasm } from "@/engine/wasm";
import type { Seen } from "@/book/types";
import { book } from "../../page/book";
import { rewards, sorts, tables, tokens, total } from "../../page/bookdeck";
import type { GachaView, Reward } from "../../page/types";
import "../../../../tests/page/browser";

const plain = ({ reward, set, equal, points, half, mark }: Reward) => ({ reward, set, equal, points, half, mark });

test("every reward of the book is the engine's of that number", async () => {
    const module = new WebAssembly.Module(readFileSync(`${process.env.WEB}/gen/irori.wasm`)),
        seen = new Set<number>();
    for (const e of book.examples) {
        const wasm = await Wasm.load(module),
            { steps } = wasm.replayOpen(e.record);
        for (let at = 1; at <= steps; at++) {
            const { view } = wasm.replayFrame<Seen<GachaView>>(at, 0);
            for (const r of [...view.market, ...view.players.flatMap((p) => p.rewards)]) {
                if (r.reward === undefined) continue;
                assert.deepEqual(plain(r), plain(rewards[r.reward - 1]!));
                seen.add(r.reward);
            }
        }
    }
    assert.ok(seen.size > 15, `only ${seen.size} rewards were met`);
});
test("sorts, tokens and tables add up to what the box holds", () => {
    assert.equal(rewards.length, total("rewards"));
    assert.equal(
        sorts.reduce((n, s) => n + s.all.length, 0),
        rewards.length,
    );
    assert.equal(
        Object.values(tokens).reduce((a, b) => a + b),
        total("tokens"),
    );
    assert.equal(tables.at(-1)!.rewards, rewards.length);
    assert.ok(tables.every((x) => x.tokens <= total("tokens")));
});
