// puzzles.test.ts: packs as irori puzzles writes them, what puzzles are about, the position of the day, what comes next, and ratings of
// tries.
import "./browser";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { themes } from "@/../gen/themes";
import { nothing, onDay, themed, themeSum, tryAdd } from "@/puzzles/mine";
import { dayOf, merged, nextPuzzle, puzzleOfDay, readPack, type Puzzle } from "@/puzzles/pack";
import { themesOf } from "@/puzzles/themes";
import type { WhyAsked } from "@/review/types";
import { Judge } from "@/review/wasm";

const root = `${process.env.WEB}/..`,
    read = (path: string): string => new TextDecoder().decode(readFileSync(path)),
    module = new WebAssembly.Module(readFileSync(`${process.env.WEB}/gen/review.wasm`)),
    folders = JSON.parse(read(`${process.env.WEB}/gen/games.json`)) as { name: string; puzzles?: string; net?: string }[],
    packs = folders.flatMap(({ name, puzzles }) => (puzzles ? [{ name, pack: readPack(read(`${root}/${puzzles}`)) }] : []));

for (const { name, pack } of packs)
    test(`${name}: every puzzle of the pack can be shown and answered`, async () => {
        assert.ok(pack.length > 0);
        assert.equal(new Set(pack.map((p) => p.id)).size, pack.length, "two puzzles with one id");
        let judge: Judge | undefined,
            open = "";
        for (const p of pack) {
            if (!judge || open !== p.record) {
                judge = await Judge.load(module);
                assert.equal(judge.replayOpen(p.record).game, name);
                open = p.record;
                const at = folders.findIndex((f) => f.name === name);
                if (folders[at]!.net) judge.net(at, readFileSync(`${root}/${folders[at]!.net}`));
            }
            const legal = judge.legal(p.row, p.seat),
                { steps } = judge.reviewOpen(100n, 1n);
            assert.ok(legal.length >= 3, `${p.id}: too few moves`);
            for (const m of p.moves) assert.ok(legal.includes(m.move), `${p.id}: ${m.move} is not possible`);
            assert.equal(steps[p.step], p.row, `${p.id}: the step shows another position`);
            assert.ok(
                p.moves.slice(1).every((m) => m.value < p.moves[0]!.value),
                `${p.id}: another move is as good`,
            );
            assert.ok(p.rating.at > 500 && p.rating.at < 2500 && p.rating.error > 0, `${p.id}: rating ${p.rating.at}`);
        }
    });

/** As the worker does it. */
const whys = (judge: Judge) => async (game: string, all: WhyAsked[]) =>
    all.map(({ record, row, seat, played, better }) => {
        judge.replayOpen(record);
        judge.sightAt(row, seat);
        return judge.why(game, played, better);
    });
/** So many puzzles can be practised one after the other, of each theme. */
const enough = 8;
for (const { name, pack } of packs)
    test(`${name}: every theme that can be chosen has puzzles, and nearly every puzzle has one`, async (c) => {
        const load = themes[name];
        if (!load) return c.skip("its puzzles have no themes");
        const { names } = (await load()).themes,
            found = await themesOf(name, pack, whys(await Judge.load(module))),
            count = (theme: string): number => found.filter((f) => f === theme).length;
        for (const theme of Object.keys(names)) assert.ok(count(theme) >= enough, `${theme}: ${count(theme)}`);
        for (const theme of found) assert.ok(theme === undefined || names[theme], `${theme} has no name`);
        assert.ok(found.filter((f) => f === undefined).length <= pack.length / 20, "too many without a theme");
        c.diagnostic(
            Object.keys(names)
                .map((t) => `${t} ${count(t)}`)
                .join(", "),
        );
        // what a puzzle is about depends on nothing but the puzzle
        const [one] = await themesOf(name, [pack[3]!], whys(await Judge.load(module)));
        assert.equal(one, found[3]);
    });
test("a game without themes has puzzles without themes", async () => {
    assert.deepEqual(await themesOf("no such game", made(2), () => Promise.reject(new Error("nobody should ask"))), [undefined, undefined]);
});
test("tries are summed by theme; those of before there were themes belong to none", () => {
    const two = tryAdd(tryAdd(nothing, "a", true, nothing.rating, 1, "x"), "b", false, nothing.rating, 2, "x"),
        old = tryAdd(two, "c", true, nothing.rating, 3);
    assert.deepEqual(themeSum(old, "x"), { solved: 1, tried: 2 });
    assert.deepEqual(themeSum(old, "y"), { solved: 0, tried: 0 });
    const later = themed(old, (id) => (id === "c" ? "y" : "z"));
    assert.deepEqual([themeSum(later, "x"), themeSum(later, "y")], [themeSum(old, "x"), { solved: 1, tried: 1 }]);
});

const made = (n: number): Puzzle[] =>
    Array.from({ length: n }, (_, i) => ({
        id: ((i * 2654435761) >>> 0).toString(16).padStart(8, "0"),
        ...{ record: "", row: 0, step: 0, seat: 0, rating: { at: 1300 + 10 * i, error: 100 }, moves: [] },
    }));

test("the position of the day is one for a day of UTC, and none comes back before all were there", () => {
    const pack = made(40),
        noon = Date.UTC(2026, 10, 18, 12);
    assert.equal(dayOf(Date.UTC(2026, 10, 18)), dayOf(Date.UTC(2026, 10, 18, 23, 59, 59, 999)));
    assert.equal(dayOf(noon) + 1, dayOf(Date.UTC(2026, 10, 19)));
    const seen = new Set(pack.map((_, i) => puzzleOfDay(pack, dayOf(noon) + i).id));
    assert.equal(seen.size, pack.length);
    assert.equal(puzzleOfDay([...pack].reverse(), dayOf(noon)), puzzleOfDay(pack, dayOf(noon)), "the order of the file matters");
});

test("the first try of the position of the day counts, also if the puzzle was tried on another day", () => {
    const before = { ...nothing, tried: { a: [1, 0] as [number, 0 | 1] }, day: [6, 1] as [number, 0 | 1] },
        today = onDay(before, 7, false);
    assert.deepEqual(today.day, [7, 0]);
    assert.deepEqual({ ...today, day: before.day }, before, "and nothing else changes");
    assert.deepEqual(onDay(today, 7, true).day, [7, 0]);
});

test("the server's pack comes after the page's, none twice, and not if it is of other rules", () => {
    const head = "irori puzzles 1\ngame some 3\nnodes 20000\nlevels easy\n",
        block = (id: string, added = "") =>
            `\nirori record 1\nsaved\n\npuzzle ${id} 5 2 1\nmargin 0.1 0.01\nrating 1600 90\nsolved 8 4\n${added}0.6 play a\n0.5 play b c\n`,
        page = head + block("aaaaaaaa") + block("bbbbbbbb"),
        server = head + block("bbbbbbbb", "added 2026-10\n") + block("cccccccc", "added 2026-11\n");
    const all = merged(page, server);
    assert.deepEqual(
        all.map((p) => [p.id, p.own, p.added]),
        [
            ["aaaaaaaa", undefined, undefined],
            ["bbbbbbbb", undefined, undefined],
            ["cccccccc", true, "2026-11"],
        ],
    );
    assert.deepEqual(all[2]!.moves, [
        { value: 0.6, move: "play a" },
        { value: 0.5, move: "play b c" },
    ]);
    for (const other of ["", server.replace("some 3", "some 4"), "<!doctype html>\n<html>"])
        assert.deepEqual(merged(page, other), readPack(page), other.slice(0, 40));
});

test("a pack that grows changes no day that has begun", () => {
    const page = made(40),
        more = made(60)
            .slice(40)
            .map((p, i): Puzzle => ({ ...p, own: true, added: i < 10 ? "2026-10" : "2026-11" })),
        days = (month: number, n: number) => Array.from({ length: n }, (_, i) => dayOf(Date.UTC(2026, month, 1 + i))),
        chosen = (pack: Puzzle[], all: number[]) => all.map((day) => puzzleOfDay(pack, day).id),
        [october, november, december] = [days(9, 31), days(10, 30), days(11, 31)];
    const old = [...page, ...more.slice(0, 10)];
    for (let n = 10; n <= 20; n++) assert.deepEqual(chosen([...page, ...more.slice(0, n)], november), chosen(old, november), "in November");
    assert.deepEqual(chosen([...page, ...more], october), chosen(page, october), "in October");
    const now = chosen([...page, ...more], december);
    assert.equal(new Set(now).size, 31, "one came back in the same month");
    assert.ok(
        now.some((id) => more.some((p) => p.id === id)),
        "none of the server's",
    );
});

test("what comes next is near the rating, and new as long as there is something new", () => {
    const pack = made(40),
        tried = new Map<string, number>();
    for (let i = 0; i < pack.length; i++) {
        const p = nextPuzzle(pack, 1500, (id) => tried.get(id), (i * 0.37) % 1);
        if (!i) assert.ok(Math.abs(p.rating.at - 1500) <= 50, `${p.rating.at}`);
        assert.ok(!tried.has(p.id), "an old one came back");
        tried.set(p.id, i);
    }
    const again = nextPuzzle(pack, 1500, (id) => tried.get(id), 0);
    assert.ok(tried.get(again.id)! < 24, "not one of the oldest");
    assert.notEqual(nextPuzzle(pack, 1500, (id) => tried.get(id), 0, again.id).id, again.id);
});

test("a try changes the rating as a game against the puzzle would, and a streak ends with a wrong one", async () => {
    const judge = await Judge.load(module),
        puzzle = { at: 1600, error: 90 };
    const right = judge.puzzleRate({ mine: nothing.rating, days: 0, puzzle, solved: true }),
        wrong = judge.puzzleRate({ mine: nothing.rating, days: 0, puzzle, solved: false });
    assert.ok(right.at > 1500 && wrong.at < 1500 && right.at - 1500 > 1500 - wrong.at, "a hard puzzle gains more than it costs");
    assert.ok(right.error < 350 && right.games === 1);
    const rested = judge.puzzleRate({ mine: right, days: 400, puzzle, solved: true }),
        soon = judge.puzzleRate({ mine: right, days: 0, puzzle, solved: true });
    assert.ok(rested.error > soon.error, "a pause makes it less sure");
    const two = tryAdd(tryAdd(nothing, "a", true, right, 1), "b", true, right, 2),
        three = tryAdd(two, "c", false, wrong, 3);
    assert.deepEqual([two.streak, three.streak, three.best, Object.keys(three.tried).length], [2, 0, 2, 3]);
});
