// drive.mjs: plays Koi-Koi through the page as a person would: looks what can be pressed, and presses it.
import { HANG } from "../../../../tests/e2e/browser.mjs";

/** What a person could press next, the first first. */
export const presses = [".action .main", ".action .pick", ".my-turn .hand .card.can", ".my-turn .hand .card"];
/** `last`: the last move the coach asks for before the player is alone for a while. */
export const lesson = { last: "match3" };

/** What the screen asks for now. */
export async function state(page) {
    return page.evaluate(() => {
        const seen = (s) => [...document.querySelectorAll(s)].some((e) => e.checkVisibility());
        if (seen(".result")) return "over";
        if (seen(".curtain")) return "curtain";
        if (seen(".pause")) return "pause";
        if (document.querySelector(".play")?.hasAttribute("data-moving") || document.querySelector(".card.pending")) return "wait";
        if (seen(".action .main, .action .pick")) return "choose";
        if (document.querySelector(".my-turn .hand .card") && document.querySelector(".my-turn .action .prompt")) return "hand";
        return "wait";
    });
}

/** One thing; false when the game is over. */
export async function step(page) {
    const now = await state(page);
    if (now === "over") return false;
    const press = (selector, more = {}) =>
        page
            .locator(selector)
            .first()
            .click({ timeout: 1000, ...more })
            .catch(() => undefined); // gone: look again
    if (now === "curtain") await press(".curtain .main");
    else if (now === "pause") await press(".pause .main");
    else if (now === "choose") await press(".action .main, .action .pick");
    else if (now === "hand") await press(".hand .card.can, .hand .card", { position: { x: 8, y: 30 } });
    else await page.waitForTimeout(20);
    return true;
}

export async function playToTheEnd(page, limit = HANG) {
    const end = Date.now() + limit;
    while (await step(page)) if (Date.now() > end) throw new Error(`the game did not end; the screen says ${await state(page)}`);
}

/** Plays until the condition holds. */
export async function playUntil(page, holds, limit = HANG) {
    const end = Date.now() + limit;
    while (!(await holds())) {
        if (!(await step(page))) throw new Error("the game ended too early");
        if (Date.now() > end) throw new Error("that never happened");
    }
}
