// reasons.test.ts: every fact that a game can give (tests/facts finds them in random games) has a sentence in every language, which is whole,
// says no number that is not in the fact, and says "you" to who reads it.
import "./browser";
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { languages, setLanguage, type Language } from "@/i18n";
import { reasons } from "@/../gen/reasons";
import { chance, loadReasons, mean, reason, type Fact, type ReasonContext } from "@/review/reasons";

interface Found {
    game: string;
    facts?: Record<string, string[]>; // the game's table: "chance:p"
    seat: number;
    seats: number;
    fact: Fact;
}
const read = (name: string): string => new TextDecoder().decode(readFileSync(process.env.MADE + name)),
    given = existsSync(`${process.env.MADE}/facts.json`),
    lines = given
        ? read("/facts.json")
              .trim()
              .split("\n")
              .map((line) => JSON.parse(line) as Found)
        : [],
    tables = new Map(lines.flatMap((l) => (l.facts ? [[l.game, l.facts] as const] : []))),
    found = lines.filter((l) => !l.facts),
    skip = given ? false : "run.mjs was given no program for facts";
globalThis.fetch = ((address: string) =>
    Promise.resolve({
        json: () => Promise.resolve(JSON.parse(read(address))),
    })) as unknown as typeof fetch;

const people = ["Zoe", "Yuri", "Xena", "Wim", "Vera", "Udo"],
    context = (seat: number, you: number | undefined): ReasonContext => ({ seat, you, name: (s) => people[s]! }),
    digits = (text: string): string[] =>
        // a card in quotes is a word, and so are a month ("4月") and a single one ("1枚"); "×2" counts things of one name
        text
            .replace(/[\u00a0\u202f]/g, " ")
            .replace(/[“«„「] ?1 ?[”»“」]| ×\d|\d+月|(?<!\d)1[枚人回]/g, "")
            .match(/\d+(?:[.,]\d+)?/g) ?? [];

/** All ways to write the numbers of a fact; digits of its words ("8a" is written as a name, "7 first 3" with its side). */
function numbers(fact: Fact): Set<string> {
    const all = new Set<string>();
    for (const [member, value] of Object.entries(fact))
        if (typeof value === "number")
            for (const text of [String(value), chance(value), mean(value)]) for (const n of digits(text)) all.add(n);
        else if (member !== "card" || /^\d+$/.test(value!)) for (const n of digits(value!)) all.add(n);
    return all;
}

test("random games bring every kind of fact", { skip }, () => {
    assert.deepEqual([...tables.keys()].sort(), Object.keys(reasons).sort(), "games with facts and with words");
    for (const [game, table] of tables)
        assert.deepEqual([...new Set(found.filter((l) => l.game === game).map((l) => l.fact.fact))].sort(), Object.keys(table).sort());
});
for (const name of Object.keys(languages) as Language[])
    test(`${name}: a whole sentence for each, with the fact's numbers`, { skip }, async () => {
        await setLanguage("en");
        for (const game of tables.keys()) await loadReasons(game);
        const english = found.map((l) => reason(l.game, l.fact, context(l.seat, undefined)));
        await setLanguage(name);
        for (const game of tables.keys()) await loadReasons(game);
        for (const [i, { game, seat, seats, fact }] of found.entries())
            for (const you of [undefined, ...Array.from({ length: seats }, (_, s) => s)]) {
                const text = reason(game, fact, context(seat, you)),
                    what = `${game} ${JSON.stringify(fact)} for ${you}: "${text}"`;
                assert.match(text, /^\S.*\S$/, what);
                assert.doesNotMatch(text, /[{}]|undefined|NaN|null/, what);
                assert.match(text, /[.!。！]$/, what);
                assert.ok(text.length <= 130, `${what}: ${text.length} characters`);
                if (you !== undefined) assert.ok(!text.includes(people[you]!), `says a name to its owner: ${what}`);
                const own = numbers(fact);
                for (const n of digits(text)) assert.ok(own.has(n), `${n} is not of the fact: ${what}`);
                if (name !== "en" && you === undefined) assert.notEqual(text, english[i], `not translated: ${what}`);
            }
    });
test("a sentence changes with every number it may say", { skip }, async () => {
    await setLanguage("en");
    for (const game of tables.keys()) await loadReasons(game);
    let said = 0;
    for (const { game, seat, fact } of found)
        for (const [member, value] of Object.entries(fact)) {
            const type = tables
                .get(game)!
                [fact.fact]!.find((f) => f.startsWith(`${member}:`))
                ?.split(":")[1];
            if (typeof value !== "number" || !"npd".includes(type ?? "-")) continue;
            const other = type === "p" ? (value > 0.5 ? value - 0.37 : value + 0.37) : value + 40;
            if (reason(game, fact, context(seat, seat)) !== reason(game, { ...fact, [member]: other }, context(seat, seat))) said++;
        }
    assert.ok(said > found.length, `${said} numbers matter in ${found.length} facts`);
});
test("a game without words, or a fact nobody knows, says nothing", async () => {
    await loadReasons("no such game");
    assert.equal(reason("no such game", { fact: "gets" }, context(0, 0)), "");
    for (const game of Object.keys(reasons)) {
        await loadReasons(game);
        assert.equal(reason(game, { fact: "no such fact" }, context(0, 0)), "");
    }
});
test("a chance is whole percent, and certain only if it is", async () => {
    await setLanguage("en");
    assert.deepEqual([0, 0.001, 0.004, 0.25, 0.6, 0.996, 1].map(chance), ["0%", "0.1%", "0.4%", "25%", "60%", "99.6%", "100%"]);
});
