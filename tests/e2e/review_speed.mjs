// review_speed.mjs DIST [GAME]: how long reviews take, and the tasks over 50 ms of a page that is slowed four times. Chromium does not slow
// workers: their time is multiplied. By hand, on a machine that does nothing else and has more processors than
// there are workers (web/src/review/engine.ts). A 6-round game of the first game should take less than 3 s in all, and no task 50 ms while it
// works.
import { launch, person, phone } from "./browser.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";
import { load, play } from "../wasm/tables.mjs";

const table = load(new URL("../../web/gen/irori.wasm", import.meta.url).pathname),
    server = await serve(process.argv[2]),
    browser = await launch();
const slower = 4;
const asked = games.filter((g) => !process.argv[3] || g.name === process.argv[3]);
for (const game of asked)
    for (const [seats, options] of [
        [game.min_seats, ""],
        ...(game.options.some((o) => o.name === "rounds") ? [[game.min_seats, "rounds=12"]] : []),
        ...(game.max_seats > game.min_seats ? [[game.max_seats, ""]] : []),
    ]) {
        const { t, log } = play(table, game.name, seats, "normal", options),
            { record } = t.ask(log.map((r) => r.row + "\f").join(""), "page_record");
        const page = await person(browser, { size: phone, drawn: false }),
            devtools = await page.context().newCDPSession(page);
        await page.goto(`${server.url}/review`);
        await page.waitForSelector("input[type=file]");
        await page.evaluate(() => {
            window.tasks = { work: [], end: [] };
            window.seen = {};
            const note = () => {
                if (document.querySelector(".reviewing")) window.seen.began ??= performance.now();
                if (document.querySelector(".review")) window.seen.ended ??= performance.now();
            };
            new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
            new PerformanceObserver((all) => {
                for (const e of all.getEntries())
                    window.tasks[e.startTime + e.duration < (window.seen.ended ?? Infinity) ? "work" : "end"].push(Math.round(e.duration));
            }).observe({ type: "longtask" });
        });
        await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
        await page.setInputFiles("input[type=file]", { name: "r.txt", mimeType: "text/plain", buffer: Buffer.from(record) });
        await page.waitForSelector(".review-stage .replaying");
        const { seen, tasks } = await page.evaluate(() => ({ seen: window.seen, tasks: window.tasks })),
            ms = Math.round(seen.ended - seen.began),
            rows = record.split("\n").filter((l) => /^[*\d]/.test(l)).length;
        console.log(
            `${game.name}, ${seats} players, ${options || "usual rules"}, ${rows} rows: ${ms} ms in the workers, which are not slowed: ` +
                `${slower * ms} ms if they were; tasks over 50 ms while it works: ${tasks.work.join(" ") || "none"}; when it is shown: ${tasks.end.join(" ") || "none"}`,
        );
        await page.context().close();
    }
await browser.close();
await server.close();
