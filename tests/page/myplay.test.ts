// myplay.test.ts: what My play keeps of a review, how many of them add up, and which exercises come when.
import "./browser";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { digest, type Digest, type Mine, type Played, type Slip } from "@/myplay/digest";
import { boxes, exercises, nextDue, practised, shown } from "@/myplay/exercise";
import { fromFile, mySeats, takesOf } from "@/myplay/mine";
import { accuracies, gamesOf, insteads, kindSums, lucks, meanOf, totals } from "@/myplay/sums";
import { wins } from "@/myplay/words";
import { Judge } from "@/review/wasm";
import type { Review, Reviewed } from "@/review/types";
import type { Frame } from "@/table/types";

const root = `${process.env.WEB}/..`,
    read = (path: string): string => new TextDecoder().decode(readFileSync(path)),
    records = readdirSync(`${root}/tests/records`)
        .filter((f) => f.endsWith(".irori"))
        .map((f) => ({ name: f, record: read(`${root}/tests/records/${f}`) })),
    module = new WebAssembly.Module(readFileSync(`${process.env.WEB}/gen/review.wasm`)),
    folders = JSON.parse(read(`${process.env.WEB}/gen/games.json`)) as { name: string; net?: string }[];

/** A review as the page's worker makes it, with little thought. */
async function reviewed(record: string): Promise<{ judge: Judge; r: Reviewed }> {
    const judge = await Judge.load(module),
        { game } = judge.replayOpen(record),
        at = folders.findIndex((f) => f.name === game);
    judge.net(at, readFileSync(`${root}/${folders[at]!.net}`));
    const { steps } = judge.reviewOpen(8000n, 1n);
    while (judge.reviewStep(1_000_000n) < 1000);
    return { judge, r: { ...(JSON.parse(judge.reviewResult()) as Review), steps } };
}
const near = (a: number, b: number, what: string): void => assert.ok(Math.abs(a - b) < 1e-9, `${what}: ${a}, not ${b}`);
const played = (record: string, mine: number[]): Played => ({ id: "t", where: "here", when: 1000, takes: 0, hints: 0, record, mine });

for (const { name, record } of records)
    test(`${name}: a digest has the sums of its review`, async () => {
        const { judge, r } = await reviewed(record),
            seats = r.seats.filter((s) => !s.name.startsWith("bot:")).map((s) => s.seat),
            d = digest(r, played(record, seats));
        assert.equal(d.game, r.game);
        assert.equal(d.seats.length, r.seats.length);
        assert.deepEqual(
            d.seats.map((s) => (s.kind === "bot" ? `bot:${s.name}` : s.name)),
            r.seats.map((s) => s.name),
        );
        assert.deepEqual(
            d.mine.map((m) => m.seat),
            seats,
        );
        let slips = 0;
        for (const m of d.mine) {
            const own = r.seats[m.seat]!,
                kinds = Object.entries(m.kinds);
            near(m.start + m.own + m.luck + m.others + m.rest, m.result, "the sum");
            near(
                kinds.reduce((s, [, k]) => s + k.loss, 0),
                -own.own,
                "losses by kind",
            );
            assert.equal(
                kinds.filter(([kind]) => kind !== "resign").reduce((s, [, k]) => s + k.choices, 0),
                own.choices,
            );
            assert.equal(m.accuracy, own.accuracy);
            assert.equal(m.error, own.luck_error);
            for (const i of m.instead) {
                assert.ok(i.played !== i.best);
                assert.ok(i.n > 0 && i.loss > 0 && i.loss <= m.kinds[i.played]!.loss + 1e-9);
            }
            assert.deepEqual(
                m.worst.map((s) => s.loss),
                m.worst.map((s) => s.loss).sort((a, b) => b - a),
            );
            if (own.worst !== null) assert.equal(m.worst[0]!.row, r.decisions[own.worst]!.row, "the most expensive first");
            for (const s of m.worst) {
                slips++;
                // the board of an exercise shows what the seat was asked
                const frame = judge.replayFrame<Frame>(s.step, m.seat),
                    legal = judge.legal(s.row, m.seat);
                assert.equal(frame.view.seat, m.seat);
                assert.ok(frame.view.turn === m.seat || frame.table.asked?.includes(m.seat), `row ${s.row}: it is this seat's turn`);
                assert.ok(legal.includes(s.played) && legal.includes(s.best) && s.played !== s.best);
                judge.sightAt(s.row, m.seat);
                const again = judge.judge(r.game, s.played, 8000n, 1n, s.row); // as the answer to an exercise is judged
                assert.equal(again.played, s.played);
                if (r.decisions.some((d) => d.kind === "resign")) continue; // what a seat sees does not tell that another gave up
                assert.deepEqual([again.kind, again.best, -again.loss[m.seat]!, again.error], ["slip", s.best, s.loss, s.error]);
                assert.ok(s.loss > s.error && s.chance >= 0 && s.chance <= 1);
            }
        }
        assert.ok(slips > 3, "there are slips to look at");
    });
test("a game that was called off counts nothing", async () => {
    const { record } = records[0]!,
        { r } = await reviewed(record);
    assert.deepEqual(digest({ ...r, over: false }, played(record, [0])).mine, []);
});

const slip = (row: number, loss: number, practice?: Slip["practice"]): Slip => ({
    ...{ row, step: row, played: "a 1", best: "b 1", loss, error: 0, chance: 0.5, why: [] },
    ...(practice && { practice }),
});
const mine = (own: Partial<Mine> = {}): Mine => ({
    ...{ seat: 0, result: 1, start: 0.5, own: -0.1, luck: 0.4, error: 0.3, others: 0.2, rest: 0, accuracy: 80, choices: 10, slips: 1 },
    ...{ kinds: { a: { choices: 10, slips: 1, loss: 0.1 } }, instead: [{ played: "a", best: "b", n: 1, loss: 0.1 }], worst: [] },
    ...own,
});
const of = (id: string, when: number, own: Partial<Mine> = {}, more: Partial<Digest> = {}): Digest => ({
    ...{ format: 1, id, where: "here", game: "g", rules: 1, when, seats: [], takes: 0, hints: 0, nodes: 1, record: "", mine: [mine(own)] },
    ...more,
});

test("games add up; those with help do not count", () => {
    const games = gamesOf([
        of("c", 3, { luck: -1, error: 0.4, accuracy: 60, choices: 30 }),
        of("a", 1),
        of("b", 2, { luck: 9, accuracy: 0 }, { takes: 1 }),
        of("d", 4, { luck: 9, accuracy: 0 }, { hints: 2 }),
        of("e", 5, {}, { mine: [] }),
        of("f", 6, {}, { game: "other" }),
    ]);
    assert.deepEqual(
        games.map((g) => g.of.id),
        ["a", "b", "c", "d", "f"],
    );
    assert.deepEqual(
        gamesOf(
            games.map((g) => g.of),
            "other",
        ).map((g) => g.of.id),
        ["f"],
    );
    const two = games.filter((g) => g.of.game === "g"),
        s = totals(two);
    assert.equal(s.games, 2);
    near(s.luck, -0.6, "luck");
    near(s.error, 0.5, "errors add up as squares");
    near(s.accuracy, (80 * 10 + 60 * 30) / 40, "accuracy by decisions");
    near(s.start + s.own + s.luck + s.others + s.rest, s.won - 0.5 - 0.9, "the sum, as the made-up rows have it");
    assert.deepEqual(
        lucks(two).map((l) => [l.game.of.id, Number(l.sum.toFixed(9)), Number(l.error.toFixed(9))]),
        [
            ["a", 0.4, 0.3],
            ["c", -0.6, 0.5],
        ],
    );
    assert.deepEqual(
        accuracies(two).map((a) => a.mean),
        [80, 80, 65, 65],
        "games with help are shown, and leave the mean as it is",
    );
    assert.deepEqual(kindSums(two), [{ game: "g", kind: "a", choices: 20, slips: 2, loss: 0.2 }]);
    assert.deepEqual(insteads(two), [{ game: "g", played: "a", best: "b", n: 2, loss: 0.2 }]);
    assert.equal(totals([]).accuracy, 0);
});
test("the mean of accuracy forgets old games", () => {
    const games = gamesOf(Array.from({ length: meanOf + 1 }, (_, i) => of(`${i}`, i, { accuracy: i ? 90 : 0 })));
    assert.equal(accuracies(games).at(-1)!.mean, 90);
    assert.ok(accuracies(games).at(-2)!.mean < 90);
});

const day = 86_400_000,
    rows = (all: ReturnType<typeof exercises>): string[] => all.map((e) => `${e.of.id}${e.slip.row}`);
test("three exercises: what comes back, then the most expensive, from different games", () => {
    const all = [
        of("a", 1, { worst: [slip(1, 0.3), slip(2, 0.29), slip(3, 0.28)] }),
        of("b", 2, { worst: [slip(1, 0.1)] }),
        of("c", 3, { worst: [slip(1, 0.2), slip(2, 0.05, { tries: 1, box: 1, due: 500 })] }),
        of("d", 3, { worst: [slip(1, 0.9, { tries: 1, box: 1, due: 2000 })] }),
    ];
    assert.equal(exercises(all, 1000).length, shown);
    assert.deepEqual(rows(exercises(all, 1000)), ["c2", "a1", "b1"]);
    assert.deepEqual(rows(exercises(all, 2000)), ["c2", "d1", "a1"]);
    assert.deepEqual(rows(exercises(all.slice(0, 1), 1000)), ["a1", "a2", "a3"], "one game is all there is");
    const doubtful = of("e", 4, { worst: [{ ...slip(1, 0.9), error: 0.5 }] });
    assert.deepEqual(rows(exercises([doubtful], 1000)), [], "a slip that may be none");
    assert.equal(nextDue(all, 1000), 2000);
    assert.equal(nextDue(all, 3000), undefined);
});
test("an exercise comes back later and later, and after a mistake soon", () => {
    let p = practised(undefined, "solved", 0);
    for (const [i, days] of boxes.entries()) {
        assert.deepEqual(p, { tries: i + 1, box: i + 1, due: p.due });
        assert.equal(p.due, days * day);
        const all = [of("a", 1, { worst: [slip(1, 0.3, p)] })];
        assert.deepEqual(rows(exercises(all, p.due - 1)), [], "not before");
        assert.deepEqual(rows(exercises(all, p.due)), ["a1"]);
        p = practised({ ...p }, "solved", 0);
    }
    assert.deepEqual(rows(exercises([of("a", 1, { worst: [slip(1, 0.3, p)] })], 1e15)), [], "solved often enough");
    assert.equal(nextDue([of("a", 1, { worst: [slip(1, 0.3, p)] })], 0), undefined);
    assert.deepEqual(practised({ tries: 4, box: 3, due: 0 }, "failed", 0), { tries: 5, box: 0, due: day });
    const later = practised({ tries: 4, box: 3, due: 0 }, "later", 0);
    assert.ok(later.due > 0 && later.tries === 4 && later.box === 3, "put off is no try");
});
test("whoever solves every day sees others every day", () => {
    let all = Array.from({ length: 8 }, (_, i) => of(`g${i}`, i, { worst: [slip(1, 0.1 + i / 100)] }));
    const seen = new Set<string>();
    for (let now = 0; now < 4 * day; now += day) {
        for (const e of exercises(all, now)) {
            seen.add(e.of.id);
            const practice = practised(e.slip.practice, "solved", now);
            all = all.map((d) => (d.id === e.of.id ? { ...d, mine: [{ ...d.mine[0]!, worst: [{ ...e.slip, practice }] }] } : d));
        }
    }
    assert.ok(seen.size > 2 * shown, `${[...seen]}`);
});

const person = (name: string) => ({ kind: "person" as const, name }),
    bot = { kind: "bot" as const, name: "hard" };
test("which seat is mine", () => {
    assert.deepEqual(mySeats({ seats: [bot, person("Anna")] }, "Ben"), [1], "the only person");
    assert.deepEqual(mySeats({ seats: [person("Anna"), person("Ben")] }, "Ben"), [1], "the one with my name");
    assert.deepEqual(mySeats({ seats: [person("Anna"), person("Ben")] }, "You"), [], "nobody knows");
    assert.deepEqual(mySeats({ seats: [bot, bot] }, "You"), [], "bots alone");
    const record = "irori record 1\ngame cards 1\nmatch abc\nname 0 bot:easy\nname 1 Anna\n",
        found = fromFile(record, 5)!;
    assert.deepEqual([found.id, found.game, found.when], ["abc", "cards", 5]);
    assert.equal(fromFile(record.replace("Anna", "bot:hard"), 5), undefined);
    assert.equal(takesOf(record), 0);
    assert.equal(takesOf(record.replace("\n", "\n# taken back 2\n")), 2);
});
test("nothing has no sign", () => {
    assert.equal(wins(-0.001), "0.00");
    assert.equal(wins(0.004), "0.00");
    assert.equal(wins(-0.5), "−0.50");
    assert.equal(wins(1.25), "+1.25");
    assert.equal(wins(1.25, 1, false), "1.3");
});
