// search.ts: finds words in all of a book. Case, accents and hyphens do not matter; every word must be there; what has them in its title
// comes first.
import type { Loaded } from "./load";
import type { Block, Chapter } from "./types";

/** What can be found: a chapter, a thing, a question or an example. */
export interface Entry {
    id: string; // where it stands
    title: string;
    text: string;
}
export interface Hit {
    entry: Entry;
    /** A piece of its text around the first word that was found; `found` parts are marked. */
    excerpt: { text: string; found: boolean }[];
}

export const questionId = (chapter: string, i: number): string => `${chapter}-${i + 1}`;

/** The entries of a book, in its order. */
export function entries(chapters: Chapter[], { book, seen }: Loaded): Entry[] {
    return chapters.flatMap((c) => {
        const text: string[] = [],
            more: Entry[] = [];
        const read = (b: Block): void => {
            if (typeof b === "string") text.push(b);
            else if ("list" in b) text.push(...b.list);
            else if ("note" in b) text.push(b.note);
            else if ("figures" in b) text.push(...b.figures.map((f) => f.caption ?? ""));
            else if ("board" in b) text.push(...b.parts.flatMap((p) => [p.name, p.text]));
            else if ("asked" in b) more.push(...b.asked.map(({ q, a }, i) => ({ id: questionId(c.id, i), title: q, text: a })));
            else if ("things" in b)
                more.push(
                    ...b.things.map((x) => ({
                        id: x.id,
                        title: x.name,
                        text: [x.meaning, x.worth, x.figure?.caption, ...(x.lines ?? [])].filter(Boolean).join(" · "),
                    })),
                );
            else {
                const e = book.examples.find((o) => o.id === b.example)!,
                    frames = seen.get(e.id)!;
                more.push({
                    id: e.id,
                    title: e.title(),
                    text: e.steps.map((s, i) => s.say(frames[i]!, frames[Math.max(0, i - 1)]!)).join(" "),
                });
            }
        };
        c.blocks.forEach(read);
        return [{ id: c.id, title: c.title, text: text.filter(Boolean).join(" ") }, ...more];
    });
}

/** Letters and digits as they are compared, and for each where it stands in the text. */
function folded(text: string): { plain: string; at: number[] } {
    let plain = "",
        i = 0;
    const at: number[] = [];
    for (const c of text) {
        const letters = c
            .normalize("NFD")
            .replace(/[\p{M}\p{Pd}'’ʼ]/gu, "")
            .toLowerCase();
        for (let k = 0; k < letters.length; k++) at.push(i);
        plain += letters;
        i += c.length;
    }
    at.push(text.length);
    return { plain, at };
}
/** Where a word stands: anywhere, but a short one only where a word begins. -1: nowhere. */
function find(plain: string, word: string): number {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
        if (word.length > 2 || at === 0 || !/[\p{L}\p{N}]/u.test(plain[at - 1]!)) return at;
    return -1;
}
const around = 60;

export function search(query: string, all: readonly Entry[], most = 20): Hit[] {
    const words = query
        .split(/\s+/)
        .map((w) => folded(w).plain)
        .filter(Boolean);
    if (!words.length) return [];
    return all
        .map((entry) => ({ entry, title: folded(entry.title).plain, text: folded(entry.text) }))
        .filter(({ title, text }) => words.every((w) => find(title, w) >= 0 || find(text.plain, w) >= 0))
        .map((o) => ({ ...o, rank: words.filter((w) => find(o.title, w) < 0).length }))
        .sort((a, b) => a.rank - b.rank) // stable: the book's own order otherwise
        .slice(0, most)
        .map(({ entry, text }) => ({ entry, excerpt: excerpt(entry.text, text, words) }));
}

function excerpt(text: string, { plain, at }: ReturnType<typeof folded>, words: string[]): Hit["excerpt"] {
    const found = words
        .map((w) => ({ from: find(plain, w), n: w.length }))
        .filter((f) => f.from >= 0)
        .map((f) => ({ from: at[f.from]!, to: at[f.from + f.n]! }))
        .sort((a, b) => a.from - b.from);
    const first = found[0]?.from ?? 0;
    let from = first <= around ? 0 : text.indexOf(" ", first - around) + 1,
        to = first + 2 * around >= text.length ? text.length : text.lastIndexOf(" ", first + 2 * around);
    if (from > first) from = first;
    if (to <= first) to = text.length;
    const parts: Hit["excerpt"] = [];
    let done = from;
    const put = (upTo: number, is: boolean): void => {
        if (upTo > done) parts.push({ text: text.slice(done, upTo), found: is });
        done = Math.max(done, upTo);
    };
    for (const f of found) {
        if (f.from < done || f.to > to) continue;
        put(f.from, false);
        put(f.to, true);
    }
    put(to, false);
    if (from > 0 && parts[0]) parts[0] = { ...parts[0], text: `…${parts[0].text}` };
    if (to < text.length) parts.push({ text: "…", found: false });
    return parts;
}
