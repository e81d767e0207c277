// book.mjs DIST: the rulebook of every game that has one: it can be read at any width, searched, stepped through and printed on two pages, by
// mouse, keyboard and ear. TAP.
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { desktop, launch, person, phone, test } from "./browser.mjs";
import { axeDayAndNight, check, equal, narrow, quiet } from "./checks.mjs";
import { languages } from "./languages.mjs";
import { serve } from "./serve.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const books = [...read("web/gen/books.ts").matchAll(/^ {4}(\w+): /gm)].map(([, game]) => game);
const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));

// A book on paper takes seconds: short words, long ones, other letters; LANGUAGES=all: every language.
const tried = process.env.LANGUAGES === "all" ? languages : ["en", "uk", "ja"];

async function open(game, more, hash = "") {
    const page = await person(browser, more);
    await page.goto(`${server.url}/rules/${game}${hash}`);
    await page.waitForSelector(".book-text");
    return page;
}
/** The board of an example stands where its caption is. */
const arrived = (page, id) =>
    page.waitForFunction((id) => {
        const { at } = document.querySelector(`#${id} .book-picture`).dataset;
        return document.querySelector(`#${id} .replaying[data-seq="${at}"]:not([data-moving]) .board [data-key]`);
    }, id);
const pages = (pdf) => (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;

check(books.length > 0, "no game has a book");
for (const game of books) {
    test(`${game}: on a phone and on a large screen, by night and by day`, async () => {
        for (const size of [phone, desktop]) {
            const page = await open(game, { size, bypassCSP: true, settings: { theme: "dark" } });
            await page.waitForSelector(".book-map .book-number");
            await narrow(page, "a rulebook");
            await axeDayAndNight(page, "a rulebook");
            if (size === desktop) {
                const letters = await page.evaluate(() => {
                    const p = document.querySelector(".book-chapter > p"),
                        text = "A card takes a card of the same month, and both of them are yours. ".repeat(3),
                        probe = Object.assign(document.createElement("span"), {
                            textContent: text,
                            style: "position: absolute; white-space: nowrap",
                        });
                    p.append(probe);
                    const n = (text.length * p.clientWidth) / probe.getBoundingClientRect().width;
                    probe.remove();
                    return n;
                });
                check(letters > 60 && letters < 80, `${letters} letters in a line`);
            }
            // every part of the board is named where it is
            equal(
                await page.locator(".book-map .book-number").count(),
                await page.locator(".book-parts > ol > li").count(),
                "numbers on the board, for the parts that are named",
            );
            // the contents lead to every chapter
            const to = await page.locator(".book-contents a").evaluateAll((all) => all.map((a) => a.getAttribute("href").slice(1)));
            const chapters = await page.locator(".book-chapter").evaluateAll((all) => all.map((s) => s.id));
            equal(to.join(), chapters.join(), "what the contents list");
            await page.locator(".book-contents a").last().click();
            await page.waitForFunction(
                (id) => location.hash === `#${id}` && document.getElementById(id).getBoundingClientRect().y < innerHeight,
                to.at(-1),
            );
            quiet(page);
            await page.context().close();
        }
    });
    test(`${game}: an example is stepped through by mouse and by keyboard, and is heard`, async () => {
        const page = await open(game, { size: phone });
        const ids = await page.locator(".book-example").evaluateAll((all) => all.map((e) => e.id));
        check(ids.length > 2, `${ids.length} examples`);
        let steps = 0;
        for (const id of ids) {
            const example = page.locator(`#${id}`),
                caption = example.locator(".book-caption[role=status]"),
                seen = example.locator(".book-picture[role=img]");
            await example.scrollIntoViewIfNeeded();
            await arrived(page, id);
            const all = Number((await example.locator("output").textContent()).split("/")[1]),
                told = [],
                shown = [];
            for (let i = 0; i < all; i++) {
                await page.waitForFunction(([id, i]) => document.getElementById(id).dataset.step === String(i), [id, i]);
                await arrived(page, id);
                told.push(await caption.textContent());
                shown.push(await seen.getAttribute("aria-label"));
                check(told[i].startsWith(`Step ${i + 1} of ${all}. `), `what is announced: ${told[i]}`);
                if (i === all - 1) break;
                if (i % 2) await page.keyboard.press("ArrowRight");
                else await example.getByRole("button", { name: "Next" }).click();
            }
            equal(new Set(told).size, all, `${id}: captions that differ`);
            check(new Set(shown).size > 1, `${id}: all boards look alike to who hears them`);
            await page.keyboard.press("ArrowLeft");
            await page.waitForFunction(([id, i]) => document.getElementById(id).dataset.step === String(i), [id, all - 2]);
            equal(await caption.textContent(), told[all - 2], "the caption, coming back");
            steps += all;
            equal(await seen.locator("[inert]").count(), 1, "a board is a picture");
        }
        quiet(page);
        await page.context().close();
        return `${ids.length} examples, ${steps} steps`;
    });
    test(`${game}: words are found, with the keyboard alone`, async () => {
        const page = await open(game, { size: desktop, drawn: false });
        const title = await page
                .locator(".book-thing h3")
                .last()
                .locator("span")
                .first()
                .evaluate((e) => e.firstChild.textContent.trim()),
            field = page.getByRole("searchbox", { name: "Search the rulebook" });
        await field.focus();
        await page.keyboard.type(title.toUpperCase());
        const hits = page.locator(".book-search li a");
        await hits.first().waitFor();
        equal(await hits.first().locator("b").textContent(), title, "what is found first");
        check(/^Found in \d+ place/.test(await page.textContent(".book-search [role=status]")), "how much was found is told");
        await page.keyboard.press("ArrowDown");
        equal(await page.evaluate(() => document.activeElement.closest(".book-search li") !== null), true, "the focus is in the list");
        const id = (await hits.first().getAttribute("href")).slice(1);
        await page.keyboard.press("Enter");
        await page.waitForFunction((id) => document.activeElement?.id === id, id);
        check(await page.evaluate((id) => document.getElementById(id).getBoundingClientRect().y < innerHeight, id), "it is in the window");
        await field.fill("zzzqqq");
        await page.waitForSelector("text=Nothing found.");
        await field.press("Escape");
        equal(await field.inputValue(), "", "the field after Escape");
        quiet(page);
        await page.context().close();
    });
    test(`${game}: two pages on paper, and no words of programs, in several languages`, async () => {
        const said = [];
        for (const language of tried)
            for (const size of language === "en" ? [phone, desktop] : [desktop]) {
                const page = await open(game, { size, settings: { language } });
                await page.waitForSelector(".book-map .book-number");
                const n = pages(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
                check(n === 1 || n === 2, `${n} pages in ${language}`);
                said.push(`${language} ${n}`);
                const text = await page.locator(".book").innerText();
                check(
                    !/\b[A-Z]{2}\d+\.\d+|\b[a-z]+_[a-z]+\b|undefined|NaN|\{\w+\}/.test(text),
                    /.{30}(\b[A-Z]{2}\d+\.\d+|\b[a-z]+_[a-z]+\b|undefined|NaN|\{\w+\}).{0,30}/.exec(text)?.[0],
                );
                quiet(page);
                await page.context().close();
            }
        return said.join(", ");
    });
    test(`${game}: the rules in full are one link away, and old links to rules find them`, async () => {
        const page = await open(game, { size: phone, drawn: false });
        await page.getByRole("link", { name: "The rules in full" }).first().click();
        await page.waitForSelector("article.rules");
        equal(new URL(page.url()).pathname, `/rules/${game}/full`, "the address");
        const rule = await page.locator("article.rules [id]").nth(5).getAttribute("id");
        await page.locator("a", { hasText: "with pictures" }).click();
        await page.waitForSelector(".book-text");
        await page.goto(`${server.url}/rules/${game}?old#${rule}`);
        await page.waitForSelector("article.rules");
        await page.waitForFunction((id) => location.hash === `#${id}` && location.pathname.endsWith("/full"), rule);
        quiet(page);
        await page.context().close();
    });
}
