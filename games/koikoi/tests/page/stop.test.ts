// stop.test.ts: stopping may end the game: the choice says how, does not urge one to lose, and asks before that.
import "../../../../tests/page/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ComponentChildren, VNode } from "preact";
import type { Context } from "@/board";
import { Action, board } from "../../page/board";
import type { KoikoiView } from "../../page/types";
import { playGame } from "../../../../tests/page/played";

type Ctx = Context<KoikoiView>;
const nodes = (from: ComponentChildren): VNode<Record<string, never>>[] =>
    Array.isArray(from)
        ? from.flatMap(nodes)
        : from && typeof from === "object"
          ? [from as VNode<Record<string, never>>, ...nodes((from as VNode).props.children)]
          : [];
const words = (from: ComponentChildren): string =>
    Array.isArray(from)
        ? from.map(words).join("")
        : from && typeof from === "object"
          ? words((from as VNode).props.children)
          : String(from ?? "");

/** The choice after a yaku, from a game by chance, as if stopping ended the game so. */
async function choice(stop_ends: KoikoiView["stop_ends"], legal = ["agari", "koi-koi"]): Promise<Ctx> {
    const [own] = await playGame("koikoi", 2, "", 1),
        frame = own!.find((f) => f.view?.legal?.includes("agari"))!,
        view = { ...(frame.view as unknown as KoikoiView), stop_ends };
    return { view, legal, you: 0, table: frame.table, name: () => "Ola" } as unknown as Ctx;
}
const buttons = (ctx: Ctx) =>
    nodes(Action({ ctx, selected: null, choose: () => undefined }))
        .filter((n) => n.type === "button")
        .map((n) => ({ main: (n.props as { class?: string }).class === "main", says: words(n.props.children) }));

test("the choice says how stopping ends the game, and only then", async () => {
    const says = async (ends: KoikoiView["stop_ends"]) => buttons(await choice(ends))[0]!.says;
    assert.match(await says({ winner: 1, coins: [7, 93] }), /the game ends: you lose 7 : 93$/);
    assert.match(await says({ winner: 0, coins: [63, 37] }), /the game ends: you win 63 : 37$/);
    assert.match(await says({ winner: null, coins: [50, 50] }), /the game ends: a draw 50 : 50$/);
    assert.doesNotMatch(await says(undefined), /game/);
});

test("what loses the game is not the main button, unless there is no other", async () => {
    const main = async (ends: KoikoiView["stop_ends"], legal?: string[]) => buttons(await choice(ends, legal)).map((b) => b.main);
    assert.deepEqual(await main({ winner: 1, coins: [7, 93] }), [false, true]);
    assert.deepEqual(await main({ winner: 1, coins: [7, 93] }, ["agari"]), [true]);
    for (const ends of [undefined, { winner: 0, coins: [63, 37] }, { winner: null, coins: [50, 50] }] as KoikoiView["stop_ends"][])
        assert.deepEqual(await main(ends), [true, false]);
});

test("it asks before a stop that loses the game, and never before one that does not or must be", async () => {
    const asks = async (move: string, ends: KoikoiView["stop_ends"], legal?: string[]) => board.costly(move, await choice(ends, legal));
    const lost: KoikoiView["stop_ends"] = { winner: 1, coins: [7, 93] };
    assert.equal(await asks("agari", lost), "That ends the game, and you lose it 7 : 93. Stop?");
    assert.equal(await asks("koi-koi", lost), null);
    assert.equal(await asks("agari", lost, ["agari"]), null);
    assert.equal(await asks("agari", { winner: 0, coins: [63, 37] }), null);
    assert.equal(await asks("agari", undefined), null);
});

test("the rules say how stopping ends the game where it does", async () => {
    let lost = 0;
    for (let seed = 1; seed <= 30; seed++) {
        const frames = (await playGame("koikoi", 2, "rounds=2", seed))[0]!.filter((f) => f.view);
        for (const [i, f] of frames.entries()) {
            const { stop_ends: ends, phase, round, mover } = f.view as unknown as KoikoiView;
            assert.equal(!!ends && round < 2 && !ends.coins.includes(0), false);
            if (round === 2) assert.equal(!!ends, phase === "call");
            const next = frames[i + 1];
            if (!ends || !next?.events.some((e) => e.event === "agari")) continue;
            const then = next.view as unknown as KoikoiView;
            assert.equal(then.phase, "over");
            assert.deepEqual(
                then.players.map((p) => p.coins),
                ends.coins,
            );
            lost += Number(ends.winner === 1 - mover);
        }
    }
    assert.ok(lost > 0, "no stop lost a game");
});
