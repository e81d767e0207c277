// evening.mjs DIST IRORI: a family's evening: four newcomers with four phones in four languages, from the first link to a finished game and
// the next one. Their browsers are set to four languages and the page to none; as in other tests, nothing is animated, no tips are shown
// and no drawings are made. TAP.
import { after } from "node:test";
import { launch, person, test } from "./browser.mjs";
import { check, equal, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { irori } from "./server.mjs";

const server = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));
const game = games.find((g) => g.max_seats >= 4);
const family = [
    ["uk-UA", "Оксана", { width: 360, height: 740 }],
    ["pl-PL", "Kasia", { width: 390, height: 844 }],
    ["ru-RU", "Дмитрий", { width: 412, height: 915 }],
    ["en-GB", "Tom", { width: 740, height: 360 }],
];
const phone = ([locale, , size]) => {
    const settings = { language: undefined };
    return person(browser, { size, settings, locale, hasTouch: true, isMobile: true, drawn: false });
};
/** It is on the screen, and a finger reaches it: nobody has to look for it. */
const inSight = (page, selector) =>
    page.waitForFunction((s) => {
        const e = document.querySelector(s);
        if (!e?.checkVisibility()) return false;
        const { x, y, width, height } = e.getBoundingClientRect();
        return e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }, selector);
const plays = (page) => page.waitForSelector(".play .board .card");
async function resign(page) {
    await page.locator(".topbar > button").first().tap();
    await page.locator(".menu button:has([href$=icon-cross])").last().tap();
    await page.locator(".question .main").tap();
}

test("an evening: invited by a link, seated, ready, a game, and another one", async () => {
    const pages = await Promise.all(family.map(phone)),
        [host, kasia, , tom] = pages;
    await host.goto(`${server.url}/new/${game.name}/friends`);
    await host.locator("fieldset.choice label").filter({ hasText: /^4$/ }).tap();
    await host.locator("[autocomplete=nickname]").fill(family[0][1]);
    await inSight(host, ".begin .main");
    await host.locator(".begin .main").tap();
    await host.waitForURL(/\/t\//);
    const table = host.url();
    for (const [i, page] of pages.entries()) {
        equal(await page.evaluate(() => navigator.language), family[i][0], "the browser's language");
        if (page === host) continue;
        await page.goto(table);
        await page.locator("h1", { hasText: family[0][1] }).waitFor(); // who invites
        const sit = page.locator(".seats li button.main");
        if (page === tom) {
            await sit.tap(); // without a name: asked for one, once
            await page.locator(".gather .note").waitFor();
        }
        await page.locator("[autocomplete=nickname]").fill(family[i][1]);
        await sit.tap();
        await inSight(page, ".begin .main");
    }
    equal(await host.getAttribute("html", "lang"), "uk", "the host's language");
    await inSight(host, ".seats li:last-child b");
    for (const page of pages.slice(1)) await page.locator(".begin .main").tap();
    await kasia.locator(".begin", { hasText: family[0][1] }).waitFor(); // whom they wait for
    await host.locator(".begin .main").tap();
    await Promise.all(pages.map(plays));
    // all but the host give up
    for (const page of pages.slice(1)) await resign(page);
    for (const page of pages) await page.waitForSelector(".result");
    await host.locator(".result .now .main").tap();
    for (const page of pages.slice(1)) {
        await page.locator(".now .asked", { hasText: family[0][1] }).waitFor(); // who asks
        equal(await page.locator(".result .main").count(), 1, "buttons to play again");
        await inSight(page, ".result .now .main");
        await page.locator(".result .now .main").tap();
    }
    // who agreed is ready: nobody presses anything
    await Promise.all(pages.map((p) => p.waitForURL((u) => u.href !== table)));
    await Promise.all(pages.map(plays));
    check(new Set(pages.map((p) => p.url())).size === 1, "they are at different tables");
    for (const page of pages) {
        quiet(page);
        await page.context().close();
    }
});
