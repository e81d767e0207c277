// languages.mjs: the languages the page speaks: English, and every catalogue of po/.
import { readdirSync } from "node:fs";

export const languages = [
    "en",
    ...readdirSync(new URL("../../po/", import.meta.url))
        .filter((f) => f.endsWith(".po"))
        .map((f) => f.replace(/\.po$/, "")),
];
