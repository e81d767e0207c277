// rules.test.ts: the rules as players read them name options as the form does, in every language.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import data from "../../web/gen/catalogue.json";

const web = process.env.WEB!;
const dist = `${web}/dist/a`;
for (const file of readdirSync(dist).filter((f) => /^rules-.*\.html$/.test(f)))
    test(file.replace(/\.\w+\.html$/, ""), () => {
        const html = new TextDecoder().decode(readFileSync(`${dist}/${file}`)),
            game = data.games.find((g) => g.name === file.split("-")[1])!;
        const codes = [...html.matchAll(/<code>([^<]*)<\/code>/g)].map((m) => m[1]!);
        for (const o of game?.options ?? []) {
            for (const code of codes) assert.ok(!code.split(/[=,\s]+/).includes(o.name), `${o.name} is called so: ${code}`);
            if (o.name.includes("_")) assert.ok(!new RegExp(`\\b${o.name}\\b`).test(html.replace(/<[^>]*>/g, "")), o.name);
        }
    });
