// test_local.mjs DIST IRORI: PiKiT against bots and on one device, without a server. TAP.
import { after } from "node:test";
import { HANG, desktop, launch, person, phone, test } from "../../../../tests/e2e/browser.mjs";
import { axeDayAndNight, check, equal, listen, narrow, quiet, settles, told } from "../../../../tests/e2e/checks.mjs";
import { byKeys, playByKeys } from "../../../../tests/e2e/keyboard.mjs";
import { playToTheEnd, playUntil, state, step } from "./drive.mjs";
import { serve } from "../../../../tests/e2e/serve.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));
const quick = { quick: true };

async function begin(more = {}, path = "/") {
    const page = await person(browser, { drawn: false, ...more, settings: { teach: false, ...more.settings } });
    await page.goto(server.url + path);
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
    return page;
}
/** With `many`, the deck is full of that number: what is looked for happens soon. */
async function against(page, seats, many) {
    await page.goto(server.url + "/new/pikit/bots");
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
    await page.getByRole("radio", { name: String(seats), exact: true }).check();
    if (many) {
        const counts = { 1: 2, 2: 8, 3: 2, 4: 8, 5: 8, 6: 4, 7: 4, 8: 2, 9: 1, 10: 1, 11: 1, [many]: 20 };
        await page.click("summary:has-text('House rules')");
        await page.selectOption("#option-deck", "custom");
        await page.fill(
            "#deck-text",
            [
                "irori deck 1",
                "game pikit",
                "name many",
                ...Object.entries(counts).map(([n, c]) => `card ${n} ${c}`),
                `total ${Object.values(counts).reduce((a, b) => a + b, 0)}`,
                "",
            ].join("\n"),
        );
    }
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForSelector(".play .pikit");
}
/** Nothing of the board lies outside the screen, and nothing that can be pressed is cut off. */
async function inside(page, where) {
    await narrow(page, where);
    const cut = await page.evaluate(() => {
        const room = document.querySelector(".board").getBoundingClientRect(),
            bad = [];
        for (const e of document.querySelectorAll(".pikit button, .pikit .mine")) {
            const r = e.getBoundingClientRect(),
                scrolls = e.closest(".chain, .sheet");
            if (
                e.checkVisibility() &&
                r.width &&
                (r.bottom > room.bottom + 1 || r.top < room.top - 1 || (!scrolls && (r.left < room.left - 1 || r.right > room.right + 1)))
            )
                bad.push(
                    `${e.className || e.textContent} ${Math.round(r.left)},${Math.round(r.top)}-${Math.round(r.right)},${Math.round(r.bottom)}`,
                );
        }
        return bad.slice(0, 3).join("; ");
    });
    equal(cut, "", `${where}: outside of the board`);
}
/** The chain on the screen, read at once, because bots answer quickly: "stands" or "off" for each card. */
const chain = (page) => page.evaluate(() => [...document.querySelectorAll(".chain li")].map((e) => e.className));

test("PiKiT from Play now to the result", async () => {
    const page = await begin();
    await page
        .locator(".tile", { has: page.getByRole("heading", { name: "PiKiT" }) })
        .getByRole("button", { name: "Play now" })
        .click();
    await page.waitForSelector(".play .pikit");
    equal(await page.locator(".opponents .cell").count(), 3, "opponents");
    await playToTheEnd(page);
    check(/win|share/.test(await page.textContent(".result h2")), "the result says who won");
    check(/ahead|behind|Equal/.test(await page.textContent(".pikit-why p")), "the result says why");
    const sums = await page
        .locator(".pikit-why tbody tr")
        .evaluateAll((rows) =>
            rows.map((r) => [...r.querySelectorAll("td")].map((c) => Number(c.textContent.replace("−", "-").replace("–", "0")))),
        );
    equal(sums.length, 4, "players in the count");
    equal(await page.locator(".result .ranks").count(), 0, "further lists of ranks");
    for (const row of sums)
        equal(
            row.slice(1).reduce((a, b) => a + b, 0),
            row[0],
            "a row of the count",
        );
    await page.click("text=Verify fairness");
    await page.waitForSelector(".verdict.good");
    quiet(page);
    await page.context().close();
    return sums.map((r) => r[0]).join(" : ");
});

test("a chain of cancels", async () => {
    const page = await begin({ size: desktop });
    for (let game = 1; game <= 12; game++) {
        await against(page, 4, 6);
        await listen(page);
        let seen = [];
        const two = async () => {
            seen = await chain(page);
            return seen.length > 1;
        };
        if (!(await playUntil(page, two, { plays: 0.9, cancels: 1, ...quick }))) continue;
        equal(
            seen.join(),
            seen.map((_, i) => ((seen.length - i) % 2 ? "stands" : "off")).join(),
            "the last card stands, every second before it is cancelled",
        );
        await told(page, " cancels? \\d+ with \\d+");
        quiet(page);
        await page.context().close();
        return `${seen.length} cards, in game ${game}`;
    }
    throw new Error("nobody cancelled a cancel in twelve games");
});

test("a card's choices one after the other, and back", async () => {
    const page = await begin();
    for (let game = 1; game <= 12; game++) {
        await against(page, 3, 7);
        await listen(page);
        const seven = ".hand .card.can[data-key='h7.0']";
        const held = async () => (await state(page)) === "turn" && (await page.locator(seven).count()) > 0;
        if (!(await playUntil(page, held, { plays: 0, ...quick }))) continue;
        const choices = () => page.locator(".action.choose .buttons button").count();
        await page.click(seven);
        await settles(choices, 2, "two dice to choose from");
        await page.locator(".action.choose .buttons button").nth(1).click();
        await settles(choices, 5, "five other sides");
        await page.getByRole("button", { name: "Back", exact: true }).click();
        await settles(choices, 2, "dice again");
        await page.keyboard.press("Escape");
        await settles(() => state(page), "turn", "Escape puts the card back");
        await page.click(seven);
        await page.locator(".action.choose .buttons button").nth(0).click();
        await settles(choices, 5, "five other sides of the left die");
        const wanted = (await page.locator(".action.choose .buttons button").first().getAttribute("aria-label"))[0];
        await page.locator(".action.choose .buttons button").first().click();
        await told(page, "turn the left die");
        quiet(page);
        await page.context().close();
        return `game ${game}: the left die to ${wanted}`;
    }
    throw new Error("no 7 in twelve games");
});

test("a whole game by keyboard alone", async () => {
    const page = await begin({ size: desktop, settings: { confirm: true } }, "/new/pikit/bots");
    await page.getByRole("radio", { name: "2", exact: true }).focus();
    await page.keyboard.press("Space");
    await byKeys(page, "button.large");
    await page.waitForSelector(".play .pikit");
    const pressed = await playByKeys(
        page,
        state,
        (now, before) =>
            ({
                turn:
                    (before.turn ?? 0) % 3 === 1 ? [".hand .card.can", ".action .buttons button"] : ".action .buttons button:not(.nothing)", // now and then a card is played
                choose: ".action.choose .buttons button",
                ask: ".action.ask .buttons button",
                confirm: ".question .main",
            })[now],
    );
    quiet(page);
    await page.context().close();
    check(pressed.turn > 5, JSON.stringify(pressed));
    return JSON.stringify(pressed);
});

test("a hand of every number fits a phone", async () => {
    const page = await begin({ size: phone });
    await against(page, 4);
    await playUntil(page, async () => (await state(page)) === "turn" && (await page.locator(".hand .place").count()) > 0, quick);
    for (const n of [6, 7, 8, 9, 11]) {
        const over = await page.evaluate((n) => {
            const hand = document.querySelector(".hand"),
                first = hand.querySelector(".place");
            while (hand.querySelectorAll(".place").length < n) hand.append(first.cloneNode(true));
            const room = hand.getBoundingClientRect(),
                board = document.querySelector(".board").getBoundingClientRect();
            const cards = [...hand.querySelectorAll(".card")].map((e) => e.getBoundingClientRect());
            const least = Math.min(...cards.map((r) => Math.min(r.width, r.height)));
            return cards.some((r) => r.left < room.left || r.right > room.right || r.bottom > board.bottom) ||
                hand.scrollWidth > hand.clientWidth
                ? "outside"
                : least < 38
                  ? `only ${least} px`
                  : "";
        }, n);
        equal(over, "", `${n} numbers`);
    }
    await page.context().close();
});

test("a deck of one's own: what is wrong is said, what is right is played", async () => {
    const page = await begin({}, "/new/pikit/bots");
    await page.click("summary:has-text('House rules')");
    await page.selectOption("#option-deck", "custom");
    const lines = Array.from({ length: 8 }, (_, i) => `card ${i + 1} 6`);
    await page.fill("#deck-text", ["irori deck 1", "game pikit", "name mine", ...lines, "total 47", ""].join("\n"));
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForSelector(".note.bad");
    check(/deck cannot be used.*47/i.test(await page.textContent(".note.bad")), await page.textContent(".note.bad"));
    await page.setInputFiles(".deck input[type=file]", {
        name: "mine.deck",
        mimeType: "text/plain",
        buffer: Buffer.from(["irori deck 1", "game pikit", "name mine", ...lines, "total 48", ""].join("\n")),
    });
    await page.waitForFunction(() => /total 48/.test(document.querySelector("#deck-text").value));
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForSelector(".play .pikit");
    const seq = () => page.evaluate(() => Number(document.querySelector(".play").dataset.seq)),
        at = await seq();
    await playUntil(page, async () => (await seq()) > at + 8 || (await state(page)) === "over", quick); // everybody has played with it
    if ((await state(page)) !== "over") {
        await page.getByRole("button", { name: "Menu", exact: true }).click();
        await page.getByRole("button", { name: "Resign", exact: true }).click();
        await page.locator(".question .main").click();
    }
    await page.click("text=Verify fairness");
    await page.waitForSelector(".verdict.good");
    quiet(page);
    await page.context().close();
});

test("pass and play: everybody with a card is asked, nobody is hurried", async () => {
    const page = await begin({}, "/new/pikit/device");
    await page.getByRole("radio", { name: "3", exact: true }).check();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForSelector(".curtain");
    let asked = 0,
        curtains = 0;
    const end = Date.now() + HANG;
    while (asked < 3) {
        check(Date.now() < end, `nobody is asked: ${await state(page)}`);
        const now = await state(page);
        if (now === "curtain") curtains++;
        if (now === "ask") {
            asked++;
            equal(await page.locator(".countdown").count(), 0, "countdowns");
        }
        if (!(await step(page, { plays: 1, cancels: 0, ...quick }))) break;
    }
    quiet(page);
    await page.context().close();
    return `${asked} answers, ${curtains} curtains`;
});
for (const [name, size, seats] of [
    ["phone", phone, 4],
    ["desktop", desktop, 2],
])
    test(`${seats} players on a ${name}: fits, axe-core finds nothing, to the result`, async () => {
        const page = await begin({ size, bypassCSP: true });
        const looked = new Set(),
            begun = Date.now();
        let games = 1;
        await against(page, seats);
        for (;;) {
            check(Date.now() - begun < HANG, `the game did not end: ${await state(page)}`);
            const now = await state(page);
            if (now !== "wait" && now !== "over") await inside(page, `${now} at ${size.width}`);
            if (["turn", "choose", "ask"].includes(now) && !looked.has(now)) {
                looked.add(now);
                await axeDayAndNight(page, `${now} at ${size.width}`);
                if (now === "turn") {
                    await page.locator(".pikit .pile").last().click();
                    await axeDayAndNight(page, "the deck");
                    await page.keyboard.press("Escape");
                    if (size === phone) {
                        for (const tool of ["Overview", "Help", "Log"]) {
                            await page.getByRole("button", { name: tool, exact: true }).click();
                            await axeDayAndNight(page, tool);
                            await page.keyboard.press("Escape");
                        }
                        await page.locator(".cell").first().click();
                        await axeDayAndNight(page, "a player");
                        await page.keyboard.press("Escape");
                    }
                }
            }
            if (await step(page, { plays: 0.6, ...quick })) continue;
            if (looked.has("ask") || ++games > 3) break;
            await against(page, seats); // nobody played a card at us: another game
        }
        await narrow(page, `the result at ${size.width}`);
        await axeDayAndNight(page, `result at ${size.width}`);
        check(looked.has("turn"), `looked at ${[...looked].join()}`);
        quiet(page);
        await page.context().close();
    });
