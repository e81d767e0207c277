// checks.mjs: what every screen has to stand: a quiet console, no sideways scrolling, no objection of axe-core.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check, equal } from "./tap.mjs";

const axeSource = readFileSync(createRequire(new URL("../../web/package.json", import.meta.url)).resolve("axe-core/axe.min.js"), "utf8");

export const quiet = (page) => equal(page.complaints.join("\n"), "", "the console complains");
export async function narrow(page, where) {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(over <= 0, `${where} is ${over} px wider than the screen`);
}
/** Needs a page with bypassCSP. */
export async function axe(page, where) {
    await page.evaluate(axeSource);
    const result = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
    const bad = result.violations.map((v) => `${where}: ${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).slice(0, 3).join(" | ")} ${v.nodes[0].failureSummary?.split("\n")[1] ?? ""}`);
    equal(bad.join("\n"), "", "axe-core objects");
}
