// words.mjs OUT: writes what xgettext can read into the folder OUT, for scripts/po.sh. xgettext knows JavaScript, not TypeScript:
// every source of the page is put there under its own name, as plain JavaScript. The help texts of options, presets, levels and
// settings come out of the library (web/gen/catalogue.json), each game's as a file of its own.
import { transform } from "esbuild";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(new URL(".", import.meta.url).pathname, "..");
const out = process.argv[2];
if (!out) throw new Error("usage: node words.mjs OUT");

function put(name, text) {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), text);
    console.log(name);
}

/** Every TypeScript file in a folder, in an order that is the same everywhere. */
function sources(folder) {
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
        .sort()
        .flatMap((name) => {
            const path = join(folder, name);
            return statSync(path).isDirectory() ? sources(path) : /\.tsx?$/.test(name) ? [path] : [];
        });
}

const folders = (top) =>
    existsSync(join(root, top))
        ? readdirSync(join(root, top))
              .sort()
              .map((name) => `${top}/${name}/page`)
        : [];
for (const path of ["web/src", ...folders("games"), ...folders("cards")].flatMap((folder) => sources(join(root, folder)))) {
    const js = await transform(readFileSync(path, "utf8"), {
        loader: path.endsWith("x") ? "tsx" : "ts",
        jsx: "automatic",
        jsxImportSource: "preact",
        charset: "utf8",
        supported: { "template-literal": false }, // xgettext does not look inside them
    });
    put(relative(root, path), js.code);
}

const catalogue = JSON.parse(readFileSync(join(root, "web/gen/catalogue.json"), "utf8"));
const marked = (list) => list.map((what) => `mark(${JSON.stringify(what.help)});\n`).join("");
// bots that are no level for people are for tests and need no translation
for (const game of catalogue.games)
    put(`ir_catalogue/${game.name}`, marked([...game.options, ...game.presets, ...game.bots.filter((bot) => bot.level)]));
put("ir_catalogue/settings", marked(catalogue.settings));
