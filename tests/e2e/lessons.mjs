// lessons.mjs DIST: the first game of each kind, which teaches by playing: followed to its end, skipped, by keyboard. TAP.
// A game with a lesson has `lesson` in its tests/page/drive.mjs.
import { languages } from "./languages.mjs";
import { after } from "node:test";
import { desktop, launch, person, phone, test } from "./browser.mjs";
import { axe, check, equal, narrow, quiet } from "./checks.mjs";
import { begin, follow } from "./teacher.mjs";
import { games } from "./games.mjs";
import { byKeys } from "./keyboard.mjs";
import { serve } from "./serve.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));
const taught = games.filter((g) => g.drive.lesson);

for (const [i, game] of taught.entries()) {
    const language = languages.slice(1)[(3 * i) % (languages.length - 1)],
        theme = ["light", "dark"][i % 2];
    test(`${game.name}: the lesson, followed to its end on a phone, in ${language}`, async () => {
        const page = await begin(browser, server, game, { size: phone, settings: { language, theme } }),
            looked = new Set();
        const said = await follow(page, game, {
            look: async (now) => {
                await narrow(page, now.id);
                check(!/\b(the|you|your|press|these|and)\b/i.test(now.text), `English in ${language}: ${now.text}`);
                if (looked.size < 2 && !looked.has(now.act)) {
                    looked.add(now.act);
                    await axe(page, `${game.name}: ${now.id}`);
                }
            },
        });
        check(
            said.filter((s) => s.act).length >= 3 && said.filter((s) => !s.act).length >= 5,
            `it taught ${said.map((s) => s.id).join(", ")}`,
        );
        // the game goes on, and is not taught twice
        await game.drive.playUntil(page, async () => !["wait", "pause"].includes(await game.drive.state(page)));
        equal(await page.locator(".coach").count(), 0, "bubbles after the end");
        quiet(page);
        await page.context().close();
        return said.map((s) => s.id).join(" ");
    });
    test(`${game.name}: by keyboard alone, on a desktop`, async () => {
        const page = await begin(browser, server, game, { size: desktop, drawn: false });
        const said = await follow(page, game, { press: (selector) => byKeys(page, selector) });
        quiet(page);
        await page.context().close();
        return `${said.length} sentences`;
    });
}
test("who leaves the lesson while its last sentence stands does not find it in the next game", async () => {
    const [game] = taught,
        page = await begin(browser, server, game, { drawn: false }),
        enough = new Error("the last sentence");
    await follow(page, game, {
        look: async ({ id }) => {
            if (id === "end") throw enough;
        },
    }).catch((e) => check(e === enough, e.message));
    await page.goto(server.url);
    await page.waitForSelector("html[data-ready]");
    await page.locator(".tile").nth(game.place).locator("button.main").click();
    await page.waitForSelector(`.play .${game.name}`);
    await game.drive.playUntil(page, async () => !["wait", "pause"].includes(await game.drive.state(page)));
    equal(await page.locator(`.coach[data-lesson="end"]`).count(), 0, "farewells in the next game");
    quiet(page);
    await page.context().close();
});
test("offered at the first visit, skipped at once, and the game goes on", async () => {
    const page = await person(browser, { settings: { teach: true }, drawn: false });
    await page.goto(server.url);
    const game = taught[taught.length > 1 ? 1 : 0]; // any
    await page.getByRole("button", { name: `Learn to play ${game.title}` }).click();
    await page.getByRole("button", { name: "Skip the lesson" }).click();
    await page.waitForSelector(".coach", { state: "detached" });
    await game.drive.playToTheEnd(page, { quick: true });
    equal(await page.locator(".coach").count(), 0, "bubbles");
    await page.goto(server.url);
    await page.waitForSelector(".games li");
    equal(await page.getByText("First time here?").count(), 0, "offers after the first visit");
    quiet(page);
    await page.context().close();
});
