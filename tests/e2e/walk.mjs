// walk.mjs DIST GAME SEATS WIDTHxHEIGHT TURNS OUT: what a stranger sees. Plays against bots as a person would, at the usual speed, and
// films what happens between two of the player's turns. OUT gets a strip of pictures for each (NN.png) and, apart from them, what
// the log said then (key.json): somebody who knows nothing of the game writes down from the strip what happened, and it is compared.
// By hand; not a test.
import { mkdirSync, writeFileSync } from "node:fs";
import { launch, person } from "./browser.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";

const [dist, name, seats, size, turns, out] = process.argv.slice(2),
    [width, height] = size.split("x").map(Number),
    most = 12; // pictures in a strip
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
    const some =
        shots.length <= most ? shots : Array.from({ length: most }, (_, i) => shots[Math.round((i * (shots.length - 1)) / (most - 1))]);
    const across = width > height ? 3 : 6,
        scale = width > height ? 0.62 : 0.75;
    const sheet = await browser.newPage({ viewport: { width: Math.round(across * (width * scale + 6)), height: 100 } });
    await sheet.setContent(
        `<body style="margin:0;display:flex;flex-wrap:wrap;gap:6px;background:#888">${some.map((s) => `<img width="${Math.round(width * scale)}" src="data:image/png;base64,${s.toString("base64")}">`).join("")}`,
    );
    await sheet.waitForFunction(() => [...document.images].every((i) => i.complete));
    await sheet.screenshot({ path: file, fullPage: true });
    await sheet.close();
}

const key = [];
for (let turn = 1; turn <= Number(turns); turn++) {
    while (await wait()) await page.waitForTimeout(30);
    if ((await game.drive.state(page)) === "over") break;
    const mine = await page.screenshot(),
        since = await lines();
    // my own decisions, until the others are on
    while (!(await wait())) if (!(await game.drive.step(page))) break;
    const shots = [];
    let quiet = 0;
    while (quiet < 3) {
        shots.push(await page.screenshot());
        quiet = (await wait()) ? 0 : quiet + 1;
        if ((await game.drive.state(page)) === "over") break;
    }
    const file = `${String(turn).padStart(2, "0")}.png`;
    await strip([mine, ...shots], `${out}/${file}`);
    key.push({ strip: file, pictures: shots.length + 1, happened: await page.evaluate((n) => window.lines.slice(n), since) });
    process.stdout.write(`${file} ${shots.length} pictures\n`);
}
writeFileSync(`${out}/../${out.split("/").pop()}-key.json`, JSON.stringify(key, null, 1));
await browser.close();
await server.close();
