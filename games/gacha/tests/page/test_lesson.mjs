// test_lesson.mjs DIST IRORI: the lesson goes on after the page is loaded again. TAP.
import { after } from "node:test";
import { launch, test } from "../../../../tests/e2e/browser.mjs";
import { quiet } from "../../../../tests/e2e/checks.mjs";
import { begin } from "../../../../tests/e2e/teacher.mjs";
import { games } from "../../../../tests/e2e/games.mjs";
import { serve } from "../../../../tests/e2e/serve.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));
const game = games.find((g) => g.name === "gacha");

test("loaded again in the middle, it goes on where it was", async () => {
    const page = await begin(browser, server, game, { drawn: false });
    await page.waitForSelector(".coach[data-lesson=market]");
    await page.click(".coach .next");
    await page.waitForSelector(".coach[data-lesson=lack]");
    await page.reload();
    await page.waitForSelector(".coach[data-lesson=lack]");
    quiet(page);
    await page.context().close();
});
