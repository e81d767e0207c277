// my.mjs DIST IRORI: My play: finished games here and on the server are reviewed and counted, the charts are read, exercises are solved
// rightly and wrongly, all of it is exported, forgotten and brought back; the database of older pages is kept; without a network, too. TAP.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { launch, person, phone, test } from "./browser.mjs";
import { axeDayAndNight, check, equal, narrow, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { irori } from "./server.mjs";

const server = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));

const folder = new URL("../records/", import.meta.url).pathname,
    record = readdirSync(folder)
        .filter((n) => n.endsWith(".irori"))
        .map((n) => readFileSync(join(folder, n), "utf8"))
        .find((text) => text.match(/^name \d+ (?!bot:)/gm).length === 1), // a game of one person: nobody has to ask who I am
    game = games.find((g) => g.name === /^game (\w+)/m.exec(record)[1]);

async function open(page, path) {
    await page.goto(server.url + path);
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
}
const bring = (page, text, name = "r.irori") =>
    page.setInputFiles(".my-data input[type=file]", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
async function resign(page) {
    await page.waitForSelector(".play .board .card");
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.locator(".question .main").click();
    await page.waitForSelector(".result");
}
const version = (page) => page.evaluate(async () => (await indexedDB.databases()).find((d) => d.name === "irori")?.version);

test("before the first game it says what will be here", async () => {
    const page = await person(browser, { size: phone, drawn: false, bypassCSP: true });
    await open(page, "/my");
    await page.waitForSelector(".my-empty");
    await narrow(page, "nothing yet");
    await axeDayAndNight(page, "nothing yet");
    quiet(page);
    await page.context().close();
});

test("games here and on the server count, and the games of an older database stay", async () => {
    const page = await person(browser, { size: phone, drawn: false });
    await open(page, `/new/${game.name}/bots`);
    await page.click("button.large");
    await resign(page);
    equal(await version(page), 1, "the version of the database, before");
    await page.click(".result a[href='/my']");
    await page.waitForSelector(".games li");
    equal(await version(page), 2, "the version of the database");
    await open(page, "/");
    const kept = page.locator(".games a[href^='/local/']");
    await kept.waitFor();
    await kept.click();
    await page.waitForSelector(".result"); // its rows are there, too
    await page.click(".result .now .main"); // and the next game is kept
    await page.waitForSelector(".result", { state: "detached" });
    await resign(page);
    await open(page, `/new/${game.name}/friends`);
    await page.getByRole("button", { name: "Create a table" }).click();
    await page.waitForSelector(".gather .seats");
    const free = page.locator(".gather .seats select");
    for (let n = await free.count(); n > 0; n--) {
        await free.first().selectOption({ index: 1 });
        await page.waitForFunction((n) => document.querySelectorAll(".gather .seats select").length < n, n);
    }
    await page.getByRole("button", { name: "I am ready" }).click();
    await resign(page);
    await open(page, "/my");
    await page.waitForFunction(() => document.querySelectorAll(".page > section .games li").length === 3);
    equal(await page.locator(".games a[href^='/t/']").count(), 1, "games on the server");
    equal(await page.textContent(".figures b"), "3", "games");
    await page.reload();
    await page.waitForSelector(".games li"); // nothing is reviewed twice
    equal(await page.locator(".working").count(), 0, "reviews under way");
    quiet(page);
    await page.context().close();
});

test("an older page that does not let go of the database is named", async () => {
    const page = await person(browser, { drawn: false }),
        old = await page.context().newPage();
    await old.goto(server.url + "/manifest.webmanifest");
    await old.evaluate(
        () =>
            new Promise((resolve) => {
                const request = indexedDB.open("irori", 1);
                request.onupgradeneeded = () => {
                    request.result.createObjectStore("tables", { keyPath: "id" });
                    request.result.createObjectStore("rows", { keyPath: ["table", "n"] });
                };
                request.onsuccess = () => {
                    window.held = request.result;
                    resolve();
                };
            }),
    );
    await open(page, "/my");
    await page.waitForSelector("[role=alert]:has-text('another tab')");
    await old.close();
    await page.reload();
    await page.waitForSelector(".my-empty");
    await page.context().close();
});

test("charts, exercises right and wrong, export and forget, without a network", async () => {
    const page = await person(browser, { size: phone, settings: { theme: "dark" }, bypassCSP: true });
    await open(page, "/my");
    await bring(page, "no record");
    await page.waitForSelector("[role=status]:has-text('neither a record')");
    await bring(page, record);
    await page.waitForSelector(".charts .chart svg[role=img]");
    await page.waitForSelector(".working", { state: "detached" });
    await page.evaluate(() => {
        for (const d of document.querySelectorAll("details")) d.open = true;
    });
    for (const width of [320, phone.width]) {
        await page.setViewportSize({ ...phone, width });
        await narrow(page, `My play, ${width} px`);
    }
    await axeDayAndNight(page, "My play");
    // the picture and its table say the same
    const said = await page.evaluate(() =>
        [...document.querySelectorAll(".chart")].map((c) => ({
            title: c.querySelector("h2").textContent,
            rows: c.querySelectorAll("tbody tr").length,
        })),
    );
    check(said.length >= 3 && said.every((c) => c.rows > 0), JSON.stringify(said));
    equal(await page.locator(".charts .chart").first().locator("svg[role=img] .mark").count(), 1, "games in the first chart");

    // what is kept of the page serves without a network
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    await page.reload();
    const three = page.locator(".exercises a");
    await three.first().waitFor();
    const first = await three.allTextContents();
    equal(first.length, 3, "exercises");
    await three.first().click();
    const seen = new Set();
    let tries = 0;
    for (; !(seen.has("slip") && seen.has("right")); tries++) {
        check(tries < 40, `no answer was ${seen.has("slip") ? "right" : "wrong"}`);
        await page.waitForSelector(".exercise .replaying.my-turn");
        const answered = async () => (await page.locator(".said:is(.best, .good, .slip)").count()) > 0;
        await game.drive.playUntil(page, answered, { chance: () => (tries * 0.37) % 1, quick: true });
        const how = /slip/.test(await page.getAttribute(".said", "class")) ? "slip" : "right";
        if (!seen.has(how)) await axeDayAndNight(page, `an exercise, ${how}`);
        seen.add(how);
        equal((await page.locator(".said .reasons, .said p").count()) > 0, true, "whether something is said");
        if (how === "slip") {
            check(/\d.*±.*\d/.test(await page.textContent(".said")), "what it loses, and the error");
            await page.getByRole("button", { name: "Try again" }).click();
        } else if (!seen.has("slip")) await page.getByRole("button", { name: "Next" }).click();
    }
    await narrow(page, "an exercise");
    await page.goto(server.url + "/my");
    await three.first().waitFor();
    const second = await three.allTextContents();
    check(second.join() !== first.join(), "the same three exercises");

    // all of it goes into a file, is forgotten, and comes back
    const [download] = await Promise.all([
            page.waitForEvent("download"),
            page.getByRole("button", { name: "Export", exact: true }).click(),
        ]),
        exported = readFileSync(await download.path(), "utf8"),
        [digest] = JSON.parse(exported).digests;
    const [mine] = digest.mine;
    check(Math.abs(mine.start + mine.own + mine.luck + mine.others + mine.rest - mine.result) < 1e-9, "the sum in the export");
    check(
        mine.worst.some((s) => s.practice?.tries),
        "what was practised",
    );
    await page.getByRole("button", { name: "Forget all" }).click();
    await page.locator(".my-data .sure .main").click();
    await page.waitForSelector(".my-empty");
    await page.reload();
    await page.waitForSelector(".my-empty");
    await bring(page, exported, "irori-my-play.json");
    await three.first().waitFor();
    equal((await three.allTextContents()).join(), second.join(), "the exercises");
    await page.getByRole("button", { name: /^Review: / }).click();
    await page.waitForSelector("h1:has-text('Review')");
    equal(page.complaints.filter((c) => !/ERR_INTERNET_DISCONNECTED/.test(c)).join("\n"), "", "the console complains");
    await page.context().close();
    return `${tries} tries`;
});
