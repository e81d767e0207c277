// run.mjs [WEB [NAME]]: every *.test.ts here, bundled as the page is and run by node:test. TAP. NAME: only the files that have it in theirs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const here = new URL(".", import.meta.url).pathname,
    web = resolve(process.argv[2] ?? join(here, "../../web")),
    only = process.argv[3] ?? "";
const { buildSync } = createRequire(join(web, "package.json"))("esbuild");
const names = readdirSync(here)
    .filter((f) => f.endsWith(".test.ts") && f.includes(only))
    .sort();
const out = mkdtempSync(join(tmpdir(), "irori-page-"));
const assets = { words: { uk: "/uk.json", pl: "/pl.json", ru: "/ru.json" }, sprite: {}, panel: {}, style: {}, net: {}, rules: {} };
try {
    buildSync({
        entryPoints: names.map((f) => join(here, f)),
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
    const files = names.map((f) => join(out, f.replace(/ts$/, "mjs")));
    const { status } = spawnSync("node", ["--enable-source-maps", "--test", "--test-reporter=tap", ...files], {
        stdio: "inherit",
        env: { ...process.env, WEB: web },
    });
    process.exitCode = status ?? 1;
} finally {
    rmSync(out, { recursive: true });
}
