// ideas.test.ts: the coach's ideas of every game, in all positions of random games: each has its moment, a sentence and something to look at.
import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ideas } from "@/../gen/ideas";
import type { Context } from "@/board";
import { fitting, loadIdeas, type Idea } from "@/coach/ideas";
import { showIdea } from "@/coach/memory";
import type { Fact } from "@/review/types";
import type { Frame } from "@/table/types";
import { playGame } from "./played";

const context = ({ table, view, events }: Frame): Context => ({
    table,
    view,
    events,
    you: table.you,
    name: (seat) => `P${seat}`,
    legal: view.legal ?? [],
    play: () => undefined,
    pending: null,
    hint: null,
    help: () => undefined,
    wide: false,
});
/** What the judge may tell: conditions on facts are met by some of these. */
const facts: Fact[] = [{ fact: "spends" }, { fact: "rivals", seats: 1 }];

for (const [game, load] of Object.entries(ideas))
    test(`${game}: every idea has its moment`, async () => {
        localStorage.clear();
        const all = (await load()).ideas as Idea[],
            moments = new Map(all.map((i) => [i.id, 0]));
        assert.ok(all.length >= 6 && all.length <= 8 && moments.size === all.length, `${all.length} ideas`);
        let last: Context | undefined;
        for (let seed = 1; seed <= 40 && [...moments.values()].includes(0); seed++)
            for (const frame of (await playGame(game, 2, "", seed)).slice(0, 2).flat()) {
                if (frame.table.stage !== "playing" || !frame.view.legal?.length) continue;
                const ctx = context(frame);
                for (const idea of all) {
                    if (!idea.when(ctx, facts)) continue;
                    const text = idea.text(ctx),
                        at = idea.at(ctx);
                    assert.ok(text.length > 20 && !/undefined|NaN|[{}]/.test(text), `${idea.id}: ${text}`);
                    assert.ok(at.startsWith(".") && !/undefined|NaN/.test(at), `${idea.id}: ${at}`);
                    moments.set(idea.id, moments.get(idea.id)! + 1);
                    last = ctx;
                }
            }
        assert.deepEqual(
            [...moments].filter(([, n]) => !n).map(([id]) => id),
            [],
            "never told",
        );
        // told once, then never again; the one that stands on the screen stays
        await loadIdeas(game);
        const [first, ...others] = fitting(game, last!, facts);
        assert.ok(first);
        showIdea("code", game, first.id);
        assert.deepEqual(
            fitting(game, last!, facts).map((l) => l.id),
            others.map((l) => l.id),
        );
        assert.deepEqual(
            fitting(game, last!, facts, first.id).map((l) => l.id),
            [first.id],
        );
    });
