// drive.mjs: what the drivers of the games share (games/NAME/tests/page/drive.mjs): they play through the page as a person would, who
// looks what can be pressed, and presses it.
import { HANG } from "./browser.mjs";

/** Numbers from 0 to 1 that are the same each time. */
export function dice(seed = 1) {
    let at = seed;
    return () => {
        at = (at * 16807) % 2147483647;
        return at / 2147483647;
    };
}
const steady = dice();

/** `asked`: what the game may ask for, [word, selector] each, the first first. act(now, press, how) answers one of these words;
 *  press(selector) presses one of what is there (`how.chance` says which, or else dice that fall the same each time; `how.quick`: by script, without waiting for the mouse to find
 *  its place) and is false if there is nothing. `still`: while this is there, everybody waits. */
export function driver({ asked, act, still = [] }) {
    /** What the screen asks for now: a word of `asked`, or "confirm", "over", "curtain", "pause", "wait". */
    const state = (page) =>
        page.evaluate(
            ([asked, still]) => {
                const seen = (s) => [...document.querySelectorAll(s)].some((e) => e.checkVisibility());
                const first = (all) => all.find(([, selector]) => seen(selector))?.[0];
                const anywhere = [
                    ["confirm", ".question"],
                    ["over", ".result"],
                    ["curtain", ".curtain"],
                    ["pause", ".pause"],
                    ...[".play[data-moving]", ...still].map((s) => ["wait", s]),
                ];
                return first(anywhere) ?? first(asked) ?? "wait";
            },
            [asked, still],
        );

    /** One thing; false when the game is over. */
    async function step(page, how = {}) {
        const now = await state(page),
            chance = how.chance ?? steady;
        const press = async (selector, more = {}) => {
            const all = page.locator(selector),
                n = await all.count();
            if (!n) return false;
            const one = all.nth(Math.floor(chance() * n));
            const pressed = how.quick
                ? one.evaluate((e) => e.click(), undefined, { timeout: 2000 })
                : one.click({ timeout: 2000, ...more });
            await pressed.catch(() => undefined); // the table may have moved on
            return true;
        };
        if (now === "over") return false;
        if (now === "confirm") await press(".question .main");
        else if (now === "curtain") await press(".curtain .main");
        else if (now === "pause") await press(".pause .main");
        else if (now === "wait") await page.waitForTimeout(20);
        else await act(now, press, { ...how, chance });
        return true;
    }
    async function playToTheEnd(page, how, limit = HANG) {
        const end = Date.now() + limit;
        while (await step(page, how)) if (Date.now() > end) throw new Error(`the game did not end; the screen says ${await state(page)}`);
    }
    /** Plays until the condition holds; false: the game ended before. */
    async function playUntil(page, holds, how, limit = HANG) {
        const end = Date.now() + limit;
        while (!(await holds())) {
            if (!(await step(page, how))) return holds(); // the end itself may be what is waited for
            if (Date.now() > end) throw new Error("that never happened");
        }
        return true;
    }
    return { state, step, playToTheEnd, playUntil };
}
