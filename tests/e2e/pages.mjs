// pages.mjs DIST IRORI: every page that is not a table, from the real server and with its Content-Security-Policy: night and day, narrow
// and with large text; what the first load costs; the fire of the first screen, games that are removed, the picture of a result. TAP.
import { languages } from "./languages.mjs";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { desktop, HANG, launch, person, phone, test } from "./browser.mjs";
import { axe, axeDayAndNight, check, equal, narrow, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { irori } from "./server.mjs";

const server = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));

const paths = [
    "/",
    "/tables",
    "/settings",
    "/meet",
    "/lobby",
    "/people",
    "/link",
    "/about",
    "/my",
    "/puzzles",
    "/me",
    "/leaders",
    "/replay",
    "/t/",
    "/nothing/here",
];
for (const { name } of games)
    paths.push(`/rules/${name}`, `/rules/${name}/full`, ...["bots", "friends", "device"].map((mode) => `/new/${name}/${mode}`));

const whole = async (page, path) => {
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
    if (path.startsWith("/rules/")) await page.waitForSelector("article.rules, .book-text"); // their text comes after them
};
async function open(page, path) {
    await page.goto(server.url + path);
    await whole(page, path);
}
/** The same without loading the page again: what somebody sees who follows a link in it. */
async function follow(page, path) {
    await page.evaluate(async (to) => {
        history.pushState(null, "", to);
        dispatchEvent(new PopStateEvent("popstate"));
        await new Promise((then) => setTimeout(then)); // what it shows now, or that it is busy
    }, path);
    await whole(page, path);
}
/** A table against a bot, given up: the quickest way to a result. */
async function lost(page, game = games[0]) {
    await open(page, "/");
    await page.locator(`.tile[data-game=${game.name}] .main`).click();
    await page.waitForSelector(".play .board .card");
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.locator(".question .main").click();
    await page.waitForSelector(".result");
}

test("axe has no objection to any page, by night and by day", async () => {
    const page = await person(browser, { size: phone, settings: { theme: "dark" }, bypassCSP: true });
    for (const path of paths) {
        await open(page, path);
        await page.evaluate(() => {
            for (const d of document.querySelectorAll("details")) d.open = true;
        });
        await axeDayAndNight(page, path);
    }
    quiet(page);
    await page.context().close();
    return `${paths.length} pages`;
});

test("a large screen: nothing is wider than it, and axe has no objection", async () => {
    const page = await person(browser, { size: desktop, settings: { theme: "dark" }, bypassCSP: true }),
        one = new Set(["/", "/settings", "/about", `/rules/${games[0].name}`, `/new/${games[0].name}/bots`]); // of each kind
    await open(page, "/");
    for (const path of paths) {
        await follow(page, path);
        await page.evaluate(() => {
            for (const d of document.querySelectorAll("details")) d.open = true;
        });
        await narrow(page, path);
        if (one.has(path)) await axe(page, path);
    }
    quiet(page);
    await page.context().close();
});

// The longest words, other letters, and words 40 % longer than English; LANGUAGES=all: every language.
const tried = process.env.LANGUAGES === "all" ? languages : ["uk", "ja", "long"];
test("nothing is wider than 320 px, in several languages, also with text twice as large", async () => {
    for (const language of tried) {
        const page = await person(browser, { size: { width: 320, height: 640 }, settings: { language }, drawn: false });
        await open(page, "/");
        const large = (on) => page.evaluate((size) => (document.documentElement.style.fontSize = size), on ? "187.5%" : ""); // the root has 93.75 %
        for (const path of paths) {
            await follow(page, path);
            await page.evaluate(() => {
                for (const d of document.querySelectorAll("details")) d.open = true;
            });
            await narrow(page, `${path} in ${language}`);
            await large(true);
            await narrow(page, `${path} in ${language}, with large text`);
            await large(false);
        }
        quiet(page);
        await page.context().close();
    }
});

for (const game of games)
    test(`${game.name}: the first load, until the table is there, has at most 220 KB`, async () => {
        const page = await person(browser, { size: phone, serviceWorkers: "block" }),
            asked = new Set();
        page.context().on("requestfinished", (r) => asked.add(r.url())); // the workers' too: the page's own list lacks them
        await page.goto(server.url, { waitUntil: "networkidle" });
        await page.locator(`.tile[data-game=${game.name}] .main`).click();
        await page.waitForSelector(`.play .${game.name} .card`);
        const all = [];
        for (const url of asked) {
            const answer = await fetch(url, { method: "HEAD", headers: { "accept-encoding": "gzip" } });
            all.push([new URL(url).pathname, Number(answer.headers.get("content-length"))]);
        }
        const sum = all.reduce((n, [, size]) => n + size, 0),
            largest = all.sort((a, b) => b[1] - a[1]).slice(0, 6);
        check(
            all.some(([f, n]) => f.endsWith(".wasm") && n > 0),
            "the rules are not among what was loaded",
        );
        check(sum <= 220 * 1024, `${sum} bytes; the largest: ${largest.map((e) => e.join(" ")).join(", ")}`);
        await page.context().close();
        return `${(sum / 1024).toFixed(1)} KB gzipped in ${all.length} files; the largest: ${largest.map(([f, n]) => `${f} ${n}`).join(", ")}`;
    });

test("the fire is low before the first game, burns after it, and is an ember without a network", async () => {
    const page = await person(browser, { size: phone, drawn: false });
    await open(page, "/");
    await page.waitForSelector(".hearth.low");
    await page.waitForSelector("text=Light the fire");
    await page.hover(".first h2");
    await page.waitForSelector(".hearth.lit");
    await lost(page);
    await open(page, "/");
    await page.waitForSelector(".hearth.lit");
    equal(await page.locator("text=Light the fire").count(), 0, "Light the fire");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector(".hearth.ash");
    await page.context().close();
});

test("a game that was left can be continued, and removed", async () => {
    const page = await person(browser, { size: phone, drawn: false });
    await open(page, "/");
    await page.locator(".tile .main").first().click();
    await page.waitForSelector(".play .board .card");
    await open(page, "/");
    await page.waitForSelector(".continue a[href^='/local/']");
    const cross = page.locator(".continue > .plain");
    const [a, b] = await Promise.all([page.locator(".continue > a[href^='/local/']").boundingBox(), cross.boundingBox()]);
    check(Math.abs(a.y - b.y) < a.height && b.x >= a.x + a.width - 1, "the cross stands beside its game");
    await cross.click();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await cross.click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.waitForFunction(() => !document.querySelector(".continue a[href^='/local/']"));
    await page.reload();
    await page.waitForSelector(".tile");
    equal(await page.locator(".continue a[href^='/local/']").count(), 0, "games to continue after a reload");
    quiet(page);
    await page.context().close();
});

test("without a server, a table for friends says so at once", async () => {
    const page = await person(browser, { size: phone, drawn: false });
    await open(page, `/new/${games[0].name}/friends`);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Create a table" }).click();
    await page.waitForSelector(".note.bad[role=alert]");
    await page.context().close();
});

for (const game of games)
    test(`${game.name}: a picture of the result`, async () => {
        const page = await person(browser, { size: game.place % 2 ? desktop : phone, settings: { name: "Ана & <b>" } });
        await lost(page, game);
        await page.evaluate(() => (navigator.canShare = undefined)); // Chromium without a desktop has nobody to share with
        const [download] = await Promise.all([
            page.waitForEvent("download", { timeout: HANG }),
            page.getByRole("button", { name: "Share a picture" }).click(),
        ]);
        check(download.suggestedFilename().endsWith(".png"), download.suggestedFilename());
        const bytes = readFileSync(await download.path());
        equal(bytes.readUInt32BE(16), 1080, "its width");
        // the table is on it: as many colours as a sheet of one colour with some letters never has
        const colours = await page.evaluate(async (data) => {
            const image = new Image();
            image.src = `data:image/png;base64,${data}`;
            await image.decode();
            const c = new OffscreenCanvas(image.width, image.height).getContext("2d");
            c.drawImage(image, 0, 0);
            const { data: px } = c.getImageData(0, 250, image.width, Math.min(600, image.height - 400)),
                seen = new Set();
            for (let i = 0; i < px.length; i += 4 * 7) seen.add((px[i] >> 4) * 256 + (px[i + 1] >> 4) * 16 + (px[i + 2] >> 4));
            return seen.size;
        }, bytes.toString("base64"));
        check(colours > 60, `only ${colours} colours`);
        if (process.env.KEEP) await download.saveAs(`${process.env.KEEP}/${game.name}.png`);
        quiet(page);
        await page.context().close();
        return `${bytes.length} bytes, ${colours} colours`;
    });

test("the page offers to be kept as an app after a game, not at the door, and hears a no", async () => {
    const page = await person(browser, { size: phone, drawn: false });
    await page.addInitScript(() =>
        addEventListener("load", () => {
            const event = new Event("beforeinstallprompt", { cancelable: true });
            event.prompt = async () => {
                window.prompted = true;
            };
            event.userChoice = Promise.resolve({ outcome: "accepted" });
            dispatchEvent(event);
            window.held = event.defaultPrevented;
        }),
    );
    await open(page, "/");
    await page.waitForFunction(() => window.held);
    equal(await page.getByRole("button", { name: "Install" }).count(), 0, "offers on the first screen");
    await lost(page);
    await page.getByRole("button", { name: "Not now" }).click();
    await page.waitForFunction(() => !document.querySelector(".keep"));
    await lost(page);
    equal(await page.locator(".keep").count(), 0, "offers after a no");
    await page.evaluate(() => localStorage.removeItem("irori no app"));
    await lost(page);
    await page.getByRole("button", { name: "Install" }).click();
    await page.waitForFunction(() => window.prompted);
    quiet(page);
    await page.context().close();
});
