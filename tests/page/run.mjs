// run.mjs [WEB [NAME [FACTS]]]: every *.test.ts here and in games/*/tests/page, bundled as the page is and run by node:test. TAP. NAME: only
// the files that have it in their path. FACTS: the program tests/facts; what it prints is facts.json in $MADE, for reasons.test.ts. There are
// also the catalogues of po/, as the page would fetch them.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { catalogue, languageOf } from "../../web/po.mjs";

const here = new URL(".", import.meta.url).pathname,
    web = resolve(process.argv[2] ?? join(here, "../../web")),
    only = process.argv[3] ?? "";
const { buildSync } = createRequire(join(web, "package.json"))("esbuild");
const games = resolve(here, "../../games"),
    folders = [here, ...readdirSync(games).map((game) => join(games, game, "tests/page"))].filter(existsSync);
const names = folders
    .flatMap((folder) => readdirSync(folder).map((f) => join(folder, f)))
    .filter((f) => f.endsWith(".test.ts") && f.includes(only))
    .sort();
const out = mkdtempSync(join(tmpdir(), "irori-page-"));
const assets = { words: {}, sprite: {}, panel: {}, style: {}, net: {} };
const late = {},
    book = {},
    form = {};
for (const file of readdirSync(join(here, "../../po")).filter((f) => f.endsWith(".po"))) {
    const language = file.replace(/\.po$/, ""),
        text = readFileSync(join(here, "../../po", file)),
        [first, later] = catalogue(text);
    assets.words[language] = { at: `/${language}.json`, ...languageOf(language, text) };
    late[language] = `/review-${language}.json`;
    book[language] = `/book-${language}.json`;
    form[language] = `/form-${language}.json`;
    writeFileSync(join(out, assets.words[language].at), JSON.stringify(first));
    writeFileSync(join(out, late[language]), JSON.stringify(later.review));
    writeFileSync(join(out, book[language]), JSON.stringify(later.book));
    writeFileSync(join(out, form[language]), JSON.stringify(later.form));
}
if (process.argv[4]) writeFileSync(join(out, "facts.json"), execFileSync(resolve(process.argv[4]), { maxBuffer: 1 << 26 }));
try {
    buildSync({
        entryPoints: names.map((f, i) => ({ in: f, out: `${i}-${basename(f, ".ts")}` })),
        outdir: out,
        outExtension: { ".js": ".mjs" },
        bundle: true,
        format: "esm",
        platform: "node",
        target: "es2022",
        sourcemap: "inline",
        jsx: "automatic",
        jsxImportSource: "preact",
        logLevel: "warning",
        tsconfig: join(web, "tsconfig.json"),
        nodePaths: [join(web, "node_modules")],
        loader: { ".irori": "text", ".txt": "text", ".deck": "text", ".svg": "text" },
        define: {
            ASSETS: JSON.stringify(assets),
            REVIEW: JSON.stringify({ worker: "/reviewer.js", words: late, form, turn: "", turnWords: {}, turnIcon: "/turn.svg" }),
            RULES: "{}",
            BOOK: JSON.stringify({ words: book }),
            PUSH: JSON.stringify({ words: { de: ["/push-de.json", "/de.json"] }, titles: { nullgame: "Null game" } }),
        },
    });
    const files = names.map((f, i) => join(out, `${i}-${basename(f, ".ts")}.mjs`));
    const { status } = spawnSync("node", ["--enable-source-maps", "--test", "--test-reporter=tap", ...files], {
        stdio: "inherit",
        env: { ...process.env, WEB: web, MADE: out },
    });
    process.exitCode = status ?? 1;
} finally {
    rmSync(out, { recursive: true });
}
