// speed.mjs DIST: how fast the page is: the first table and what is loaded for it, tasks while a bot thinks, frames of animations on a
// phone whose processor is four times slower than this one. TAP.
//
// A benchmark, for a machine that does nothing else: `meson test --benchmark -C build-test page-speed`. STRICT=1 holds the page to its
// goals; otherwise the times are only printed, and a bot that thinks on the page's own thread (a task of seconds) or an animation that
// stands still is a failure.
import { after } from "node:test";
import { gzipSync } from "node:zlib";
import { HANG, launch, person, phone, test } from "./browser.mjs";
import { check, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));
const strict = !!process.env.STRICT;

/** Plays by itself inside the page: no test looks in while something is measured. Presses whatever a person could press next. */
function player({ every, presses }) {
    const press = [".question .main", ".pause:not(.result) .main", ...presses];
    window.moves = 0;
    setInterval(() => {
        if (document.querySelector(".result, .play[data-moving]")) return;
        const e = press.map((s) => document.querySelector(s)).find((x) => x?.checkVisibility() && !x.disabled);
        if (!e) return;
        e.click();
        window.moves++;
    }, every);
}
async function table(game, bot, settings, more = {}) {
    const page = await person(browser, { size: phone, settings, ...more });
    await page.goto(`${server.url}/new/${game.name}/bots`);
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
    if (game.min_seats < game.max_seats) await page.getByRole("radio", { name: "2", exact: true }).check();
    await page.getByRole("radio", { name: bot, exact: true }).check();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForSelector(`.play .${game.name}`);
    return page;
}
const part = (sorted, p) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];

test("a table in under a second", async () => {
    const times = [];
    for (let i = 0; i < 9; i++) {
        const page = await person(browser, { serviceWorkers: "block" });
        // pressed the moment it is there, and measured by the page's own clock: from navigation to cards in the hand
        await page.addInitScript(() => {
            const watch = new MutationObserver(() => {
                const button = document.querySelector(".tile .main");
                if (button && !window.pressed) {
                    window.pressed = true;
                    setTimeout(() => button.click());
                }
                if (document.querySelector(".play .hand .card")) {
                    window.playable = performance.now();
                    watch.disconnect();
                }
            });
            watch.observe(document, { childList: true, subtree: true });
        });
        await page.goto(server.url);
        times.push(Math.round(await (await page.waitForFunction(() => window.playable)).jsonValue()));
        await page.context().close();
    }
    times.sort((a, b) => a - b);
    check(!strict || times[4] < 1000, `median ${times[4]} ms of ${times.join(", ")}`);
    return `median ${times[4]} ms, slowest ${times[8]} ms`;
});
const slower = 4,
    frameMs = 1000 / 60;
for (const game of games) {
    const { presses } = game.drive;
    test(`${game.name}: the first load`, async () => {
        const page = await person(browser, { serviceWorkers: "block" }),
            from = server.asked.length;
        await page.goto(server.url);
        await page.waitForSelector(`.tile[data-game=${game.name}] .main`);
        await page.locator(`.tile[data-game=${game.name}] .main`).click();
        await page.waitForSelector(`.play .${game.name}`);
        const once = new Map(server.asked.slice(from).map(({ path, bytes }) => [path, gzipSync(bytes).length]));
        const kb = [...once.values()].reduce((a, b) => a + b, 0) / 1024;
        await page.context().close();
        check(!strict || kb <= 220, `${kb.toFixed(1)} KB`);
        return `${kb.toFixed(1)} KB compressed, ${once.size} files`;
    });
    test(`${game.name}: no task over 50 ms while a bot thinks`, async () => {
        const page = await table(game, game.roles.strongest, { speed: "off" });
        await page.evaluate(() => {
            window.tasks = [];
            new PerformanceObserver((list) => {
                for (const e of list.getEntries()) window.tasks.push(Math.round(e.duration));
            }).observe({ type: "longtask" });
        });
        await page.evaluate(player, { every: 60, presses });
        // a strong bot may take its time, that is not what is measured
        await page.waitForFunction(
            (until) => window.moves >= (performance.now() > until ? 3 : 12) || document.querySelector(".result"),
            (await page.evaluate(() => performance.now())) + 15000,
            { timeout: HANG },
        );
        const tasks = (await page.evaluate(() => window.tasks)).sort((a, b) => b - a);
        check((tasks[0] ?? 0) <= (strict ? 50 : 2000), `tasks of ${tasks.slice(0, 8).join(", ")} ms`);
        const moves = await page.evaluate(() => window.moves);
        quiet(page);
        await page.context().close();
        return `${tasks.length ? `${tasks.length} over 50 ms, the longest ${tasks[0]} ms` : "none"}, in ${moves} moves`;
    });
    test(`${game.name}: frames of its animations on a slow phone`, async () => {
        const page = await table(game, "easy", { speed: "normal" });
        const devtools = await page.context().newCDPSession(page);
        await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
        await page.evaluate(() => {
            window.frames = [];
            window.tasks = [];
            const beats = [];
            // the stage puts its beats there (docs/stage.md): a long task is told with the beat it belongs to
            window.iroriTrace = { push: (b) => beats.push({ at: performance.now(), what: b.events.map((e) => e.event).join("+") }) };
            new PerformanceObserver((list) => {
                for (const e of list.getEntries()) {
                    const of = beats.findLast((b) => b.at < e.startTime + e.duration),
                        when = of ? `${of.what}${of.at < e.startTime ? ` +${Math.round(e.startTime - of.at)}` : ""}` : "start";
                    if (document.querySelector(".play[data-moving]")) window.tasks.push({ ms: Math.round(e.duration), when });
                }
            }).observe({ type: "longtask" });
            let last = 0;
            const tick = (now) => {
                const moving = document.querySelector(".play[data-moving]");
                if (moving && last) window.frames.push(now - last);
                last = moving ? now : 0;
                requestAnimationFrame(tick);
            };
            requestAnimationFrame(tick);
        });
        await page.evaluate(player, { every: 100, presses });
        await page.waitForFunction((n) => window.frames.length >= n || document.querySelector(".result"), strict ? 600 : 120, {
            timeout: HANG,
        });
        const frames = (await page.evaluate(() => window.frames)).sort((a, b) => a - b);
        const tasks = (await page.evaluate(() => window.tasks)).sort((a, b) => b.ms - a.ms);
        const p50 = part(frames, 0.5),
            p95 = part(frames, 0.95),
            due = frames.reduce((n, f) => n + Math.max(1, Math.round(f / frameMs)), 0),
            dropped = due - frames.length;
        const told = `${frames.length} frames, p50 ${p50.toFixed(1)} ms (${(1000 / p50).toFixed(0)} a second), p95 ${p95.toFixed(1)} ms, ${dropped} of ${due} dropped (${((100 * dropped) / due).toFixed(1)} %), ${tasks.length} tasks over 50 ms${tasks
            .slice(0, 8)
            .map((t) => `${t.ms} ms (${t.when})`)
            .join(", ")
            .replace(/^(?=.)/, ": ")}`;
        check(frames.length > 100, told);
        check(!strict || p50 <= 17.5, told);
        quiet(page);
        await page.context().close();
        return told;
    });
}
