// absent.mjs DIST IRORI: people who do not move, leave and come back, at tables of the real server, in every game that can be driven. TAP.
import { after } from "node:test";
import { desktop, launch, person, phone, test, toasted } from "./browser.mjs";
import { axe, check, equal, narrow, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { irori } from "./server.mjs";

const server = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));

const { api } = server;
/** The page of somebody whom the server knows already. */
async function known(name, token, more) {
    const page = await person(browser, { settings: { name }, bypassCSP: true, ...more });
    await page.context().addInitScript((t) => localStorage.setItem("irori token", t), token);
    return page;
}
/** Anna and Bo at a table with these settings, in play. */
async function both(game, settings, sizes = [phone, phone]) {
    const people = await Promise.all(["Anna", "Bo"].map((name) => api("/api/me", null, { name })));
    const { table } = await api("/api/tables", people[0].token, { game: game.name, seats: 2, settings, bots: [null] });
    const pages = [];
    for (const [i, who] of people.entries()) {
        const page = await known(["Anna", "Bo"][i], who.token, { size: sizes[i] });
        await page.goto(`${server.url}/t/${table}`);
        pages.push(page);
    }
    await pages[1].getByRole("button", { name: "Sit here" }).first().click();
    for (const p of pages) await p.getByRole("button", { name: "I am ready" }).click();
    for (const p of pages) await p.waitForSelector(".play");
    return pages;
}
/** The same: [whom the table waits for, the other one]. No clock may run: it could be faster than the pages. */
async function pair(game, settings) {
    const pages = await both(game, settings);
    const asked = await Promise.any(pages.map((p, i) => p.waitForSelector(".my-turn").then(() => i)));
    return [pages[asked], pages[1 - asked]];
}
const vote = (page, text) => page.waitForSelector(`.vote:has-text("${text}")`);
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const seq = async (page) => Number(await page.getAttribute(".play", "data-seq"));
/** The band takes its own place: neither the bar above nor what is played with lies under it. */
async function covers(page, what) {
    const under = await page.evaluate(() => {
        const band = document.querySelector(".play :is(.vote, .facts)").getBoundingClientRect();
        return [...document.querySelectorAll(".topbar > :not(.vote, .facts), .hand .card, .action button, .tools")]
            .filter((e) => e.checkVisibility())
            .filter((e) => {
                const r = e.getBoundingClientRect();
                return r.top < band.bottom - 1 && r.bottom > band.top + 1 && r.left < band.right && r.right > band.left;
            })
            .map((e) => e.className);
    });
    equal(under.join(", "), "", `under the band that says ${what}`);
}
/** The lines of the log, and whether a bot made them. */
async function log(page) {
    const opened = await page.evaluate(() => !!document.querySelector(".rail.right .log"));
    if (!opened) await page.locator(".tools").getByRole("button", { name: "Log" }).click();
    await page.waitForSelector(".log li");
    const lines = await page.$$eval(".log li", (all) => all.map((e) => ({ text: e.textContent, bot: !!e.querySelector(".tag") })));
    if (!opened) await press(page, "Close");
    return lines;
}

for (const game of games)
    test(`${game.name}: a bot plays for the absent one, who comes back`, async () => {
        const [late, waits] = await pair(game, "absent=1,reaction=1");
        await vote(waits, "has not moved for a while");
        await covers(waits, "who is late");
        await narrow(waits, "the table with a vote");
        await axe(waits, "the table with a vote");
        await press(waits, "Wait");
        await waits.waitForSelector(".vote", { state: "detached" });
        await waits.reload(); // it was only hidden
        await vote(waits, "has not moved for a while");
        const before = await seq(waits);
        await press(waits, "Let a bot play");
        await vote(late, "A bot plays for you");
        await waits.waitForSelector(".facts:has-text('A bot plays for')");
        await waits.waitForFunction((n) => Number(document.querySelector(".play").dataset.seq) > n + 1, before); // it does
        await vote(late, "It has made");
        await covers(late, "that a bot plays");
        await axe(late, "the table where a bot plays");
        await press(late, "Play myself again");
        await late.waitForSelector(".vote:has-text('A bot plays for you')", { state: "detached" });
        const told = await log(late);
        check(
            told.some((l) => l.bot),
            "no line of the log is a bot's",
        );
        await late.reload();
        await late.waitForSelector(".play");
        equal(JSON.stringify((await log(late)).slice(0, told.length)), JSON.stringify(told), "the log after a reload");
        const eva = await person(browser, { size: phone, settings: { name: "Eva" }, bypassCSP: true });
        await eva.goto(late.url());
        await eva.waitForSelector(".facts:has-text('You are watching')");
        check(
            (await log(eva)).some((l) => l.bot),
            "who comes late to watch has no log",
        );
        await press(eva, "Menu");
        await eva.waitForSelector(".menu");
        equal(await eva.locator(".menu .reactions").count(), 0, "reactions of somebody who watches");
        await axe(eva, "the table of somebody who watches");
        for (const p of [late, waits, eva]) quiet(p);
        for (const p of [late, waits, eva]) await p.context().close();
    });

test("nobody moves: the game waits for people, and a press goes on", async () => {
    const [first, second] = await both(games[0], "clock=move,seconds=5", [desktop, phone]);
    for (const p of [first, second]) await vote(p, "Nobody was left to play");
    await covers(second, "that the game waits");
    const before = await seq(first);
    await press(first, "Go on playing");
    await first.waitForFunction((n) => Number(document.querySelector(".play").dataset.seq) > n, before);
    await vote(second, "A bot plays for you");
    const lines = (await log(first)).map((l) => l.text).join("\n");
    check(/Your clock ran out/.test(lines) && /The clock ran out: (Anna|Bo)/.test(lines) && /Nobody is left to play/.test(lines), lines);
    for (const p of [first, second]) quiet(p);
    for (const p of [first, second]) await p.context().close();
});

test("a vote tells its asker the answer, and the game is called off", async () => {
    const [one, other] = await pair(games[0], "absent=1");
    await press(one, "Menu");
    await press(one, "Pause");
    await vote(other, "asks for a pause");
    await press(other, "Refuse");
    await toasted(one, "does not agree");
    await vote(other, "has not moved for a while");
    await press(other, "End the game");
    await press(other, "Confirm");
    for (const p of [one, other]) await p.waitForSelector(".result:has-text('The game was called off')");
    check(/Nobody wins/.test(await one.textContent(".result h2")), "somebody wins");
    for (const p of [one, other]) quiet(p);
    for (const p of [one, other]) await p.context().close();
});
