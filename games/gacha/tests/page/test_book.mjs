// test_book.mjs DIST: from a thing on Gacha's board to what the rulebook says of it. TAP.
import { after } from "node:test";
import { launch, person, phone, test } from "../../../../tests/e2e/browser.mjs";
import { equal, quiet } from "../../../../tests/e2e/checks.mjs";
import { serve } from "../../../../tests/e2e/serve.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));

test("help leads to the very thing in the rulebook", async () => {
    const page = await person(browser, { size: phone, drawn: false });
    for (const [press, place] of [
        [".gacha .rdeck", "end"],
        [".gacha .ga-supply", "tickets"],
        [".gacha .ga-pack", "figures"],
    ]) {
        await page.goto(server.url);
        await page.locator(".tile[data-game=gacha] .main").click();
        await page.locator(press).first().click();
        await page.getByRole("link", { name: "In the rulebook, with pictures" }).click();
        await page.waitForFunction((id) => document.activeElement?.id === id, place);
        equal(new URL(page.url()).pathname + new URL(page.url()).hash, `/rules/gacha#${place}`, "the address");
    }
    quiet(page);
    await page.context().close();
});
