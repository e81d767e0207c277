// po.mjs: reads a catalogue of translations, po/LANGUAGE.po, for the build and for tests.
import { po } from "gettext-parser";

/** Files whose texts are loaded with reviews: those that stand in no other file are no part of the first load. */
const lateTexts = /^(web\/src\/(review|myplay|coach)\/|games\/\w+\/page\/(why|kinds|ideas)\.)/;

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

/** As i18n.ts wants it, { msgid: "text" | ["one", "few", "many"] }; and its late part. */
export function catalogue(text) {
    const own = {},
        late = {};
    for (const { msgid, msgid_plural, msgstr, comments } of Object.values(po.parse(text).translations[""])) {
        if (!msgid || comments?.flag?.includes("fuzzy") || !msgstr.every((form) => form)) continue; // English is shown instead
        const files = comments?.reference?.split(/\s+/) ?? [];
        (files.length && files.every((f) => lateTexts.test(f)) ? late : own)[msgid] = msgid_plural === undefined ? msgstr[0] : msgstr;
    }
    return [own, late];
}
