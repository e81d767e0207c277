// test_online.mjs DIST IRORI: people in several browsers at tables of the real server. TAP.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { HANG, desktop, launch, person, phone, test } from "../../../../tests/e2e/browser.mjs";
import { check, equal } from "../../../../tests/e2e/checks.mjs";
import { playUntil, state, step } from "./drive.mjs";
import { irori } from "../../../../tests/e2e/server.mjs";

const server = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));
const lossy = /WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET/;
const quiet = (page) => equal(page.complaints.filter((c) => !lossy.test(c)).join("\n"), "", "the console complains");

/** The QR code on the screen is the link: a reader that is not ours says so. */
async function photographed(page, link) {
    const folder = mkdtempSync(join(tmpdir(), "irori-qr-"));
    await page.locator(".qr").screenshot({ path: join(folder, "qr.png") });
    const read = spawnSync("zbarimg", ["--quiet", "--raw", join(folder, "qr.png")], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    equal(read.stdout.trim(), link, "the QR code");
}

/** Two people at a table of Koi-Koi: one opened it, the other followed the link. */
async function pair({ rounds = 1, look = false } = {}) {
    const anna = await person(browser, { size: phone, settings: { name: "Anna" }, drawn: false });
    await anna.goto(server.url + "/new/koikoi/friends");
    await anna.click("summary:has-text('House rules')");
    await anna.fill("#option-rounds", String(rounds));
    await anna.locator("#option-rounds").blur();
    await anna.getByRole("button", { name: "Create a table" }).click();
    const link = await anna.textContent(".gather .link code");
    if (look) {
        await anna.getByText("QR code of the invitation link").first().click(); // on a phone it is folded: who sits where matters more
        await photographed(anna, link);
    }
    const bo = await person(browser, { size: desktop, settings: { name: "Bo" }, drawn: false });
    await bo.goto(link);
    // a guest is asked to sit before anything else, and is there for everybody once that is done
    await bo.waitForSelector(".gather section:first-child .seats");
    await bo.getByRole("button", { name: "Sit here" }).first().click();
    await anna.waitForFunction(
        () => /Bo/.test(document.querySelector(".seats").textContent) && !/away/.test(document.querySelector(".seats").textContent),
        undefined,
    );
    for (const p of [anna, bo]) await p.getByRole("button", { name: "I am ready" }).click();
    for (const p of [anna, bo]) await p.waitForSelector(".play .hand .card");
    return [anna, bo];
}
async function together(pages, holds, limit = HANG) {
    const end = Date.now() + limit;
    for (;;) {
        if (await holds()) return;
        for (const p of pages) await step(p, { quick: true });
        if (Date.now() > end) throw new Error(`they got stuck: ${await Promise.all(pages.map(state))}`);
    }
}
const over = (pages) => async () => (await Promise.all(pages.map(state))).every((s) => s === "over");

test("two browsers play Koi-Koi by link", async () => {
    const both = await pair({ rounds: 2, look: true }); // with the end of a round between them
    await together(both, over(both));
    const [a, b] = await Promise.all(both.map((p) => p.textContent(".result .koikoi-purses")));
    check(/You/.test(a) && /Bo/.test(a) && /You/.test(b) && /Anna/.test(b), `${a} / ${b}`);
    await both[0].click("text=Verify fairness");
    await both[0].waitForSelector(".verdict.good");
    for (const p of both) quiet(p);
    for (const p of both) await p.context().close();
});

test("reload and network loss in the middle", async () => {
    const both = await pair({ rounds: 3 }),
        seq = async () => Number(await both[0].getAttribute(".play", "data-seq")),
        first = await seq();
    await together(both, async () => (await seq()) >= first + 3);
    await both[0].reload();
    await both[0].waitForSelector(".play .hand .card");
    await together(both, async () => (await seq()) >= first + 7);
    await both[1].context().setOffline(true);
    await both[1].evaluate(() => undefined);
    await server.again();
    await both[0].waitForSelector(".lost", { state: "detached", timeout: HANG });
    await both[0].waitForSelector(".gone:has-text('Bo')", { timeout: HANG });
    await both[1].context().setOffline(false);
    await both[1].waitForSelector(".lost", { state: "detached", timeout: HANG });
    await both[0].waitForSelector(".gone", { state: "detached", timeout: HANG });
    const back = await seq();
    await together(both, async () => (await seq()) >= back + 3 || (await over(both)())); // both have moved again
    for (const p of both) quiet(p);
    for (const p of both) await p.context().close();
});

test("the connection's loss is told and ends", async () => {
    const both = await pair({ rounds: 1 });
    await both[1].evaluate(() => {
        new MutationObserver(() => (window.lost ||= !!document.querySelector(".lost"))).observe(document, {
            childList: true,
            subtree: true,
        });
    });
    await server.again();
    await both[1].waitForFunction(() => window.lost && !document.querySelector(".lost"));
    await playUntil(both[0], async () => (await state(both[0])) !== "hand");
    for (const p of both) quiet(p);
    for (const p of both) await p.context().close();
});

test("what is refused is told in the player's language", async () => {
    const text = readFileSync(new URL("../../../../docs/protocol.md", import.meta.url), "utf8"),
        words = ["words.ts", "evening/words.ts"]
            .map((f) => readFileSync(new URL(`../../../../web/src/${f}`, import.meta.url), "utf8"))
            .join("");
    const codes = text.match(/^\| `refused` .*`error`: (.*);/m)[1].match(/[a-z-]+/g);
    const missing = codes.filter((c) => !new RegExp(`^    "?${c}"?: mark\\("|error === "${c}"\\s+\\? t\\("`, "m").test(words));
    check(codes.length > 10 && !missing.length, `no sentence for ${missing.join(", ")}`);
    const page = await person(browser, { settings: { language: "uk" } });
    await page.goto(`${server.url}/t/aaaaaaaaaaaa`);
    const told = (await page.locator("[role=alert]").first().textContent()).replace(/\s/g, " "); // some of its spaces do not break
    equal(told, "Немає стола з таким кодом.", "an unknown table");
    quiet(page);
    await page.context().close();
    return `${codes.length} codes`;
});

test("a spectator watches, a rematch follows", async () => {
    const both = await pair({ rounds: 1 });
    const eva = await person(browser, { size: phone, settings: { name: "Eva" }, drawn: false });
    await eva.goto(both[0].url());
    await eva.waitForSelector(".play");
    equal(await eva.locator(".hand .card").count(), 0, "cards in a spectator's hand");
    const all = [...both, eva],
        seq = async (p) => Number(await p.getAttribute(".play", "data-seq")),
        first = await seq(eva);
    await together(all, async () => (await seq(eva)) >= first + 3 || (await over(all)()));
    equal(await eva.locator(".hand .card").count(), 0, "cards in a spectator's hand, later");
    if (!(await over(all)())) {
        await both[1].getByRole("button", { name: "Menu", exact: true }).click();
        await both[1].getByRole("button", { name: "Resign", exact: true }).click();
        await both[1].locator(".question .main").click();
    }
    for (const p of all) await p.waitForSelector(".result");
    const before = both[0].url();
    await both[0].click("text=Play again");
    await both[1].getByText("Anna asks to play again").first().waitFor();
    await both[1].getByRole("button", { name: "Play again" }).click();
    for (const p of both) await p.waitForFunction((u) => location.href !== u, before);
    for (const p of both) await p.waitForSelector(".play .hand .card"); // who agreed is ready
    for (const p of [...both, eva]) quiet(p);
    for (const p of [...both, eva]) await p.context().close();
});
