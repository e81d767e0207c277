// meet.test.ts: meeting people, where nothing of it needs a browser: the search, the lobby's changes, a typed phrase, names of devices.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser";
import { merged, nothing } from "@/meet/lobby";
import { look, words } from "@/meet/phrase";
import { after, none, type Search } from "@/meet/seek";
import { sorted } from "@/meet/ties";
import { clockLine } from "@/meet/words";
import { codeOf } from "@/meet/enter";
import { label } from "@/net/label";
import type { Listing, Tie } from "@/meet/types";

const wish = { game: "some", pace: "calm" };
const paired = { type: "paired", table: "t1", with: { name: "Ben" }, until: 20_000 };

test("a search: found, missed and found again, without losing its place", () => {
    let s: Search = after(none, { do: "seek", wish, now: 5 });
    assert.deepEqual(s, { is: "seeking", wish, since: 5 });
    s = after(s, { do: "heard", message: paired });
    assert.deepEqual(s, { is: "paired", wish, since: 5, table: "t1", name: "Ben", until: 20_000 });
    assert.equal(after(s, { do: "missed", table: "other" }), s); // of a table that is not ours
    s = after(s, { do: "missed", table: "t1" });
    assert.deepEqual(s, { is: "seeking", wish, since: 5, missed: "Ben" });
    s = after(s, { do: "heard", message: { ...paired, table: "t2", with: { name: "Cora" } } });
    assert.equal(after(s, { do: "arrived", table: "t2" }), none);
    assert.deepEqual(after(s, { do: "late", table: "t2" }), { is: "none", missed: "Cora" });
});

test("a search that was stopped or refused stays so, whatever still arrives", () => {
    const s = after(none, { do: "seek", wish, now: 5 });
    assert.equal(after(s, { do: "stop" }), none);
    assert.equal(after(none, { do: "heard", message: paired }), none);
    const refused = { type: "refused", error: "option", why: "" };
    assert.deepEqual(after(s, { do: "heard", message: refused }), { is: "none", refused });
    assert.equal(after(s, { do: "heard", message: { type: "seeking", game: "some" } }), s);
});

const listing = (table: string, created: number): Listing => ({
    ...{ table, game: "some", options: "", settings: "", seats: ["Anna", null], created, updated: created },
});
test("the lobby: whole, then changes; a table that began moves to the games", () => {
    let l = merged(nothing, { type: "lobby", id: 1, tables: [listing("a", 1), listing("b", 2)], games: [], people: 3 });
    assert.deepEqual(
        l.tables.map((t) => t.table),
        ["b", "a"],
    ); // the newest first
    l = merged(l, { type: "lobby", tables: [{ ...listing("a", 1), seats: ["Anna", "Ben"] }], people: 4 });
    assert.deepEqual(
        l.tables.map((t) => t.seats[1]),
        [null, "Ben"],
    );
    l = merged(l, { type: "lobby", games: [listing("a", 1)] });
    assert.deepEqual([l.tables.length, l.games.length, l.people], [1, 1, 4]);
    l = merged(l, { type: "lobby", gone: ["a", "b"], people: 1 });
    assert.deepEqual(l, { tables: [], games: [], people: 1 });
    l = merged(merged(l, { type: "lobby", tables: [listing("c", 5)] }), { type: "lobby", id: 9, tables: [], games: [], people: 1 });
    assert.deepEqual(l.tables, []); // a whole one after a new connection is the truth
});

test("a phrase as people type it", () => {
    const phrase = "lusab babad gutih tugad mudof sakat";
    assert.equal(words(" Lusab-BABAD gutih  tugad,mudofsakat ").join(" "), phrase);
    assert.deepEqual(look(phrase), { whole: true, missing: 0 });
    assert.deepEqual(look("lusab bab"), { whole: false, missing: 5 });
    assert.deepEqual(look("lusab hello"), { whole: false, missing: 4, odd: "hello" });
    assert.equal(look(`${phrase} lusab`).whole, false);
    assert.equal(look("").missing, 6);
});

test("a code, typed or as its whole link", () => {
    assert.equal(codeOf(" ABCDE 23456 "), "abcde23456");
    assert.equal(codeOf("https://games.example.org/link/abcde23456"), "abcde23456");
});

test("clocks of tables in words", () => {
    for (const [settings, words] of [
        ["", "no clock"],
        ["clock=move,seconds=1", "1 second for each move"],
        ["listed=on,clock=game,seconds=600", "10 minutes for the game"],
        ["clock=slow", "1 day for each move"],
        ["clock=slow,hours=36", "36 hours for each move"],
    ])
        assert.equal(clockLine(settings!), words);
});

test("devices have names that people know", () => {
    const agent = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
    assert.equal(label(agent), "Chrome, Android");
    assert.equal(label(`${agent} Edg/130.0`), "Edge, Android");
    assert.equal(label("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0"), "Firefox, Mac");
    assert.equal(label("curl"), "");
});

test("friends who are here stand first", () => {
    const tie = (name: string, online: boolean): Tie => ({ who: name, name, friend: "both", muted: false, blocked: false, online });
    const all = sorted([tie("Zoe", false), tie("Ben", false), tie("Yan", true)], (p) => p.friend === "both");
    assert.deepEqual(
        all.map((p) => p.name),
        ["Yan", "Ben", "Zoe"],
    );
});
