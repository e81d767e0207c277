// test_local.mjs DIST IRORI: Gacha against bots and on one device, without a server. TAP.
import { languages } from "../../../../tests/e2e/languages.mjs";
import { after } from "node:test";
import { HANG, desktop, launch, person, phone, test } from "../../../../tests/e2e/browser.mjs";
import { axeDayAndNight, check, equal, listen, narrow, quiet, told } from "../../../../tests/e2e/checks.mjs";
import { byKeys, playByKeys } from "../../../../tests/e2e/keyboard.mjs";
import { playUntil, state, step } from "./drive.mjs";
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
async function against(page, seats) {
    await page.goto(server.url + "/new/gacha/bots");
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
    await page.getByRole("radio", { name: String(seats), exact: true }).check();
    await page.getByRole("radio", { name: "easy" }).check();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForSelector(".play .gacha");
}
/** Nothing of the board lies outside the screen or under the tools, and nothing that can be pressed is cut off. */
async function inside(page, where) {
    await narrow(page, where);
    const cut = await page.evaluate(() => {
        const room = document.querySelector(".board").getBoundingClientRect(),
            bad = [];
        for (const e of document.querySelectorAll(".gacha button, .ga-own, .ga-ends")) {
            if (!e.checkVisibility() || e.closest(".sheet, .ga-gots")) continue;
            const r = e.getBoundingClientRect();
            if (r.width && (r.bottom > room.bottom + 1 || r.top < room.top - 1 || r.left < room.left - 1 || r.right > room.right + 1))
                bad.push(
                    `${e.className || e.textContent} ${Math.round(r.left)},${Math.round(r.top)}-${Math.round(r.right)},${Math.round(r.bottom)} of ${Math.round(room.bottom)}`,
                );
        }
        return bad.slice(0, 3).join("; ");
    });
    if (cut) throw new Error(`${where}: outside of the board: ${cut}`);
}
/** The rows of the result's table add up. */
async function counted(page) {
    const rows = await page
        .locator(".gacha-why tbody tr")
        .evaluateAll((all) => all.map((r) => [...r.querySelectorAll("td")].map((c) => Number(c.textContent.replace("–", "0")))));
    for (const row of rows)
        equal(
            row.slice(1).reduce((a, b) => a + b, 0),
            row[0],
            "a row of the count",
        );
    return rows.map((r) => r[0]).join(" : ");
}

test("Gacha from Play now to the result", async () => {
    const page = await begin();
    await page
        .locator(".tile", { has: page.getByRole("heading", { name: "Gacha" }) })
        .getByRole("button", { name: "Play now" })
        .click();
    await page.waitForSelector(".play .gacha");
    equal(await page.locator(".ga-cell").count(), 3, "opponents");
    await playUntil(page, async () => {
        const now = await state(page);
        if (now !== "wait" && now !== "over") await inside(page, now);
        return false;
    });
    check(/win|share/.test(await page.textContent(".result h2")), "the result says who won");
    check(/ahead|behind|Equal/.test(await page.textContent(".gacha-why p")), "the result says why");
    const points = await counted(page);
    await page.click("text=Verify fairness");
    await page.waitForSelector(".verdict.good");
    quiet(page);
    await page.context().close();
    return points;
});

test("a hint is a strong bot's advice", async () => {
    const page = await begin();
    await against(page, 2);
    await playUntil(page, async () => ["draw", "claim"].includes(await state(page)), quick);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(".hint li button, .toast");
    equal(await page.locator(".toast").count(), 0, "complaints instead of a hint");
    check((await page.locator(".hint li button").count()) > 0, "no move is advised");
    quiet(page);
    await page.context().close();
});

test("a reward is claimed with one press, and the market is filled again", async () => {
    const page = await begin();
    for (let game = 1; game <= 6; game++) {
        await against(page, 2);
        const one = ".action .ga-buttons button[aria-label*=': pay']";
        const can = async () => (await state(page)) === "claim" && (await page.locator(one).count()) > 0;
        if (!(await playUntil(page, can, { claims: 0, ...quick }))) continue;
        const paid = await page.locator(`${one} >> nth=0 >> .ga-glyph`).count(),
            cards = async () => Number((await page.textContent(".ga-own .ga-me .ga-fact")).match(/\d+/)[0]);
        const before = await cards(),
            name = await page.locator(one).first().getAttribute("aria-label");
        await listen(page);
        await page.locator(one).first().click();
        await page.waitForSelector(".ga-own .got");
        await page.waitForSelector(".play:not([data-moving])");
        equal(await cards(), before - paid, "cards left in the hand");
        equal(await page.locator(".ga-market .reward").count(), 4, "rewards in the market");
        await told(page, "You claim");
        quiet(page);
        await page.context().close();
        return `game ${game}: ${name}`;
    }
    throw new Error("nothing could be claimed in six games");
});

test("several ways to pay: the cheapest first, the others behind a button", async () => {
    const page = await begin();
    for (let game = 1; game <= 12; game++) {
        await against(page, 2);
        let found = false;
        await playUntil(
            page,
            async () => {
                if ((await state(page)) !== "claim") return false;
                for (const card of await page.locator(".ga-offer .card.can").all()) {
                    await card.click();
                    found = (await page.locator(".action.pay .rest").count()) > 0;
                    if (found) return true;
                    await page.keyboard.press("Escape");
                    if ((await state(page)) === "pay") await page.click(".action.pay .back");
                }
                return false;
            },
            { claims: 0.1, ...quick },
        );
        if (!found) continue;
        await page.click(".action.pay .rest");
        const all = await page.locator(".ga-ways li").count(),
            rest = Number((await page.textContent(".action.pay .rest")).match(/\d+/)[0]);
        const shown = await page.locator(".action.pay .ga-way").count();
        equal(all, shown + rest, "ways in all");
        const cheapest = await page.locator(".action.pay .ga-way.main .ga-glyph").count(),
            first = await page.locator(".ga-ways li >> nth=0 >> .ga-glyph").count();
        equal(first, cheapest, "the first of all ways is the one offered");
        const raised = await page.locator(".ga-pack.goes").count();
        check(raised > 0, "the cards that would be paid are raised");
        await listen(page);
        await page.locator(".ga-ways .ga-way").last().click();
        await page.waitForFunction(() => document.querySelector(".question .main") || window.told.some((line) => /You claim/.test(line)));
        if (await page.locator(".question .main").count()) await page.click(".question .main");
        await told(page, "You claim");
        quiet(page);
        await page.context().close();
        return `game ${game}: ${all} ways, ${shown} at once`;
    }
    throw new Error("never several ways to pay in twelve games");
});

test("a whole game by keyboard alone", async () => {
    const page = await begin({ size: desktop }, "/new/gacha/bots");
    await page.getByRole("radio", { name: "2", exact: true }).focus();
    await page.keyboard.press("Space");
    await byKeys(page, "button.large");
    await page.waitForSelector(".play .gacha");
    let arrows = 0;
    const selectors = {
        claim: ".action .ga-buttons button",
        pay: ".action.pay .ga-way",
        extra: ".action.extra button",
        confirm: ".question .main",
    };
    const pressed = await playByKeys(page, state, (now, before) => {
        if (now !== "draw") return selectors[now];
        if ((before.draw ?? 0) % 2 === 0) return ".ga-pile.can";
        arrows++; // every second time another pile, by arrows
        return ".ga-pile.can:nth-child(n+2)";
    });
    check(pressed.draw > 4 && pressed.claim > 1 && arrows > 1, JSON.stringify(pressed));
    quiet(page);
    await page.context().close();
    return JSON.stringify(pressed);
});

test("six players on a phone: every name can be read", async () => {
    for (const language of languages) {
        const page = await begin({ size: phone, settings: { language } }, "/new/gacha/bots");
        await page.getByRole("radio", { name: "6", exact: true }).check();
        await page.click("button.large");
        await page.waitForSelector(".play .gacha");
        const cut = await page.locator(".ga-cell .ga-who b").evaluateAll((all) =>
            all
                .filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 4)
                .map((e) => e.textContent)
                .join(),
        );
        equal(cut, "", `names cut in ${language}`);
        quiet(page);
        await page.context().close();
    }
});

test("pass and play on one device", async () => {
    const page = await begin({}, "/new/gacha/device");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForSelector(".curtain");
    let curtains = 0,
        last = "";
    const end = Date.now() + HANG;
    while (curtains < 4) {
        const now = await state(page);
        if (now === "curtain") {
            equal(await page.locator(".packs").count(), 0, "hands behind the curtain");
            if (last !== "curtain") curtains++;
        }
        last = now;
        if (!(await step(page, quick))) break;
        check(Date.now() < end, `it stands still: ${now}`);
    }
    quiet(page);
    await page.context().close();
    return `${curtains} curtains`;
});
for (const [name, size, seats] of [
    ["phone", phone, 6],
    ["desktop", desktop, 2],
])
    test(`${seats} players on a ${name}: nothing is cut off, axe-core finds nothing`, async () => {
        const page = await begin({ size, bypassCSP: true });
        await against(page, seats);
        const seen = new Set();
        const look = async () => {
            const now = await state(page),
                ending = (await page.locator(".ga-ends").count()) > 0 ? " at the end" : "",
                what = now + ending;
            if (now !== "wait" && now !== "over") await inside(page, what);
            if (["claim", "draw", "extra", "pay"].includes(now) && !seen.has(what)) {
                seen.add(what);
                await axeDayAndNight(page, what);
            }
            return false;
        };
        await playUntil(page, look, quick);
        await narrow(page, "the result");
        await axeDayAndNight(page, "result");
        const points = await counted(page);
        if (name === "phone") {
            await page.getByRole("button", { name: "Show the table" }).click();
            for (const open of [
                () => page.locator(".ga-cell").first().click(),
                () => page.getByRole("button", { name: "Players", exact: true }).click(),
                () => page.locator(".ga-stack.ga-discard").click(),
            ]) {
                await open();
                await axeDayAndNight(page, "a sheet");
                await page.keyboard.press("Escape");
            }
        }
        quiet(page);
        await page.context().close();
        return `${points}; looked at ${[...seen].join(", ")}`;
    });
