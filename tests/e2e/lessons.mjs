// lessons.mjs DIST [NAME]: the first game of each kind, which teaches by playing: followed to its end, skipped, by keyboard. TAP.
import { HANG, desktop, launch, person, phone } from "./browser.mjs";
import { axe, narrow, quiet } from "./checks.mjs";
import * as gacha from "../../games/gacha/tests/page/drive.mjs";
import { byKeys } from "./keyboard.mjs";
import * as koikoi from "../../games/koikoi/tests/page/drive.mjs";
import * as pikit from "../../games/pikit/tests/page/drive.mjs";
import { serve } from "./serve.mjs";
import { check, equal, run } from "./tap.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
const player = { koikoi, pikit, gacha };
/** The last move the coach asks for before the player is alone for a while; in PiKiT the lesson ends with it. */
const last = { koikoi: "match3", gacha: "second2" };

async function begin(game, more = {}) {
    const page = await person(browser, { bypassCSP: true, ...more, settings: { teach: true, ...more.settings } });
    await page.goto(server.url);
    await page.waitForSelector("html[data-ready]");
    await page.locator(".tile", { has: page.locator(`use[href^="#${game === "koikoi" ? "kk" : game === "pikit" ? "pk" : "ga"}-"]`) }).locator("button:not(.main)").click();
    await page.waitForSelector(`.play .${game}`);
    return page;
}
/** What the coach says now, read at once; null: nothing. */
const says = (page) =>
    page.evaluate(() => {
        const e = document.querySelector(".coach");
        if (!e?.checkVisibility()) return null;
        const r = e.getBoundingClientRect(), rings = [...document.querySelectorAll(".coach-ring")].map((x) => x.getBoundingClientRect());
        const covers = rings[0] && r.left < rings[0].right && r.right > rings[0].left && r.top < rings[0].bottom && r.bottom > rings[0].top;
        return {
            id: e.dataset.lesson, act: e.dataset.act !== undefined, at: e.dataset.at, text: e.querySelector("[role=status]").textContent.trim(),
            outside: r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight, rings: rings.length, covers, moving: document.querySelector(".play").hasAttribute("data-moving"),
        };
    });

/** Follows the coach until it has said its last; tells what was said. `press` is how: with the mouse, or the keyboard. */
async function follow(page, game, { press, look = async () => undefined, limit = HANG } = {}) {
    const said = [], end = Date.now() + limit;
    press ??= (selector) => page.locator(selector).first().click({ timeout: 2000 }).catch(() => undefined); // gone: look again
    for (;;) {
        if (Date.now() > end) throw Object.assign(new Error(`the lesson did not end after ${said.map((s) => s.id).join(", ")}`), { page });
        const now = await says(page);
        if (now && !now.moving) {
            if (said[said.length - 1]?.id !== now.id) {
                check(!said.some((s) => s.id === now.id && !s.act), `${now.id} is said twice`);
                check(!now.outside, `${now.id} lies outside of the screen: ${now.text}`);
                check(now.rings > 0, `${now.id} points at nothing`);
                check(!(now.act && now.covers), `${now.id} covers what it points at`);
                said.push(now);
                await look(now);
            }
            if (now.act) await press(`${now.at.split(",").map((s) => `${s}:is(button), ${s} button.main, ${s} button`).join(", ")}`);
            else await press(".coach .next");
            if (now.id === "end" && !(await page.locator(".coach").count())) return said;
        } else if ((await page.locator(".pause .main").count()) > 0) await press(".pause .main");
        else if (!said.some((s) => s.id === last[game])) await page.waitForTimeout(20); // it thinks, or somebody moves
        else if (!(await player[game].step(page))) throw Object.assign(new Error(`the game ended before the lesson: ${said.map((s) => s.id).join(", ")}`), { page });
    }
}

const tests = {};
for (const [game, language, theme] of [["koikoi", "uk", "light"], ["pikit", "pl", "dark"], ["gacha", "ru", "light"]])
    tests[`${game}: the lesson, followed to its end on a phone, in ${language}`] = async () => {
        const page = await begin(game, { size: phone, settings: { language, theme } }), looked = new Set();
        const said = await follow(page, game, {
            look: async (now) => {
                await narrow(page, now.id);
                check(!/\b(the|you|your|press|these|and)\b/i.test(now.text), `English in ${language}: ${now.text}`);
                if (looked.size < 2 && !looked.has(now.act)) {
                    looked.add(now.act);
                    await axe(page, `${game}: ${now.id}`);
                }
            },
        });
        check(said.filter((s) => s.act).length >= 3 && said.filter((s) => !s.act).length >= 5, `it taught ${said.map((s) => s.id).join(", ")}`);
        // the game goes on, and is not taught twice
        await player[game].playUntil(page, async () => !["wait", "pause"].includes(await player[game].state(page)));
        equal(await page.locator(".coach").count(), 0, "bubbles after the end");
        quiet(page);
        await page.context().close();
        return said.map((s) => s.id).join(" ");
    };
for (const game of Object.keys(player))
    tests[`${game}: by keyboard alone, on a desktop`] = async () => {
        const page = await begin(game, { size: desktop });
        const said = await follow(page, game, { press: (selector) => byKeys(page, selector) });
        quiet(page);
        await page.context().close();
        return `${said.length} sentences`;
    };
tests["offered at the first visit, skipped at once, and the game goes on"] = async () => {
    const page = await person(browser, { settings: { teach: true } });
    await page.goto(server.url);
    await page.getByRole("button", { name: "Learn to play PiKiT" }).click();
    await page.getByRole("button", { name: "Skip the lesson" }).click();
    await page.waitForSelector(".coach", { state: "detached" });
    await pikit.playToTheEnd(page);
    equal(await page.locator(".coach").count(), 0, "bubbles");
    await page.goto(server.url);
    await page.waitForSelector(".games li");
    equal(await page.getByText("First time here?").count(), 0, "offers after the first visit");
    quiet(page);
    await page.context().close();
};
tests["whatever the player does instead, the coach goes along"] = async () => {
    const page = await begin("koikoi");
    // plays without looking at the coach
    await page.waitForSelector(".coach");
    await koikoi.playUntil(page, async () => (await page.locator(".hand .card").count()) <= 5 || (await koikoi.state(page)) === "pause");
    if ((await koikoi.state(page)) !== "pause") {
        const said = await follow(page, "koikoi");
        equal(said[said.length - 1].id, "end", "the last sentence");
    }
    quiet(page);
    await page.context().close();
};
tests["loaded again in the middle, it goes on where it was"] = async () => {
    const page = await begin("gacha");
    await page.waitForSelector(".coach[data-lesson=market]");
    await page.click(".coach .next");
    await page.waitForSelector(".coach[data-lesson=lack]");
    await page.reload();
    await page.waitForSelector(".coach[data-lesson=lack]");
    quiet(page);
    await page.context().close();
};
await run(tests);
await browser.close();
await server.close();
