// walk.mjs DIST GAME SEATS WIDTHxHEIGHT TURNS OUT: what a stranger sees. Plays against bots as a person would, at the usual speed, and
// films what happens between two of the player's turns: a picture every 0.7 seconds, and one after each of the player's own presses.
// OUT gets the pictures of each in sheets of twelve (NN-S.png) and, apart from them, what the log said then (NAME-key.json): somebody
// who knows nothing of the game writes down from the pictures what happened, and it is compared.
// By hand; not a test.
import { mkdirSync, writeFileSync } from "node:fs";
import { launch, person } from "./browser.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";

const [dist, name, seats, size, turns, out] = process.argv.slice(2),
    [width, height] = size.split("x").map(Number),
    most = 12, // pictures in a sheet
    every = 700; // milliseconds from one to the next
const game = games.find((g) => g.name === name),
    server = await serve(dist),
    browser = await launch();
mkdirSync(out, { recursive: true });
const page = await person(browser, { size: { width, height }, settings: { speed: "normal", teach: false } });
await page.goto(`${server.url}/new/${name}/bots`);
await page.waitForSelector("html[data-ready] main:not([aria-busy])");
const number = page.locator("input[type=number], select[name=seats], [name=seats]").first();
if (Number(seats) > 2) {
    const choice = page.locator(`label:has-text("${seats}") input[type=radio], input[type=radio][value="${seats}"]`).first();
    if (await choice.count()) await choice.check({ force: true });
    else await number.fill(seats).catch(() => number.selectOption(seats));
}
await page.locator("button.main").first().click();
await page.waitForSelector(".play");
// every line the log ever gets, however short it is to be read
await page.evaluate(() => {
    window.lines = [];
    new MutationObserver((all) => {
        for (const m of all)
            for (const n of m.addedNodes)
                if (n.closest?.("[role=log]") ?? n.parentElement?.closest("[role=log]")) window.lines.push(n.textContent);
    }).observe(document.body, { childList: true, subtree: true });
});
const lines = () => page.evaluate(() => window.lines.length),
    wait = async () => (await game.drive.state(page)) === "wait";

async function strip(shots, file) {
    const across = width > height ? 3 : 6,
        scale = width > height ? 0.62 : 0.75;
    const sheet = await browser.newPage({ viewport: { width: Math.round(across * (width * scale + 6)), height: 100 } });
    await sheet.setContent(
        `<body style="margin:0;display:flex;flex-wrap:wrap;gap:6px;background:#888">${shots.map((s) => `<img width="${Math.round(width * scale)}" src="data:image/png;base64,${s.toString("base64")}">`).join("")}`,
    );
    await sheet.waitForFunction(() => [...document.images].every((i) => i.complete));
    await sheet.screenshot({ path: file, fullPage: true });
    await sheet.close();
}

const key = [];
for (let turn = 1; turn <= Number(turns); turn++) {
    while (await wait()) await page.waitForTimeout(30);
    if ((await game.drive.state(page)) === "over") break;
    const since = await lines(),
        shots = [await page.screenshot()];
    // my own decisions, until the others are on
    while (!(await wait())) {
        if (!(await game.drive.step(page))) break;
        shots.push(await page.screenshot());
    }
    for (let quiet = 0; quiet < 2; ) {
        const started = Date.now();
        shots.push(await page.screenshot());
        quiet = (await wait()) ? 0 : quiet + 1;
        if ((await game.drive.state(page)) === "over") break;
        await page.waitForTimeout(Math.max(0, every - (Date.now() - started)));
    }
    const name = String(turn).padStart(2, "0");
    for (let i = 0; i < shots.length; i += most) await strip(shots.slice(i, i + most), `${out}/${name}-${1 + i / most}.png`);
    key.push({ turn: name, pictures: shots.length, happened: await page.evaluate((n) => window.lines.slice(n), since) });
    process.stdout.write(`${name} ${shots.length} pictures\n`);
}
writeFileSync(`${out}/../${out.split("/").pop()}-key.json`, JSON.stringify(key, null, 1));
await browser.close();
await server.close();
