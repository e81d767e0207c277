// teacher.mjs: begins the lesson of a game, and follows its coach.
import { HANG, person } from "./browser.mjs";
import { check } from "./checks.mjs";

export async function begin(browser, server, game, more = {}) {
    const page = await person(browser, { bypassCSP: true, ...more, settings: { teach: true, ...more.settings } });
    await page.goto(server.url);
    await page.waitForSelector("html[data-ready]");
    await page.locator(".tile").nth(game.place).locator("button:not(.main)").click();
    await page.waitForSelector(`.play .${game.name}`);
    return page;
}

/** What the coach says now, read at once; null: nothing. */
const says = (page) =>
    page.evaluate(() => {
        const e = document.querySelector(".coach");
        if (!e?.checkVisibility()) return null;
        const r = e.getBoundingClientRect(),
            rings = [...document.querySelectorAll(".coach-ring")].map((x) => x.getBoundingClientRect());
        const covers = rings[0] && r.left < rings[0].right && r.right > rings[0].left && r.top < rings[0].bottom && r.bottom > rings[0].top;
        return {
            id: e.dataset.lesson,
            act: e.dataset.act !== undefined,
            at: e.dataset.at,
            text: e.querySelector("[role=status]").textContent.trim(),
            outside: r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight,
            rings: rings.length,
            covers,
            moving: document.querySelector(".play").hasAttribute("data-moving"),
        };
    });

/** Follows the coach until it has said its last; tells what was said. `press` is how: with the mouse, or the keyboard. */
export async function follow(page, game, { press, look = async () => undefined, limit = HANG } = {}) {
    const said = [],
        end = Date.now() + limit;
    press ??= (selector) =>
        page
            .locator(selector)
            .first()
            .click({ timeout: 2000 })
            .catch(() => undefined); // gone: look again
    for (;;) {
        if (Date.now() > end) throw new Error(`the lesson did not end after ${said.map((s) => s.id).join(", ")}`);
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
            if (now.act)
                await press(
                    `${now.at
                        .split(",")
                        .map((s) => `${s}:is(button), ${s} button.main, ${s} button`)
                        .join(", ")}`,
                );
            else await press(".coach .next");
            if (now.id === "end" && !(await page.locator(".coach").count())) return said;
        } else if ((await page.locator(".pause .main").count()) > 0) await press(".pause .main");
        else if (!said.some((s) => s.id === game.drive.lesson.last))
            await page.waitForTimeout(20); // it thinks, or somebody moves
        else if (!(await game.drive.step(page))) throw new Error(`the game ended before the lesson: ${said.map((s) => s.id).join(", ")}`);
    }
}
