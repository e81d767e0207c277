// book.test.ts: rulebooks: the search; and of every game that has a book, that the engine plays its examples as their captions say, that
// every address in it is there once, and that players read no numbers of rules and no names of options.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { books } from "../../web/gen/books";
import { Wasm } from "@/engine/wasm";
import { optionsOf } from "@/options";
import { entries, search, type Entry } from "@/book/search";
import type { Book, Chapter, Figure, Seen } from "@/book/types";
import "./browser";

const module = new WebAssembly.Module(readFileSync(`${process.env.WEB}/gen/irori.wasm`));
async function opened(game: string): Promise<{ book: Book; seen: Map<string, Seen[]>; chapters: Chapter[] }> {
    const { book } = (await books[game]!()) as { book: Book },
        seen = new Map<string, Seen[]>();
    for (const e of book.examples) {
        const wasm = await Wasm.load(module),
            { steps } = wasm.replayOpen(e.record);
        for (const s of e.steps) assert.ok(s.at <= steps, `${e.id}: the record has ${steps} steps, not ${s.at}`);
        seen.set(
            e.id,
            e.steps.map((s) => wasm.replayFrame<Seen>(s.at, e.seat ?? 0)),
        );
    }
    return { book, seen, chapters: book.chapters((id, step) => seen.get(id)![step]!) };
}
const figuresOf = (chapters: Chapter[]): Figure[] =>
    chapters
        .flatMap((c) => c.blocks)
        .flatMap((b) =>
            typeof b === "string" ? [] : "figures" in b ? b.figures : "things" in b ? b.things.flatMap((x) => x.figure ?? []) : [],
        );

for (const game of Object.keys(books)) {
    test(`${game}: the engine plays every example as its captions say`, async () => {
        const { book, seen } = await opened(game);
        assert.ok(book.examples.length > 0);
        for (const e of book.examples)
            for (const [i, s] of e.steps.entries()) {
                const now = seen.get(e.id)![i]!,
                    before = seen.get(e.id)![Math.max(0, i - 1)]!;
                assert.ok(s.holds(now, before), `${e.id}, step ${i + 1}: "${s.say(now, before)}" is not what happens`);
                assert.doesNotMatch(s.say(now, before), /undefined|NaN|\{\w+\}/, e.id);
                assert.ok(
                    book.see(now).every((l) => l && !/undefined|NaN|\{\w+\}/.test(l)),
                    `${e.id}: what is seen`,
                );
            }
    });
    test(`${game}: every example and every picture has its place, every address is there once`, async () => {
        const { book, seen, chapters } = await opened(game),
            all = entries(chapters, { book, seen }),
            ids = all.map((e) => e.id);
        assert.deepEqual(
            ids.filter((id, i) => ids.indexOf(id) !== i),
            [],
            "addresses that are there twice",
        );
        for (const id of ids) assert.match(id, /^[a-z][\w-]*$/);
        for (const e of book.examples) assert.ok(ids.includes(e.id), `${e.id} is in no chapter`);
        for (const f of figuresOf(chapters)) assert.ok(f.alt.length > 3, "a picture without words");
    });
    test(`${game}: nothing is said in the words of programs`, async () => {
        const { book, seen, chapters } = await opened(game),
            alone = optionsOf(game)
                .options.map((o) => o.name)
                .filter((n) => n.includes("_"));
        const read = [
            book.goal(),
            ...entries(chapters, { book, seen }).flatMap((e) => [e.title, e.text]),
            ...figuresOf(chapters).map((f) => f.alt),
        ];
        for (const text of read) {
            assert.doesNotMatch(text, /\b[A-Z]{2}\d+(\.\d+)?\b/, "the number of a rule");
            assert.doesNotMatch(text, /undefined|NaN|\{\w+\}|\[object/);
            for (const name of alone) assert.ok(!text.includes(name), `${name} in "${text}"`);
        }
    });
    test(`${game}: what help links to is in the book`, async () => {
        const { book, seen, chapters } = await opened(game),
            ids = entries(chapters, { book, seen }).map((e) => e.id);
        for (const id of book.linked()) assert.ok(ids.includes(id), `there is no #${id}`);
    });
}

const entry = (id: string, title: string, text: string): Entry => ({ id, title, text });
const all = [
    entry("a", "Stop, or ping-pong?", "When your turn made a yaku you choose. Stop: the round ends."),
    entry("b", "Ino-shika-cho", "boar, deer, butterfly · 5 coins"),
    entry(
        "c",
        "Café",
        "The round table has a long text before it so that what is found stands far from its beginning, where the boar hides at last.",
    ),
    entry("d", "Кінець", "Раунд внічию нічого не коштує. Її й не видно."),
];
const ids = (query: string): string[] => search(query, all).map((h) => h.entry.id);
const marked = (query: string): string[] => search(query, all).flatMap((h) => h.excerpt.filter((p) => p.found).map((p) => p.text));

test("search: case, accents and hyphens do not matter", () => {
    assert.deepEqual(ids("PINGPONG"), ["a"]);
    assert.deepEqual(ids("ping-pong"), ["a"]);
    assert.deepEqual(ids("cafe"), ["c"]);
    assert.deepEqual(ids("shikacho"), ["b"]);
    assert.deepEqual(ids("НІЧИЮ"), ["d"]);
});
test("search: every word must be there, in the title or the text", () => {
    assert.deepEqual(ids("boar deer"), ["b"]);
    assert.deepEqual(ids("ino coins"), ["b"]);
    assert.deepEqual(ids("boar round"), ["c"]);
    assert.deepEqual(ids("boar nothing"), []);
});
test("search: a short word only where a word begins; nothing for nothing", () => {
    assert.deepEqual(ids("de"), ["b"]);
    assert.deepEqual(ids("ee"), []);
    assert.deepEqual(ids("  "), []);
    assert.deepEqual(ids("--"), []);
});
test("search: titles come before texts, otherwise the book's order", () => {
    assert.deepEqual(
        search("round", [entry("1", "x", "round"), entry("2", "The round", "y"), entry("3", "z", "round")]).map((h) => h.entry.id),
        ["2", "1", "3"],
    );
    assert.equal(
        search(
            "round",
            Array.from({ length: 50 }, (_, i) => entry(`${i}`, "round", "")),
            7,
        ).length,
        7,
    );
});
test("search: what was found is marked as it stands in the text, with what is around it", () => {
    assert.deepEqual(marked("DEER"), ["deer"]);
    assert.deepEqual(marked("внічию нічого"), ["внічию", "нічого"]);
    const [hit] = search("hides", all),
        text = hit!.excerpt.map((p) => p.text).join("");
    assert.ok(text.startsWith("…") && text.endsWith("boar hides at last."), text);
    assert.ok(all[2]!.text.endsWith(text.slice(1)), "the excerpt is a piece of the text");
    assert.deepEqual(
        search("cafe", all)[0]!.excerpt.some((p) => p.found),
        false,
    );
});
