// profile.mjs DIST IRORI: a newcomer plays five games against bots, and sees how strong they play; crest and name are kept; what a server
// knows of two people who play a rated game, and who may see it. TAP.
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { desktop, launch, person, phone, test } from "./browser.mjs";
import { axeDayAndNight, check, equal, narrow, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { looks, plays, resign as giveUp, someone } from "./people.mjs";
import { irori } from "./server.mjs";

const server = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));
const [game] = games,
    pictures = process.env.LOOKS; // a folder: what it looks like, for people

const ready = (page) => page.waitForSelector("html[data-ready] main:not([aria-busy])");
async function open(page, path) {
    await page.goto(server.url + path);
    await ready(page);
}
/** Everything that is read or computed is there. */
const settled = (page) => page.waitForFunction(() => document.querySelector("main h1") && !document.querySelector("main [aria-busy]"));
async function resign(page) {
    await page.waitForSelector(".play .board .card");
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.locator(".question .main").click();
    await page.waitForSelector(".result");
}
const sizes = { portrait: phone, landscape: { width: 740, height: 360 }, tablet: { width: 820, height: 1180 }, desktop };
async function look(page, what) {
    if (!pictures) return;
    for (const [name, size] of Object.entries(sizes))
        for (const theme of ["day", "night"]) {
            await page.setViewportSize(size);
            await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
            await page.screenshot({ path: `${pictures}/${what}-${name}-${theme}.png`, fullPage: true });
        }
    await page.setViewportSize(phone);
}

test("before the first game a profile says what will be here, and a crest can be chosen with the keyboard", async () => {
    const page = await person(browser, { size: phone, bypassCSP: true });
    await open(page, "/me");
    await page.waitForSelector(".my-empty");
    await page.locator(".crests summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    equal(await page.locator(".crests input").evaluateAll((all) => all.findIndex((i) => i.checked)), 3, "the crest that is chosen");
    equal(await page.locator(".crests input").count(), 24, "crests");
    await narrow(page, "an empty profile");
    await axeDayAndNight(page, "an empty profile");
    await look(page, "empty");
    await page.reload();
    await ready(page);
    equal(await page.locator(".crests input").evaluateAll((all) => all.findIndex((i) => i.checked)), 3, "the crest that was kept");
    quiet(page);
    await page.context().close();
});

test("a newcomer's first five games against bots: the rating they see", async () => {
    const page = await person(browser, { size: phone, bypassCSP: true, settings: { name: "Aya" } }),
        seen = [],
        ends = [];
    for (let n = 1; n <= 5; n++) {
        await open(page, `/new/${game.name}/bots`);
        await page.click("button.large");
        await page.waitForSelector(".play .board .card");
        if (n === 3) await resign(page);
        else await game.drive.playToTheEnd(page, { quick: true });
        const counted = page.locator(".result .counted a");
        ends.push(await counted.textContent());
        if (n === 2) await look(page, "counted");
        await counted.click();
        await ready(page);
        await page.waitForSelector(".own-rating");
        await settled(page);
        seen.push((await page.textContent(".own-rating")).replace(/\s+/g, " "));
        equal(await page.locator(".rating-is").count(), n < 5 ? 0 : 1, `ratings after ${n} games`);
        if (n === 2) await look(page, "two-games");
    }
    for (const [i, said] of ends.slice(0, 4).entries()) check(said.includes(`Counted: ${i + 1} of 5 games`), `the end of a game: ${said}`);
    const said = await page.textContent(".rating-is"),
        [, at, error] = /about ([\d,]+) ± ([\d,]+)/.exec(said).map((s) => Number(s.replace(",", "")));
    check(at > 700 && at < 2300 && error >= 100 && error <= 700, `no rating of five games: ${said}`);
    check(ends[4].includes(`How strong you play: about ${at} ± ${error}`), `the end of the fifth game: ${ends[4]}`);
    check(/between|stronger|weaker/.test(said), `no bots beside it: ${said}`);
    check(/Provisional/.test(await page.textContent(".own-rating")), "five games are not provisional");
    equal(await page.locator(".stats dd").first().textContent(), "5", "games");
    await page.locator(".chart details summary").first().click();
    equal(await page.locator(".chart tbody tr").count(), 5, "games in the curve");
    await narrow(page, "a profile");
    await axeDayAndNight(page, "a profile");
    await look(page, "five-games");
    // its games can be watched again
    await page.locator(".games button.game").first().click();
    await page.waitForSelector(".play .board .card");
    quiet(page);
    await page.context().close();
    return seen.map((s) => `“${s}”`).join("; ");
});

test("a game that will not count says so before it starts, and afterwards why", async () => {
    const page = await person(browser, { size: phone, bypassCSP: true }),
        says = page.locator(".uncounted");
    await open(page, `/new/${game.name}/bots`);
    equal(await says.count(), 0, "lines by the printed rules, without a coach");
    // any option with another value
    await page.locator("details").evaluateAll((all) => {
        for (const d of all) d.open = true;
    });
    const option = page.locator("details .options select").first();
    await option.selectOption(await option.evaluate((s) => [...s.options].find((o) => !o.selected).value));
    check(/^By house rules/.test(await says.textContent()), "house rules");
    await page.click("button.large");
    await resign(page);
    check(/^ ?Not counted.*by house rules$/.test(await page.textContent(".result .counted a")), "the reason in the result");
    await open(page, "/me");
    await settled(page);
    check(/by house rules, not counted/.test(await page.textContent(".history")), "the reason in the history");
    await open(page, "/settings");
    await page.evaluate(() => {
        const key = "irori settings";
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? "{}"), coach: "on" }));
    });
    await open(page, `/new/${game.name}/bots`);
    check(/^The coach is on/.test(await says.textContent()), "the coach");
    await narrow(page, "a form that says why");
    await look(page, "uncounted");
    await open(page, `/new/${game.name}/friends`);
    equal(await says.count(), 0, "lines at a table with friends");
    quiet(page);
    await page.context().close();
});

/** Without this, nobody knows how much a game says once its luck is taken out (docs/ratings.md). */
const measured = JSON.parse(readFileSync(new URL(`../../games/${game.name}/ratings.json`, import.meta.url), "utf8")).tables[0].noise > 0;
test("reviewed by My play, five games have a second number, without luck", async () => {
    const page = await person(browser, { size: phone, bypassCSP: true });
    for (let n = 1; n <= 5; n++) {
        await open(page, `/new/${game.name}/bots`);
        await page.click("button.large");
        await resign(page); // a short record, and soon reviewed
    }
    await open(page, "/my");
    await page.waitForFunction(() => document.querySelectorAll(".page > section .games li").length === 5);
    await open(page, "/me");
    await page.waitForSelector(".rating-is");
    await settled(page);
    const first = await page.textContent(".rating-is"),
        without = page.locator(".unlucky-is");
    let second = "the noise of such games was not measured: there is none";
    equal(await without.count(), measured ? 1 : 0, "numbers without luck");
    if (measured) {
        second = (await without.textContent()).replace(/\s+/g, " ");
        const error = (text) => Number(/± ([\d,]+)/.exec(text)[1].replace(",", ""));
        check(/luck is taken out/.test(second), `what the second number is: ${second}`);
        equal(await page.locator(".chart .unlucky-now").count(), 1, "numbers at the end of the dashed line");
        check(error(second) < error(first), `the second number is no surer: ${first}; ${second}`);
    }
    await narrow(page, "a profile with reviews");
    await axeDayAndNight(page, "a profile with reviews");
    await look(page, "reviewed");
    quiet(page);
    await page.context().close();
    return `“${first}”, “${second}”`;
});

/** Looks for somebody, rated. */
async function seekRated(page) {
    await open(page, "/meet");
    await page.getByRole("switch", { name: /^Rated/ }).check();
    await page.getByRole("button", { name: "Find somebody" }).click();
}
test("two people play a rated game: who agrees to what, what changes, and who may see it", async () => {
    const aya = await someone(browser, "Aya", { size: phone }),
        ben = await someone(browser, "Ben", { size: phone });
    await open(aya, "/leaders");
    await aya.waitForSelector(".my-empty");
    await narrow(aya, "no leaders");
    await axeDayAndNight(aya, "no leaders");
    await look(aya, "no-leaders");
    // a table says before one sits down that it is rated; house rules make that impossible
    await open(aya, `/new/${game.name}/friends`);
    const rated = aya.getByRole("switch", { name: /^Rated/ });
    await rated.check();
    await look(aya, "form");
    await aya.getByRole("button", { name: "Create a table" }).click();
    await aya.waitForSelector(".rated-note");
    await open(ben, new URL(aya.url()).pathname);
    await ben.waitForSelector(".rated-note");
    check((await ben.getByRole("button", { name: "Sit here" }).count()) > 0, "who reads it does not sit yet");
    await axeDayAndNight(ben, "an invitation to a rated table");
    await look(ben, "invitation");
    await seekRated(aya);
    await looks(aya);
    await seekRated(ben);
    await Promise.all([aya, ben].map(plays));
    for (const name of ["Hint", "Undo"])
        equal(await aya.getByRole("button", { name, exact: true }).count(), 0, `buttons at a rated table: ${name}`);
    await look(aya, "table");
    await giveUp(aya);
    await Promise.all([aya, ben].map((p) => p.waitForSelector("ul.rated-change li")));
    const told = (await ben.textContent("ul.rated-change")).replace(/\s+/g, " ");
    equal(await ben.locator("ul.rated-change .more-points").count(), 1, `ratings that rose in ${told}`);
    // and why: what was expected of two newcomers
    check(
        /you win about 50 of 100 games against Aya\. You won, so yours goes up/.test(await ben.textContent(".why-changed")),
        "why it rose",
    );
    check(/against Ben\. You lost, so yours goes down/.test(await aya.textContent(".why-changed")), "why it fell");
    await axeDayAndNight(ben, "a rated result");
    for (const page of [aya, ben]) {
        await page.setViewportSize(sizes.landscape); // a phone held sideways: both numbers are there, without scrolling
        const [sheet, numbers, buttons] = await Promise.all(
            [".result", "ul.rated-change", ".result .now"].map((s) => page.locator(s).boundingBox()),
        );
        equal(await page.locator(".result").evaluate((e) => e.scrollTop), 0, "how far the result is scrolled");
        check(numbers.y >= sheet.y && numbers.y + numbers.height <= buttons.y, `hidden numbers: ${JSON.stringify([numbers, buttons])}`);
        await page.setViewportSize(phone);
    }
    await look(ben, "result");
    await look(aya, "result-lost");
    // the profile has it, and a server keeps the crest
    await open(ben, "/me");
    await ben.waitForSelector(".on-server .ratings li");
    await ben.locator(".crests summary").click();
    await ben.locator(".crests input").nth(7).check();
    await ben.getByRole("radio", { name: "Everybody", exact: true }).check();
    const who = await ben.evaluate(async () => {
        const token = localStorage.getItem("irori token");
        for (;;) {
            const p = await (await fetch("/api/profile/me", { headers: { authorization: `Bearer ${token}` } })).json();
            if (p.visible === "public" && p.crest === 7) return p.who;
        }
    });
    await narrow(ben, "a profile of the server");
    await axeDayAndNight(ben, "a profile of the server");
    await look(ben, "server");
    await open(aya, `/who/${who}`);
    await aya.waitForSelector(".ratings li");
    await axeDayAndNight(aya, "somebody's profile");
    await look(aya, "who");
    await ben.getByRole("radio", { name: "Only I", exact: true }).check();
    await aya.waitForFunction(async (who) => (await fetch(`/api/profile/${who}`)).status === 403, who);
    await open(aya, `/who/${who}`);
    await aya.waitForSelector("text=not shown to you");
    check(/Ben/.test(await aya.textContent(".profile-name")), "a private profile has a name");
    equal(await aya.locator(".ratings").count(), 0, "ratings of a private profile");
    await aya.context().close();
    await ben.context().close();
    return told;
});
