// replay.mjs DIST: every kept record in the page: stepping forward moves things, jumping shows another position at once. TAP.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after } from "node:test";
import { desktop, launch, person, test } from "./browser.mjs";
import { axe, check, equal, narrow, quiet } from "./checks.mjs";
import { serve } from "./serve.mjs";

const root = new URL("../..", import.meta.url).pathname;
const folders = ["tests/records", "tests/records/saved", ...readdirSync(join(root, "games")).map((g) => `games/${g}/tests/records`)];
const records = folders.flatMap((f) => {
    try {
        return readdirSync(join(root, f))
            .filter((n) => n.endsWith(".irori"))
            .map((n) => join(root, f, n));
    } catch {
        return []; // this game keeps none
    }
});
const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));

/** A page with this record; window.travels counts what begins to travel. */
async function open(path, more) {
    const page = await person(browser, more);
    await page.addInitScript(() => {
        window.travels = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
            if ([frames].flat().some((f) => /translate/.test(f.transform ?? ""))) window.travels++;
            return animate.call(this, frames, options);
        };
    });
    await page.goto(server.url + "/replay");
    await page.setInputFiles("input[type=file]", { name: "r.txt", mimeType: "text/plain", buffer: readFileSync(path) });
    await page.waitForSelector(".replaying");
    return page;
}
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const steps = async (page) => Number((await page.textContent(".replay output")).split("/")[1]);
const travels = (page) => page.evaluate(() => window.travels);
/** Everything is where step n has it. */
const arrived = (page, n) => page.waitForFunction((n) => document.querySelector(`.replaying[data-seq="${n}"]:not([data-moving])`), n);
/** What is part of what on the board. Not where to the pixel, nor in which of several equal places: a board may let things lie where
 * they are, and put what comes where something lay. */
const position = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll(".replaying .board [data-key]")]
            .map((e) => {
                const names = [];
                for (let of = e.parentElement; !of.matches(".board"); of = of.parentElement) names.push(of.classList[0] ?? of.localName);
                return `${e.ariaLabel || e.textContent || e.dataset.key} in ${names.join(" ")}`;
            })
            .sort()
            .join("\n"),
    );

const log = async (page) => (await page.locator(".loglist li").allTextContents()).join("\n");

for (const path of records) {
    const name = basename(path, ".irori");
    test(`${name}: forward with motion, back without`, async () => {
        const page = await open(path, { size: desktop, settings: { speed: "fast" } });
        await arrived(page, 0);
        const all = await steps(page),
            seen = [await position(page)],
            told = [await log(page)],
            n = Math.min(6, all);
        for (let i = 1; i <= n; i++) {
            await press(page, "step forward");
            await arrived(page, i);
            seen.push(await position(page));
            told.push(await log(page));
        }
        const moved = await travels(page);
        check(moved >= 8, `only ${moved} things travelled in ${n} steps`);
        check(new Set(seen).size > n / 2, "the steps look alike");
        check(new Set(told).size > n / 2, "the log does not tell them");
        for (let i = n - 1; i >= 0; i--) {
            await press(page, "step back");
            await arrived(page, i);
            equal(await position(page), seen[i], `step ${i}, coming back`);
            equal(await log(page), told[i], `the log of step ${i}, coming back`);
        }
        equal(await travels(page), moved, "what travelled, with what travelled on the way back");
        await page.getByRole("slider").fill(String(n));
        await arrived(page, n);
        equal(await position(page), seen[n], `step ${n}, at once`);
        equal(await travels(page), moved, "what travelled, with a jump");
        // from the middle of a motion back to the beginning
        await press(page, "step back");
        await arrived(page, n - 1);
        await press(page, "step forward");
        await press(page, "to the beginning");
        await arrived(page, 0);
        equal(await position(page), seen[0], "the beginning, out of a motion");
        equal(await page.textContent(".replay output"), `0 / ${all}`, "the bar");
        quiet(page);
        await page.context().close();
        return `${all} steps, ${moved} things travelled in ${n} of them`;
    });
    test(`${name}: to the end, by itself and at once`, async () => {
        const page = await open(path, { bypassCSP: true });
        await arrived(page, 0);
        const all = await steps(page),
            record = readFileSync(path, "utf8");
        await page.getByRole("slider").fill(String(all - 1));
        await arrived(page, all - 1);
        check(!(await page.locator(".replay .ended").count()), "it is over before its end");
        await press(page, "Play by itself");
        await arrived(page, all);
        await page.getByRole("button", { name: "Play by itself" }).waitFor(); // it has stopped
        const saved = /^saved$/m.test(record),
            ended = await page.locator(".replay .ended").allTextContents();
        equal(ended.length, saved ? 0 : 1, "whether it says who won");
        check(saved || /^resign/m.test(record) === /resigned/.test(ended[0]), ended[0]);
        await narrow(page, "a replay on a phone");
        await axe(page, "a replay");
        const seats = await page.locator(".replay select option").count(),
            seen = new Set();
        for (let i = 0; i < seats; i++) {
            await page.getByRole("combobox").selectOption(String(i));
            await page.waitForFunction((i) => document.querySelector(".replay select").value === String(i), i);
            await press(page, "to the beginning");
            await arrived(page, 0);
            await press(page, "step forward");
            await arrived(page, 1);
            seen.add(await page.textContent(".replaying .board"));
            await press(page, "to the end");
            await arrived(page, all);
        }
        equal(seen.size, seats, "seats that see a table of their own");
        equal(await travels(page), 0, "what travelled where nothing should");
        await page.waitForSelector("p.good"); // dealt again
        quiet(page);
        await page.context().close();
        return `${all} steps, ${seats} seats`;
    });
}
check(records.length > 0, "no record is kept");
