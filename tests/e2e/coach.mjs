// coach.mjs DIST IRORI: the coach while playing: its question before a costly slip, marks, hints that say why, ideas for beginners; and that
// it helps people only at a table that has it. TAP. A game with `slips` in its tests/page/drive.mjs is played.
import { after } from "node:test";
import { desktop, launch, person, phone, test } from "./browser.mjs";
import { axe, check, equal, narrow, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";
import { irori } from "./server.mjs";

const server = await serve(process.argv[2]),
    online = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close(), online.stop()]));
const game = games.find((g) => g.drive.slips),
    { seed, seats, worst, bad } = game.drive.slips;

// the workers of tables get the same random numbers every time: the same cards, the same bots
let numbers = seed;
server.edit = (text) =>
    text.includes("getRandomValues")
        ? `{ let x = ${numbers};
             const next = () => (x = (Math.imul(x, 1664525) + 1013904223) >>> 0) >>> 24;
             crypto.getRandomValues = (a) => { new Uint8Array(a.buffer).forEach((_, i, all) => { all[i] = next(); }); return a; }; }\n${text}`
        : text;

const seq = (page) => page.evaluate(() => document.querySelector(".play").dataset.seq);
/** The coach knows all about the position. */
const judged = (page) =>
    page.waitForFunction(() => {
        const play = document.querySelector(".play.my-turn:not([data-moving], [data-sending])");
        return play && document.querySelector("[data-judged]")?.dataset.judged === play.dataset.seq;
    });
async function begin(settings, more = {}) {
    const page = await person(browser, { serviceWorkers: "block", drawn: false, ...more, settings });
    await page.goto(`${server.url}/new/${game.name}/bots`);
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
    await page
        .locator("fieldset.choice label")
        .filter({ hasText: new RegExp(`^${seats}$`) })
        .click();
    await page.click("button.large");
    await page.waitForSelector(".play.my-turn");
    return page;
}
/** The focus is where the move was chosen. */
const back = (page) => page.waitForFunction((at) => document.querySelector(at) === document.activeElement, worst);
const question = ".coaching[role=alertdialog]";

test("one question before a slip: to look again keeps the move, and more are not asked than wanted", async () => {
    const page = await begin({ coach: "on", asks: 1 }, { bypassCSP: true });
    await judged(page);
    const before = await seq(page);
    await page.click(worst);
    await page.waitForSelector(question);
    check(/Your chance of winning: about \d+% less/.test(await page.textContent(question)), await page.textContent(question));
    check(!/Better/.test(await page.textContent(question)), "it names the better move before anybody asks");
    await page.waitForSelector(`${question} .spoilt`); // and that the game does not count, now
    await axe(page, "the question");
    await narrow(page, "the question");
    await page.click(`${question} .again`);
    await page.waitForSelector(question, { state: "detached" });
    equal(await seq(page), before, "the position");
    await back(page);
    await page.click(bad);
    await page.waitForSelector(".coach-mark.slip");
    equal(await page.locator(question).count(), 0, "questions after the last");
    const lost = Number.parseInt((await page.textContent(".coach-mark.slip")).replace(/\D/g, ""), 10);
    check(lost >= 4, `the second slip lost ${lost}%: that would have been asked about`);
    check(/A slip: \d+% less/.test(await page.getAttribute(".coach-mark.slip", "aria-label")), "the mark has a name");
    quiet(page);
    await page.context().close();
});

test("with the keyboard: the question has the focus, tells why and what is better, and plays the move all the same", async () => {
    const page = await begin({ coach: "on" }, { size: desktop });
    await judged(page);
    const before = await seq(page),
        focused = () => page.evaluate(() => document.activeElement.className);
    await page.locator(worst).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(question);
    check(/again/.test(await focused()), `the focus is at ${await focused()}`);
    await page.keyboard.press("Escape");
    await page.waitForSelector(question, { state: "detached" });
    await back(page);
    equal(await seq(page), before, "the position");
    await page.locator(bad).focus(); // whoever was asked about a move is not asked again about it
    await page.keyboard.press("Enter");
    await page.waitForSelector(question);
    await page.locator(`${question} .show`).press("Enter");
    await page.waitForSelector(`${question} h3:has-text("Better")`);
    check((await page.locator(`${question} .reasons li`).count()) > 0, "it says why");
    await page.locator(`${question} .anyway`).press("Enter");
    await page.waitForFunction((n) => document.querySelector(".play").dataset.seq !== n, before);
    await page.waitForSelector(".log .coach-mark.slip");
    quiet(page);
    await page.context().close();
});

test("without the coach nobody is asked; a hint says why", async () => {
    const page = await begin({ confirm: false });
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(".hint .reasons li");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".sheet", { state: "detached" });
    equal(await page.locator("[data-judged]").count(), 0, "coaches");
    const before = await seq(page);
    await page.click(worst);
    await page.waitForFunction((n) => document.querySelector(".play").dataset.seq !== n, before);
    equal(await page.locator(`.coach-mark, ${question}`).count(), 0, "marks and questions");
    quiet(page);
    await page.context().close();
});

test("a beginner hears one idea a game, and none twice", async () => {
    const page = await begin({ coach: "beginner" }, { bypassCSP: true });
    const idea = () => page.getAttribute(".coach", "data-lesson");
    await page.waitForSelector(".coach");
    const first = await idea();
    await axe(page, "an idea");
    await page.click(".coach .next");
    await page.waitForSelector(".coach", { state: "detached" });
    await page.reload();
    await judged(page);
    equal(await page.locator(".coach").count(), 0, "ideas in the same game");
    numbers++; // another game
    await page.goto(`${server.url}/new/${game.name}/bots`);
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
    await page
        .locator("fieldset.choice label")
        .filter({ hasText: new RegExp(`^${seats}$`) })
        .click();
    await page.click("button.large");
    await page.waitForSelector(".coach");
    check((await idea()) !== first, `${first} is told twice`);
    await page.click(".coach .skip"); // the coach stays, its ideas go
    await page.waitForSelector(".coach", { state: "detached" });
    equal(await page.evaluate(() => JSON.parse(localStorage.getItem("irori settings")).coach), "on", "the setting");
    quiet(page);
    await page.context().close();
});

/** Two people at a table of the server. */
async function pair(settings) {
    const people = [];
    for (const name of ["Anna", "Bo"])
        people.push(
            await person(browser, {
                size: name === "Bo" ? desktop : phone,
                settings: { name, coach: "on" },
                serviceWorkers: "block",
                drawn: false,
            }),
        );
    const [anna, bo] = people;
    await anna.goto(`${online.url}/new/${game.name}/friends`);
    await anna.waitForSelector("html[data-ready] main:not([aria-busy])");
    await anna
        .locator("fieldset.choice label")
        .filter({ hasText: new RegExp(`^${seats}$`) })
        .click();
    await anna.click("summary:has-text('Clock and table')");
    equal(await anna.inputValue("#option-coach"), "off", "a table has no coach unless somebody wants it");
    await settings(anna);
    await anna.getByRole("button", { name: "Create a table" }).click();
    await bo.goto(await anna.textContent(".gather .link code"));
    await bo.waitForSelector(".seats");
    const said = await Promise.all(people.map((p) => p.locator(".coached").count()));
    await bo.getByRole("button", { name: "Sit here" }).first().click();
    for (const p of people) await p.getByRole("button", { name: "I am ready" }).click();
    for (const p of people) await p.waitForSelector(".play .board");
    return { people, said };
}
/** Whoever is asked makes a move. */
async function move(people, before = async () => undefined) {
    for (;;)
        for (const p of people)
            if (await p.locator(".play.my-turn:not([data-moving])").count()) {
                await before(p);
                const was = await seq(p);
                while ((await seq(p)) === was) await game.drive.step(p);
                return p;
            }
}

test("with people there is no coach, whatever they like alone", async () => {
    const { people, said } = await pair(async () => undefined);
    equal(said.join(), "0,0", "what was said before they sat down");
    await move(people);
    for (const p of people) {
        equal(await p.locator(`[data-judged], .coach-mark`).count(), 0, "coaches");
        quiet(p);
        await p.context().close();
    }
});

test("a table with a coach says so to both before they sit, and at the table; then it helps both", async () => {
    const { people, said } = await pair((anna) => anna.selectOption("#option-coach", "on"));
    equal(said.join(), "1,1", "what was said before they sat down");
    for (const p of people) {
        await p.waitForSelector("[data-judged], .play");
        await p.locator('[aria-label="Menu"]').first().click();
        await p.waitForSelector(".menu .note:has-text('The coach helps everybody here')");
        await p.keyboard.press("Escape");
        await p.waitForSelector(".sheet", { state: "detached" });
    }
    const who = await move(people, judged);
    await who.waitForSelector(".coach-mark, [role=alertdialog]");
    for (const p of people) {
        quiet(p);
        await p.context().close();
    }
});
