// po.mjs: reads gettext catalogues (po/*.po): msgid → text, or a list of plural forms.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

export function readPo(text) {
    const entries = [];
    let entry = {}, last = null;
    const flush = () => {
        if (entry.msgid !== undefined) entries.push(entry);
        entry = {};
        last = null;
    };
    for (const line of text.split("\n")) {
        const m = /^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) (".*")$/.exec(line), more = /^(".*")$/.exec(line);
        if (line.startsWith("#,") && line.includes("fuzzy")) entry.fuzzy = true;
        if (m) {
            if (m[1] === "msgid" && entry.msgid !== undefined) flush();
            last = m[1];
            entry[last] = JSON.parse(m[2]);
        } else if (more && last) entry[last] += JSON.parse(more[1]);
        else if (line === "") flush();
    }
    flush();
    return entries;
}

/** { uk: { msgid: "text" | ["one", "few", "many"] } } */
export function catalogues(folder) {
    const all = {};
    if (!existsSync(folder)) return all;
    for (const file of readdirSync(folder).filter((f) => f.endsWith(".po")).sort()) {
        const words = (all[file.replace(/\.po$/, "")] = {});
        for (const e of readPo(readFileSync(join(folder, file), "utf8"))) {
            if (e.msgid === "" || e.fuzzy) continue;
            if (e.msgid_plural === undefined) {
                if (e.msgstr) words[e.msgid] = e.msgstr;
            } else {
                const forms = [0, 1, 2].map((i) => e[`msgstr[${i}]`]).filter((s) => s);
                if (forms.length) words[e.msgid] = forms;
            }
        }
    }
    return all;
}
