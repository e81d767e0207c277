// browser.mjs: Debian's Chromium without windows through playwright-core, pages that note everything they complain about, and tests that keep a
// picture of them when they fail.
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { test as nodeTest } from "node:test";
import { longLanguage } from "./languages.mjs";
const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");

/** Milliseconds after which a wait for an event gives up: only a page that hangs reaches them, no slow machine does. $HANG: others. */
export const HANG = Number(process.env.HANG ?? 300_000);
export const phone = { width: 360, height: 740 },
    desktop = { width: 1440, height: 900 };

const open = new Set();

/** `whole`: the whole browser, which takes twice as long. Only it shows notifications. */
export function launch({ whole = false } = {}) {
    return chromium.launch({
        timeout: HANG,
        executablePath: process.env.CHROMIUM ?? (whole ? "/usr/bin/chromium" : "/usr/bin/chromium-headless-shell"),
        args: [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
}

/** Runs in a page: drawings are empty. They are most of what a table costs, and a test of what is done needs none. */
function undrawn() {
    const parse = DOMParser.prototype.parseFromString;
    DOMParser.prototype.parseFromString = function (text, type) {
        const all = parse.call(this, text, type);
        if (type === "image/svg+xml") for (const symbol of all.querySelectorAll("symbol")) symbol.replaceChildren();
        return all;
    };
}

/** Runs in a page: notes what passing lines said (they go away by themselves), so that a slow test does not miss one. */
function noted() {
    window.toasts = [];
    new MutationObserver(() => {
        for (const e of document.querySelectorAll(".toast")) if (window.toasts.at(-1) !== e.textContent) window.toasts.push(e.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
}
/** Waits until the page has said this in a passing line, since it was loaded. */
export const toasted = (page, text) => page.waitForFunction((said) => window.toasts.some((line) => line.includes(said)), text);

/** A context of its own (as another person) with one page. page.complaints: console errors and uncaught ones. `drawn`: false for a test of
 *  what is done, not of what is seen. */
export async function person(browser, { size = phone, settings = {}, drawn = true, ...more } = {}) {
    const context = await browser.newContext({ viewport: size, reducedMotion: "no-preference", ...more });
    await context.addInitScript(
        (s) => {
            if (!localStorage.getItem("irori settings")) localStorage.setItem("irori settings", JSON.stringify(s));
        },
        { language: "en", speed: "now", teach: false, ...settings, ...(settings.language === "long" ? { language: "uk" } : {}) },
    );
    if (settings.language === "long") await longLanguage(context);
    if (!drawn) await context.addInitScript(undrawn);
    await context.addInitScript(noted);
    context.setDefaultTimeout(HANG);
    const page = await context.newPage();
    open.add(page);
    page.on("close", () => open.delete(page));
    page.complaints = [];
    page.on("console", (m) => m.type() === "error" && page.complaints.push(m.text()));
    page.on("pageerror", (e) => page.complaints.push(String(e)));
    return page;
}

/** Where a page is, and what it shows, in a few lines. */
const shows = async (page) => {
    const text = await page
        .evaluate(() => `${document.title}: ${document.body.innerText.replace(/\s+/g, " ").slice(0, 500)}`)
        .catch(String);
    return [page.url(), text, ...page.complaints.slice(0, 5)].join("\n    ");
};

/** A test of node:test. What it returns is told. If it fails, so is what its pages show, pictures of them go to the folder $PICTURES, and they are closed. */
export function test(name, body) {
    nodeTest(name, async (t) => {
        try {
            const note = await body();
            if (note) t.diagnostic(`${name}: ${note}`);
        } catch (e) {
            const pictures = process.env.PICTURES,
                file = name.replace(/\W+/g, "-");
            if (pictures) mkdirSync(pictures, { recursive: true });
            for (const [i, page] of [...open].entries()) {
                e.message += `\n  page ${i + 1}: ${await shows(page)}`;
                if (pictures)
                    await page.screenshot({ path: `${pictures}/failed-${file}${i ? `-${i + 1}` : ""}.png` }).catch(() => undefined);
                await page.context().close();
            }
            throw e;
        }
    });
}
