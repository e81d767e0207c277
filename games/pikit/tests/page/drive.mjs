// drive.mjs: plays PiKiT through the page as a person would: looks what can be pressed, and presses it.
import { HANG } from "../../../../tests/e2e/browser.mjs";

/** What a person could press next, the first first. */
export const presses = [
    ".action.choose .buttons button",
    ".action.ask .buttons button",
    ".action .buttons button:not(.nothing)",
    ".action .buttons button",
];
/** The coach is there until the lesson ends: there is no last move. */
export const lesson = {};

/** What the screen asks for now: "ask" (cancel or not), "choose" (a step of a card's choice), "turn" (play or take), "wait", "over", "curtain", "confirm". */
export async function state(page) {
    return page.evaluate(() => {
        const seen = (s) => [...document.querySelectorAll(s)].some((e) => e.checkVisibility());
        if (seen(".question")) return "confirm";
        if (seen(".result")) return "over";
        if (seen(".curtain")) return "curtain";
        if (document.querySelector(".play")?.hasAttribute("data-moving")) return "wait";
        if (seen(".action.ask .buttons button")) return "ask";
        if (seen(".action.choose .buttons button")) return "choose";
        if (seen(".action .buttons button")) return "turn";
        return "wait";
    });
}

/** One thing; false when the game is over. `plays` is how often a card is played rather than taken, `cancels` how often one cancels.
 *  `quick`: pressed by script, without waiting for the mouse to find its place: for questions that are soon over. */
export async function step(page, { plays = 0.5, cancels = 0.7, quick = false, chance = Math.random } = {}) {
    const now = await state(page);
    if (now === "over") return false;
    const press = async (selector) => {
        const all = page.locator(selector),
            n = await all.count();
        if (!n) return false;
        const one = all.nth(Math.floor(chance() * n));
        await (quick ? one.evaluate((e) => e.click(), undefined, { timeout: 2000 }) : one.click({ timeout: 2000 })).catch(() => undefined); // the table may have moved on
        return true;
    };
    if (now === "curtain") await press(".curtain .main");
    else if (now === "confirm") await press(".question .main");
    else if (now === "ask")
        (chance() < cancels && (await press(".action.ask .buttons button:not(.main)"))) || (await press(".action.ask .buttons .main"));
    else if (now === "choose") await press(".action.choose .buttons button:not(.back)");
    else if (now === "turn")
        (chance() < plays && (await press(".hand .card.can"))) ||
            (await press(".action .buttons button:not(.nothing)")) ||
            (await press(".action .buttons button"));
    else await page.waitForTimeout(20);
    return true;
}

export async function playToTheEnd(page, how, limit = HANG) {
    const end = Date.now() + limit;
    while (await step(page, how)) if (Date.now() > end) throw new Error(`the game did not end; the screen says ${await state(page)}`);
}

/** Plays until the condition holds; false: the game ended before. */
export async function playUntil(page, holds, how, limit = HANG) {
    const end = Date.now() + limit;
    while (!(await holds())) {
        if (!(await step(page, how))) return false;
        if (Date.now() > end) throw new Error("that never happened");
    }
    return true;
}
