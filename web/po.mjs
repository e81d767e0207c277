// po.mjs: reads a catalogue of translations, po/LANGUAGE.po, for the build and for tests.
import { po } from "gettext-parser";

/** Parts that are loaded late, and the files whose texts they have: a text that stands in no other file is no part of the first load. */
const lateTexts = {
    review: /^(web\/src\/(review|myplay|coach|puzzles)\/|games\/\w+\/page\/(why|kinds|ideas|themes)\.)/,
    form: /^(web\/src\/form\/|web\/src\/pages\/new\.|web\/src\/words_options\.|games\/\w+\/page\/options\.|ir_catalogue\/)/,
    evening: /^web\/src\/evening\//,
    meet: /^web\/src\/meet\//,
    profile: /^(web\/src\/profile\/|games\/\w+\/page\/feats\.)/,
    turn: /^web\/src\/turn\//,
    push: /^web\/src\/push\//,
    book: /^(web\/src\/book\/|games\/\w+\/page\/book\w*\.)/,
};
const parts = Object.entries(lateTexts);
export const lateParts = Object.keys(lateTexts);

/** What the head of a catalogue says: the language's own name (X-Language-Name), and the categories of CLDR in the order of gettext's forms,
 *  by comparing both for many numbers. Complains where they do not fit. */
export function languageOf(code, text) {
    const { headers } = po.parse(text),
        name = headers["X-Language-Name"],
        [, count, rule] = /nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([n\d\s()?:=!<>%&|]+);/.exec(headers["Plural-Forms"] ?? "") ?? [];
    if (!name || !rule) throw new Error(`po/${code}.po: its head needs X-Language-Name and Plural-Forms`);
    const form = new Function("n", `return Number(${rule})`),
        cldr = new Intl.PluralRules(code),
        forms = [];
    for (let n = 0; n <= 1000; n++) {
        const at = form(n),
            category = cldr.select(n);
        if (at >= Number(count) || (forms[at] ?? category) !== category)
            throw new Error(`po/${code}.po: Plural-Forms has ${n} as form ${at}, which is not what ${category} is`);
        forms[at] = category;
    }
    return { name, forms };
}

/** { msgid: its English plural }. */
export const pluralsOf = (text) =>
    Object.fromEntries(
        Object.values(po.parse(text).translations[""])
            .filter((m) => m.msgid_plural !== undefined)
            .map((m) => [m.msgid, m.msgid_plural]),
    );

/** As i18n.ts wants it, { msgid: "text" | ["one", "few", "many"] }: what is loaded first, and each late part by its name. A text that only
 *  several late parts have is in each of them. */
export function catalogue(text) {
    const own = {},
        late = Object.fromEntries(lateParts.map((name) => [name, {}]));
    for (const { msgid, msgid_plural, msgstr, comments } of Object.values(po.parse(text).translations[""])) {
        if (!msgid || comments?.flag?.includes("fuzzy") || !msgstr.every((form) => form)) continue; // English is shown instead
        const files = comments?.reference?.split(/\s+/) ?? [],
            is = (f) => parts.filter(([, like]) => like.test(f)).map(([name]) => name),
            to = files.length && files.every((f) => is(f).length) ? [...new Set(files.flatMap(is))].map((name) => late[name]) : [own];
        for (const words of to) words[msgid] = msgid_plural === undefined ? msgstr[0] : msgstr;
    }
    return [own, late];
}
