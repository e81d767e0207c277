// test_lesson.mjs DIST IRORI: a player who does not follow the coach. TAP.
import { after } from "node:test";
import { launch, test } from "../../../../tests/e2e/browser.mjs";
import { equal, quiet } from "../../../../tests/e2e/checks.mjs";
import { begin, follow } from "../../../../tests/e2e/teacher.mjs";
import { games } from "../../../../tests/e2e/games.mjs";
import { serve } from "../../../../tests/e2e/serve.mjs";
import { playUntil, state } from "./drive.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));
const game = games.find((g) => g.name === "koikoi");

test("whatever the player does instead, the coach goes along", async () => {
    const page = await begin(browser, server, game, { drawn: false });
    // plays without looking at the coach
    await page.waitForSelector(".coach");
    await playUntil(page, async () => (await page.locator(".hand .card").count()) <= 5 || (await state(page)) === "pause");
    if ((await state(page)) !== "pause") {
        const said = await follow(page, game);
        equal(said[said.length - 1].id, "end", "the last sentence");
    }
    quiet(page);
    await page.context().close();
});
