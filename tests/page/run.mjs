// run.mjs [WEB [NAME]]: every *.test.ts here and in games/*/tests/page, bundled as the page is and run by node:test. TAP. NAME: only the
// files that have it in their path.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

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
const assets = { words: { uk: "/uk.json", pl: "/pl.json", ru: "/ru.json" }, sprite: {}, panel: {}, style: {}, net: {}, rules: {} };
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
        define: { ASSETS: JSON.stringify(assets) },
    });
    const files = names.map((f, i) => join(out, `${i}-${basename(f, ".ts")}.mjs`));
    const { status } = spawnSync("node", ["--enable-source-maps", "--test", "--test-reporter=tap", ...files], {
        stdio: "inherit",
        env: { ...process.env, WEB: web },
    });
    process.exitCode = status ?? 1;
} finally {
    rmSync(out, { recursive: true });
}
