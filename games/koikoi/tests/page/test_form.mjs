// test_form.mjs DIST IRORI: the form of a new game: effects, contradictions, own presets and links; and rules that the printed game does not
// have, chosen there and played: free laying, the lightning as a joker. TAP.
import { after } from "node:test";
import { launch, person, test } from "../../../../tests/e2e/browser.mjs";
import { check, equal, narrow, quiet } from "../../../../tests/e2e/checks.mjs";
import { serve } from "../../../../tests/e2e/serve.mjs";
import { playUntil, state } from "./drive.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));

const form = async (page, hash = "") => {
    await page.goto(`${server.url}/new/koikoi/bots${hash}`);
    await page.reload(); // only another # would load nothing
    await page.waitForSelector(".form");
};
const unfold = (page) =>
    page.evaluate(() => {
        for (const d of document.querySelectorAll(".form details")) d.open = true;
    });
const hash = (rules, name = "") => "#" + new URLSearchParams({ rules, name });
const start = async (page) => {
    await page.locator(".form .main.large").click();
    await page.waitForSelector(".play .hand .card");
};

/** What stands there, whatever kind of spaces a translation has. */
const plain = async (text) => (await text).replace(/\u00a0/g, " ").trim();

test("an option says what it changes, and contradictions stand beside both options until they are gone", async () => {
    const page = await person(browser, { drawn: false, settings: { language: "uk" } });
    await form(page);
    await unfold(page);
    equal(await plain(page.textContent("#option-seven-help")), "Виграш від 7 монет подвоюється.", "seven");
    await page.selectOption("#option-seven", "off");
    equal(await plain(page.textContent("#option-seven-help")), "Виграш від 7 монет не подвоюється.", "seven, off");
    await page.fill("#option-coins", "40");
    await page.locator("#option-coins").blur();
    await page.selectOption("#option-purse", "score");
    await page.waitForFunction(() => document.querySelectorAll(".option.wrong").length === 2);
    const wrong = await page.locator(".option.wrong").evaluateAll((all) => all.map((e) => e.querySelector("select, input").id).sort());
    equal(wrong.join(" "), "option-coins option-purse", "where it stands");
    const what = "Кількість монет не вибирають, коли гаманці рахують очки.";
    equal(await plain(page.locator(".option.wrong .note").first().textContent()), what, "what it says");
    await narrow(page, "the form with a contradiction");
    await page.selectOption("#option-purse", "debt");
    await page.waitForFunction(() => !document.querySelector(".option.wrong"));
    check((await plain(page.textContent(".by-rules"))).includes("Гаманець: може бути нижче нуля"), "what differs");
    quiet(page);
    await page.context().close();
});

test("own presets: saved, there after a reload, renamed, shared by a link, deleted", async () => {
    const page = await person(browser, { drawn: false, permissions: ["clipboard-read", "clipboard-write"] });
    await form(page);
    await unfold(page);
    await page.fill("#option-rounds", "3");
    await page.locator("#option-rounds").blur();
    await page.fill(".save-rules input", "At Oma’s");
    await page.locator(".save-rules button").click();
    const own = (name) => page.locator(".presets label", { hasText: name });
    await own("At Oma’s").waitFor();
    await form(page);
    await own("At Oma’s").click();
    await page.waitForFunction(() => document.querySelector("#option-rounds").value === "3");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await page.fill(".own input", "Oma <b>&");
    await page.locator(".own .main").click();
    await own("Oma <b>&").waitFor();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.waitForSelector("text=The link is copied");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await own("Oma <b>&").waitFor({ state: "detached" });
    const other = await person(browser, { drawn: false });
    await other.goto(link);
    await other.waitForSelector("text=These rules came with a link.");
    equal(await other.inputValue(".save-rules input"), "Oma <b>&", "the name");
    equal(await other.inputValue("#option-rounds"), "3", "the rule");
    await other.locator(".save-rules button").click();
    await other.locator(".presets label.on", { hasText: "Oma <b>&" }).waitFor();
    for (const p of [page, other]) {
        quiet(p);
        await p.context().close();
    }
});

test("bad links and bad stored presets: a sentence, and the form works", async () => {
    const page = await person(browser, { drawn: false });
    await page.addInitScript(() =>
        localStorage.setItem("irori presets", '{"koikoi":[{"name":7},null,{"name":"Old","options":"gone=1,rounds=2"}]}'),
    );
    await form(page, "#rules=nonsense");
    await page.waitForSelector("text=This link holds no rules");
    await page.locator(".presets label", { hasText: "Old" }).click();
    await page.waitForSelector("text=Some of these rules are not known here");
    equal(await page.inputValue("#option-rounds"), "2", "what is known is taken");
    await start(page);
    quiet(page);
    await page.context().close();
});

/** A table with these rules, at my turn, when `has` finds a card in my hand; tables without one are dealt again. */
async function dealt(page, rules, has) {
    for (let tries = 0; tries < 200; tries++) {
        await form(page, hash(rules));
        await start(page);
        await playUntil(page, async () => (await state(page)) === "hand");
        const card = await page.evaluate(has);
        if (card) return card;
    }
    throw new Error("no such hand in 200 deals");
}
const cards = (page, where) => page.locator(`${where} .card`).evaluateAll((all) => all.map((e) => e.dataset.key).filter(Boolean));

test("free laying: a card that matches may stay on the table", async () => {
    const page = await person(browser, { drawn: false });
    const card = await dealt(page, "lay=free,rounds=1", () => document.querySelector(".my-turn .hand .card.can")?.dataset.key);
    await page.locator(`.hand .card[data-key="${card}"]`).click({ position: { x: 8, y: 30 } });
    const lay = page.locator(".action.choose button:not(.pick)", { hasText: "it stays on the field" });
    await lay.click();
    await page.waitForFunction((c) => !document.querySelector(`.hand .card[data-key="${c}"]`), card);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.waitForSelector("text=may also be laid down"); // what differs, in the menu
    quiet(page);
    await page.context().close();
});

test("the lightning as a joker: it takes any card of the table", async () => {
    const page = await person(browser, { drawn: false });
    const card = await dealt(
        page,
        "lightning=joker,rounds=1",
        () =>
            [...document.querySelectorAll(".my-turn .hand .card")].find((e) => /lightning/i.test(e.getAttribute("aria-label") ?? ""))
                ?.dataset.key,
    );
    const field = await cards(page, ".lie");
    await page.locator(`.hand .card[data-key="${card}"]`).click({ position: { x: 8, y: 30 } });
    await page.waitForSelector(".action .pick");
    const offered = await page.locator(".action .pick").evaluateAll((all) => all.map((e) => e.dataset.card));
    equal(offered.sort().join(), field.sort().join(), "every card of the table is offered");
    await page.locator(`.action .pick[data-card="${offered[0]}"]`).click();
    for (const c of [card, offered[0]]) await page.waitForSelector(`.pool.mine [data-key="${c}"]`, { state: "attached" });
    quiet(page);
    await page.context().close();
});
