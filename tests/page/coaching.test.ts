// coaching.test.ts: when the coach asks about a move and when it does not, what it says of one that was played, and what it remembers.
import "./browser";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { effect } from "@preact/signals";
import { asks, costly, hinted, judged, markOf, others, small, worse, type Found } from "@/coach/decide";
import { asked, countAsked, greet, ideaOf, ideaShown, showIdea } from "@/coach/memory";
import { Turn } from "@/coach/turn";
import { Watch } from "@/coach/watch";
import type { Decision } from "@/review/types";
import { change } from "@/settings";
import { Director } from "@/table/director";
import { settled } from "./browser";
import { fakeBoard, FakeTable, frame } from "./fakes";

const found = (loss: number, more: Partial<Found> = {}): Found => ({ loss, best: "a", why: [], ...more });
const slip = (move: string, loss: number, more: Partial<Decision> = {}): Decision => ({
    row: 0,
    seat: 0,
    kind: "slip",
    legal: 3,
    played: move,
    best: "a",
    loss: [-loss, loss],
    error: loss / 4,
    why: [{ fact: "takes", of: "better" }],
    ...more,
});
const good = (move: string, more: Partial<Decision> = {}): Decision => ({
    row: 0,
    seat: 0,
    kind: "good",
    legal: 3,
    played: move,
    best: move,
    loss: [0, 0],
    error: 0.01,
    margin: 0.1,
    doubt: 0.01,
    moves: [
        { move: "a", value: 0.6, samples: 9, judged: true },
        { move: "c", value: 0.5, samples: 9, judged: false },
        { move: "b", value: 0.4, samples: 9, judged: false },
    ],
    ...more,
});

beforeEach(() => {
    localStorage.clear();
    change({ autoPass: false, confirm: true, speed: "now", asks: 3 });
});

test("it asks about a slip that is costly beyond doubt, so often in a game, and never about a forced move", () => {
    const times = { legal: 2, asked: 0, most: 3 };
    assert.equal(asks(found(costly), times), true);
    assert.equal(asks(found(costly - 1e-9), times), false, "too small");
    assert.equal(asks(found(0), times), false, "as good as any");
    assert.equal(asks(undefined, times), false, "not judged yet");
    assert.equal(asks(found(0.5), { ...times, legal: 1 }), false, "forced");
    assert.deepEqual(
        [0, 1, 2, 3, 4].map((n) => asks(found(0.5), { ...times, asked: n })),
        [true, true, true, false, false],
    );
    assert.equal(asks(found(0.5), { ...times, asked: 1, most: 1 }), false);
});
test("what the judge is not sure of is no loss", () => {
    assert.deepEqual(judged(slip("b", 0.2)), {
        loss: 0.2,
        best: "a",
        finest: false,
        why: [{ fact: "takes", of: "better" }],
    });
    assert.equal(judged(good("b", { loss: [-0.3, 0.3] })).loss, 0, "not beyond doubt");
    assert.equal(judged(good("a")).finest, true);
    assert.equal(judged(good("a", { margin: 0.01, doubt: 0.01 })).finest, false, "another is as good");
});
test("a move is marked: the best, a good one, a slip with its size; the worst of a turn counts", () => {
    assert.deepEqual(markOf(found(0, { finest: true })), { kind: "best" });
    assert.deepEqual(markOf(found(small / 2)), { kind: "good" });
    assert.deepEqual(markOf(found(0.07)), { kind: "slip", loss: 0.07 });
    assert.deepEqual(worse({ kind: "slip", loss: 0.07 }, { kind: "best" }), { kind: "slip", loss: 0.07 });
    assert.deepEqual(worse({ kind: "slip", loss: 0.07 }, { kind: "slip", loss: 0.1 }), { kind: "slip", loss: 0.1 });
    assert.deepEqual(worse({ kind: "best" }, { kind: "good" }), { kind: "best" });
    assert.deepEqual(worse(undefined, { kind: "good" }), { kind: "good" });
});
test("moves are judged in the order in which people think of them", () => {
    assert.deepEqual(others(good("a"), ["a", "b", "c", "d"]), ["c", "b", "d"]);
});
test("hints of a server: few samples are no proof, and what is not listed is worse than the last", () => {
    const all = hinted(
        [
            { move: "a", value: 0.7, samples: 400 },
            { move: "b", value: 0.6, samples: 300, why: [{ fact: "takes" }] },
            { move: "c", value: 0.5, samples: 4 },
            { move: "d", value: 0.4, samples: 50 },
        ],
        ["a", "b", "c", "d", "e"],
    );
    assert.deepEqual(all.get("a"), { loss: 0, best: "a", why: [], finest: true });
    assert.ok(Math.abs(all.get("b")!.loss - 0.1) < 1e-9 && all.get("b")!.why.length === 1);
    assert.equal(all.get("c")!.loss, 0, "four samples");
    assert.ok(Math.abs(all.get("d")!.loss - 0.3) < 1e-9);
    assert.deepEqual(all.get("e"), { ...all.get("d")!, least: true });
    assert.equal(hinted([{ move: "a", value: 12, samples: 9 }], ["a", "b"]).size, 0, "no chances of winning");
    assert.equal(hinted([{ move: "a", value: 0.5, samples: 9 }], ["a", "b"]).has("b"), false, "one says nothing of another");
    assert.equal(hinted([], ["a"]).size, 0);
});
test("it remembers how often it asked in which game, and which ideas were shown", () => {
    assert.equal(asked("x"), 0);
    countAsked("x");
    countAsked("x");
    countAsked("y");
    assert.deepEqual([asked("x"), asked("y"), asked("z")], [2, 1, 0]);
    for (let i = 0; i < 40; i++) countAsked(`more${i}`);
    assert.equal(asked("x"), 0, "only the last games");
    assert.equal(ideaOf("x"), undefined);
    showIdea("x", "fake", "deny");
    assert.deepEqual([ideaOf("x"), ideaShown("fake", "deny"), ideaShown("other", "deny")], ["deny", true, false]);
    assert.equal(ideaOf("y"), undefined, "another game has its own");
    assert.deepEqual([greet(), greet()], [true, false]);
    localStorage.setItem("irori coach", "{");
    assert.equal(asked("x"), 0, "what cannot be read is forgotten");
});

/** A judge that answers when it is told to. */
class FakeJudge {
    readonly asked: (string | undefined)[] = [];
    private readonly waiting: (() => void)[] = [];
    hold = false;
    constructor(readonly verdicts: Record<string, Decision>) {}
    readonly judge = async ({ move }: { move?: string }): Promise<Decision> => {
        this.asked.push(move);
        if (this.hold) await new Promise<void>((resolve) => this.waiting.push(resolve));
        const verdict = this.verdicts[move ?? "a"];
        if (!verdict) throw new Error("no such move");
        return verdict;
    };
    go(): void {
        this.hold = false;
        for (const resolve of this.waiting.splice(0)) resolve();
    }
}
const verdicts = () => ({ a: good("a"), b: slip("b", 0.2), c: slip("c", 0.02), d: slip("d", 0.3) });
const mine = (seq: number, more: object = {}) => frame(seq, { view: { legal: ["a", "b", "c", "d"] }, ...more });

function table(judge = new FakeJudge(verdicts()), seats = [0]) {
    const t = Object.assign(new FakeTable(seats), { sight: () => Promise.resolve(new Uint8Array(1)) }),
        d = new Director(t, fakeBoard({ tell: (events) => events.map((e) => e.event) }));
    effect(() => {
        for (const part of [d.shown, d.moving]) void part.value;
        queueMicrotask(() => d.layout());
    });
    d.root = { querySelectorAll: () => [] } as unknown as HTMLElement;
    const watch = new Watch(d, judge.judge as never);
    const play = (move: string) => d.context(d.shown.value!).play(move),
        sent = () => t.done.map((c) => c.command);
    return { t, d, watch, judge, play, sent };
}
const end = ({ d, watch }: ReturnType<typeof table>) => {
    watch.close();
    d.close();
};

test("a costly move is asked about: looking again leaves it unplayed, playing it anyway plays it", async () => {
    const at = table(),
        { t, watch, play, sent } = at;
    t.show(0, mine(1));
    await settled();
    assert.equal(watch.judged.value, 1);
    play("b");
    assert.equal(watch.asking.value?.move, "b");
    assert.deepEqual([watch.asking.value?.found.loss, watch.asking.value?.found.best], [0.2, "a"]);
    assert.deepEqual(sent(), [], "it waits for the answer");
    watch.answer(false);
    assert.equal(watch.asking.value, null);
    assert.deepEqual(sent(), []);
    play("d");
    assert.equal(watch.asking.value?.move, "d", "another slip is another question");
    watch.answer(true);
    await settled();
    assert.deepEqual(sent(), ["move d"]);
    end(at);
});
test("nobody is asked the same twice, about small slips, or about the best", async () => {
    for (const move of ["a", "c"]) {
        const at = table();
        at.t.show(0, mine(1));
        await settled();
        at.play(move);
        assert.equal(at.watch.asking.value, null, move);
        assert.deepEqual(at.sent(), [`move ${move}`]);
        end(at);
    }
    const at = table();
    at.t.show(0, mine(1));
    await settled();
    at.play("b");
    at.watch.answer(false);
    at.play("b");
    assert.deepEqual(at.sent(), ["move b"], "they were told, and want it");
    end(at);
});
test("what is not judged yet is played at once", async () => {
    const judge = new FakeJudge(verdicts());
    judge.hold = true;
    const at = table(judge);
    at.t.show(0, mine(1));
    await settled();
    at.play("b");
    assert.equal(at.watch.asking.value, null);
    assert.deepEqual(at.sent(), ["move b"]);
    end(at);
});
test("a game has so many questions, also if the page is opened again", async () => {
    change({ asks: 1 });
    const at = table();
    at.t.show(0, mine(1));
    await settled();
    at.play("b");
    at.watch.answer(false);
    at.play("d");
    assert.deepEqual(at.sent(), ["move d"], "one question was all");
    end(at);
    const again = table();
    again.t.show(0, mine(3));
    await settled();
    again.play("b");
    assert.deepEqual(again.sent(), ["move b"]);
    end(again);
});
test("the question goes when the game moves on, and its answer plays nothing then", async () => {
    const at = table(),
        { t, watch, play, sent } = at;
    t.show(0, mine(1));
    await settled();
    play("b");
    const { value } = watch.asking;
    t.show(0, mine(2));
    await settled();
    assert.equal(watch.asking.value, null);
    watch.asking.value = value; // pressed in the same moment
    watch.answer(true);
    assert.deepEqual(sent(), []);
    end(at);
});
test("a question of the coach comes instead of the board's", async () => {
    const at = table();
    (at.d as unknown as { board: { costly(): string } }).board.costly = () => "Sure?";
    at.t.show(0, mine(1));
    await settled();
    at.play("b");
    assert.equal(at.d.question.value, null);
    at.watch.answer(true);
    assert.deepEqual(at.sent(), ["move b"]);
    end(at);
});
test("judging stops when the turn is over, and a forced move is not judged", async () => {
    const judge = new FakeJudge(verdicts());
    judge.hold = true;
    const at = table(judge);
    at.t.show(0, mine(1));
    await settled();
    assert.deepEqual(judge.asked, [undefined], "the best first");
    at.t.show(0, frame(2, { view: { turn: 1 } }));
    judge.go();
    await settled();
    assert.deepEqual(judge.asked, [undefined], "no others");
    at.t.show(0, frame(3, { view: { legal: ["a"] } }));
    await settled();
    assert.deepEqual(judge.asked, [undefined]);
    end(at);
});
test("my move is marked when it was told, until my next one; a move that was taken back is not", async () => {
    const at = table(),
        { t, watch, play } = at,
        told = (seq: number, turn: number, more: object = {}) =>
            frame(seq, { events: [{ event: `e${seq}`, seat: 0 }], view: { turn, ...more } });
    t.show(0, mine(1));
    await settled();
    play("c");
    await settled();
    assert.equal(watch.mark.value, undefined, "not told yet");
    t.answers[0]!(null);
    t.show(0, told(2, 1));
    await settled();
    assert.deepEqual(watch.mark.value, { kind: "slip", loss: 0.02 });
    t.show(0, mine(3));
    await settled();
    assert.equal(watch.mark.value?.kind, "slip", "while they think about the next");
    play("a");
    assert.equal(watch.mark.value, undefined);
    t.answers[1]!(null);
    t.show(0, told(4, 1));
    await settled();
    assert.deepEqual(watch.mark.value, { kind: "best" });
    t.tell(0, { type: "frame", frame: mine(3, { events: [] }), still: true });
    await settled();
    assert.equal(watch.mark.value, undefined, "taken back");
    end(at);
});
test("several people at one device: whoever looks is asked, each so often", async () => {
    change({ asks: 1 });
    const at = table(undefined, [0, 1]),
        of = (seat: number, seq: number, turn: number) =>
            mine(seq, { table: { you: seat }, view: { turn, ...(turn === seat && { legal: ["a", "b"] }) } });
    const ask = async (seq: number, turn: number): Promise<string | undefined> => {
        at.t.show(0, of(0, seq, turn));
        at.t.show(1, of(1, seq, turn));
        await settled();
        if (at.d.curtain.value !== undefined) at.d.lift();
        await settled();
        at.play("b");
        const move = at.watch.asking.value?.move;
        at.watch.answer(false);
        return move;
    };
    assert.equal(at.watch.asking.value, null);
    assert.equal(await ask(1, 0), "b");
    assert.equal(await ask(2, 1), "b", "the other has a question, too");
    assert.equal(await ask(3, 0), undefined, "the first had theirs");
    end(at);
});
test("a server's hints judge where there is no sight", async () => {
    const t = new FakeTable();
    t.hints = () =>
        Promise.resolve([
            { move: "a", value: 0.7, samples: 900 },
            { move: "b", value: 0.3, samples: 900 },
        ]);
    const turn = new Turn(t, "fake", 1, 0, ["a", "b"]);
    await turn.judge();
    assert.ok(Math.abs(turn.found.get("b")!.loss - 0.4) < 1e-9);
    t.hints = () => Promise.reject(new Error("rate"));
    const refused = new Turn(t, "fake", 1, 0, ["a", "b"]);
    await refused.judge();
    assert.equal(refused.found.size, 0, "then nothing is known");
});
