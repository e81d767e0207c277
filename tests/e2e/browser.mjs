// browser.mjs: Debian's Chromium through playwright-core, and pages that note everything they complain about.
import { createRequire } from "node:module";
const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");

/** Milliseconds after which a wait for an event gives up: only a page that hangs reaches them, no slow machine does. */
export const HANG = 600_000;
export const phone = { width: 360, height: 740 }, desktop = { width: 1440, height: 900 };

export function launch() {
    return chromium.launch({
        timeout: HANG,
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
}

/** A context of its own (as another person) with one page. page.complaints: console errors and uncaught ones. */
export async function person(browser, { size = phone, settings = {}, ...more } = {}) {
    const context = await browser.newContext({ viewport: size, reducedMotion: "no-preference", ...more });
    await context.addInitScript((s) => {
        if (!localStorage.getItem("irori settings")) localStorage.setItem("irori settings", JSON.stringify(s));
    }, { language: "en", speed: "off", teach: false, ...settings });
    context.setDefaultTimeout(HANG);
    const page = await context.newPage();
    page.complaints = [];
    page.on("console", (m) => m.type() === "error" && page.complaints.push(m.text()));
    page.on("pageerror", (e) => page.complaints.push(String(e)));
    return page;
}
