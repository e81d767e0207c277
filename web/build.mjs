// build.mjs: makes web/dist: hashed files that may be kept for ever, and index.html, sw.js and the manifest, which name them.
// Before it, scripts/web.sh puts irori.wasm and the generated JSON into web/gen.
import { Resvg, initWasm } from "@resvg/resvg-wasm";
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { displayFaces, displayFont } from "./fonts.mjs";
import { panel, preview } from "./pictures.mjs";
import { catalogue, languageOf, lateParts } from "./po.mjs";
import { namer, rulesHtml } from "./rules.mjs";

const root = new URL(".", import.meta.url).pathname;
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "a"), { recursive: true });

/** Writes bytes under a name with their hash in it; returns the address. */
function put(name, bytes) {
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
    const file = "a/" + name.replace(/\.(\w+)$/, `.${hash}.$1`);
    writeFileSync(join(dist, file), bytes);
    return "/" + file;
}

/** What the folders of games/ hold for the page (scripts/games.py): { name, sprite?, panel?, net?, puzzles?, styles: [...], rules: { en, uk, … } }. */
const games = JSON.parse(readFileSync(join(root, "gen/games.json")));
const file = (path) => readFileSync(join(root, "..", path));
/** A module that is only valid where there are vectors: () => i8x16.popcnt(i8x16.splat(0)). Without them there is plain.wasm. */
const probe = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
const wasm = ["irori.wasm", "plain.wasm"].map((name) => put(name, readFileSync(join(root, "gen", name))));
const reviewWasm = ["review.wasm", "review-plain.wasm"].map((name) => put(name, readFileSync(join(root, "gen", name))));
const assets = { wasm, probe, sprite: {}, panel: {}, style: {}, net: {}, words: {} };
assets.sprite.common = put("common.svg", readFileSync(join(root, "art/sprite.common.svg")));
for (const { name, sprite, panel: cards, net } of games) {
    if (sprite) assets.sprite[name] = put(`${name}.svg`, file(sprite));
    if (sprite && cards) assets.panel[name] = put(`panel-${name}.svg`, panel(file(sprite).toString(), cards));
    if (net) assets.net[name] = put(`${name}.net`, file(net));
}
/** By language: its words, those that come late, and everything that only its readers need (sw.js). */
const words = {},
    lateWords = {},
    spoken = {},
    rulesAt = {};
for (const file of readdirSync(join(root, "../po"))
    .filter((f) => f.endsWith(".po"))
    .sort()) {
    const language = file.replace(/\.po$/, ""),
        text = readFileSync(join(root, "../po", file));
    [words[language], lateWords[language]] = catalogue(text);
    assets.words[language] = { at: put(`${language}.json`, JSON.stringify(words[language])), ...languageOf(language, text) };
    spoken[language] = [assets.words[language].at];
}
// the names of options, for the rules
const namesOnly = await build({
    stdin: { contents: 'export { common } from "./src/words_options";', resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    define: { ASSETS: '{"words":{}}' },
    loader: { ".svg": "text" },
    tsconfig: join(root, "tsconfig.json"),
    absWorkingDir: root,
});
const { common: optionNames } = await import(
    `data:text/javascript;base64,${Buffer.from(namesOnly.outputFiles[0].contents).toString("base64")}`
);
const played = JSON.parse(readFileSync(join(root, "gen/catalogue.json"))).games;
for (const language of ["en", ...Object.keys(words)]) {
    rulesAt[language] = {};
    for (const { name, rules } of games)
        if (rules[language])
            rulesAt[language][name] = put(
                `rules-${name}-${language}.html`,
                rulesHtml(
                    file(rules[language]).toString(),
                    words[language],
                    namer(
                        played.find((g) => g.name === name),
                        optionNames,
                        { ...words[language], ...lateWords[language]?.form },
                    ),
                ),
            );
}

for (const language of Object.keys(words)) spoken[language].push(...Object.values(rulesAt[language]));

const common = {
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2021",
    charset: "utf8",
    legalComments: "none",
    metafile: true,
    write: false,
    jsx: "automatic",
    jsxImportSource: "preact",
    absWorkingDir: root,
    tsconfig: "tsconfig.json",
    nodePaths: [join(root, "node_modules")],
    outdir: join(dist, "a"),
    loader: { ".irori": "text", ".txt": "text", ".deck": "text", ".svg": "text" }, // what rulebooks show; crests
    logLevel: "warning",
};
// the display face comes before the style that names it
mkdirSync(join(root, "gen/fonts"), { recursive: true });
const faces = await displayFaces(
    [...Object.values(words), ...Object.values(lateWords).flatMap((parts) => Object.values(parts))].flatMap((own) =>
        Object.values(own).flat(),
    ),
);
for (const { name, bytes } of faces) writeFileSync(join(root, `gen/fonts/${name}.woff2`), bytes);
writeFileSync(
    join(root, "gen/fonts.css"),
    faces
        .map(
            ({ name, range }) =>
                `@font-face { font-family: "Irori Display"; src: url("./fonts/${name}.woff2") format("woff2"); font-display: swap; unicode-range: ${range}; }\n`,
        )
        .join(""),
);

/** Builds a style with the pictures and fonts it names; gives its address and the paths of all. */
async function styleOf(entry) {
    const { outputFiles, metafile } = await build({
        ...common,
        entryNames: "[name].[hash]",
        loader: { ".svg": "file", ".woff2": "file" }, // what is drawn on a table, and the display face
        assetNames: "[name].[hash]",
        publicPath: "/a",
        ...entry,
    });
    for (const file of outputFiles) writeFileSync(file.path, file.contents);
    const [path] = Object.entries(metafile.outputs).find(([, o]) => o.entryPoint);
    return { address: path.replace(/^.*dist\//, "/"), paths: Object.keys(metafile.outputs) };
}
const others = ["plain", "coach"].map((name) => ({ name, styles: [`web/src/${name}/${name}.css`] }));
for (const { name, styles } of [...games, ...others])
    if (styles.length) {
        const contents = styles.map((s) => `@import "../${s}";`).join("\n");
        const stdin = { contents, loader: "css", resolveDir: root, sourcefile: `${name}.css` };
        assets.style[name] = (await styleOf({ stdin, entryNames: `${name}.[hash]` })).address;
    }

const worker = await build({
    ...common,
    entryPoints: ["src/engine/worker.ts"],
    define: { ASSETS: JSON.stringify({ ...assets, review: reviewWasm }) },
});
assets.worker = put("worker.js", worker.outputFiles[0].contents);
// reviews come late, so their addresses do, too
const review = { wasm: reviewWasm, probe, net: assets.net };
const reviewWorker = await build({ ...common, entryPoints: ["src/review/worker.ts"], define: { REVIEW: JSON.stringify(review) } });
const reviewStyle = await styleOf({ entryPoints: ["src/review/review.css"] });
const late = Object.fromEntries(lateParts.map((part) => [part, {}])); // addresses of words, by part and language
for (const [language, of] of Object.entries(lateWords))
    for (const part of lateParts) {
        late[part][language] = put(`${part}-${language}.json`, JSON.stringify(of[part]));
        spoken[language].push(late[part][language]);
    }
const reviewPage = {
    style: reviewStyle.address,
    worker: put("reviewer.js", reviewWorker.outputFiles[0].contents),
    words: late.review,
    form: late.form,
    meetWords: late.meet,
    eveningWords: late.evening,
};
const bookPage = { style: (await styleOf({ entryPoints: ["src/book/book.css"] })).address, words: late.book };
reviewPage.turn = (await styleOf({ entryPoints: ["src/turn/turn.css"] })).address;
reviewPage.turnWords = late.turn;
// the icon while somebody is awaited: an ember in its corner
const icon = readFileSync(join(root, "art/icon.svg"));
reviewPage.turnIcon = put(
    "icon-turn.svg",
    icon.toString().replace("</svg>", `${readFileSync(join(root, "art/ember.svg"), "utf8").replace(/^<svg[^>]*>|<\/svg>\s*$/g, "")}</svg>`),
);
reviewPage.puzzles = Object.fromEntries(
    games.filter((g) => g.puzzles).map(({ name, puzzles }) => [name, put(`puzzles-${name}.txt`, file(puzzles))]),
);
reviewPage.puzzleCounts = Object.fromEntries(
    games
        .filter((g) => g.puzzles)
        .map(({ name, puzzles }) => [
            name,
            file(puzzles)
                .toString()
                .match(/^puzzle /gm).length,
        ]),
);
reviewPage.my = (await styleOf({ entryPoints: ["src/myplay/my.css"] })).address;
reviewPage.evening = (await styleOf({ entryPoints: ["src/evening/evening.css"] })).address;
reviewPage.profile = (await styleOf({ entryPoints: ["src/profile/profile.css"] })).address;
reviewPage.profileWords = late.profile;
reviewPage.meet = (await styleOf({ entryPoints: ["src/meet/meet.css"] })).address;

const bundle = (plugin) =>
    build({
        ...common,
        plugins: [plugin],
        entryPoints: [{ in: "src/main.tsx", out: "main" }],
        splitting: true,
        entryNames: "[name].[hash]",
        chunkNames: "[name].[hash]",
        define: { ASSETS: JSON.stringify(assets), RULES: JSON.stringify(rulesAt) },
    });
/** Addresses of late parts belong to those parts: a definition would be a part of every file. */
const lateAssets = { "src/review/assets.ts": reviewPage, "src/book/assets.ts": bookPage };
/** Whatever is loaded late needs what main has, which is loaded by then. If every such file says so, the bundler keeps that in one piece
 *  instead of dividing it between them. `late`: their paths. */
const parts = (late) => ({
    name: "parts",
    setup(own) {
        own.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
            const loader = path.endsWith("x") ? "tsx" : "ts",
                addresses = lateAssets[path.slice(root.length)];
            if (addresses) return { loader, contents: `export const assets = ${JSON.stringify(addresses)};` };
            if (!late.has(path)) return undefined;
            return { loader, contents: `${readFileSync(path, "utf8")}\nimport ${JSON.stringify(join(root, "src/main.tsx"))};` };
        });
    },
});
const { outputs } = (await bundle(parts(new Set()))).metafile,
    lateFiles = Object.values(outputs).flatMap((o) => (o.entryPoint ? [join(root, o.entryPoint)] : []));
const main = await bundle(parts(new Set(lateFiles.filter((path) => path !== join(root, "src/main.tsx")))));
for (const file of main.outputFiles) writeFileSync(file.path, file.contents);
const style = await styleOf({ entryPoints: ["src/style.css"] }),
    forced = await styleOf({ entryPoints: ["src/ui/forced.css"] });
const entry = (outputs, of) => Object.entries(outputs).find(([, o]) => o.entryPoint === of);
const named = (outputs, of) => entry(outputs, of)[0].replace(/^.*dist\//, "/");
/** Everything main imports at once, so that the browser need not find it out step by step. */
function atOnce(outputs, name, seen = new Set()) {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const i of outputs[name].imports) if (i.kind === "import-statement") atOnce(outputs, i.path, seen);
    return seen;
}
const preload = [...atOnce(main.metafile.outputs, entry(main.metafile.outputs, "src/main.tsx")[0])]
    .map((f) => `<link rel="modulepreload" href="${f.replace(/^.*dist\//, "/")}">`)
    .join("\n");
/** The display face's Latin letters: every page shows some. Others come when a text needs them. */
const face = style.paths.find((f) => /\/latin\.\w+\.woff2$/.test(f));
const address = {
    face: face.replace(/^.*dist\//, "/"),
    main: named(main.metafile.outputs, "src/main.tsx"),
    style: style.address,
    forced: forced.address,
};

for (const name of readdirSync(join(root, "art")).filter((f) => f.startsWith("app-")))
    copyFileSync(join(root, "art", name), join(dist, name));
const titles = new Map(JSON.parse(readFileSync(join(root, "gen/catalogue.json"))).games.map((g) => [g.name, g.title]));
const games_listed = new Intl.ListFormat("en").format(titles.values());
const filled = (name) => readFileSync(join(root, "static", name), "utf8").replaceAll("{games}", games_listed);
writeFileSync(join(dist, "manifest.webmanifest"), filled("manifest.webmanifest"));
assets.icon = put("icon.svg", icon);
let index = filled("index.html");
for (const [key, value] of Object.entries({ ...address, icon: assets.icon, preload, sprite: assets.sprite.common }))
    index = index.replaceAll(`{${key}}`, value);
writeFileSync(join(dist, "index.html"), index);

// What messengers show of a link, as PNG, which is all that some of them can read: /preview/NAME.png, and irori.png for the rest.
mkdirSync(join(dist, "preview"));
await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
const drawing = { font: { fontBuffers: [await displayFont()], defaultFontFamily: "Dela Gothic One" } };
const logo = readFileSync(join(root, "art/common/logo.svg"), "utf8")
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, "")
    .replace(/var\(--\w+,([^)]*)\)/g, "$1");
const tableOf = (name) =>
    new RegExp(`\\[data-game="${name}"\\] \\{[^}]*--table: (#\\w+)`).exec(
        existsSync(join(root, `../games/${name}/page/surface.css`)) ? file(`games/${name}/page/surface.css`) : "",
    )?.[1];
for (const { name, sprite, panel: symbols, title } of [
    ...games.map((g) => ({ ...g, title: titles.get(g.name) })),
    { name: "irori", title: "Irori" },
]) {
    const drawn = sprite && symbols ? { text: file(sprite).toString(), symbols, table: tableOf(name) } : {};
    const picture = new Resvg(`${preview({ title, logo: `<g fill="currentColor">${logo}</g>`, ...drawn })}`, drawing).render();
    writeFileSync(join(dist, `preview/${name}.png`), picture.asPng());
}

// The service worker keeps everything; its version is the hash of all names, so that a new page replaces the old one whole.
const files = readdirSync(join(dist, "a"))
    .map((f) => "/a/" + f)
    .sort();
const ofLanguages = Object.values(spoken).flat(),
    later = files.filter((f) => f.endsWith(".net") || f.startsWith("/a/puzzles-") || ofLanguages.includes(f));
const nets = Object.fromEntries(Object.keys(assets.net).flatMap((g) => (assets.sprite[g] ? [[assets.sprite[g], assets.net[g]]] : [])));
const first = files.filter((f) => !later.includes(f) && ![...wasm, ...reviewWasm].includes(f));
const version = createHash("sha256")
    .update(files.join("\n") + index)
    .digest("hex")
    .slice(0, 12);
// what hears pushes, behind it: it needs the words of every language at the time of the push, not when the page is loaded
const pushWords = Object.fromEntries(Object.entries(assets.words).map(([language, { at }]) => [language, [late.push[language], at]]));
const pushed = await build({
    ...common,
    format: "iife",
    entryPoints: ["src/push/sw.ts"],
    define: { PUSH: JSON.stringify({ words: pushWords, titles: Object.fromEntries(titles) }) },
});
const sw = readFileSync(join(root, "static/sw.js"), "utf8")
    .replace("{version}", version)
    .replace("{files}", JSON.stringify(["/", "/manifest.webmanifest", "/app-192.png", ...first]))
    .replace("{wasm}", JSON.stringify([wasm, reviewWasm]))
    .replace("{probe}", JSON.stringify(probe))
    .replace("{later}", JSON.stringify(later))
    .replace("{nets}", JSON.stringify(nets))
    .replace("{languages}", JSON.stringify(spoken));
writeFileSync(join(dist, "sw.js"), sw + pushed.outputFiles[0].text);
