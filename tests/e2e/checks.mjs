// checks.mjs: what every screen has to stand: a quiet console, no sideways scrolling, no objection of axe-core.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { HANG } from "./browser.mjs";

const axeSource = readFileSync(createRequire(new URL("../../web/package.json", import.meta.url)).resolve("axe-core/axe.min.js"), "utf8");

export function check(condition, text) {
    if (!condition) throw new Error(text);
}
export function equal(got, want, text) {
    if (got !== want) throw new Error(`${text}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
}

export const quiet = (page) => equal(page.complaints.join("\n"), "", "the console complains");
export async function narrow(page, where) {
    const { over, by } = await page.evaluate(() => {
        const over = document.documentElement.scrollWidth - innerWidth,
            out = over > 0 ? [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > innerWidth) : [];
        return { over, by: out.map((e) => `${e.tagName}.${e.getAttribute("class") ?? ""} ${e.textContent.slice(0, 40)}`).slice(-6) };
    });
    check(over <= 0, `${where} is ${over} px wider than the screen: ${by.join(", ")}`);
}
/** All rules of axe-core, those that it only runs when asked, too; but not contrasts of 7 to 1, which are no aim of ours. */
const more = Object.fromEntries(
    [
        "css-orientation-lock",
        "focus-order-semantics",
        "hidden-content",
        "identical-links-same-purpose",
        "label-content-name-mismatch",
        "meta-refresh-no-exceptions",
        "p-as-heading",
        "table-fake-caption",
        "target-size",
        "td-has-header",
    ].map((id) => [id, { enabled: true }]),
);
/** Colours are judged when nothing fades any more; if something began to move while they were, once more. Needs a page with bypassCSP.
 *  `only`: this rule alone. */
export async function axe(page, where, only) {
    if (!(await page.evaluate(() => !!window.axe))) await page.evaluate(axeSource);
    const options = only ? { runOnly: [only] } : { rules: more };
    const result = await page.evaluate(async (options) => {
        let begun = 0;
        const animate = Element.prototype.animate,
            count = () => begun++;
        Element.prototype.animate = function (...how) {
            count();
            return animate.apply(this, how);
        };
        document.addEventListener("transitionrun", count, true);
        for (let tries = 0; ; tries++) {
            while (document.getAnimations().some((a) => a.playState === "running")) await new Promise(requestAnimationFrame);
            const before = begun,
                found = await window.axe.run({ resultTypes: ["violations"], ...options });
            if (found.violations.length && begun > before && tries < 50) continue;
            Element.prototype.animate = animate;
            document.removeEventListener("transitionrun", count, true);
            return found;
        }
    }, options);
    const bad = result.violations.map(
        (v) =>
            `${where}: ${v.id}: ${v.nodes
                .map((n) => n.html.slice(0, 160))
                .slice(0, 3)
                .join(" | ")} ${v.nodes[0].failureSummary?.split("\n")[1] ?? ""}`,
    );
    equal(bad.join("\n"), "", "axe-core objects");
}

/** The same by day and by night: only colours differ, so in the other theme only they are judged. */
export async function axeDayAndNight(page, where) {
    const turn = () =>
        page.evaluate(() => {
            const { dataset } = document.documentElement;
            dataset.theme = dataset.theme === "day" ? "night" : "day";
            return dataset.theme;
        });
    await axe(page, where);
    await axe(page, `${where}, ${await turn()}`, "color-contrast");
    await turn();
}

/** From now on every line of the log is kept; the screen's own shows only the last few, and bots are quick. */
export async function listen(page) {
    await page.evaluate(() => {
        const log = document.querySelector(".unseen[role=log]"),
            seen = new Set([...log.children].map((e) => e.textContent));
        window.told = [];
        new MutationObserver((all) => {
            for (const e of all.flatMap((m) => [...m.addedNodes]))
                if (e.nodeType === 1 || !seen.has(e.textContent)) window.told.push(e.textContent);
        }).observe(log, { childList: true, subtree: true });
    });
}
export const told = (page, what) => page.waitForFunction((w) => window.told.some((line) => new RegExp(w).test(line)), what);

/** Looks again until it is so; tells what it is after a while. */
export async function settles(get, want, text, limit = HANG) {
    const end = Date.now() + limit;
    let got = await get();
    while (got !== want && Date.now() < end) {
        await new Promise((r) => setTimeout(r, 20));
        got = await get();
    }
    equal(got, want, text);
}
