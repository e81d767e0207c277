// po.mjs: reads a catalogue of translations, po/LANGUAGE.po, for the build and for tests.
import { po } from "gettext-parser";

/** Files whose texts are loaded with reviews: those that stand in no other file are no part of the first load. */
const lateTexts = /^(web\/src\/(review|myplay|coach)\/|games\/\w+\/page\/(why|kinds|ideas)\.)/;

/** Those whose texts are loaded with the form of a new game, and wherever its rules are told. */
const formTexts = /^(web\/src\/form\/|web\/src\/pages\/new\.|web\/src\/words_options\.|games\/\w+\/page\/options\.|ir_catalogue\/)/;

/** As i18n.ts wants it, { msgid: "text" | ["one", "few", "many"] }; and its late parts: reviews, the form. */
export function catalogue(text) {
    const own = {},
        late = {},
        form = {};
    for (const { msgid, msgid_plural, msgstr, comments } of Object.values(po.parse(text).translations[""])) {
        if (!msgid || comments?.flag?.includes("fuzzy") || !msgstr.every((form) => form)) continue; // English is shown instead
        const files = comments?.reference?.split(/\s+/) ?? [];
        const all = (pattern) => files.length && files.every((f) => pattern.test(f));
        (all(lateTexts) ? late : all(formTexts) ? form : own)[msgid] = msgid_plural === undefined ? msgstr[0] : msgstr;
    }
    return [own, late, form];
}
