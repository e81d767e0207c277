// errors.test.ts: every error of the library and of the games is told in words, in the reader's language and without names of options.
import "./browser";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { codeWords, errorWords } from "@/form/errors";
import { formWords } from "@/form/words";
import { setLanguage } from "@/i18n";
import { optionsOf } from "@/options";
import { sentences } from "@/words";
import { catalogue } from "@/catalogue";
import errors from "../../web/gen/errors.json";

const made = process.env.MADE!;
globalThis.fetch = ((address: string) =>
    Promise.resolve({
        json: () => Promise.resolve(JSON.parse(new TextDecoder().decode(readFileSync(made + address)))),
    })) as unknown as typeof fetch;
beforeEach(() => setLanguage("en"));

const some = optionsOf(catalogue.games[0]!.name);
/** Something for every {name} of an English sentence. */
const values = (sentence: string): Record<string, string | number> => {
    const all: Record<string, string | number> = {};
    for (const [, name] of sentence.matchAll(/\{(\w+)\}/g))
        all[name!] ??= name === "option" ? some.options[0]!.name : name === "preset" ? some.presets[0]!.name : 3;
    return { ...all, game: some.name };
};
const codes = errors as { code: string; sentence: string }[];
test("the engine tells its codes", () => assert.ok(codes.length > 35 && new Set(codes.map((e) => e.code)).size === codes.length));
for (const language of ["en", "uk", "pl", "ru"] as const)
    test(`every code has a sentence: ${language}`, async () => {
        await formWords();
        await setLanguage(language);
        const ids = new Set(catalogue.games.flatMap((g) => optionsOf(g.name).options.map((o) => o.name)).filter((id) => id.includes("_")));
        for (const { code, sentence } of codes) {
            const text = codeWords(code, values(sentence));
            assert.ok(text, `${code} has no sentence`);
            assert.doesNotMatch(text, /[{}]|undefined|NaN/, code);
            for (const id of ids) assert.ok(!text.includes(id), `${code}: ${text}`);
            if (language === "uk" || language === "ru") assert.match(text, /[а-яіїєґ]{3}/iu, `${code}: ${text}`);
        }
    });
test("a code that nobody knows is told by its English sentence, and an error without a code by its name", () => {
    assert.equal(errorWords({ error: "option", why: "a new reason", code: "from-the-future", values: {} }), "a new reason");
    assert.equal(errorWords(Object.assign(new Error("x"), { error: "turn", why: "seat 1 is to move" })), "It is not your turn.");
});
test("every sentence of the server that the page knows is one the server says", () => {
    const folder = `${process.env.WEB}/../src/server/`,
        said = readdirSync(folder)
            .filter((name) => name.endsWith(".c"))
            .map((name) => new TextDecoder().decode(readFileSync(folder + name)).replace(/"\s*"/g, "")) // literals that follow each other are one
            .join("");
    assert.ok(Object.keys(sentences).length > 3);
    for (const sentence of Object.keys(sentences)) assert.ok(said.includes(`"${sentence}"`), sentence);
});
