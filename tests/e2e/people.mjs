// people.mjs: what the tests about people share: who plays, how they look for each other, and what they do at a table.
import { person } from "./browser.mjs";
import { quiet } from "./checks.mjs";
import { games } from "./games.mjs";

/** A game for two with steady turns as it is, if there is one: in others a deal may end a round at once. */
export const game = games.find((g) => g.min_seats <= 2 && g.drive.steady === "") ?? games.find((g) => g.min_seats <= 2);

/** A page of somebody with this name. */
export const someone = (browser, name, more = {}) => person(browser, { settings: { name }, drawn: false, bypassCSP: true, ...more });

/** They leave; none of their pages has complained. */
export async function done(...pages) {
    for (const page of pages) {
        quiet(page);
        await page.context().close();
    }
}

/** Opens the search at this address and begins it. */
export async function seek(page, url, pace = "Calm") {
    await page.goto(`${url}/meet`);
    await page.getByRole("radio", { name: game.title, exact: true }).check();
    await page.getByRole("radio", { name: new RegExp(`^${pace}`) }).check();
    await page.getByRole("button", { name: "Find somebody" }).click();
}
export const looks = (page) => page.waitForSelector(".waiting [role=status] >> text=Looking for somebody");
export const plays = (page) => page.waitForSelector(".play .board .card");

export const menu = (page) =>
    page
        .getByRole("button", { name: /^(Menu|Settings)$/ })
        .first()
        .click();
export async function resign(page) {
    await menu(page);
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.locator(".question .main").click();
}
