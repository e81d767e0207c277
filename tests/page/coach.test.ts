// coach.test.ts: which sentences a first game says, and that each is said once.
import "./browser";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { effect } from "@preact/signals";
import type { Context, Past } from "@/board";
import { change } from "@/settings";
import { Coach, forgetSaid, taughtAnything } from "@/table/coach";
import { settled } from "./browser";
import { fakeBoard, FakeTable, frame, lesson } from "./fakes";

const all = [lesson("hand"), lesson("pick", true), lesson("end")];
let past: Past | undefined;
const board = fakeBoard({
    lessons: (_, p) => {
        past = p;
        return all;
    },
});
const context = (own: Partial<Context> = {}): Context => ({ you: 0, legal: ["a"], view: frame(1).view, ...own }) as Context;
const coach = (table = new FakeTable()): Coach => new Coach(table);
const ids = (c: Coach, ctx = context(), seq = 1): string[] => c.lessons(board, ctx, seq).map((l) => l.id);

beforeEach(() => {
    localStorage.clear();
    change({ teach: true });
    past = undefined;
});

test("a sentence is said once, in this game only", () => {
    const c = coach();
    assert.equal(taughtAnything(), false);
    assert.deepEqual(ids(c), ["hand", "pick", "end"]);
    c.say("fake", "hand");
    c.say("fake", "hand");
    assert.equal(taughtAnything(), true);
    assert.deepEqual(ids(c), ["pick", "end"]);
    assert.deepEqual(ids(coach()), ["pick", "end"], "another table in this browser");
    assert.deepEqual(ids(c, context({ view: frame(1, { view: { game: "other" } }).view })), ["hand", "pick", "end"]);
    assert.ok(past!.said("hand") === false, "the other game's");
});
test("after the last one there are no more, until they are forgotten", () => {
    const c = coach();
    c.say("fake", "end");
    c.say("other", "hand");
    assert.deepEqual(ids(c), []);
    forgetSaid("fake");
    assert.deepEqual(ids(c), ["hand", "pick", "end"]);
    assert.equal(taughtAnything(), true, "the other game's is kept");
});
test("what waits for a move is said when the move is made", () => {
    const c = coach();
    c.show("fake", all[0]!);
    c.show("fake", all[1]!);
    assert.deepEqual(ids(c), ["hand", "pick", "end"]);
    c.moved("fake");
    assert.deepEqual(ids(c), ["hand", "end"], "only the one that asked for it");
    forgetSaid("fake");
    c.moved("fake");
    assert.deepEqual(ids(c), ["hand", "pick", "end"], "and not by the move after it");
});
test("the last sentence stands until it is read or a move is made, and never in another game", () => {
    const c = coach();
    c.show("fake", all[2]!);
    c.show("fake", all[2]!);
    assert.deepEqual(ids(c), ["end"], "it is being read");
    assert.deepEqual(ids(coach()), [], "who left the table");
    c.moved("fake");
    assert.deepEqual(ids(c), [], "who played on");
    forgetSaid("fake");
    c.show("fake", all[2]!);
    c.say("fake", "end");
    assert.deepEqual(ids(c), [], "who pressed the button");
});
test("a lesson looks back to the player's last move", () => {
    const c = coach();
    c.happened([{ event: "old" }]);
    c.moved("fake");
    c.happened([{ event: "mine" }]);
    c.happened([{ event: "theirs" }]);
    ids(c);
    assert.deepEqual(
        past!.since.map((e) => e.event),
        ["mine", "theirs"],
    );
});
test("who needs no lessons gets none", () => {
    assert.deepEqual(ids(coach(), context({ you: undefined })), [], "a spectator");
    assert.deepEqual(ids(coach(), context({ legal: [] })), [], "nothing to do");
    assert.deepEqual(ids(coach(new FakeTable([0, 1]))), [], "several on one device");
    change({ teach: false });
    assert.deepEqual(ids(coach()), [], "switched off");
});
test("a table that teaches waits for the advice of this position", async () => {
    const table = new FakeTable(),
        c = coach(table),
        answers: ((move: string) => void)[] = [];
    table.teaches = true;
    table.advise = () => new Promise((resolve) => answers.push(resolve));
    assert.deepEqual(ids(c, context(), 1), []);
    assert.deepEqual(ids(c, context(), 1), []);
    assert.equal(answers.length, 1, "asked once for a position");
    assert.deepEqual(ids(c, context(), 2), []);
    answers[0]!("late");
    await settled();
    assert.deepEqual(ids(c, context(), 2), [], "an answer for another position is none");
    const screen: string[][] = [];
    effect(() => void screen.push(ids(c, context(), 2)));
    answers[1]!("b");
    await settled();
    assert.deepEqual(screen, [[], ["hand", "pick", "end"]], "the screen is drawn again when it comes");
    c.say("fake", "hand");
    assert.deepEqual(screen[2], ["pick", "end"], "and when one was said");
    assert.equal(past!.advice, "b");
});
test("a browser that keeps nothing, or nonsense, still teaches", () => {
    localStorage.setItem("irori lessons", "{not json");
    assert.deepEqual(ids(coach()), ["hand", "pick", "end"]);
    const keep = localStorage.setItem;
    localStorage.setItem = () => {
        throw new Error("full");
    };
    try {
        coach().say("fake", "hand");
    } finally {
        localStorage.setItem = keep;
    }
});
