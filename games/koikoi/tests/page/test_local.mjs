// test_local.mjs DIST IRORI: the page without a server: games in the browser, offline, by keyboard, for screen readers. TAP.
import { languages } from "../../../../tests/e2e/languages.mjs";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { HANG, desktop, launch, person, phone, test } from "../../../../tests/e2e/browser.mjs";
import { axeDayAndNight, check, equal, narrow, quiet } from "../../../../tests/e2e/checks.mjs";
import { byKeys, playByKeys } from "../../../../tests/e2e/keyboard.mjs";
import { playToTheEnd, playUntil, state, step } from "./drive.mjs";
import { serve } from "../../../../tests/e2e/serve.mjs";

const dist = process.argv[2];
const server = await serve(dist);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));

const quick = { quick: true };

async function begin(more = {}, path = "/") {
    const page = await person(browser, { drawn: false, ...more });
    await page.goto(server.url + path);
    await page.waitForSelector("html[data-ready]");
    return page;
}
/** A game of one round, where a whole one shows nothing more. */
async function oneRound(page) {
    await page.goto(server.url + "/new/koikoi/bots");
    await page.click("summary:has-text('House rules')");
    await page.fill("#option-rounds", "1");
    await page.locator("#option-rounds").blur();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForSelector(".play .hand .card");
}
async function playNow(page, game = "Koi-Koi") {
    await page
        .locator(".tile", { has: page.getByRole("heading", { name: game }) })
        .getByRole("button", { name: "Play now" })
        .click();
    await page.waitForSelector(".play .hand .card");
}

test("Koi-Koi from Play now to the result; its replay by a link; its record, which must not be changed", async () => {
    const page = await begin();
    await playNow(page);
    await playToTheEnd(page);
    check(/win|draw|Nobody/.test(await page.textContent(".result h2")), "the result says who won");
    check((await page.textContent(".result .why")).length > 20, "the result says why");
    await page.click("text=Verify fairness");
    await page.waitForSelector(".verdict.good");
    const verdict = await page.textContent(".verdict");
    check(/All cards and dice check out: (\d+) outcomes/.test(verdict), verdict);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download record")]);
    await page.click(".result >> text=Replay");
    await page.waitForSelector(".replay .koikoi");
    const steps = Number((await page.textContent(".replay output")).split("/")[1]);
    check(steps > 1, `only ${steps} steps`);
    await page.getByRole("button", { name: "step forward" }).click();
    await page.getByRole("slider").fill(String(steps));
    await page.waitForFunction((n) => document.querySelector(".replay output")?.textContent.startsWith(`${n} `), steps);
    const link = page.url();
    const other = await person(browser, { size: desktop });
    await other.goto(link);
    await other.waitForSelector(".replay .koikoi");
    const [rail, middle] = await Promise.all([".replay .koikoi-rail", ".replay .koikoi"].map((s) => other.locator(s).boundingBox()));
    check(rail && rail.x + rail.width <= middle.x && middle.width > 600, "a wide screen has the rail beside the table");
    await narrow(other, "a replay on a desktop");
    await narrow(page, "a replay on a phone");
    await other.waitForSelector("p.good");
    quiet(other);
    await other.context().close();
    const record = readFileSync(await download.path(), "utf8");
    check(record.startsWith("irori record 1\n") && /^secret [0-9a-f]{64}$/m.test(record), "that is no record");
    const changed = record.replace(/^= .*\n/gm, "").replace(/^commit [0-9a-f]{64}/m, "commit " + "0".repeat(64));
    await page.goto(server.url + "/replay");
    await page.setInputFiles("input[type=file]", { name: "r.txt", mimeType: "text/plain", buffer: Buffer.from(changed) });
    await page.waitForSelector(".note.bad");
    const said = await page.textContent(".note.bad");
    check(/^This record was changed: line \d+ does not add up\.$/.test(said), said);
    quiet(page);
    await page.context().close();
    return `${verdict.match(/\d+ outcomes/)[0]}, ${steps} steps, a link of ${link.length} characters`;
});

test("the game goes on after the page is loaded again", async () => {
    const page = await begin();
    await playNow(page);
    // my turn, and no move of mine is on its way: nothing changes before the page is loaded again
    const mine = ".play.my-turn:not([data-moving], [data-sending])";
    await playUntil(
        page,
        async () => {
            const cards = await page.locator(`${mine} .hand .card`).count();
            return cards > 0 && cards <= 5 && (await state(page)) === "hand";
        },
        quick,
    );
    const before = await page.locator(".hand .card").evaluateAll((all) => all.map((e) => e.dataset.key).join());
    await page.reload();
    await page.waitForSelector(".play .hand .card");
    equal(await page.locator(".hand .card").evaluateAll((all) => all.map((e) => e.dataset.key).join()), before, "the hand");
    await page.goto(server.url);
    await page.click("text=Continue");
    await page.waitForSelector(".play .hand .card");
    const seq = async () => Number(await page.getAttribute(".play", "data-seq")),
        at = await seq();
    await playUntil(page, async () => (await seq()) > at + 1 || (await state(page)) === "over"); // my move, and the other's
    quiet(page);
    await page.context().close();
});

test("a worker that cannot be fetched: told in words, and the next press plays", async () => {
    const page = await person(browser, { drawn: false, serviceWorkers: "block" });
    await page.context().route(/\/worker[^/]*\.js/, (route) => route.abort());
    await page.goto(server.url);
    await page.waitForSelector("html[data-ready]");
    await page.locator(".tile .main").first().click();
    await page.waitForSelector(".note.bad:has-text('A part of the page could not be fetched')");
    await page.context().unroute(/\/worker[^/]*\.js/);
    await playNow(page);
    await page.context().close();
});

test("offline after the first visit", async () => {
    const page = await begin();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length > 0 && !!navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await oneRound(page);
    await playToTheEnd(page, quick);
    await page.goto(server.url + "/rules/koikoi");
    await page.waitForSelector(".book-text");
    await page.goto(server.url + "/rules/koikoi/full");
    await page.waitForSelector("#KK4\\.4");
    await page.goto(server.url + "/t/abcdefghjkm"); // a friend's link: says why nothing comes
    await page.waitForSelector("text=No connection. Trying again");
    const complaints = page.complaints.filter((c) => !/ERR_INTERNET_DISCONNECTED/.test(c));
    equal(complaints.join("\n"), "", "the console complains");
    await page.context().close();
});

test("offline in the reader's own language", async () => {
    const page = await begin({ settings: { language: "uk" } });
    await page.waitForSelector("html[lang=uk]");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length > 0 && !!navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    for (const [path, part] of [
        ["/", ".tiles h2"],
        ["/rules/koikoi", ".book-text"],
        ["/rules/koikoi/full", "#KK4\\.4"],
        ["/new/koikoi/bots", "summary"],
    ]) {
        await page.goto(server.url + path);
        await page.waitForSelector(`html[lang=uk] ${part}`);
        check(/[а-яі]{4}/.test(await page.textContent("main")), `${path} is not in Ukrainian`);
    }
    await page.context().close();
});

test("pass and play on one device", async () => {
    const page = await begin();
    let curtains = 0,
        last = "";
    const end = Date.now() + HANG;
    for (let games = 0; curtains < 2; games++) {
        check(games < 12, "nobody gave the device to the other in twelve games"); // a round may be won with the first card
        await page.goto(server.url + "/new/koikoi/device");
        await page.click("summary:has-text('House rules')");
        await page.fill("#option-rounds", "1");
        await page.locator("#option-rounds").blur();
        await page.getByRole("button", { name: "Start", exact: true }).click();
        await page.waitForSelector(".curtain");
        equal(await page.locator(".hand").count(), 0, "hands behind the curtain");
        for (;;) {
            const now = await state(page);
            if (now === "curtain" && last !== "curtain") curtains++;
            last = now;
            if (!(await step(page, quick))) break;
            check(Date.now() < end, `the game did not end: ${now}`);
        }
    }
    quiet(page);
    await page.context().close();
    return `${curtains} curtains`;
});

test("a whole game by keyboard alone", async () => {
    const page = await begin({ size: desktop }, "/new/koikoi/bots");
    await byKeys(page, "summary");
    await byKeys(page, "#option-rounds"); // Enter in a field changes nothing
    await page.keyboard.press("Control+A");
    await page.keyboard.type("1");
    await byKeys(page, "button.large");
    await page.waitForSelector(".play .hand .card");
    const selectors = { pause: ".pause .main", hand: [".hand .card.can", ".hand .card"], choose: ".action .main, .action .pick" };
    const pressed = await playByKeys(page, state, (now) => selectors[now]);
    quiet(page);
    await page.context().close();
    return JSON.stringify(pressed);
});

test("with reduced motion nothing moves, and every mark is there", async () => {
    const page = await begin({ reducedMotion: "reduce", settings: { speed: "normal", teach: true } });
    await playNow(page);
    await playUntil(page, async () => (await page.locator(".hand .card.can").count()) > 0 && (await state(page)) === "hand");
    equal(await page.evaluate(() => document.getAnimations().length), 0, "animations");
    const marks = (selector) =>
        page.evaluate((s) => {
            const c = getComputedStyle(document.querySelector(s));
            return { outline: `${c.outlineStyle} ${parseFloat(c.outlineWidth) >= 3}`, shadow: c.boxShadow !== "none" };
        }, selector);
    check((await marks(".hand .card.can")).shadow, "a card that can be played has a line around it");
    await page.waitForSelector(".coach-ring");
    equal((await marks(".coach-ring")).outline, "solid true", "the coach's ring");
    await page.click(".coach .skip");
    await page.keyboard.press("Tab");
    check(await page.evaluate(() => document.activeElement !== document.body), "Tab reaches something");
    equal((await marks(":focus-visible")).outline, "solid true", "the focus ring");
    await byKeys(page, ".hand .card.can");
    check((await marks(".hand .card.selected")).shadow, "the selected card has a line around it");
    check(
        /gradient/.test(
            await page.evaluate(() => getComputedStyle(document.querySelector(".lie .card.matches"), "::before").backgroundImage),
        ),
        "its match has brackets",
    );
    quiet(page);
    await page.context().close();
});

test("every language, on a phone; a round in those with the longest words and with other letters", async () => {
    const long = ["uk", "de", "ja"];
    const words = { de: /Spiel/, en: /Play/, es: /Jug/, fr: /Jou/, ja: /遊|プレイ|対戦|始/, pl: /Graj/, ru: /Играть/, uk: /Грати/ };
    for (const language of languages) {
        const play = words[language];
        const page = await begin({ settings: { language } });
        equal(await page.getAttribute("html", "lang"), language, "lang");
        check(play.test(await page.textContent(".tile .main")), `Play is not in ${language}`);
        await page.locator(".tile .main").first().click();
        await page.waitForSelector(".play .hand .card");
        await narrow(page, `a table in ${language}`);
        if (long.includes(language)) {
            await playUntil(page, async () => ["pause", "over"].includes(await state(page)), quick); // a round can win it all
            await narrow(page, `the end of a round in ${language}`);
        }
        if (language !== "en") {
            const latin = (await page.evaluate(() => document.querySelector(".play").innerText)).match(
                /\b(Round|Bot|You|coins?|Hint|Undo|Waiting)\b/,
            );
            check(
                !latin || (latin[0] === "Bot" && !["ja", "ru", "uk"].includes(language)),
                `English at the table in ${language}: ${latin}`,
            );
        }
        quiet(page);
        await page.context().close();
    }
});

for (const [name, size] of Object.entries({ phone, desktop }))
    test(`a round on a ${name}: axe-core finds nothing, nothing is wider than the screen`, async () => {
        const page = await begin({ size, bypassCSP: true });
        const look = async (what) => {
            await narrow(page, `${what} at ${size.width}`);
            await axeDayAndNight(page, `${what} at ${size.width}`);
        };
        await oneRound(page);
        await look("a table");
        if (size === phone)
            for (const tool of ["Log", "Yaku", "Menu", "Help"]) {
                await page.getByRole("button", { name: tool, exact: true }).click();
                await look(tool);
                await page.keyboard.press("Escape");
            }
        await playUntil(page, async () => ["pause", "over"].includes(await state(page)), quick);
        await look("the end of a round");
        await playToTheEnd(page, quick);
        await look("the result");
        quiet(page);
        await page.context().close();
    });

test("hints: a strong bot's values, fetched when asked for", async () => {
    server.asked.length = 0;
    const page = await begin();
    await playNow(page);
    await playUntil(page, async () => (await state(page)) === "hand");
    check(!server.asked.some((a) => a.path.endsWith(".net")), "a network was fetched although nobody asked");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(".hint li button");
    check((await page.locator(".hint .odds").count()) > 0, "no values");
    check(
        server.asked.some((a) => /koikoi\.\w+\.net$/.test(a.path)),
        "the network was not fetched",
    );
    quiet(page);
    await page.context().close();
});

test("a browser without vectors gets a wasm without", async () => {
    server.asked.length = 0;
    server.edit = (text) => text.replaceAll("WebAssembly.validate(", "(() => false)(");
    const page = await begin();
    await playNow(page);
    await page.waitForFunction(() => navigator.serviceWorker.ready.then((r) => r.active?.state === "activated"));
    await playUntil(page, async () => (await state(page)) === "hand");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(".hint li button");
    server.edit = (text) => text;
    const wasm = new Set(server.asked.map((a) => a.path).filter((p) => p.endsWith(".wasm")));
    check(wasm.size > 0 && [...wasm].every((p) => /plain\.\w+\.wasm$/.test(p)), [...wasm].join(" "));
    quiet(page);
    await page.context().close();
});
