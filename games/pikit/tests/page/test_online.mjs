// test_online.mjs DIST IRORI: three people in three browsers at a PiKiT table of the real server: the secret question. TAP.
import { after } from "node:test";
import { HANG, desktop, launch, person, phone, test } from "../../../../tests/e2e/browser.mjs";
import { check, equal, listen, quiet } from "../../../../tests/e2e/checks.mjs";
import { state, step } from "./drive.mjs";
import { irori } from "../../../../tests/e2e/server.mjs";

/** A deck in which nearly everybody can cancel. */
const counts = { 1: 2, 2: 8, 3: 2, 4: 8, 5: 8, 6: 20, 7: 2, 8: 2, 9: 1, 10: 1, 11: 1 };
const deck = [
    "irori deck 1",
    "game pikit",
    "name sixes",
    ...Object.entries(counts).map(([n, c]) => `card ${n} ${c}`),
    `total ${Object.values(counts).reduce((a, b) => a + b, 0)}`,
    "",
].join("\n");
const server = await irori(process.argv[3], deck);
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));
const names = ["Anna", "Bo", "Ola"];

/** Three people at one table; a question is open for `seconds`. */
async function three(seconds) {
    const pages = [];
    for (const [i, name] of names.entries())
        pages.push(await person(browser, { size: i ? desktop : phone, settings: { name }, drawn: false }));
    const me = await (await fetch(server.url + "/api/me", { method: "POST", body: "{}" })).json();
    const made = await fetch(server.url + "/api/tables", {
        method: "POST",
        headers: { authorization: `Bearer ${me.token}`, "content-type": "application/json" },
        body: JSON.stringify({ game: "pikit", seats: 3, options: "deck=custom", settings: `reaction=${seconds}`, deck: "sixes", bots: [] }),
    });
    const { table } = await made.json();
    check(table, `no table: ${made.status}`);
    await pages[0].context().addInitScript((token) => localStorage.setItem("irori token", token), me.token); // who opens a table sits at it
    for (const p of pages) {
        await p.goto(`${server.url}/t/${table}`);
        const ready = p.getByRole("button", { name: "I am ready" }),
            sit = p.getByRole("button", { name: "Sit here" }).first();
        await ready.or(sit).first().waitFor();
        if (await sit.isVisible()) await sit.click();
        await ready.waitFor();
    }
    for (const p of pages) await p.getByRole("button", { name: "I am ready" }).click();
    for (const p of pages) await p.waitForSelector(".play .pikit");
    return pages;
}
async function together(pages, holds, how, limit = HANG) {
    const end = Date.now() + limit;
    for (;;) {
        if (await holds()) return true;
        for (const p of pages) await step(p, how);
        if ((await Promise.all(pages.map(state))).every((s) => s === "over")) return false;
        if (Date.now() > end) throw new Error(`they got stuck: ${await Promise.all(pages.map(state))}`);
    }
}
const links = (page) => page.locator(".chain li").count();

test("three browsers: a chain of cancels, the same on every screen", async () => {
    let pages;
    const everywhere = async () => (await Promise.all(pages.map(links))).every((n) => n > 2);
    for (let games = 1; ; games++) {
        pages = await three(6);
        await listen(pages[1]);
        if (await together(pages, everywhere, { plays: 0.9, cancels: 1, quick: true })) break;
        check(games < 3, "nobody cancelled a cancel in three whole games");
        for (const p of pages) await p.context().close();
    }
    // nobody answers any more, though an answer may be in already: the chain as all saw it last, until it is gone everywhere
    const told = (p) =>
        p
            .locator(".chain li")
            .evaluateAll((all) => all.map((e) => `${e.className} ${e.querySelector(".card").getAttribute("aria-label")}`).join(" < "));
    let chain = "";
    const end = Date.now() + HANG;
    for (;;) {
        const now = await Promise.all(pages.map(told));
        if (!now.some(Boolean)) break;
        if (now.every((one) => one === now[0])) chain = now[0];
        check(Date.now() < end, `the chain does not end, or the screens differ: ${now.join(" | ")}`);
        await pages[0].waitForTimeout(50);
    }
    // the first card happens if the number of cancels is even
    const cancels = chain.split(" < ").length - 1;
    check(cancels > 1, `the screens never showed the same chain of two cancels; the last was: ${chain}`);
    const log = (await pages[1].evaluate(() => window.told.join(""))).split(/ cancels? \d/).pop(); // what came of it, not of a chain before
    equal(/is cancelled/.test(log), cancels % 2 === 1, `after ${cancels} cancels: ${log}`);
    for (const p of pages) quiet(p);
    for (const p of pages) await p.context().close();
    return chain;
});

test("a deck of the server's owner can be chosen", async () => {
    const page = await person(browser, { settings: { name: names[0] }, drawn: false });
    await page.goto(`${server.url}/new/pikit/friends`);
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
    await page.locator("summary").first().click();
    await page.selectOption("#option-deck", "sixes");
    await page.locator("button.large").click();
    await page.waitForURL(/\/t\//);
    const { options } = await (await fetch(`${server.url}/api/tables/${page.url().split("/").pop()}`)).json();
    check(/deck=custom/.test(options), `the table plays with ${options}`);
    quiet(page);
    await page.context().close();
});

test("two friends at a table for four: the host plays without the empty seats", async () => {
    const host = await person(browser, { settings: { name: names[0] }, drawn: false }),
        friend = await person(browser, { settings: { name: names[1] }, drawn: false });
    await host.goto(`${server.url}/new/pikit/friends`);
    await host.waitForSelector("html[data-ready] main:not([aria-busy])");
    await host.locator("button.large").click();
    await host.waitForURL(/\/t\//);
    const close = host.getByRole("button", { name: "Play without the empty seats" });
    await host.getByRole("button", { name: "I am ready" }).click();
    await host.getByText("Waiting for the others…").waitFor();
    equal(await close.count(), 0, "alone there is nothing to close");
    await friend.goto(host.url());
    await friend.getByRole("button", { name: "Sit here" }).last().click();
    await friend.getByRole("button", { name: "I am ready" }).click();
    await close.click();
    for (const p of [host, friend]) await p.waitForSelector(".play .pikit");
    const { seats } = await (await fetch(`${server.url}/api/tables/${host.url().split("/").pop()}`)).json();
    equal(seats.join(), "Anna,Bo", "who plays");
    equal((await friend.locator(".you, .hand").count()) > 0, true, "the friend has a hand");
    for (const p of [host, friend]) quiet(p);
    for (const p of [host, friend]) await p.context().close();
});

test("an answer is secret, and the time is the same for all", async () => {
    const pages = await three(20); // long enough for a slow machine to look at three screens
    // somebody plays a card; nobody answers yet
    const asked = async (p) => (await p.locator(".action.ask .countdown").count()) > 0;
    const end = Date.now() + HANG;
    while (!(await Promise.all(pages.map(asked))).every(Boolean)) {
        check(Date.now() < end, "nobody plays a card");
        for (const p of pages) if (["turn", "choose", "confirm"].includes(await state(p))) await step(p, { plays: 1, quick: true });
    }
    const who = [];
    for (const p of pages) if ((await state(p)) === "ask") who.push(p);
    check(who.length >= 1, "nobody is asked");
    const others = pages.filter((p) => p !== who[0]);
    const screen = (p) =>
        p.evaluate(() =>
            [
                document.querySelector(".play").dataset.seq,
                document.querySelector(".chain").textContent,
                document.querySelector(".ask .prompt").textContent,
            ].join(),
        );
    const before = await Promise.all(others.map(screen)),
        begun = Date.now();
    await who[0].locator(".action.ask .pass").evaluate((e) => e.click());
    await who[0].waitForFunction(() => /answer is in/.test(document.querySelector(".ask .prompt")?.textContent ?? ""));
    equal(await who[0].locator(".action.ask .buttons button").count(), 0, "buttons after the answer");
    equal((await Promise.all(others.map(screen))).join("|"), before.join("|"), "another screen changed when one answered");
    await Promise.all(pages.map((p) => p.waitForFunction(() => !document.querySelector(".action.ask"), undefined, { timeout: HANG })));
    for (const p of pages) quiet(p);
    for (const p of pages) await p.context().close();
    return `closed ${Date.now() - begun} ms after the first answer`;
});
