// turn.test.ts: which of my tables is urgent, what is news, times in words, the title of the tab, the pace of a new table.
import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue } from "@/catalogue";
import { paceOf, withPace } from "@/form/pace";
import type { Listed } from "@/table/lists";
import { awaited, byUrgency, newsIn, reminding, withTable, type All } from "@/turn/mine";
import { titleMark } from "@/turn/signs";
import { daysUntil, moment, shortSpan, span, until } from "@/turn/when";
import { newsText } from "@/turn/words";
import { gameTitle } from "@/words";

const game = catalogue.games[0]!.name,
    title = gameTitle(game),
    hour = 3_600_000,
    day = 24 * hour;
const table = (id: string, more: Partial<Listed> = {}): Listed => ({
    ...{ table: id, game, options: "", stage: "playing", seats: ["Anna", "Bo"], updated: 1000, you: 0, turn: [1] },
    ...more,
});
const all = (...tables: Listed[]): All => ({ tables, invites: [] });
const kinds = (before: All, after: All): string[] => newsIn(before, after).map((n) => `${n.kind} ${n.table}`);

test("urgent is where somebody waits, then where the time ends first, then what happened last", () => {
    const some = [
        table("over", { stage: "over", updated: 9000 }),
        table("theirs", { updated: 5000 }),
        table("theirs later", { updated: 6000 }),
        table("friday", { turn: [0], slow: true, due: 5 * day }),
        table("tomorrow", { turn: [0], slow: true, due: day }),
        table("waits", { turn: [0] }),
        table("gathers", { stage: "gathering", turn: [] }),
    ];
    assert.deepEqual(
        some.sort(byUrgency).map((m) => m.table),
        ["waits", "tomorrow", "friday", "gathers", "theirs later", "theirs", "over"],
    );
});

test("awaited: only in a game, and only if the server knows whose turn it is", () => {
    assert.ok(awaited(table("a", { turn: [0, 1] })));
    assert.ok(!awaited(table("a", { turn: [1] })));
    assert.ok(!awaited(table("a", { turn: [0], stage: "over" })));
    const { turn: _, ...unknown } = table("a");
    assert.ok(!awaited(unknown));
});

test("news: my turn once, a game that begins, somebody who sits down, a slow game that is over, an invitation", () => {
    const mine = table("a", { turn: [0] });
    assert.deepEqual(kinds(all(table("a")), all(mine)), ["turn a"]);
    assert.deepEqual(kinds(all(mine), all(mine)), []);
    assert.deepEqual(kinds(all(), all(mine)), ["turn a"]); // a table that is new here
    assert.deepEqual(kinds(all(mine), all(table("a"))), []);
    const empty = table("a", { stage: "gathering", seats: ["Anna", null, null], turn: [] });
    assert.deepEqual(kinds(all(empty), all({ ...empty, seats: ["Anna", null, "Bo"] })), ["joined a"]);
    assert.deepEqual(newsIn(all(empty), all({ ...empty, seats: ["Anna", null, "Bo"] }))[0]!.people, [["Bo", 2]]);
    assert.deepEqual(kinds(all({ ...empty, seats: ["Anna", null, "Bo"] }), all(empty)), []); // and stands up
    assert.deepEqual(kinds(all(empty), all(mine)), ["begun a"]); // that it is my turn is seen there
    const seated = table("a", { stage: "gathering", turn: [], evening: "E1" });
    assert.deepEqual(kinds(all(), all(seated)), ["seated a"]); // an evening has opened a table
    assert.deepEqual(kinds(all(seated), all(seated)), []);
    assert.deepEqual(kinds(all(), all({ ...seated, evening: undefined } as unknown as Listed)), []);
    assert.deepEqual(newsText(newsIn(all(), all(seated))[0]!), ["Your table is ready", `${title} with Bo, at the evening`]);
    assert.deepEqual(kinds(all(table("a", { slow: true })), all()), ["over a"]);
    assert.deepEqual(kinds(all(table("a")), all()), []);
    const invite = { table: "x", game, options: "", settings: "", by: { who: "1", name: "Bo" }, time: 5 },
        invited = { tables: [], invites: [invite] };
    assert.deepEqual(kinds(all(), invited), ["invite x"]);
    assert.deepEqual(kinds(invited, invited), []);
    assert.deepEqual(kinds(invited, { tables: [], invites: [{ ...invite, time: 6 }] }), ["invite x"]); // asked again
});

test("a slow game is told again after half of the time that was left, and not when it is over", () => {
    const slow = table("a", { turn: [0], slow: true, due: 1000 });
    assert.ok(!reminding(slow, 0, 499));
    assert.ok(reminding(slow, 0, 500));
    assert.ok(!reminding(slow, 500, 749));
    assert.ok(!reminding(slow, 0, 1000));
    assert.ok(!reminding({ ...slow, turn: [1] }, 0, 900));
    assert.ok(!reminding({ ...slow, slow: false }, 0, 900));
});

test("what a table shows itself is newer than the list, and keeps what only the list has", () => {
    const merged = withTable(all(table("a", { due: 7 }), table("b")), table("a", { turn: [0] }));
    assert.deepEqual(
        merged.tables.map((m) => [m.table, m.turn![0], m.due]),
        [
            ["b", 1, undefined],
            ["a", 0, 7],
        ],
    );
    assert.equal(withTable(merged, undefined), merged);
});

test("news in words names the game and the others", () => {
    assert.deepEqual(newsText({ kind: "turn", table: "a", game, people: [["Bo", 1]] }), ["Your turn", `${title} with Bo`]);
    assert.deepEqual(newsText({ kind: "joined", table: "a", game, people: [["Guest", 1]] }), [
        "Player 2 has sat down at your table",
        title,
    ]);
    const [, about] = newsText({ kind: "still", table: "a", game, people: [["Bo", 1]], due: new Date(2026, 6, 31, 18).getTime() }, 0);
    assert.match(about, /^.* with Bo, until July 31.*6:00/);
    assert.ok(about.startsWith(title));
});

test("the title of the tab", () => {
    assert.equal(titleMark(0, "Settings · Irori", "Your turn"), "");
    assert.equal(titleMark(2, "Settings · Irori", "Your turn"), "(2) Your turn – ");
    assert.equal(titleMark(1, `Your turn · ${title} · Irori`, "Your turn"), "(1) ");
});

test("times", () => {
    assert.equal(span(4 * day + hour), "4 days");
    assert.equal(span(day + 5 * hour + 59 * 60_000), "1 day 5 hr");
    assert.equal(span(2 * day), "2 days");
    assert.equal(span(20 * hour), "20 hr");
    assert.equal(span(2 * hour + 5 * 60_000, "long"), "2 hours 5 minutes");
    assert.equal(span(59_000), "0 min");
    assert.equal(span(-5), "0 min");
    assert.deepEqual([3 * day, 71 * hour, 119 * 60_000, 0].map(shortSpan), ["3d", "71h", "119m", "0m"]);
    const now = new Date(2026, 6, 27, 9).getTime(); // a Monday
    assert.match(moment(now + 2 * hour, now), /^11:00/);
    assert.match(moment(now + 4 * day, now), /^Friday.*9:00/);
    assert.match(moment(now + 8 * day, now), /^August 4.*9:00/);
    assert.equal(until(0, now), "");
    assert.equal(until(now - 1, now), "the time is over");
    assert.match(until(now + 4 * day, now), /^until Friday/);
    assert.equal(daysUntil("2026-07-27", now), 1);
    assert.equal(daysUntil("2026-07-30", now), 4);
});

test("the pace of a table, and what it leaves alone", () => {
    assert.equal(paceOf({}), "calm");
    assert.equal(paceOf({ clock: "move", seconds: "60" }), "quick");
    assert.equal(paceOf({ clock: "move" }), "quick"); // sixty is what it has if nobody says
    assert.equal(paceOf({ clock: "move", seconds: "10" }), undefined);
    assert.equal(paceOf({ clock: "slow", hours: "72" }), "slow");
    assert.deepEqual(withPace({ clock: "slow", hours: "72", late: "bot", watch: "off" }, "quick"), {
        watch: "off",
        clock: "move",
        seconds: "60",
    });
    assert.deepEqual(withPace({ clock: "game", seconds: "300", increment: "5" }, "slow"), { clock: "slow" });
    assert.deepEqual(withPace({ clock: "slow" }, "calm"), {});
});
