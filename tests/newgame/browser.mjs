// browser.mjs URL NAME TITLE: a game nobody drew a board for, played in Chromium from the first screen to the result, on a phone and
// on a desktop. Prints what the result says as JSON; any complaint is an exit code of 1.
import { desktop, launch, person, phone } from "../e2e/browser.mjs";
import { check, narrow, quiet } from "../e2e/checks.mjs";

const [url, name, title] = process.argv.slice(2);
const browser = await launch();
let result = "",
    moves = 0;
try {
    for (const size of [phone, desktop]) {
        const page = await person(browser, { size });
        await page.goto(url);
        await page.waitForSelector("html[data-ready]");
        await page
            .locator(".tile", { has: page.getByRole("heading", { name: title, exact: true }) })
            .getByRole("button", { name: "Play now" })
            .click();
        const over = page.locator(".result h2"),
            free = page.locator("[role=group][aria-label=Moves] button:enabled").first();
        for (let seen = -1; ; moves++) {
            // what is next: the end, or a choice at a table that has gone on since the last one
            await page.waitForFunction(
                (seen) =>
                    document.querySelector(".result h2") ||
                    (document.querySelector("[role=group][aria-label=Moves] button:enabled") &&
                        Number(document.querySelector(".play").dataset.seq) > seen),
                seen,
            );
            if (await over.isVisible()) break;
            seen = Number(await page.locator(".play").getAttribute("data-seq"));
            await narrow(page, `the plain board of ${name}`);
            check((await free.textContent()).trim().length > 1, "a button says what it does");
            await free.click();
        }
        result = (await over.textContent()).trim();
        check(/win|share|draw/i.test(result), `the result says who won: ${result}`);
        quiet(page);
        await page.context().close();
    }
    check(moves === 2, `each of the two games has one decision, and ${moves} were made`);
    console.log(JSON.stringify({ told: result }));
} finally {
    await browser.close();
}
