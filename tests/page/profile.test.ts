// profile.test.ts: what a profile counts: streaks and favourites, which games give a rating, how much faster one without luck settles.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser";
import { against, counting, statsOf, type Own } from "@/profile/games";
import { faster, ownRating } from "@/profile/rate";
import { columns } from "@/profile/ratings";
import { agree, changeWords, likeBotsNow, ofHundred, onDay } from "@/profile/words";
import { countedText } from "@/profile/counted";
import { step } from "@/myplay/charts";
import type { Rated, Ratings } from "@/review/types";

let n = 0;
const game = (more: Partial<Own> = {}): Own => ({
    ...{
        id: `g${++n}`,
        where: "here",
        game: "any",
        when: n * 1000,
        seat: 0,
        ranks: [0, 1],
        made: [],
        usual: true,
        won: true,
        helped: false,
    },
    seats: [
        { kind: "person", name: "Aya" },
        { kind: "bot", name: "normal" },
    ],
    ...more,
});
const lost = (more: Partial<Own> = {}): Own => game({ ranks: [1, 0], won: false, ...more });

test("streaks are of wins one after the other, of one game", () => {
    const all = [game(), game(), lost(), game({ game: "other" }), game()];
    const { games, wins, streak, best } = statsOf("any", all);
    assert.deepEqual({ games, wins, streak, best }, { games: 4, wins: 3, streak: 1, best: 2 });
});
test("the favourite is made most often, the dearest is worth most", () => {
    const made = (...all: [string, number][]) => game({ made: all.map(([what, worth]) => ({ what, worth })) });
    const { favourite, dearest } = statsOf("any", [made(["a", 1], ["b", 9]), made(["a", 2])]);
    assert.deepEqual(
        [favourite, dearest],
        [
            { what: "a", times: 2 },
            { what: "b", worth: 9 },
        ],
    );
    assert.equal(statsOf("any", [game()]).favourite, undefined);
});
test("with help, with people, or by house rules a game gives no rating", () => {
    const people = game({ seats: [game().seats[0]!, { kind: "person", name: "Ben" }] }),
        good = game();
    assert.deepEqual(counting("any", [game({ helped: true }), game({ usual: false }), people, good, game({ game: "other" })]), [good]);
    assert.deepEqual([people, game({ usual: false, helped: true }), game({ helped: true }), good].map(against), [
        "people",
        "rules",
        "help",
        undefined,
    ]);
});

const rating = (at: number, error: number, games: number) => ({ at, error, games, provisional: true });
test("a curve has the rating after each game, as it was then", async () => {
    const asked: number[] = [];
    const ask = async ({ games, now }: Rated): Promise<Ratings> => {
        if (now === undefined) asked.push(games.length);
        return {
            ...{ rating: rating(1500 + games.length, 300, games.length), judged: null, course: [], bots: [], between: [null, null] },
        };
    };
    const made = await ownRating("any", [game(), lost({ share: 0.4 }), game()], ask);
    assert.deepEqual(
        made!.curve.map((p) => p.at),
        [1501, 1502, 1503],
    );
    assert.deepEqual(asked.sort(), [1, 2, 3]);
    assert.equal(made!.faster, undefined);
    assert.equal(await ownRating("none", [game()], ask), undefined);
});
test("what settles faster knows more after as many games", () => {
    const error = (known: number): number => 1 / Math.sqrt(1 / 350 ** 2 + known);
    const of = faster({ rating: rating(1500, error(10e-6), 5), judged: rating(1500, error(20e-6), 5) });
    assert.ok(Math.abs(of! - 2) < 1e-9, String(of));
    const half = faster({ rating: rating(1500, error(10e-6), 10), judged: rating(1500, error(10e-6), 5) });
    assert.ok(Math.abs(half! - 2) < 1e-9, String(half)); // from half of the games
});

test("at the end of a game: whether it counts, how many do, and from the fifth on the rating", async () => {
    const rate = async (): Promise<Ratings> => ({
            ...{ rating: rating(1442, 148, 5), judged: null, course: [], bots: [], between: [null, null] },
        }),
        said = (last: Own, ...before: Own[]): Promise<string> => countedText(last.id, "any", [...before, last], rate),
        people = game({ seats: [game().seats[0]!, { kind: "person", name: "Ben" }] });
    assert.match(await said(game(), lost(), game({ helped: true }), game({ game: "other" })), /^Counted: 2 of 5 games/);
    assert.equal(await said(game(), game(), game(), lost(), game()), "How strong you play: about 1442 ± 290");
    assert.match(await said(game({ helped: true }), game(), game(), game(), game(), game()), /^Not counted .*: with help$/);
    assert.match(await said(game({ usual: false })), /^Not counted .*: by house rules$/);
    assert.equal(await said(people), "");
    assert.equal(await countedText("a lesson", "any", [game()], rate), "");
});
test("a rating that is hardly known is not told between two bots", () => {
    const bots = [1200, 1500, 1650, 1800].map((at, i) => ({ name: ["easy", "normal", "hard", "master"][i]!, at, error: 5 })),
        of = (at: number, within: number, provisional = true): string =>
            likeBotsNow({
                rating: { ...rating(at, within / 1.96, 5), provisional },
                bots,
                between: [bots.filter((b) => b.at <= at).at(-1)?.name ?? null, bots.find((b) => b.at > at)?.name ?? null],
            });
    assert.equal(of(1442, 100), "between easy and normal");
    assert.equal(of(1442, 290, false), "between easy and normal", "it is settled");
    assert.equal(of(1442, 235), "somewhere between easy and master");
    assert.equal(of(1442, 290), "weaker than master", "easy is inside, too");
    assert.equal(of(1500, 400), "somewhere between easy and master", "all are inside");
    assert.equal(of(1700, 250), "stronger than easy");
    assert.equal(of(1100, 50), "weaker than easy");
    assert.equal(of(1100, 150), "weaker than normal", "easy is inside");
    assert.equal(of(1900, 150), "stronger than hard", "master is inside");
    assert.equal(of(1100, 450), "weaker than hard");
    assert.equal(of(1100, 800), "", "nobody knows");
});
test("two numbers agree if one may be as wrong as they are apart", () => {
    assert.ok(agree(rating(1442, 148, 5), rating(1323, 148, 5)));
    assert.ok(!agree(rating(1442, 50, 50), rating(1323, 60, 50)));
});
test("words of bots that are nearly equally strong stand beside each other, not on each other", () => {
    assert.deepEqual(columns([80, 82, 40, 81]), [0, 2, 0, 1]);
    assert.deepEqual(columns([80, 72, 64, 56]), [1, 0, 1, 0]); // two columns are enough
    assert.deepEqual(columns([10, 30, 50]), [0, 0, 0]);
});
test("why a number moved: after a draw of two it may have gone either way", () => {
    assert.match(changeWords([0], 0), /^You won, so yours goes up/);
    assert.match(changeWords([1], 0), /^You lost, so yours goes down/);
    assert.equal(changeWords([0, 1], 0), "A draw brings the two numbers closer together.");
});
test("what was expected, in games of 100, as docs/ratings.md has it", () => {
    assert.deepEqual([0, 100, 200, 400, -100, 4000, -4000].map(ofHundred), [50, 64, 76, 91, 36, 99, 1]);
});
test("a day has no hours, and a year only where it is another one", () => {
    const now = new Date();
    assert.doesNotMatch(onDay(now.getTime()), /:/);
    assert.match(onDay(now.getTime()), new RegExp(String(now.getFullYear())));
    assert.doesNotMatch(onDay(now.getTime(), true), new RegExp(String(now.getFullYear())));
    assert.match(onDay(Date.UTC(2021, 5, 5), true), /2021/);
});
test("a chart has two to four lines, whatever its range", () => {
    for (const range of [0.2, 1, 3.7, 20, 99, 1234])
        assert.ok(range / step(range) >= 1.4 && range / step(range) <= 3.5, `${range}: ${step(range)}`);
});
