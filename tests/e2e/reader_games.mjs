// reader_games.mjs DIST: a whole game of each kind from what a screen reader says (reader.mjs), and nothing else. Everything that happens
// is said, in its order, and the focus is never lost. TAP. $TRANSCRIPTS: a folder to write what was said and pressed into.
import { mkdirSync, writeFileSync } from "node:fs";
import { after } from "node:test";
import { launch, person, test } from "./browser.mjs";
import { check, equal, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { playByText, Reader } from "./reader.mjs";
import { serve } from "./serve.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));

for (const game of games)
    test(`${game.title} from what is said alone`, async () => {
        const page = await person(browser, { drawn: false }),
            reader = await Reader.of(page),
            lines = [];
        await page.addInitScript(() => {
            window.iroriTrace = [];
        });
        await page.goto(`${server.url}/new/${game.name}/bots`);
        await page.waitForSelector("html[data-ready] main:not([aria-busy])");
        if (game.min_seats < game.max_seats) await page.getByRole("radio", { name: String(game.min_seats), exact: true }).check();
        await page.locator("main .main").last().press("Enter");
        await page.waitForSelector(".play");
        await reader.settled();
        lines.push(await reader.read());
        // what has the focus is put elsewhere in the page, as a list does that is drawn anew: it has it still
        await page.evaluate(() => {
            window.moved = document.querySelector(".play button:not([disabled])");
            window.moved.focus();
            window.moved.before(document.createComment(""));
            window.moved.parentElement.insertBefore(window.moved, window.moved.previousSibling);
        });
        await page.waitForFunction(() => document.activeElement === window.moved);
        let lost = 0,
            forestalled = 0;
        const moves = await playByText(
            reader,
            game.drive.spoken,
            async (line) => lines.push(line),
            async () => {
                const at = await page.evaluate(() => [
                    document.activeElement === document.body,
                    document.activeElement.matches("[data-rest] button"),
                ]);
                lost += Number(at[0]);
                forestalled += Number(at[1]);
            },
        );
        lines.push(await reader.read(".pause"));
        if (process.env.TRANSCRIPTS) {
            mkdirSync(process.env.TRANSCRIPTS, { recursive: true });
            writeFileSync(`${process.env.TRANSCRIPTS}/${game.name}.txt`, `${lines.join("\n")}\n`);
        }
        equal(lost, 0, "times the focus was lost");
        equal(forestalled, 0, "times the focus went to a choice by itself: Enter would have taken it");
        // every line of every beat since the table was there to be heard, in its order
        const told = await page.evaluate(() => window.iroriTrace.flatMap((b) => b.lines ?? [])),
            heard = lines.filter((l) => l.startsWith("> ")).map((l) => l.slice(2).replace(/ ?\.$/, ""));
        const first = told.findIndex((l) => heard.includes(l));
        check(first >= 0 && first < 12, `nothing of the beginning was said: ${told.slice(0, 12).join("; ")}`);
        let at = 0;
        for (const line of told.slice(first)) {
            const found = heard.indexOf(line, at);
            check(found >= 0, `not said, or not in its order: ${line}`);
            at = found + 1;
        }
        // who is asked hears for what; in a move, after a round and at the end nobody is asked
        equal(lines.filter((l) => /^> Your turn\.?$/.test(l)).length, 0, "times somebody was called who is not asked");
        equal(
            lines
                .filter((l, i) => /^> (Your turn|Turn:|Waiting)/.test(l) && l.replace(/\.$/, "") === lines[i - 1]?.replace(/\.$/, ""))
                .join("; "),
            "",
            "said twice",
        );
        // the result comes by itself, and so it is said
        const result = await page.locator(".result h2").innerText();
        check(
            heard.slice(at).some((l) => l.startsWith(`${result}.`) && l.length > result.length + 20),
            `the result is not said: ${heard.slice(-3)}`,
        );
        quiet(page);
        await page.context().close();
        return `${moves} things pressed, ${told.length} lines told, ${heard.length} sentences heard`;
    });
