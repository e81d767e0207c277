// reader.mjs: a page as somebody hears it who does not see it: what live regions say, where the focus goes, what a dialog is called, and
// the names of everything that can be read or pressed. Tests listen with it, and a person can play with nothing else:
//
//     node tests/e2e/reader.mjs web/dist NAME [SEATS [LANGUAGE]]      reads commands, prints what is said
//
// Commands: `auto WISH / WISH …` plays by itself; a number presses that thing with Enter; `all` reads the whole page; `read` the table again; `keys KEY…` presses keys.
import { createInterface } from "node:readline";
import { HANG, launch, person } from "./browser.mjs";
import { serve } from "./serve.mjs";

/** Runs in the page: notes what a screen reader would say by itself. A live region that comes together with its text is silent, as it is
 *  with most readers, unless it is an alert; a status is read whole, a log by its new lines. */
function ears() {
    window.heard = [];
    const region = "[aria-live=polite], [aria-live=assertive], [role=status], [role=log], [role=alert]";
    const known = new WeakSet();
    const text = (e) => (e.nodeType !== 1 ? e.textContent : e.matches("[aria-hidden=true]") ? "" : [...e.childNodes].map(text).join(" "));
    const words = (e) => (text(e) ?? "").replace(/\s+/g, " ").trim();
    let begun = false;
    const name = (e) => {
        const by = e.getAttribute("aria-labelledby");
        return (e.getAttribute("aria-label") ?? (by ? words(document.getElementById(by) ?? e) : words(e))).trim();
    };
    function listen(all) {
        const said = new Set();
        for (const m of all)
            for (const e of [m.type === "childList" ? m.target : m.target.parentElement]) {
                const live = e?.closest?.(region);
                if (!live || live.closest("[aria-hidden=true]") || !known.has(live)) continue;
                if (live.getAttribute("role") === "log") {
                    for (const n of m.addedNodes) if (words(n)) window.heard.push(words(n));
                } else said.add(live);
            }
        for (const live of said) if (words(live)) window.heard.push(words(live));
        for (const live of document.querySelectorAll(region)) {
            if (known.has(live)) continue;
            known.add(live);
            if (begun && live.getAttribute("role") === "alert" && words(live)) window.heard.push(words(live));
        }
        begun = true;
    }
    let dialog = null;
    document.addEventListener("focusin", (e) => {
        const around = e.target.closest("[role=dialog], [role=alertdialog]");
        if (around && around !== dialog) window.heard.push(`(dialog: ${name(around)})`);
        dialog = around;
        const off = e.target.matches(":disabled") ? ", unavailable" : "";
        window.heard.push(`(focus: ${name(e.target) || e.target.tagName.toLowerCase()}${off})`);
    });
    new MutationObserver(listen).observe(document, { childList: true, subtree: true, characterData: true });
}

export class Reader {
    /** Before the page is opened. */
    static async of(page) {
        await page.addInitScript(ears);
        return new Reader(page);
    }
    constructor(page) {
        this.page = page;
        this.things = [];
    }
    /** What was said since the last time. */
    heard() {
        return this.page.evaluate(() => window.heard.splice(0));
    }
    /** The names of everything in `where`, a line each, as the accessibility tree has them; what can be pressed has a number. */
    async read(where = "body") {
        const tree = await this.page.locator(where).first().ariaSnapshot(),
            seen = new Map(),
            groups = [],
            lines = [];
        this.things = [];
        for (const line of tree.split("\n")) {
            const found = /^(\s*)- (?:')?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)(?:')?:?(.*)$/.exec(line);
            if (!found) {
                lines.push(line);
                continue;
            }
            const [, indent, role, quoted, states, text] = found,
                name = quoted?.replace(/\\"/g, '"').replace(/\\\\/g, "\\");
            while (groups.length && groups[groups.length - 1].indent >= indent.length) groups.pop();
            if (role === "group") groups.push({ indent: indent.length, name: name ?? "" });
            if (!/^(button|link|radio|checkbox|switch|slider|textbox|summary)$/.test(role) || /\[disabled\]/.test(states)) {
                lines.push(line);
                continue;
            }
            const id = `${role} ${name}`,
                nth = seen.get(id) ?? 0;
            seen.set(id, nth + 1);
            this.things.push({ where, role, name, nth, group: groups[groups.length - 1]?.name ?? "" });
            lines.push(`${indent}[${this.things.length}] ${role} ${name ?? ""}${states}${text}`);
        }
        return lines.join("\n");
    }
    /** Goes to the thing with this number and presses Enter. */
    async press(number) {
        const { where, role, name, nth } = this.things[number - 1] ?? {};
        if (!role) throw new Error(`nothing has the number ${number}`);
        const thing = this.page.locator(where).first().getByRole(role, { name, exact: true }).nth(nth);
        await thing.focus();
        await this.page.keyboard.press(/radio|checkbox|switch/.test(role) ? "Space" : "Enter");
    }
    /** Waits until the table stands still and wants something: a move, an answer, or nothing any more. */
    async settled() {
        await this.page.waitForFunction(
            () => {
                const busy = document.querySelector(".play:is([data-moving], [data-sending]), [aria-busy=true]"),
                    wants = document.querySelector(".my-turn, .pause, .curtain, .question") || !document.querySelector(".play");
                if (busy || !wants) window.still = 0;
                else window.still = (window.still || 0) + 1;
                return window.still > 3;
            },
            undefined,
            { polling: 20 },
        );
    }
}

/** Plays to the result with nothing but what is said. `wishes`: what this player presses if it is there, the first first, by "GROUP > NAME".
 *  note(line) is given everything that was said, and what was pressed; before() is called before each press but the first. */
export async function playByText(reader, wishes, note = () => undefined, before = () => undefined) {
    const answers = [/> Go on$/, /> Confirm$/, ...wishes];
    let end = Date.now() + HANG;
    for (let moves = 0; ; ) {
        await reader.settled();
        for (const line of await reader.heard()) note(`> ${line}`);
        const dialog = (await reader.page.locator(".pause").count()) > 0,
            page = await reader.read(dialog ? ".pause" : "main");
        if (dialog && /button Play again/.test(page)) return moves;
        const called = (t) => `${t.group} > ${t.name}`,
            wish = answers.find((w) => reader.things.some((t) => w.test(called(t))));
        if (!wish) {
            if (Date.now() > end) throw new Error(`nothing of this says what to do:\n${page}`);
            continue; // somebody else is to move
        }
        end = Date.now() + HANG;
        const number = reader.things.findIndex((t) => wish.test(called(t))) + 1;
        if (moves) await before();
        note(`$ ${reader.things[number - 1].name}`);
        await reader.press(number);
        moves++;
    }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
    const [dist, game, seats, language = "en"] = process.argv.slice(2);
    const server = await serve(dist),
        browser = await launch(),
        page = await person(browser, { settings: { language, speed: "fast", teach: false } }),
        reader = await Reader.of(page);
    await page.goto(`${server.url}/new/${game}/bots`);
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
    if (seats) await page.getByRole("radio", { name: seats, exact: true }).check();
    await page.locator("main .main").last().click();
    await page.waitForSelector(".play");
    const say = async (all) => {
        await reader.settled();
        for (const line of await reader.heard()) console.log(`> ${line}`);
        console.log(await reader.read(all ? "body" : (await page.locator(".pause").count()) ? ".pause" : "main"));
        console.log("?");
    };
    await say(true);
    for await (const line of createInterface({ input: process.stdin })) {
        const [word, ...rest] = line.trim().split(/\s+/);
        try {
            if (word === "end") break;
            console.log(`$ ${line.trim()}${/^\d+$/.test(word) ? ` ${reader.things[word - 1]?.name}` : ""}`);
            if (word === "auto") {
                const wishes = rest
                    .join(" ")
                    .split(" / ")
                    .map((w) => new RegExp(w));
                console.log(`${await playByText(reader, wishes, console.log)} moves`);
            } else if (word === "keys") for (const key of rest) await page.keyboard.press(key);
            else if (/^\d+$/.test(word)) await reader.press(Number(word));
            await say(word === "all");
        } catch (e) {
            console.log(`! ${e.message}\n?`);
        }
    }
    await browser.close();
    await server.close();
    process.exit(); // whoever writes the commands may still hold the pipe
}
