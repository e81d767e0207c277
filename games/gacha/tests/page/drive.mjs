// drive.mjs: plays Gacha through the page as a person would: looks what can be pressed, and presses it.
import { HANG } from "../../../../tests/e2e/browser.mjs";

/** What a person could press next, the first first. */
export const presses = [".action.pay .ga-way", ".action .ga-buttons button", ".ga-pile.can"];
/** `last`: the last move the coach asks for before the player is alone for a while. */
export const lesson = { last: "second2" };

/** What the screen asks for now: "pay" (how to pay), "claim" (a reward can be claimed), "draw" (a pile), "extra", "wait", "over", "curtain", "confirm". */
export async function state(page) {
    return page.evaluate(() => {
        const seen = (s) => [...document.querySelectorAll(s)].some((e) => e.checkVisibility());
        if (seen(".question")) return "confirm";
        if (seen(".result")) return "over";
        if (seen(".curtain")) return "curtain";
        if (document.querySelector(".play")?.hasAttribute("data-moving")) return "wait";
        if (seen(".action.extra button")) return "extra";
        if (seen(".action.pay button")) return "pay";
        if (seen(".action .ga-buttons button")) return "claim";
        if (seen(".ga-pile.can")) return "draw";
        return "wait";
    });
}

/** One thing; false when the game is over. `claims` is how often a reward is claimed rather than cards drawn. */
export async function step(page, { claims = 0.8, chance = Math.random } = {}) {
    const now = await state(page);
    if (now === "over") return false;
    const press = async (selector) => {
        const all = page.locator(selector),
            n = await all.count();
        if (!n) return false;
        await all
            .nth(Math.floor(chance() * n))
            .click({ timeout: 2000 })
            .catch(() => undefined); // the table may have moved on
        return true;
    };
    if (now === "curtain") await press(".curtain .main");
    else if (now === "confirm") await press(".question .main");
    else if (now === "extra") await press(".action.extra .main");
    else if (now === "pay") await press(".action.pay .ga-way");
    else if (now === "claim")
        (chance() < claims && (await press(".action .ga-buttons button"))) ||
            (await press(".ga-pile.can")) ||
            (await press(".action .ga-buttons button"));
    else if (now === "draw") await press(".ga-pile.can");
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
