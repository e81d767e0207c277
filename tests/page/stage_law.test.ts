// stage_law.test.ts: every board that steps keeps the law of the stage (law.ts), over whole random games with all numbers of seats; and the
// law finds boards that break it.
import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadBoard, type Board } from "@/board";
import { catalogue } from "@/catalogue";
import { optionsOf } from "@/options";
import type { Frame, GameEvent, View } from "@/table/types";
import { fakeBoard, frame } from "./fakes";
import { broken } from "./law";
import { playGame } from "./played";

function check(board: Board, frames: Frame[][]): { told: number; events: number } {
    let told = 0,
        events = 0;
    const faults = new Map<string, string>();
    for (const own of frames)
        for (const [i, f] of own.entries()) {
            const before = i ? own[i - 1]!.view : board.start?.(f.view);
            if (!before || !f.events.length) continue;
            told++;
            events += f.events.length;
            for (const fault of broken(board as Board & { step: NonNullable<Board["step"]> }, before, f)) {
                const kind = fault.replace(/\d+/g, "#").slice(0, 60);
                if (!faults.has(kind)) faults.set(kind, `${fault}\n      in ${JSON.stringify(f.events)}`);
            }
        }
    assert.deepEqual([...faults.values()].slice(0, 8), []);
    return { told, events };
}

for (const g of catalogue.games)
    test(`${g.name}: stepping through the events of a frame leads to its view`, async (t) => {
        const board = await loadBoard(g.name);
        if (!board.step) return t.skip(`the board of ${g.name} does not step`);
        let told = 0,
            events = 0;
        // each number of seats, and each preset with one of them
        const sizes = g.max_seats - g.min_seats + 1,
            options = ["", ...optionsOf(g.name).presets.map((p) => p.name)];
        for (let i = 0; i < Math.max(sizes, options.length); i++) {
            const seats = g.min_seats + (i % sizes),
                sum = check(board, await playGame(g.name, seats, options[i % options.length]!, 1 + i));
            told += sum.told;
            events += sum.events;
        }
        assert.ok(told > 0);
        t.diagnostic(`${told} frames of ${events} events`);
    });

/** A game in which two counters go down. */
const take = (what: string): GameEvent => ({ event: "take", what });
const before = { game: "", options: "", seats: 2, turn: 0, deck: 5, left: { a: 3, b: 3 }, odds: 9 } as View;
const after = { ...before, turn: 1, deck: 3, left: { a: 2, b: 2 }, odds: 1 } as View;
const faults = (own: Partial<Board>) =>
    broken(
        fakeBoard({ derived: ["odds"], ...own }) as Board & { step: NonNullable<Board["step"]> },
        structuredClone(before),
        frame(2, { view: structuredClone(after), events: [take("a"), take("b")] }),
    );
const honest: NonNullable<Board["step"]> = (v, [e], next) => ({
    ...v,
    deck: Number(v.deck) - 1,
    left: { ...(v.left as object), [String(e!.what)]: (next.left as Record<string, number>)[String(e!.what)] },
    odds: next.odds,
});

test("the law finds who does not step, steps too early, forgets events or changes what it is given", () => {
    assert.deepEqual(faults({ step: honest }), []);
    assert.equal(faults({ step: (v) => v }).length, 3);
    assert.match(faults({ step: (v, b, next) => ({ ...honest(v, b, next), deck: next.deck }) }).join(), /^deck: taken/);
    assert.match(
        faults({ step: (v, b, next) => ({ ...honest(v, b, next), left: next.left }) })
            .sort()
            .join(),
        /left\.a: taken.*left\.b: taken/,
    );
    assert.deepEqual(faults({ step: honest, beats: (e) => [e.slice(1)] }), ["its beats are not the events"]);
    assert.throws(() =>
        faults({
            step: (v) => {
                v.deck = 0;
                return v;
            },
        }),
    );
});
