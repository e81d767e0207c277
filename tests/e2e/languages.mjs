// languages.mjs: the languages the page speaks: English, and every catalogue of po/. And `long`, which nobody speaks: English with longer words.
import { readFileSync, readdirSync } from "node:fs";
import { catalogue, pluralsOf } from "../../web/po.mjs";

const folder = new URL("../../po/", import.meta.url);
export const languages = [
    "en",
    ...readdirSync(folder)
        .filter((f) => f.endsWith(".po"))
        .map((f) => f.replace(/\.po$/, "")),
];

/** A text as a language would have it that needs 40 % more room: the vowels of every word twice, {names} as they are. */
export const longer = (text) =>
    text.replace(/\{\w+\}|[^\s{}]+/g, (word) => {
        if (word.startsWith("{")) return word;
        let more = Math.round(word.length * 0.4);
        const stretched = word.replace(/[aeiouy]/gi, (c) => (more-- > 0 ? c + c.toLowerCase() : c));
        return more > 0 ? stretched.replace(/\p{L}(?=\P{L}*$)/u, (c) => c + c.toLowerCase().repeat(more)) : stretched;
    });

/** The language `long`: English, but longer. The pages of this context get it in place of Ukrainian, whose three plural forms it has. */
export async function longLanguage(context) {
    const [first, late] = catalogue(readFileSync(new URL("uk.po", folder)));
    const plurals = pluralsOf(readFileSync(new URL("uk.po", folder)));
    const made = (own) =>
        JSON.stringify(
            Object.fromEntries(
                Object.entries(own).map(([id, text]) => [id, Array.isArray(text) ? text.map(() => longer(plurals[id])) : longer(id)]),
            ),
        );
    for (const [name, own] of [["uk", first], ...Object.entries(late).map(([part, of]) => [`${part}-uk`, of])])
        await context.route(`**/a/${name}.*.json`, (route) => route.fulfill({ contentType: "application/json", body: made(own) }));
}
