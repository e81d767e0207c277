// evening.test.ts: evenings, where nothing of them needs a browser: what is known after each message, tables, places, clocks and words.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser";
import {
    after,
    byesOf,
    clock,
    drawn,
    eventCode,
    firstAndMine,
    lastRound,
    lostTable,
    missing,
    moveless,
    myTable,
    others,
    pages,
    podium,
    rounds,
    secondsLeft,
    sitsOut,
    standings,
    winners,
    without,
    type Heard,
    type Known,
} from "@/evening/event";
import { breakSteps, nameOf, outcome, points } from "@/evening/words";
import type { Evening, EventTable, Person } from "@/evening/types";

const somebody = (name: string, place: number, more: Partial<Person> = {}): Person => ({
    ...{ name, bot: false, here: true, gone: false, points: 0, breaks: [], place, table: null, byes: 0, bye_rounds: [], games: 0, ...more },
});
const evening = (people: Person[], more: Partial<Evening> = {}): Evening => ({
    ...{ name: "Friday", game: "some", kind: "swiss", options: "", settings: "", seats: 2, rounds: 3, minutes: 0, bots: true, host: false },
    ...{ you: 0, stage: "playing", round: 1, ends: null, people, breaks: ["buchholz", "wins", "direct"], tables: [], wait: null, ...more },
});
const told = (seq: number, state: Evening, more: object = {}) => ({ type: "event", event: "abc", seq, now: 5_000, state, ...more });
const table = (people: number[], ranks: EventTable["ranks"], round = 1, code = "t1"): EventTable => ({ table: code, round, people, ranks });

test("what is known: the newest, of this evening alone; an answer after a new connection is the truth", () => {
    const a = evening([somebody("Anna", 1)]),
        b = evening([somebody("Anna", 1), somebody("Ben", 1)]);
    let known: Heard = after(undefined, told(7, a), "abc", 4_000);
    assert.deepEqual(known, { seq: 7, skew: 1_000, state: a });
    known = after(known, told(8, b), "abc", 4_000);
    assert.deepEqual((known as Known).state, b);
    assert.equal(after(known, told(7, a), "abc", 4_000), known); // overtaken on the way
    assert.equal(after(known, told(9, a, { event: "other" }), "abc", 4_000), known);
    assert.deepEqual((after(known, told(3, a, { id: 12 }), "abc", 4_000) as Known).state, a); // an older backup was restored
    const refused = { type: "refused", error: "unknown-event", why: "" };
    assert.deepEqual(after(undefined, refused, "abc", 0), { refused });
    assert.equal(after(known, refused, "abc", 0), known); // what is shown stays
});

test("who and what did not change is the same object, so that it is not drawn again", () => {
    const people = () => [somebody("Anna", 1), somebody("Ben", 2)],
        tables = () => [table([0, 1], [0, 1], 1, "t1"), table([1, 0], null, 2, "t2")];
    const first = after(undefined, told(1, evening(people(), { tables: tables() })), "abc", 0) as Known,
        [, ben] = people();
    const next = evening([somebody("Anna", 1, { points: 1 }), ben!], { tables: tables().slice(1) }), // an old table is told no more
        second = after(first, told(2, structuredClone(next)), "abc", 0) as Known;
    assert.deepEqual(second.state, next);
    assert.notEqual(second.state.people[0], first.state.people[0]);
    assert.equal(second.state.people[1], first.state.people[1]);
    assert.equal(second.state.tables[0], first.state.tables[1]);
});

test("who has no table in this round, and why", () => {
    const people = [
            somebody("Anna", 1, { table: "t" }),
            somebody("Ben", 1, { table: "t" }),
            somebody("Cora", 1, { byes: 1, bye_rounds: [1], points: 1 }),
        ],
        e = evening(people, { tables: [table([0, 1], null)] });
    assert.deepEqual(
        people.map((_, i) => sitsOut(e, i)),
        [undefined, undefined, "bye"],
    );
    assert.equal(sitsOut({ ...e, tables: [] }, 2), undefined); // the tables are not open yet
    assert.equal(sitsOut({ ...e, kind: "arena" }, 2), undefined);
    assert.equal(sitsOut({ ...e, round: 2, tables: [table([0, 1], null, 2)] }, 2), "out"); // came back after it had begun
    // a guest who came in round 1 and has a bye in round 2 has had no game either
    const late = somebody("Dan", 1, { byes: 1, bye_rounds: [2], points: 1 }),
        second = evening([people[0]!, people[1]!, people[2]!, late], { round: 2, tables: [table([0, 1], null, 2), table([0, 1], [0, 1])] });
    assert.deepEqual([sitsOut(second, 2), sitsOut(second, 3)], ["out", "bye"]);
    assert.deepEqual([without(second, "bye"), byesOf(second, 1), byesOf(second, 2)], [[3], [2], [3]]);
    const odd = evening([...people.slice(0, 2), somebody("Dan", 1)], { kind: "round-robin", tables: [table([0, 1], null)] });
    assert.equal(sitsOut(odd, 2), "rest");
    assert.equal(sitsOut({ ...odd, kind: "swiss" }, 2), "out"); // came late
    assert.equal(sitsOut({ ...e, people: people.map((p) => ({ ...p, table: null })), tables: [table([0, 1], [0, 1])] }, 0), undefined);
});

test("after the last round there is no other; an arena has none", () => {
    const e = evening([somebody("Anna", 1)]);
    assert.deepEqual(
        [1, 2, 3].map((round) => lastRound({ ...e, round })),
        [false, false, true],
    );
    assert.equal(lastRound({ ...e, rounds: 0 }), false); // not known yet
    assert.equal(lastRound({ ...e, kind: "arena", round: 3 }), false);
});

test("a game that was lost without a move of ours, where no bot plays for us", () => {
    const e = evening([somebody("Anna", 2), somebody("Ben", 1)], { bots: false, tables: [table([0, 1], [null, 0])] });
    assert.equal(lostTable(e)?.table, "t1");
    assert.equal(lostTable({ ...e, bots: true }), undefined);
    assert.equal(lostTable({ ...e, you: 1 }), undefined);
    assert.equal(lostTable({ ...e, you: null }), undefined);
    assert.equal(lostTable({ ...e, tables: [...e.tables, table([1, 0], [1, 0], 2, "t2")] }), undefined);
    assert.equal(lostTable({ ...e, tables: [...e.tables, table([1, 0], [0, 1], 2, "t2")] })?.table, "t2");
    const record = "# game\nseats 2\n$ deal 1 2\n1 take 3\n@ resign 0\n";
    assert.deepEqual([moveless(record, 0), moveless(record, 1)], [true, false]);
});

test("of many, the first and those around us", () => {
    assert.deepEqual(firstAndMine(4, 5, 2), [0, 1, 2, 3]);
    assert.deepEqual(firstAndMine(9, 6, -1), [0, 1, 2, null]);
    assert.deepEqual(firstAndMine(9, 6, 6), [0, 1, 2, null, 5, 6, 7, null]);
    assert.deepEqual(firstAndMine(9, 6, 8), [0, 1, 2, null, 7, 8]);
    assert.deepEqual(firstAndMine(9, 6, 3), [0, 1, 2, 3, 4, null]);
});

test("a code as it was typed, pasted or spoken", () => {
    for (const text of ["Eabc234", "eabc234", " EABC234 ", "https://x.test/e/Eabc234?tv"]) assert.equal(eventCode(text), "Eabc234");
});

test("the table that waits for us: not once it is over, not for who left, not before the start", () => {
    const people = [somebody("Anna", 1, { table: "t2" }), somebody("Ben", 2, { table: "t2" }), somebody("Cora", 2)];
    const e = evening(people, { tables: [table([0, 2], [0, 1]), table([1, 0], null, 2, "t2")] });
    assert.equal(myTable(e)?.table, "t2");
    assert.deepEqual(others(myTable(e)!, 0), [1]);
    assert.equal(myTable({ ...e, you: 2 }), undefined);
    assert.equal(myTable({ ...e, you: null }), undefined);
    assert.equal(myTable({ ...e, stage: "over" }), undefined);
    assert.equal(myTable({ ...e, people: [{ ...people[0]!, gone: true }, people[1]!, people[2]!] }), undefined);
    assert.deepEqual(
        rounds(e).map((r) => [r.round, r.tables.length]),
        [
            [2, 1],
            [1, 1],
        ],
    );
});

test("results: a winner, a draw, somebody who did not come, nobody at all", () => {
    const e = evening([somebody("Anna", 1), somebody("Ben", 2), somebody("Cora", 3)]);
    assert.deepEqual(winners(table([0, 1], [1, 0])), [1]);
    assert.equal(outcome(e, table([0, 1], [1, 0])), "Ben wins");
    assert.equal(outcome(e, table([0, 1], null)), "They play");
    assert.ok(drawn(table([0, 1], [0, 0])));
    assert.equal(outcome(e, table([0, 1], [0, 0])), "A draw");
    assert.equal(outcome(e, table([0, 1, 2], [0, 0, 1])), "Shared win: Anna and Ben");
    assert.deepEqual(missing(table([0, 1], [0, null])), [1]);
    assert.equal(outcome(e, table([0, 1], [0, null])), "Anna wins (not there: Ben)");
    assert.equal(outcome(e, table([0, 1], [null, null])), "Nobody came");
});

test("places: in their order, shared ones together; no podium where nobody played", () => {
    const people = [somebody("Anna", 2), somebody("Ben", 1), somebody("Cora", 2), somebody("Dan", 4)];
    const e = evening(people, { stage: "over", tables: [table([0, 1], [1, 0])] });
    assert.deepEqual(standings(e), [1, 0, 2, 3]);
    assert.deepEqual(podium(e), [
        { place: 1, people: [1] },
        { place: 2, people: [0, 2] },
    ]);
    assert.deepEqual(podium({ ...e, tables: [] }), []);
});

test("time left by the server's clock, and pages of a scoreboard", () => {
    assert.equal(secondsLeft(70_000, 10_000, 5_000), 55);
    assert.equal(secondsLeft(1_000, 0, 5_000), 0);
    assert.equal(secondsLeft(null, 0, 5_000), 0);
    assert.deepEqual([clock(65), clock(3_909), clock(0)], ["1:05", "1:05:09", "0:00"]);
    const all = Array.from({ length: 40 }, (_, i) => i);
    assert.deepEqual(
        pages(all, 11).map((p) => p.length),
        [10, 10, 10, 10],
    );
    assert.deepEqual(pages(all, 11).flat(), all);
    assert.deepEqual(pages([], 11), [[]]);
    assert.deepEqual(
        pages(all.slice(0, 12), 11).map((p) => p.length),
        [6, 6],
    );
});

test("names, points and tie-breaks in words", () => {
    const e = evening([somebody("Anna", 1), somebody("Guest", 2), somebody("normal", 3, { bot: true })]);
    assert.deepEqual(
        [0, 1, 2, 9].map((i) => nameOf(e, i)),
        ["Anna", "Player 2", "Bot (normal)", ""],
    );
    assert.deepEqual([0, 0.5, 2.5, 3, 1.333].map(points), ["0", "½", "2½", "3", "1.33"]);
    const [buchholz, , direct, other] = breakSteps([...e.breaks, "new_one"]);
    assert.match(buchholz!, /^Opponents: the points of all/);
    assert.match(direct!, /^Head to head: /);
    assert.equal(other, "New one: New one"); // a server that is newer than this page
});
