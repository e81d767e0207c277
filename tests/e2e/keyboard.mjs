// keyboard.mjs: presses things with the keyboard alone: Tab to a group, arrows inside it, Enter. Whoever is on the board stays on it: the
// focus never falls back to the page's body.
import { HANG } from "./browser.mjs";

/** Reaches the first thing in sight that matches (the first selector of a list that matches anything) and presses Enter; false: it is
 *  gone, look again. */
export async function byKeys(page, selector, limit = 200) {
    for (let i = 0; i < limit; i++) {
        const key = await page.evaluate(async (s) => {
            const drawn = () => new Promise(requestAnimationFrame);
            if (document.activeElement === document.body && window.within?.isConnected) await drawn().then(drawn); // it may be on its way
            const want = s.flatMap((one) => [...document.querySelectorAll(one)]).find((e) => e.checkVisibility() && !e.disabled),
                now = document.activeElement;
            if (!want) return "gone";
            if (now === want) return "Enter";
            if (now && now !== document.body) window.within = now.closest(".play");
            else if (window.within?.isConnected) return "lost";
            const before = now && now !== document.body && now.compareDocumentPosition(want) & Node.DOCUMENT_POSITION_PRECEDING,
                group = want.tabIndex < 0 ? want.closest("[role=group]") : null;
            if (group?.contains(now)) return before ? "ArrowLeft" : "ArrowRight";
            return before ? "Shift+Tab" : "Tab";
        }, [selector].flat());
        if (key === "gone") return false;
        if (key === "lost") throw new Error(`the focus is lost, on the way to ${selector}`);
        await page.keyboard.press(key);
        if (key === "Enter") return true;
    }
    throw new Error(`the keyboard does not reach ${selector}`);
}

/** Plays to the result; `press` says what to press in a state: selectors, or nothing to wait. Tells how often each state was answered. */
export async function playByKeys(page, state, press, limit = HANG) {
    const pressed = {},
        end = Date.now() + limit;
    for (;;) {
        const now = await state(page);
        if (now === "over") return pressed;
        if (Date.now() > end) throw new Error(`the keyboard gets nowhere: ${now}, ${JSON.stringify(pressed)}`);
        const what = press(now, pressed);
        if (!what) await page.waitForTimeout(20);
        else if (await byKeys(page, what)) pressed[now] = (pressed[now] ?? 0) + 1;
    }
}
