// review.mjs DIST: the review of a game in the page: the graph, the slips, another move that is judged, a game that goes on, a link, and all
// of it without a network. TAP.
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { after } from "node:test";
import { desktop, launch, person, phone, test } from "./browser.mjs";
import { axe, axeDayAndNight, check, equal, narrow, quiet, settles } from "./checks.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";
import { load, play } from "../wasm/tables.mjs";

const root = new URL("../..", import.meta.url).pathname;
const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));

const table = load(join(root, "web/gen/irori.wasm"));
/** A game of bots that play anything, the first of them a person. They slip. */
const recordOf = (game, seats) => {
    const { t, log } = play(table, game, seats, "random");
    return t.ask(log.map((r) => r.row + "\f").join(""), "page_record").record;
};
const packed = (record) => deflateRawSync(record).toString("base64url");
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const step = (page) => page.locator(".review-stage").getAttribute("data-step").then(Number);
/** The board stands where the review says. */
const arrived = (page) =>
    page.waitForFunction(() => {
        const n = document.querySelector(".review-stage")?.dataset.step;
        return document.querySelector(`.review-stage .replaying[data-seq="${n}"]:not([data-moving])`);
    });
/** No word is still awaited. */
const worded = (page) => page.waitForFunction(() => !document.querySelector(".review span[aria-busy]"));
async function reviewed(page, path) {
    await page.goto(server.url + path);
    await page.waitForSelector(".review");
    await arrived(page);
    await worded(page);
}
const [first] = games,
    record = recordOf(first.name, first.min_seats);

test("a game is reviewed: the sum, the graph, the slips, and another move", async () => {
    const page = await person(browser, { size: phone, bypassCSP: true, drawn: false });
    await reviewed(page, `/review/${first.name}?nodes=4000#${packed(record)}`);
    await narrow(page, "a review on a phone");
    equal(await page.locator(".sum tr").count(), 6, "rows of the sum");
    const told = await page.textContent(".account .told");
    check(!/lucky/.test(told) || /\d.*give or take \d/.test(told), `luck without its error: ${told}`);
    // along the graph
    const slider = page.getByRole("slider", { name: "Chances of winning" }),
        all = Number(await slider.getAttribute("aria-valuemax"));
    await slider.press("Home");
    equal(await step(page), 0, "the step");
    await slider.press("ArrowRight");
    await slider.press("ArrowRight");
    equal(await step(page), 2, "the step");
    await arrived(page);
    check(/^Step 2 of \d+: \d+%/.test(await slider.getAttribute("aria-valuetext")), "what is heard of a step");
    await slider.press("End");
    equal(await step(page), all, "the last step");
    const box = await slider.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + 40);
    check(Math.abs((await step(page)) - all / 2) < all / 6, "a press in the middle goes to the middle");
    // the same as a table
    await page.click("text=The graph as a table");
    await page.waitForSelector(".as-table tbody tr");
    equal(await page.locator(".as-table tbody tr").count(), all + 1, "rows of the table");
    await page.locator(".as-table tbody button").nth(3).click();
    equal(await step(page), 3, "the step");
    // slips by size
    const slips = page.locator(".slips li button"),
        many = await slips.count();
    check(many > 1, `${many} slips`);
    const least = page.locator(".slips input[type=range]");
    await least.fill(await least.getAttribute("max"));
    await page.waitForFunction((n) => document.querySelectorAll(".slips li").length < n, many);
    await least.fill("0");
    await slips.first().click();
    await arrived(page);
    await worded(page);
    check(/A slip: −[\d.]+% ± [\d.]+%/.test(await page.textContent(".decision")), await page.textContent(".decision"));
    check((await page.locator(".decision .candidates .judged").count()) === 2, "the better move beside the one played");
    await axeDayAndNight(page, "a review");
    const slip = await step(page),
        better = (await page.textContent(".decision .candidates .best .move > span")).trim();
    await page.click("text=Round by round");
    await page.click("text=By kind of move");
    // another move: in the list, and on the board
    await press(page, "Try again");
    await page.waitForSelector(".again li button");
    await worded(page);
    await page.locator(".again li").getByRole("button", { name: better, exact: true }).click();
    await page.waitForSelector(".judged-again .good");
    await axe(page, "another move");
    await page.evaluate(() => document.querySelector(".judged-again").replaceChildren()); // what comes is new
    await press(page, "Back to the review");
    await press(page, "Try again");
    await page.waitForSelector(".review-stage .board :is(button, [role=button]):not([disabled])");
    for (let presses = 0; !(await page.locator(".judged-again p").count()); presses++) {
        check(presses < 6, "a move takes a few presses");
        for (const selector of first.drive.presses) {
            const found = page.locator(`.review-stage ${selector}`).first();
            if (!(await found.count())) continue;
            await found.click({ position: { x: 8, y: 30 } });
            break;
        }
    }
    await page.waitForSelector(".judged-again:not([aria-busy]) p");
    equal(await step(page), slip, "the move is judged, not made");
    await press(page, "Back to the review");
    // forward, it moves; the hands of others are not shown unasked
    await press(page, "step forward");
    await arrived(page);
    equal(await step(page), slip + 1, "the step");
    equal(await page.locator(".eyes [aria-pressed=true]").count(), 0, "hands that are shown unasked");
    const before = await page.textContent(".review-stage .board");
    await page.locator(".eyes button").first().click();
    await page.waitForFunction((was) => document.querySelector(".review-stage .board").textContent !== was, before);
    quiet(page);
    await page.context().close();
    return `${all} steps, ${many} slips`;
});

test("a moment is shared as a link, and found again without a network", async () => {
    const page = await person(browser, { size: desktop, drawn: false, permissions: ["clipboard-read", "clipboard-write"] });
    await reviewed(page, `/review/${first.name}?nodes=4000#${packed(record)}`);
    await press(page, "step forward");
    await arrived(page);
    const at = await step(page);
    await press(page, "Share this moment");
    await page.waitForSelector("text=Copied");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const sum = await page.textContent(".sum");
    const other = await person(browser, { size: phone, drawn: false });
    await reviewed(other, link.slice(server.url.length));
    equal(await step(other), at, "the step of the link");
    equal(await other.textContent(".sum"), sum, "the same record gives the same review");
    // once seen, it needs no network: what was fetched before the keeper was there comes again
    await other.evaluate(() => navigator.serviceWorker.ready);
    await other.waitForFunction(() => navigator.serviceWorker.controller);
    await other.goto(server.url);
    await reviewed(other, link.slice(server.url.length));
    await settles(
        () =>
            other.evaluate(async () =>
                (await Promise.all((await caches.keys()).map(async (k) => (await (await caches.open(k)).keys()).map((r) => r.url))))
                    .flat()
                    .some((u) => u.endsWith(".net")),
            ),
        true,
        "what the judge learned is kept",
    );
    await other.context().setOffline(true);
    await other.goto("about:blank");
    await reviewed(other, link.slice(server.url.length));
    equal(await step(other), at, "the step, without a network");
    equal(await other.textContent(".sum"), sum, "the review, without a network");
    quiet(page);
    await page.context().close();
    await other.context().close();
});

test("a game goes on from a position, with the same luck", async () => {
    const page = await person(browser, { size: phone, drawn: false, settings: { autoPass: false, confirm: false } });
    await reviewed(page, `/review/${first.name}?nodes=4000#${packed(record)}`);
    await page.locator(".slips li button").first().click();
    await arrived(page);
    const shown = async (scope) =>
        page.evaluate(
            (s) =>
                [...document.querySelectorAll(`${s} .board [data-key]`)]
                    .map((e) => e.dataset.key)
                    .sort()
                    .join(" "),
            scope,
        );
    const want = await shown(".review-stage");
    await page.click("text=Play on from here");
    await press(page, "The same luck");
    await page.waitForURL(/\/local\//);
    await page.waitForSelector(".play:not(.replaying) .board [data-key]");
    equal(await shown(".play"), want, "what lies on the table");
    await page.reload(); // it is kept
    await page.waitForSelector(".play .board [data-key]");
    equal(await shown(".play"), want, "what lies on the table, after a reload");
    while ((await first.drive.state(page)) === "wait") await page.waitForTimeout(20);
    await first.drive.step(page);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.waitForSelector(".result");
    await page.click("text=Verify fairness");
    await page.waitForSelector(".verdict.good"); // both parts of the record are dealt again
    // and from its result to its own review
    await page.locator(".result").getByRole("button", { name: "Review", exact: true }).click();
    await page.waitForSelector(".review");
    check(/wins/.test(await page.textContent(".review .who")), "who won");
    quiet(page);
    await page.context().close();
});

for (const game of games.slice(1))
    test(`${game.name}: its review`, async () => {
        const seats = Math.min(game.max_seats, 4),
            page = await person(browser, { size: game.place % 2 ? phone : desktop, drawn: false });
        await reviewed(page, `/review/${game.name}?nodes=1000#${packed(recordOf(game.name, seats))}`);
        equal(await page.locator(".players tbody tr:not(.liked)").count(), seats, "players");
        await narrow(page, "a review");
        await press(page, "step forward");
        await arrived(page);
        quiet(page);
        await page.context().close();
    });

test("a link that is cut off says so", async () => {
    const page = await person(browser, { size: phone, drawn: false });
    await page.goto(`${server.url}/review/${first.name}?nodes=4000#${packed(record).slice(0, 200)}`);
    await page.waitForSelector(".note.bad[role=alert]");
    await page.context().close();
});
