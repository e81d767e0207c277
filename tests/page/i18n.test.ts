// i18n.test.ts: words in eight languages: plurals, names filled in, and English where a translation is missing.
import "./browser";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { browserLanguage, language, languages, moreWords, setLanguage, t, tn, type Language } from "@/i18n";

const catalogues: Record<string, unknown> = {
    "/uk.json": { "{n} card": ["{n} карта", "{n} карти", "{n} карт"], "Hello, {name}!": "Вітаю, {name}!" },
    "/pl.json": { "{n} card": ["{n} karta", "{n} karty", "{n} kart"] },
    "/ru.json": { "{n} card": ["{n} карта", "{n} карты", "{n} карт"] },
    "/de.json": { "{n} card": ["{n} Karte", "{n} Karten"] },
    "/es.json": { "{n} card": ["{n} carta", "{n} cartas"] },
    "/fr.json": { "{n} card": ["{n} carte", "{n} cartes"] },
    "/ja.json": { "{n} card": ["{n} 枚"] },
};
let online = true,
    held: (() => void)[] | undefined; // answers that wait
globalThis.fetch = (async (address: string) => {
    if (held) await new Promise<void>((go) => held!.push(go));
    if (!online) throw new Error("offline");
    return { json: () => Promise.resolve(catalogues[address]) };
}) as unknown as typeof fetch;
beforeEach(async () => {
    online = true;
    await setLanguage("en");
});
const cards = (n: number): string => tn("{n} card", "{n} cards", n);

const expected: Record<Language, [form: string, numbers: number[]][]> = {
    en: [
        ["card", [1]],
        ["cards", [0, 2, 5, 11, 21, 101]],
    ],
    uk: [
        ["карта", [1, 21, 101]],
        ["карти", [2, 3, 4, 22, 104]],
        ["карт", [0, 5, 11, 12, 14, 25, 111]],
    ],
    ru: [
        ["карта", [1, 21, 101]],
        ["карты", [2, 3, 4, 22, 104]],
        ["карт", [0, 5, 11, 12, 14, 25, 111]],
    ],
    pl: [
        ["karta", [1]],
        ["karty", [2, 3, 4, 22, 104]],
        ["kart", [0, 5, 11, 12, 14, 21, 25, 101, 111]],
    ],
    de: [
        ["Karte", [1]],
        ["Karten", [0, 2, 5, 21, 101]],
    ],
    es: [
        ["carta", [1]],
        ["cartas", [0, 2, 5, 21, 101]],
    ],
    fr: [
        ["carte", [0, 1]],
        ["cartes", [2, 5, 21, 101]],
    ],
    ja: [["枚", [0, 1, 2, 5, 21, 101]]],
};
test("every language has its plurals here", () => assert.deepEqual(Object.keys(expected).sort(), Object.keys(languages).sort()));
for (const [name, forms] of Object.entries(expected) as [Language, [string, number[]][]][])
    test(`plurals: ${name}`, async () => {
        await setLanguage(name);
        assert.equal(document.documentElement.lang, name);
        for (const [form, numbers] of forms) for (const n of numbers) assert.equal(cards(n), `${n} ${form}`);
    });

test("names are filled in, in the language's own sentence", async () => {
    assert.equal(t("Hello, {name}!", { name: "Оля" }), "Hello, Оля!");
    await setLanguage("uk");
    assert.equal(t("Hello, {name}!", { name: "Оля" }), "Вітаю, Оля!");
});
test("a value is not looked through for names, and a name without a value stays", () => {
    assert.equal(t("{a} and {b}", { a: "{b}", b: "x" }), "{b} and x");
    assert.equal(t("{a} and {b}", { a: "x" }), "x and {b}");
    assert.equal(t("{a}"), "{a}");
});
test("numbers are written as the language writes them", async () => {
    assert.equal(t("{n} points", { n: 12345 }), "12,345 points");
    assert.equal(t("{n} points", { n: -3 }), "−3 points");
    await setLanguage("uk");
    assert.equal(t("{n} points", { n: 12345 }), "12\u00a0345 points");
});
test("millions, which French and Spanish count in a way of their own", async () => {
    for (const [name, text] of [
        ["fr", "cartes"],
        ["es", "cartas"],
    ] as const) {
        await setLanguage(name);
        assert.ok(cards(2_000_000).endsWith(text));
    }
});
test("a text without a translation is English, its plural too", async () => {
    for (const name of Object.keys(languages).filter((l) => l !== "en")) {
        await setLanguage(name);
        assert.equal(t("Never translated: {x}", { x: "y" }), "Never translated: y");
        for (const n of [0, 2, 5, 21, 22]) assert.equal(tn("{n} coin", "{n} coins", n), `${n} coins`);
        assert.equal(tn("{n} coin", "{n} coins", 1), "1 coin");
    }
});
test("a language that cannot be fetched leaves English", async () => {
    await setLanguage("uk");
    online = false;
    await setLanguage("pl");
    assert.equal(language.get(), "en");
    assert.equal(cards(2), "2 cards");
});
test("parts that are loaded at the same time all have their words, whichever comes first", async () => {
    Object.assign(catalogues, { "/a.json": { Alpha: "Альфа" }, "/b.json": { Beta: "Бета" } });
    const a = { uk: "/a.json" },
        b = { uk: "/b.json" };
    await setLanguage("uk");
    held = [];
    const first = moreWords(a),
        earlier = held.splice(0),
        second = moreWords(b),
        again = moreWords(a); // shown elsewhere, too
    const later = held;
    held = undefined;
    for (const go of later) go();
    await second;
    for (const go of earlier) go();
    await Promise.all([first, again]);
    assert.deepEqual([t("Alpha"), t("Beta"), cards(2)], ["Альфа", "Бета", "2 карти"]);
});
test("who waits for words has them at the end, also when others are fetched meanwhile", async () => {
    Object.assign(catalogues, { "/c.json": { Gamma: "Гамма" } });
    const c = { uk: "/c.json" };
    held = [];
    const chosen = setLanguage("uk"),
        first = moreWords(c),
        again = moreWords(c);
    let told = false;
    void again.then(() => (told = true));
    await new Promise((go) => setTimeout(go));
    assert.equal(told, false, "nothing has come yet");
    const waiting = held;
    held = undefined;
    for (const go of waiting) go();
    await again;
    assert.equal(t("Gamma"), "Гамма", "in the language that was chosen just before");
    await Promise.all([chosen, first]);
});
test("the browser's first language that we speak", () => {
    const of = (...languages: string[]): Language => {
        Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
        return browserLanguage();
    };
    assert.equal(of("nl-NL", "pl-PL", "uk"), "pl");
    assert.equal(of("ja-JP", "en"), "ja");
    assert.equal(of("UK-ua"), "uk");
    assert.equal(of("nl", "sv"), "en");
});
