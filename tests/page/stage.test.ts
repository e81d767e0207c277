// stage.test.ts: a frame is told beat by beat: nothing of a later beat is on the screen before it, and each beat has its time.
import "./browser";
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { effect } from "@preact/signals";
import { h } from "preact";
import type { Board } from "@/board";
import { change } from "@/settings";
import { Director } from "@/table/director";
import { beats, haste } from "@/table/stage";
import type { Frame, GameEvent, View } from "@/table/types";
import { settled } from "./browser";
import { fakeBoard, FakeTable, frame } from "./fakes";

/** A game in which everybody adds to a sum. */
const add = (by: number, seat = 1): GameEvent => ({ event: `add ${by}`, by, seat });
const sum = (n: number, turn: number, more = {}): Partial<View> => ({ sum: n, turn, legal: turn === 0 ? ["a"] : [], ...more });
const counting: Partial<Board> = {
    step: (view, beat) => ({ ...view, sum: beat.reduce((s, e) => s + Number(e.by), Number(view.sum)) }),
    tell: (events) => events.map((e) => e.event),
};
const frames = (): Frame[] => [
    frame(1, { view: sum(0, 1), events: [] }),
    frame(2, { view: sum(6, 0), events: [add(1), add(2), add(3)], table: { may: ["undo"] } }),
];

/** A director whose screen draws a moment after anything changed. seen: what stood on it, a line for each change. */
function played(own: Partial<Board> = {}, table = new FakeTable()) {
    const board = fakeBoard({ ...counting, ...own }),
        seen: string[] = [];
    const d = new Director(table, board);
    const look = () => {
        const f = d.shown.value;
        if (f) {
            const ctx = d.context(f),
                m = d.stage.moment.value;
            const line = `${f.view.sum} turn ${f.view.turn} ${ctx.legal.join()} log ${d.log.value.length} may ${f.table.may.join()}${m ? ` ${m.kind}` : ""}`;
            if (line !== seen[seen.length - 1]) seen.push(line);
        }
        d.layout();
    };
    effect(() => {
        for (const part of [d.shown, d.curtain, d.moving, d.stage.moment]) void part.value;
        queueMicrotask(look);
    });
    d.root = { querySelectorAll: () => [] } as unknown as HTMLElement;
    return { d, table, board, seen };
}

beforeEach(() => {
    localStorage.clear();
    change({ autoPass: false, speed: "now" });
});
afterEach(() => mock.timers.reset());

test("each event is a beat: views, lines and counters come with theirs; turn, moves and table with the end", async () => {
    const { table, board, seen } = played();
    table.show(0, ...frames());
    await settled();
    assert.deepEqual(seen, [
        "0 turn 1  log 0 may ",
        "1 turn 1  log 1 may ",
        "3 turn 1  log 2 may ",
        "6 turn 1  log 3 may ",
        "6 turn 0 a log 3 may undo",
    ]);
    assert.deepEqual(board.animated, ["add 1", "add 2", "add 3"]);
});
test("a board groups events; one whose groups are not the events is not believed", () => {
    const [before, next] = frames() as [Frame, Frame],
        events = (own: Partial<Board>) => beats(fakeBoard({ ...counting, ...own }), before, next).map((b) => b.events.length);
    assert.deepEqual(events({ beats: (e) => [e.slice(0, 2), [], e.slice(2)] }), [2, 1]);
    assert.deepEqual(events({ beats: (e) => [e.slice(1)] }), [3]);
    assert.deepEqual(events({ beats: (e) => [[...e].reverse()] }), [3]);
});
test("a board without steps shows a frame as one beat, and so does one whose step fails", async () => {
    const [before, next] = frames() as [Frame, Frame];
    assert.deepEqual(
        beats(fakeBoard(), before, next).map((b) => b.frame),
        [next],
    );
    const said: unknown[] = [],
        error = mock.method(console, "error", (e: unknown) => said.push(e));
    const { d, table } = played({
        step: () => {
            throw new Error("no");
        },
    });
    table.show(0, before, next);
    await settled();
    assert.deepEqual([d.shown.value?.seq, d.moving.value, said.filter((e) => e instanceof Error).length], [2, false, 1]);
    error.mock.restore();
});
test("the first frame of a game is told from an empty table, if the board has one", () => {
    const [, next] = frames() as [Frame, Frame];
    const over = { ...next, table: { ...next.table, stage: "over" as const } };
    assert.equal(beats(fakeBoard(counting), undefined, next).length, 1);
    const all = beats(fakeBoard({ ...counting, start: (v) => ({ ...v, sum: 0 }) }), undefined, over);
    assert.deepEqual(
        all.map((b) => [b.frame.view.sum, b.frame.table.stage, b.frame.events.length]),
        [
            [1, "playing", 1],
            [3, "playing", 2],
            [6, "playing", 3],
        ],
    );
});
test("a beat has its time: fade, moment and hold, and the next one waits for it", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    change({ speed: "off" });
    const moment: Board["moment"] = (beat) => (beat[0]!.by === 2 ? { kind: "big", node: h("b", null), ms: 1000 } : undefined);
    const { table, seen, d } = played({ moment });
    table.show(0, ...frames());
    const after = async (ms: number) => {
        await settled();
        mock.timers.tick(ms);
        await settled();
        return seen[seen.length - 1];
    };
    assert.match((await after(99))!, /^1 /);
    assert.match((await after(1))!, /^1 /);
    assert.match((await after(59))!, /^1 /);
    assert.match((await after(1))!, /^3 .*may $/);
    assert.match((await after(100))!, /^3 .*big$/);
    assert.match((await after(399))!, /^3 .*big$/);
    assert.match((await after(1))!, /^3 .*may $/);
    assert.match((await after(60))!, /^6 turn 1/);
    assert.match((await after(100))!, /^6 turn 1/);
    assert.match((await after(59))!, /^6 turn 1/);
    assert.match((await after(1))!, /^6 turn 0 a/);
    assert.equal(d.moving.value, false);
});
test("a tap ends one beat, a second skips to my turn, through frames that come later", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    change({ speed: "off" });
    const { table, seen, d } = played();
    const all = frames();
    all[1] = frame(2, { view: sum(6, 1), events: [add(1), add(2), add(3)] });
    table.show(0, ...all);
    await settled();
    assert.equal(d.hurry(), true);
    await settled();
    assert.match(seen[seen.length - 1]!, /^3 turn 1/);
    assert.equal(d.hurry(), true);
    await settled();
    assert.match(seen[seen.length - 1]!, /^6 turn 1/);
    table.show(0, frame(3, { view: sum(7, 1), events: [add(1)] }), frame(4, { view: sum(9, 0), events: [add(2)] }));
    await settled();
    assert.match(seen[seen.length - 1]!, /^9 turn 0 a log 5/);
    assert.equal(d.hurry(), false, "nothing moves");
    table.show(0, frame(5, { view: sum(10, 1), events: [add(1, 0)] }));
    await settled();
    assert.equal(d.moving.value, true, "what follows my turn takes its time again");
});
test("skipping stops at something to look at", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    change({ speed: "off" });
    const { d, table } = played({ pause: (beat) => (beat[0]!.by === 3 ? h("p", null, "look") : null) });
    table.show(0, ...frames());
    await settled();
    d.skip();
    await settled();
    assert.ok(d.pause.value);
    assert.deepEqual([d.shown.value?.view.sum, d.moving.value], [3, false]);
    d.goOn();
    await settled();
    assert.deepEqual([d.shown.value?.view.sum, d.moving.value], [6, true], "and then it takes its time");
});
test("beats get shorter together when many wait, when many play, and when my clock runs", () => {
    assert.equal(haste(0, 1, false), 1);
    for (const [a, b] of [
        [haste(1, 1, false), haste(0, 1, false)],
        [haste(5, 1, false), haste(1, 1, false)],
        [haste(0, 5, false), haste(0, 1, false)],
        [haste(0, 1, true), haste(0, 1, false)],
    ])
        assert.ok(a! < b!);
    assert.ok(haste(1000, 5, true) > 0.05, "none has no time at all");
});
test("what happened since my last turn, until I move: not my own, nor a bot's for me, nor what passes by itself", async () => {
    const { d, table } = played({ auto: (ctx) => (ctx.view.sum === 5 ? "pass" : null) });
    const since = () => d.since().map((l) => [l.seat, l.text]);
    table.show(0, frame(1, { view: sum(0, 0), events: [] }), frame(2, { view: sum(1, 1), events: [add(1, 0)] }));
    await settled();
    assert.deepEqual(since(), []);
    table.show(0, frame(3, { view: sum(3, 0), events: [add(2)] }));
    await settled();
    assert.deepEqual(since(), [[1, "add 2"]]);
    table.show(0, frame(4, { view: sum(4, 1), events: [add(1, 0)], acts: [{ act: "bot", seat: 0 }] }));
    await settled();
    assert.equal(since().length, 2, "a bot's for me");
    change({ autoPass: true });
    table.show(0, frame(5, { view: sum(5, 0), events: [add(1)] }));
    await settled();
    assert.deepEqual(table.done, [{ command: "move pass", seat: 0 }]);
    table.answers[0]!(null);
    table.show(0, frame(6, { view: sum(6, 1), events: [add(1, 0)] }));
    await settled();
    assert.equal(since().length, 4, "what passes by itself");
    table.show(0, frame(7, { view: sum(7, 1), events: [add(1, 0)] }));
    await settled();
    assert.deepEqual(since(), []);
});
test("what a bot does for somebody is marked in every beat, and who it plays for is told once", async () => {
    const { d, table } = played();
    const acts = [
        { act: "away", seat: 1 },
        { act: "bot", seat: 1 },
    ];
    table.show(0, ...frames().map((f) => ({ ...f, ...(f.seq === 2 && { acts }) })));
    await settled();
    assert.deepEqual(
        d.log.value.map((l) => l.bot),
        [undefined, 1, 1, 1],
    );
});
test("what is told again after a reload is told in the same lines", async () => {
    const table = new FakeTable(),
        tell: Board["tell"] = (events) => [`${events.length} at once`];
    table.story = () => Promise.resolve([{ seq: 2, events: frames()[1]!.events }]);
    const { d } = played({ tell }, table);
    table.show(0, frame(3, { view: sum(6, 0), events: [] }));
    await settled();
    assert.deepEqual(
        d.log.value.map((l) => l.text),
        ["1 at once", "1 at once", "1 at once"],
    );
});
test("frames that were missed are told as one summary, and it goes when I move", async () => {
    const table = new FakeTable();
    table.story = () => Promise.resolve([1, 2, 3].map((n) => ({ seq: n, events: [add(n)] })));
    const { d, board } = played({}, table);
    table.show(0, frame(1, { view: sum(1, 1), events: [] }));
    await settled();
    assert.equal(d.recap.value, "closed", "whoever comes in the middle has missed nothing");
    table.show(0, frame(4, { view: sum(9, 0), events: [] }));
    await settled();
    assert.deepEqual([d.recap.value, d.since().length, board.animated.length], ["away", 3, 0]);
    d.context(d.shown.value!).play("a");
    assert.equal(d.recap.value, "closed");
});
test("a hidden page: a table of this device waits, another is told when somebody looks again", async () => {
    const page = document as { hidden?: boolean };
    let visible = () => {};
    const listen = mock.method(globalThis, "addEventListener", (_: string, fn: () => void) => (visible = fn));
    try {
        for (const local of [true, false]) {
            const { d, table, board } = played({}, Object.assign(new FakeTable(), { local }));
            const [first, second] = frames() as [Frame, Frame];
            table.show(0, first);
            await settled();
            page.hidden = true;
            table.show(0, second);
            await settled();
            assert.deepEqual([d.shown.value?.seq, table.seen], local ? [1, [1]] : [2, [1, 2]]);
            page.hidden = false;
            visible();
            await settled();
            assert.deepEqual(
                [d.shown.value?.seq, board.animated.length, d.recap.value, d.log.value.length],
                local ? [2, 3, "closed", 3] : [2, 0, "away", 3],
            );
            d.close();
        }
    } finally {
        page.hidden = false;
        listen.mock.restore();
    }
});
test("a table that jumps while a frame is told: the rest of it is not", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    change({ speed: "off" });
    const { d, table } = played();
    table.show(0, ...frames());
    await settled();
    assert.equal(d.shown.value?.view.sum, 1);
    table.tell(0, { type: "frame", frame: frame(1, { view: sum(0, 1), events: [] }), still: true });
    await settled();
    assert.deepEqual([d.shown.value?.seq, d.shown.value?.view.sum, d.moving.value], [1, 0, false]);
});
