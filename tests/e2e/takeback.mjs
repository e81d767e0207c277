// takeback.mjs DIST: alone with bots, a move can be taken back: the table is as it was, the same cards come again, the page and the
// record say so. Every game. TAP.
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { launch, person, test, toasted } from "./browser.mjs";
import { axe, check, equal, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));

const back = (page) => page.getByRole("button", { name: "Take back" }),
    line = "You take your last move back: the same cards come again";
/** What is on the table, as one hears it, in any order: where a thing lies depends on what lay there before. */
const seen = async (page) => {
    await page.mouse.move(0, 0); // under the mouse, things say more
    return page.evaluate(() => {
        const names = [...document.querySelectorAll(".board [aria-label]")].map((e) => e.getAttribute("aria-label")),
            texts = document.querySelector(".board").innerText.split("\n");
        return [document.querySelector(".play").dataset.seq, ...[...names, ...texts].sort()].join("\n");
    });
};
/** Until the player is asked: nothing is decided here. */
async function myTurn(page, game) {
    for (;;) {
        const now = await game.drive.state(page);
        if (now === "over") throw new Error("the game ended too early");
        if (now === "pause") await page.click(".pause .main");
        else if (now === "wait") await page.waitForTimeout(20);
        else return;
    }
}

for (const game of games)
    test(`${game.name}: a move is taken back, and another`, async () => {
        const page = await person(browser, { settings: { autoPass: false, confirm: false }, bypassCSP: true });
        await page.goto(`${server.url}/new/${game.name}/bots`);
        await page.waitForSelector("html[data-ready] main:not([aria-busy])");
        await page.click("button.large");
        await page.waitForSelector(".play .board");
        await myTurn(page, game);
        check(await back(page).isDisabled(), "before the first move there is nothing to take back");
        const first = await seen(page);
        const seq = () => page.evaluate(() => document.querySelector(".play").dataset.seq);
        // one decision, which may take several presses, and what others do then
        const decide = async () => {
            const was = await seq();
            do {
                await game.drive.step(page);
                await page.waitForSelector(".play:not([data-sending])");
            } while ((await seq()) === was);
            await myTurn(page, game);
        };
        await decide();
        const second = await seen(page);
        check(first !== second, "nothing has changed");
        await decide();
        await back(page).click();
        await toasted(page, line);
        equal(await seen(page), second, "the table");
        if (game === games[0]) await axe(page, "a move was taken back");
        await back(page).click();
        await page.waitForFunction((n) => document.querySelector(".play").dataset.seq === n, first.split("\n")[0]);
        equal(await seen(page), first, "the table");
        check(await back(page).isDisabled(), "it is the first move again");
        // it is remembered
        await page.reload();
        await page.waitForSelector(".play .board [data-key]");
        equal(await seen(page), first, "the table");
        await page.getByRole("button", { name: "Log" }).click();
        await page.waitForSelector(`.log li:has-text("${line}")`);
        await page.keyboard.press("Escape");
        // the game goes on to its end, and its record is as good as any other
        await decide();
        check(await back(page).isEnabled(), "the next move can be taken back");
        await page.getByRole("button", { name: "Menu" }).click();
        await page.getByRole("button", { name: "Resign" }).click();
        await page.getByRole("button", { name: "Confirm" }).click();
        await page.waitForSelector(".result");
        equal(await back(page).count(), 1, "the button");
        check(await back(page).isDisabled(), "what is over stays over");
        await page.click("text=Verify fairness");
        await page.waitForSelector(".verdict.good");
        const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download record")]);
        check(/^# taken back 2$/m.test(readFileSync(await download.path(), "utf8")), "the record says it");
        await page.click(".result >> text=Replay");
        await page.waitForSelector(".replay .board, .replaying");
        quiet(page);
        await page.context().close();
    });
