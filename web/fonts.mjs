// fonts.mjs: the display face, Dela Gothic One, cut to the letters of our languages: four files, of which a browser loads those it needs.
import subset from "subset-font";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const folder = new URL("files/", "file://" + createRequire(import.meta.url).resolve("@fontsource/dela-gothic-one/package.json"));
const from = (a, b) => Array.from({ length: b - a + 1 }, (_, i) => String.fromCodePoint(a + i)).join("");
/** name: the file of the package, and the characters that are taken from it. */
export const faces = {
    latin: ["latin", from(0x20, 0x7e).replace(/[#$*<=>@[\\\]^_`{|}~]/g, "") + "\u00a0·×–—‘’“”„…−Óó«»"],
    western: ["latin", "ÀÁÂÄÆÇÈÉÊËÍÎÏÑÔÖÙÚÛÜßàáâäæçèéêëíîïñôöùúûüŒœ¡¿ºª°½¼¾"],
    polish: ["latin-ext", "ĄąĆćĘęŁłŃńŌōŚśŪūŹźŻż"],
    cyrillic: ["cyrillic", "ЁЄІЇ" + from(0x410, 0x44f) + "ёєіїҐґ№"],
};
/** All together, in bytes. */
const most = 20 * 1024;

/** What a face has, as CSS says it: U+20-7E, U+A0, … */
function range(letters) {
    const codes = [...new Set(letters)].map((c) => c.codePointAt(0)).sort((a, b) => a - b),
        runs = [];
    for (const c of codes) {
        const last = runs.at(-1);
        if (last && c === last[1] + 1) last[1] = c;
        else runs.push([c, c]);
    }
    const hex = (c) => c.toString(16).toUpperCase();
    return runs.map(([a, b]) => (a === b ? `U+${hex(a)}` : `U+${hex(a)}-${hex(b)}`)).join(", ");
}
/** Kerning is kept; other forms of letters and vertical setting are not. */
const cut = { keepFeatures: ["kern"], noHinting: true, dropTables: ["vhea", "vmtx", "GSUB", "gasp"] };
const whole = (file) => readFileSync(new URL(`dela-gothic-one-${file}-400-normal.woff2`, folder));

/** [{ name, bytes, range }]. Complains if a letter of `texts`, the page's words in some language, has no place in any face. */
export async function displayFaces(texts) {
    const have = new Set(Object.values(faces).flatMap(([, letters]) => [...letters]));
    const lost = new Set(
        [...texts.join("")].filter(
            (c) =>
                /[\p{L}\p{N}]/u.test(c) &&
                !/\p{Script_Extensions=Han}|\p{Script_Extensions=Hiragana}|\p{Script_Extensions=Katakana}/u.test(c) &&
                !have.has(c),
        ),
    );
    if (lost.size) throw new Error(`the display face lacks ${[...lost].join(" ")}: name them in web/fonts.mjs`);
    const out = [];
    for (const [name, [file, letters]] of Object.entries(faces))
        out.push({ name, bytes: await subset(whole(file), letters, { ...cut, targetFormat: "woff2" }), range: range(letters) });
    const size = out.reduce((sum, f) => sum + f.bytes.length, 0);
    if (size > most) throw new Error(`the display face has ${size} bytes; at most ${most}`);
    return out;
}
/** The Latin letters for a program that draws pictures: an uncompressed font. */
export const displayFont = () => subset(whole("latin"), faces.latin[1], { ...cut, targetFormat: "sfnt" });
