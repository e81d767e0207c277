// puzzles.mjs DIST IRORI: puzzles: the position of the day, right and wrong answers with their reasons, a rating that counts a puzzle once,
// the next one, the keyboard, and all of it without a network once a pack was opened. TAP.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { desktop, launch, person, phone, test } from "./browser.mjs";
import { axeDayAndNight, check, equal, narrow, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { irori } from "./server.mjs";

const server = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));

const folders = JSON.parse(readFileSync(new URL("../../web/gen/games.json", import.meta.url), "utf8")).filter((g) => g.puzzles),
    packs = games.filter((g) => folders.some((f) => f.name === g.name)),
    game = packs[0];

const read = (name) => readFileSync(new URL(`../../${folders.find((f) => f.name === name).puzzles}`, import.meta.url), "utf8"),
    ids = (name) => [...read(name).matchAll(/^puzzle (\w{8}) /gm)].map((m) => m[1]);

async function open(page, path, at = server) {
    await page.goto(at.url + path);
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
}
const asked = (page) => page.waitForSelector(".exercise .replaying.my-turn");
/** Answers somehow; how it was: right or wrong. */
async function answer(page, { drive }, any) {
    const answered = async () => (await page.locator(".said.answered").count()) > 0;
    await drive.playUntil(page, answered, { chance: () => any, quick: true });
    return /slip/.test(await page.getAttribute(".said", "class")) ? "wrong" : "right";
}
const kept = (page, name) => page.evaluate((name) => JSON.parse(localStorage.getItem("irori puzzles") ?? "{}")[name], name);

for (const [name, size] of Object.entries({ phone, desktop }))
    for (const g of packs)
        test(`${g.name}: the position of the day on a ${name}`, async () => {
            const page = await person(browser, { size, bypassCSP: true });
            await open(page, "/puzzles");
            equal(await page.locator(".puzzle-game").count(), packs.length, "games with puzzles");
            equal(await page.textContent(`.puzzle-game[data-game=${g.name}] .puzzle-count`), `${ids(g.name).length} puzzles`, "how many");
            await narrow(page, "puzzles");
            await page.click(`.puzzle-game[data-game=${g.name}] a[href$='/day']`);
            await asked(page);
            check((await page.textContent(".said h2")) === "Position of the day", "what it is");
            await narrow(page, "a puzzle");
            await axeDayAndNight(page, "a puzzle");
            const how = await answer(page, g, 0.37);
            await page.waitForFunction(() => document.activeElement?.tagName === "H2"); // what is read out: the verdict
            check((await page.locator(".chances li").count()) > 1, "no chances");
            check(/Your puzzle rating: \d+ → \d+/.test(await page.textContent(".said")), "the rating");
            await narrow(page, "an answer");
            const details = page.getByRole("button", { name: "Details" });
            equal(await details.count(), name === "phone" ? 1 : 0, "ways to fold the answer");
            if (name === "phone") {
                const [said, board] = await Promise.all([".said.answered", ".exercise .board"].map((s) => page.locator(s).boundingBox()));
                check(said.y + said.height <= board.y + 1, `the answer covers the board: ${JSON.stringify([said, board])}`);
                check(await page.locator(".said.answered .row .main").isVisible(), "no way on");
                await details.focus();
                await page.keyboard.press("Enter");
                await page.locator(".chances").waitFor();
                equal(await details.getAttribute("aria-expanded"), "true", "unfolded");
                await axeDayAndNight(page, "an unfolded answer");
                await page.keyboard.press("Enter"); // the focus stayed
                await page.locator(".chances").waitFor({ state: "hidden" });
            }
            await axeDayAndNight(page, `an answer, ${how}`);
            await open(page, "/puzzles");
            const own = page.locator(`.puzzle-game[data-game=${g.name}]`);
            check(
                (await own.textContent()).includes(how === "right" ? "Today's position: solved" : "Today's position: not solved"),
                "today",
            );
            await axeDayAndNight(page, "puzzles, after the first");
            quiet(page);
            await page.context().close();
        });

test("right and wrong answers count once, the next puzzle is another, without a network", async () => {
    const page = await person(browser, { size: phone, drawn: false });
    await open(page, `/puzzles/${game.name}/day`);
    await asked(page);
    const day = (await kept(page, game.name))?.tried ?? {};
    equal(Object.keys(day).length, 0, "tries before the first");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.reload(); // what was fetched before there was a service worker is kept now
    await asked(page);
    await page.waitForFunction(async () => {
        const names = await caches.keys(),
            all = (await Promise.all(names.map(async (n) => (await (await caches.open(n)).keys()).map((r) => r.url)))).flat();
        return all.some((u) => u.includes("/a/puzzles-")) && all.some((u) => u.endsWith(".net"));
    });
    await page.context().setOffline(true);
    await server.end(); // a service worker is not told to be offline
    await page.reload();
    const seen = new Set(),
        ids = new Set();
    let tries = 0;
    for (; !(seen.has("wrong") && seen.has("right")); tries++) {
        check(tries < 60, `no answer was ${seen.has("wrong") ? "right" : "wrong"}`);
        await asked(page);
        const before = await kept(page, game.name);
        const how = await answer(page, game, (tries * 0.37) % 1),
            now = await kept(page, game.name),
            n = Object.keys(now.tried).length,
            fresh = /Your puzzle rating/.test(await page.textContent(".said"));
        equal(n, Object.keys(before?.tried ?? {}).length + Number(fresh), "puzzles that were tried");
        if (fresh) equal(now.rating.at > (before?.rating.at ?? 1500), how === "right", "whether the rating rises");
        else equal(JSON.stringify(now), JSON.stringify(before), "what a second try changes");
        seen.add(how);
        if (how === "wrong") {
            check(/lowers your chance of winning by .*%|never worse/.test(await page.textContent(".said")), "what it loses");
            await page.getByRole("button", { name: "Try again" }).click();
        } else if (!seen.has("wrong")) {
            ids.add(page.url());
            await page.getByRole("button", { name: "Next" }).click();
            await page.waitForFunction((old) => location.href !== old, [...ids].at(-1));
        }
    }
    // its themes are there, too; a pack that was never opened says what it lacks, and leads back
    const themes = page.locator(`.puzzle-game[data-game=${game.name}] .themes a`);
    await open(page, "/puzzles");
    await themes.first().click();
    await asked(page);
    for (const other of packs.slice(1)) {
        await open(page, `/puzzles/${other.name}`);
        await page.waitForSelector("[role=alert] >> text=These puzzles have to be fetched once, and there is no network now.");
        await page.click("main a[href='/puzzles']");
        await page.waitForSelector(".puzzle-game");
    }
    equal(
        page.complaints
            .filter((c) => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to (fetch|load)/.test(c))
            .join("\n"),
        "",
        "the console complains",
    );
    await server.start();
    await page.context().setOffline(false);
    for (const other of packs.slice(1)) {
        await open(page, `/puzzles/${other.name}`); // and is fetched as soon as it can be
        await asked(page);
    }
    await page.context().close();
    return `${tries} tries`;
});

for (const g of packs)
    test(`${g.name}: a theme is chosen, practised, and summed up in the profile`, async () => {
        const page = await person(browser, { size: phone, bypassCSP: true });
        await open(page, "/puzzles");
        const link = page.locator(`.puzzle-game[data-game=${g.name}] .themes a`),
            [name, address] = [await link.nth(1).locator("span").first().textContent(), await link.nth(1).getAttribute("href")],
            theme = address.split("/").at(-1);
        check((await link.nth(1).textContent()).includes("not tried yet"), "before the first try");
        await narrow(page, "themes");
        await link.nth(1).focus();
        await page.keyboard.press("Enter");
        let solved = 0;
        for (let n = 1; n <= 2; n++) {
            await asked(page);
            const at = page.url();
            check(at.endsWith(`/${theme}`), `another theme: ${at}`);
            check((await page.textContent(".said")).includes(name), "which theme it is");
            solved += Number((await answer(page, g, 0.37 * n)) === "right");
            check((await page.textContent(".said .theme")).includes(`Theme: ${name}`), "the theme after the answer");
            equal(await page.locator(".said .theme a").count(), 0, "ways to the theme that is practised");
            equal(Object.values((await kept(page, g.name)).tried).filter(([, , t]) => t === theme).length, n, "tries of this theme");
            await axeDayAndNight(page, "an answer with its theme");
            await page.getByRole("button", { name: "Next" }).click();
            await page.waitForFunction((old) => location.href !== old, at);
        }
        for (const path of ["/puzzles", "/me"]) {
            await open(page, path);
            const row = page.locator(`a[href='${address}']`);
            await row.waitFor();
            check((await row.textContent()).includes(`${solved} of 2 solved`), `${path}: ${await row.textContent()}`);
            equal(await row.locator(".bar-line").count(), 1, `bars at ${path}`);
            await narrow(page, `themes at ${path}`);
            await axeDayAndNight(page, `themes at ${path}`);
        }
        quiet(page);
        await page.context().close();
    });

test("the server's own puzzles are counted, solved, and there without a network", async () => {
    const folder = mkdtempSync(join(tmpdir(), "irori-e2e-puzzles-")),
        [head, record, ...rest] = read(game.name).split("\n\n"),
        own = ["0000000a", "0000000b"],
        [puzzle] = rest,
        made = own.map((id, i) =>
            puzzle.replace(/^puzzle \w+/, `puzzle ${id}`).replace(/^solved .*$/m, `$&\nadded ${i ? "2999-12" : "2020-01"}`),
        );
    writeFileSync(join(folder, `${game.name}.txt`), `${[head, record, ...made].join("\n\n")}\n`);
    writeFileSync(join(folder, `${packs.at(-1).name}.txt`), "no pack\n");
    const mine = await irori(process.argv[3], undefined, { args: ["--puzzles", folder] });
    const page = await person(browser, { size: phone, bypassCSP: true, drawn: false });
    try {
        check(mine.log().includes(`${packs.at(-1).name}.txt:1: this is not a pack`), mine.log());
        const counted = async () => {
            await open(page, "/puzzles", mine);
            await page.waitForSelector(".puzzle-game >> text=from rated games on this server");
            equal(
                await page.textContent(`.puzzle-game[data-game=${game.name}] .puzzle-count`),
                `${ids(game.name).length + own.length} puzzles · ${own.length} from rated games on this server`,
                "how many",
            );
            equal(await page.locator(".puzzle-count >> text=from rated games").count(), 1, "games with puzzles of this server");
        };
        await counted();
        await narrow(page, "puzzles of this server");
        await axeDayAndNight(page, "puzzles of this server");
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        await counted();
        await open(page, `/puzzles/${game.name}/${own[0]}`, mine);
        let tries = 0;
        for (await asked(page); (await answer(page, game, (tries * 0.37) % 1)) === "wrong"; tries++, await asked(page)) {
            check(tries < 60, "no answer was right");
            await page.getByRole("button", { name: "Try again" }).click();
        }
        check((await page.textContent(".said")).includes("From a rated game on this server."), "where it is from");
        check((await kept(page, game.name)).tried[own[0]], "it counts");
        await page.waitForFunction(async (path) => {
            const all = await Promise.all((await caches.keys()).map(async (n) => (await caches.open(n)).match(path)));
            return all.some(Boolean);
        }, `/puzzles/${game.name}.txt`);
        quiet(page);
        await page.context().setOffline(true);
        await mine.end(); // a service worker is not told to be offline
        await open(page, `/puzzles/${game.name}/${own[1]}`, mine);
        await asked(page);
        await counted();
        return `${tries + 1} tries`;
    } finally {
        await page.context().close();
        await mine.stop();
        rmSync(folder, { recursive: true, force: true });
    }
});

test("a theme that no puzzle has says so", async () => {
    const page = await person(browser, { size: phone, drawn: false });
    await open(page, `/puzzles/${game.name}/any/nothing`);
    await page.waitForSelector("[role=alert] >> text=No puzzle has this theme any more.");
    await page.click("main a[href='/puzzles']");
    await page.waitForSelector(".puzzle-game");
    quiet(page);
    await page.context().close();
});

test("a puzzle that is no longer there says so, and the keyboard leads on", async () => {
    const page = await person(browser, { size: desktop, drawn: false });
    await open(page, `/puzzles/${game.name}/00000000`);
    const link = page.locator(`.note a[href='/puzzles/${game.name}']`);
    await link.focus();
    await page.keyboard.press("Enter");
    await asked(page);
    const at = page.url();
    check(/\/[0-9a-f]{8}$/.test(at), at);
    await page.getByRole("button", { name: "Another" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => location.href !== old, at);
    await asked(page);
    quiet(page);
    await page.context().close();
});
