// director.test.ts: frames come onto the stage in their order, nobody sees another seat's, and what is sent or refused is told.
import "./browser";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { effect } from "@preact/signals";
import { h } from "preact";
import type { Board, Context } from "@/board";
import { change } from "@/settings";
import { Director } from "@/table/director";
import { settled } from "./browser";
import { fakeBoard, FakeTable, frame, type FakeBoard } from "./fakes";

/** A director whose screen draws whenever what it shows has changed, a moment later. seen: the frames that stood on it. */
function stage(own: Partial<Board> = {}, table = new FakeTable(), board: FakeBoard | null = fakeBoard(own)) {
    const seen: number[] = [];
    const screen = () => {
        if (d.curtain.value === undefined && d.shown.value && d.shown.value.seq !== seen[seen.length - 1]) seen.push(d.shown.value.seq);
        d.layout();
    };
    const d = new Director(table, board ?? undefined);
    effect(() => {
        for (const part of [d.shown, d.curtain, d.moving]) void part.value;
        queueMicrotask(screen);
    });
    d.root = { querySelectorAll: () => [] } as unknown as HTMLElement;
    return { d, table, board: board!, seen };
}
const told = (d: Director): string[] => d.log.value.map((l) => l.text);
const yours = (d: Director): Context => d.context(d.shown.value!);
const asks = { view: { legal: ["a", "b"] } };

beforeEach(() => {
    localStorage.clear();
    change({ autoPass: false, confirm: true, speed: "now" });
});

test("frames are shown and animated in their order, one after the other", async () => {
    const { d, table, board, seen } = stage();
    let end = () => {};
    board.motion = new Promise((resolve) => (end = resolve));
    table.show(0, frame(1), frame(2), frame(3));
    await settled();
    assert.deepEqual([board.animated, d.shown.value?.seq, d.moving.value], [["e1"], 1, true], "the second waits for the first");
    end();
    await settled();
    assert.deepEqual(board.animated, ["e1", "e2", "e3"]);
    assert.deepEqual(seen, [1, 2, 3]);
    assert.deepEqual(told(d), ["e1", "e2", "e3"]);
    assert.equal(d.moving.value, false);
    d.close();
});
test("however many wait, each is shown and said to be", async () => {
    const { d, table, board } = stage();
    table.show(0, ...[1, 2, 3, 4, 5, 6].map((n) => frame(n)));
    await settled();
    assert.deepEqual(board.animated, ["e1", "e2", "e3", "e4", "e5", "e6"]);
    assert.deepEqual(table.seen, [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(told(d), ["e1", "e2", "e3", "e4", "e5", "e6"]);
    assert.equal(d.shown.value?.seq, 6);
    d.close();
});
test("a line bears the mark of whom it tells of, not of who let it pass", async () => {
    const { d, table } = stage({ tell: (events) => events.map((e) => (e.event === "pass" ? "" : e.event)) });
    table.show(
        0,
        frame(1, {
            events: [
                { event: "pass", seat: 1 },
                { event: "draw", seat: 0 },
            ],
        }),
    );
    await settled();
    assert.deepEqual(
        d.log.value.map((l) => [l.text, l.seat]),
        [["draw", 0]],
    );
    d.close();
});
test("nothing can be played while something moves", async () => {
    const { d, table, board } = stage();
    let end = () => {};
    board.motion = new Promise((resolve) => (end = resolve));
    table.show(0, frame(1, asks));
    await settled();
    assert.deepEqual(yours(d).legal, []);
    end();
    await settled();
    assert.deepEqual(yours(d).legal, ["a", "b"]);
    table.show(0, frame(2, { ...asks, table: { paused: true } }));
    await settled();
    assert.deepEqual(yours(d).legal, [], "nor while the table pauses");
    d.close();
});
test("a jump drops what waits, animates nothing and takes back the log", async () => {
    const { d, table, board, seen } = stage();
    table.show(0, frame(1), frame(2), frame(3));
    await settled();
    let end = () => {};
    board.motion = new Promise((resolve) => (end = resolve));
    table.show(0, frame(4), frame(5));
    await settled();
    table.tell(0, { type: "frame", frame: frame(2), still: true });
    end();
    await settled();
    assert.deepEqual(seen, [1, 2, 3, 4, 2], "5 is never shown");
    assert.deepEqual(board.animated, ["e1", "e2", "e3", "e4"]);
    assert.deepEqual(told(d), ["e1", "e2"]);
    d.close();
});
test("back over frames that tell nothing, the log stays; forward over frames nobody saw, it begins again", async () => {
    const { d, table } = stage();
    table.show(0, frame(1), frame(2), frame(3, { events: [] }), frame(4, { events: [] }));
    await settled();
    table.tell(0, { type: "frame", frame: frame(3, { events: [] }), still: true });
    await settled();
    assert.deepEqual(told(d), ["e1", "e2"]);
    table.tell(0, { type: "frame", frame: frame(9), still: true });
    await settled();
    assert.deepEqual(told(d), ["e9"]);
    d.close();
});
test("frames wait for the board; a table that gathers needs none", async () => {
    const { d, table } = stage({}, new FakeTable(), null),
        board = fakeBoard();
    table.show(0, frame(1, { table: { stage: "gathering" } }), frame(2), frame(3));
    await settled();
    assert.equal(d.shown.value?.seq, 1);
    d.setBoard(board);
    await settled();
    assert.deepEqual([d.shown.value?.seq, board.animated], [3, ["e2", "e3"]]);
    d.close();
});
test("a pause holds the next frame until somebody goes on", async () => {
    const { d, table, board, seen } = stage({ pause: (events) => (events[0]!.event === "e2" ? h("p", null, "round over") : null) });
    table.show(0, frame(1, asks), frame(2, asks), frame(3, asks));
    await settled();
    assert.ok(d.pause.value);
    assert.deepEqual([d.shown.value?.seq, yours(d).legal], [1, []]);
    d.goOn();
    await settled();
    assert.equal(d.pause.value, null);
    assert.deepEqual(
        [seen, board.animated],
        [
            [1, 2, 3],
            ["e1", "e2", "e3"],
        ],
    );
    d.close();
});
test("a jump ends a pause, and the frame it held is not shown", async () => {
    const { d, table, seen } = stage({ pause: (events) => (events[0]!.event === "e2" ? h("p", null) : null) });
    table.show(0, frame(1), frame(2));
    await settled();
    table.tell(0, { type: "frame", frame: frame(9), still: true });
    await settled();
    assert.deepEqual([d.pause.value, seen], [null, [1, 9]]);
    d.close();
});

test("pass and play: the first curtain is for who begins", async () => {
    const { d, table } = stage({}, new FakeTable([0, 1]));
    const of = (you: number, legal: string[]) => frame(1, { table: { you }, view: { seat: you, legal } });
    table.show(0, of(0, []));
    await settled();
    assert.equal(d.curtain.value, undefined, "the other's frame may be the one that is asked");
    table.show(1, of(1, ["b"]));
    await settled();
    assert.equal(d.curtain.value, 1);
});

test("pass and play: the curtain falls before every seat that is asked", async () => {
    const mixed: unknown[] = [];
    const pause: Board["pause"] = (_, next, before) => {
        if (next.seat !== before.view.seat) mixed.push([next.seat, before.view.seat]);
        return null;
    };
    const { d, table, seen } = stage({ pause }, new FakeTable([0, 1]));
    const of = (seq: number, you: number, legal: string[], answered = false) =>
        frame(seq, { table: { you, answered }, view: { seat: you, legal }, events: [{ event: `${seq} for ${you}` }] });
    table.show(0, of(1, 0, ["a"]));
    table.show(1, of(1, 1, []));
    await settled();
    assert.deepEqual([d.curtain.value, d.shown.value], [0, undefined], "nothing is seen before the first lifts it");
    d.lift();
    await settled();
    assert.deepEqual([d.curtain.value, d.viewer, d.shown.value?.view.seat], [undefined, 0, 0]);
    table.show(0, of(2, 0, []));
    table.show(1, of(2, 1, ["b"]));
    await settled();
    assert.deepEqual(
        [d.curtain.value, d.shown.value?.view.seat, d.shown.value?.seq],
        [1, 0, 2],
        "the first still sees the own move, then passes the device",
    );
    d.lift();
    assert.deepEqual([d.shown.value?.view.seat, told(d)], [1, ["1 for 1"]], "what the first saw and was told is gone at once");
    await settled();
    assert.deepEqual([d.shown.value?.view.seat, d.shown.value?.seq, told(d)], [1, 2, ["1 for 1", "2 for 1"]]);
    assert.deepEqual(seen, [1, 2, 1, 2]);
    table.show(0, of(3, 0, ["a"], true));
    table.show(1, of(3, 1, []));
    await settled();
    assert.equal(d.curtain.value, undefined, "who has answered is not asked again");
    assert.deepEqual(mixed, [], "one seat's frame never follows another's");
    d.close();
});
test("pass and play: whoever is asked first gets the device first", async () => {
    const { d, table } = stage({}, new FakeTable([0, 1]));
    table.show(0, frame(1, { view: { legal: [] } }));
    await settled();
    assert.equal(d.curtain.value, undefined);
    table.show(1, frame(1, { ...asks, table: { you: 1 } }));
    await settled();
    assert.equal(d.curtain.value, 1);
    d.close();
});
test("pass and play: a move is sent for the seat that looks", async () => {
    const { d, table } = stage({}, new FakeTable([0, 1]));
    table.show(0, frame(1, { view: { legal: [] } }));
    table.show(1, frame(1, { ...asks, table: { you: 1 } }));
    await settled();
    assert.equal(d.curtain.value, 1);
    d.lift();
    await settled();
    yours(d).play("a");
    assert.deepEqual(table.done, [{ command: "move a", seat: 1 }]);
    d.close();
});

test("a move is pending until it is answered, and nothing else is sent meanwhile", async () => {
    const { d, table } = stage();
    table.show(0, frame(1, asks));
    await settled();
    const ctx = yours(d);
    ctx.play("a");
    ctx.play("b");
    assert.deepEqual(table.done, [{ command: "move a", seat: 0 }]);
    assert.deepEqual([d.pending.value, yours(d).pending, yours(d).legal], ["a", "a", []]);
    table.answers[0]!(null);
    await settled();
    assert.deepEqual([d.pending.value, d.toast.value, yours(d).legal], [null, "", ["a", "b"]]);
    d.close();
});
test("a refused move is told, and can be made again", async () => {
    const { d, table } = stage();
    table.show(0, frame(1, asks));
    await settled();
    yours(d).play("a");
    table.answers[0]!({ error: "turn", why: "" });
    await settled();
    assert.deepEqual([d.pending.value, d.toast.value], [null, "It is not your turn."]);
    yours(d).play("a");
    assert.equal(table.done.length, 2);
    d.close();
});
test("a refused command is told; its own words where we have none", async () => {
    const { d, table } = stage();
    table.show(0, frame(1));
    const done = d.do("undo");
    table.answers[0]!({ error: "unheard-of", why: "Not on a Sunday." });
    assert.equal(await done, false);
    assert.equal(d.toast.value, "Not on a Sunday.");
    const again = d.do("undo");
    table.answers[1]!(null);
    assert.equal(await again, true);
    d.close();
});
test("a table that refuses us says why there is nothing; later it is only told", async () => {
    const refused = { type: "refused", refusal: { error: "unknown-table", why: "" } } as const;
    const none = stage();
    none.table.tell(undefined, refused);
    assert.equal(none.d.refused.value, "There is no table with this code.");
    none.d.close();
    const some = stage();
    some.table.show(0, frame(1));
    some.table.tell(undefined, refused);
    assert.deepEqual([some.d.refused.value, some.d.toast.value], ["", "There is no table with this code."]);
    some.d.close();
});
test("what is told stays five seconds from the last of it", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
        const { d } = stage();
        d.say("one");
        mock.timers.tick(4000);
        d.say("two");
        mock.timers.tick(4999);
        assert.equal(d.toast.value, "two");
        mock.timers.tick(1);
        assert.equal(d.toast.value, "");
        d.close();
    } finally {
        mock.timers.reset();
    }
});

test("a costly move is asked about first, unless nobody wants that", async () => {
    const { d, table } = stage({ costly: (move) => (move === "a" ? "Really?" : null) });
    table.show(0, frame(1, asks));
    await settled();
    yours(d).play("a");
    assert.deepEqual([d.question.value?.text, table.done.length], ["Really?", 0]);
    d.answer(false);
    assert.deepEqual([d.question.value, table.done.length], [null, 0]);
    yours(d).play("a");
    d.answer(true);
    assert.deepEqual([d.question.value, table.done.length], [null, 1]);
    table.answers[0]!(null);
    await settled();
    change({ confirm: false });
    yours(d).play("a");
    assert.deepEqual([d.question.value, table.done.length], [null, 2]);
    d.close();
});
test("where there is nothing to decide the move makes itself, if the player likes that", async () => {
    for (const autoPass of [true, false]) {
        change({ autoPass });
        const { d, table } = stage({ auto: (ctx) => ctx.legal[0]! });
        table.show(0, frame(1, { view: { legal: ["pass"] } }));
        await settled();
        assert.deepEqual(table.done, autoPass ? [{ command: "move pass", seat: 0 }] : []);
        d.close();
    }
});
test("a hint is asked for, shown and gone with the next frame; a failed one is told", async () => {
    const { d, table } = stage(),
        moves = [{ move: "a", value: 1, samples: 1 }];
    table.hints = () => Promise.resolve(moves);
    table.show(0, frame(1, asks));
    await settled();
    const asked = d.askHint();
    assert.deepEqual([d.hint.value, yours(d).hint], ["asked", null]);
    await asked;
    assert.deepEqual([d.hint.value, yours(d).hint], [moves, moves]);
    table.show(0, frame(2, asks));
    await settled();
    assert.equal(d.hint.value, null);
    table.hints = () => Promise.reject(new Error("no bot"));
    await d.askHint();
    assert.deepEqual([d.hint.value, d.toast.value], [null, "no bot"]);
    d.close();
});
test("who is here, who watches and how the connection is", () => {
    const { d, table } = stage();
    table.tell(undefined, { type: "connection", connection: "lost" });
    table.tell(undefined, { type: "presence", here: [true, false], watching: 3 });
    table.show(0, frame(1));
    table.tell(undefined, { type: "react", seat: 1, react: "nice" });
    assert.deepEqual([d.connection.value, d.here.value, d.watching.value, d.toast.value], ["lost", [true, false], 3, "Bo: Well played!"]);
    d.close();
});
test("a spectator who sits down sees from the seat", async () => {
    const { d, table } = stage({}, new FakeTable([]));
    table.show(undefined, frame(1, { table: { you: undefined } }));
    await settled();
    void d.do("sit 1 Cy");
    assert.deepEqual(table.done[0], { command: "sit 1 Cy", seat: undefined });
    table.show(1, frame(2, { table: { you: 1 } }));
    await settled();
    assert.deepEqual([d.viewer, d.shown.value?.seq], [1, 2]);
    d.close();
});
test("a director that is closed hears and shows nothing more", async () => {
    const { d, table, board } = stage();
    table.show(0, frame(1), frame(2));
    d.close();
    await settled();
    assert.equal(table.watched, false);
    assert.deepEqual(board.animated, []);
    assert.equal(d.shown.value?.seq, 1);
});

/** Frames as they were told before this page was opened. */
const past = (...seqs: number[]) => seqs.map((seq) => ({ seq, events: [{ event: `e${seq}` }] }));

test("a page that is opened in the middle asks what happened, and tells it before what follows", async () => {
    const table = new FakeTable();
    let answer = (_: ReturnType<typeof past>) => {};
    table.story = () => new Promise((resolve) => (answer = resolve));
    const { d } = stage({}, table);
    table.show(0, frame(5, { events: [] }), frame(6));
    await settled();
    assert.deepEqual(told(d), ["e6"]);
    answer(past(2, 4, 5, 6, 7)); // the answer may know more than was shown: each is told once
    await settled();
    assert.deepEqual(told(d), ["e2", "e4", "e5", "e6"]);
    table.show(0, frame(7));
    await settled();
    assert.deepEqual(told(d), ["e2", "e4", "e5", "e6", "e7"]);
});

test("after a gap the log has no hole, and without an answer it goes on", async () => {
    const table = new FakeTable();
    table.story = () => Promise.resolve(past(1, 2, 3, 4, 5));
    const { d } = stage({}, table);
    table.show(0, frame(1), frame(2), frame(5, { events: [] }));
    await settled();
    assert.deepEqual(told(d), ["e1", "e2", "e3", "e4", "e5"]);
    table.story = () => Promise.reject(new Error("no connection"));
    table.show(0, frame(9, { events: [] }), frame(10));
    await settled();
    assert.deepEqual(told(d), ["e1", "e2", "e3", "e4", "e5", "e10"]);
});

test("what a bot does for a player is marked, counted and told", async () => {
    const { d, table } = stage();
    const act = (seq: number, act: string, seat: number, more = {}) => frame(seq, { events: [], acts: [{ act, seat, ...more }] });
    table.show(
        0,
        frame(1),
        act(2, "flag", 0),
        frame(3, { acts: [{ act: "bot", seat: 0 }] }),
        frame(4),
        frame(5, { acts: [{ act: "bot", seat: 0 }] }),
    );
    await settled();
    assert.equal(d.botMoves(), 2);
    assert.deepEqual(
        d.log.value.map((l) => l.bot),
        [undefined, undefined, 0, undefined, 0],
    );
    assert.match(told(d)[1]!, /Your clock ran out/);
    assert.equal(d.toast.value, ""); // the band says so
    table.show(0, act(6, "back", 0), act(7, "away", 0, { by: 1 }));
    await settled();
    assert.equal(d.botMoves(), 0);
    table.show(0, act(8, "late", 0));
    await settled();
    assert.match(d.toast.value, /The others wait for you/);
    table.show(0, act(9, "flag", 1));
    await settled();
    assert.match(d.toast.value, /The clock ran out: Bo/);
});

test("a vote tells its asker the answer, and nobody else", async () => {
    const { d, table } = stage();
    const decline = (seq: number, seat: number, by: number) =>
        frame(seq, { events: [], acts: [{ act: "decline", seat, by, what: "undo" }] });
    table.show(0, frame(1), decline(2, 0, 1));
    await settled();
    assert.equal(d.toast.value, "");
    table.show(0, decline(3, 1, 0));
    await settled();
    assert.match(d.toast.value, /Bo does not agree/);
    table.show(0, decline(4, 1, 1));
    await settled();
    assert.match(told(d).at(-1)!, /Bo takes the question back/);
});
