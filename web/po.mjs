// po.mjs: reads a catalogue of translations, po/LANGUAGE.po, for the build and for tests.
import { po } from "gettext-parser";

/** Parts that are loaded late, and the files whose texts they have: a text that stands in no other file is no part of the first load. */
const lateTexts = {
    review: /^(web\/src\/(review|myplay|coach)\/|games\/\w+\/page\/(why|kinds|ideas)\.)/,
    book: /^(web\/src\/book\/|games\/\w+\/page\/book\w*\.)/,
};
const parts = Object.entries(lateTexts);
export const lateParts = Object.keys(lateTexts);

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
