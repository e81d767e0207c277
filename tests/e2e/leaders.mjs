// leaders.mjs DIST IRORI: leaderboards with people on them, who came there by rated games: of the server and of a circle of friends. Who
// may be seen, who shares a place, who is not listed, and where oneself stands. TAP.
import { execFileSync } from "node:child_process";
import { after } from "node:test";
import { HANG, launch, person, phone, test } from "./browser.mjs";
import { axeDayAndNight, check, equal, narrow, quiet, settles } from "./checks.mjs";
import { games } from "./games.mjs";
import { gather } from "./rated.mjs";
import { irori } from "./server.mjs";

const socket = `/tmp/irori-leaders-${process.pid}`,
    server = await irori(process.argv[3], undefined, {
        args: ["--rate", "100000", "--per-address", "1000", "--newcomers", "1000", "--admin", socket],
    }),
    browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));
const game = games.find((g) => g.min_seats <= 2),
    pictures = process.env.LOOKS; // a folder: what it looks like, for people

/** Two circles in which the same happens, so that two each have equal points. Eight: everybody meets everybody in seven rounds. */
const circles = ["Ana Bo Cem Dora Egon Fay Gil Hal", "Ida Jan Kim Lea Max Nia Ole Pia"].map((names) => names.split(" ")),
    everybody = circles.flat();
const people = {};
let crowd;

test("a server is filled by rated games", async () => {
    const page = await person(browser, { bypassCSP: true });
    await page.goto(`${server.url}/healthz`);
    crowd = await gather(page, HANG);
    for (const name of [...everybody, "Newcomer", "Friendless"]) people[name] = await crowd.come(name);
    let played = 0;
    for (let n = 0; n < 3; n++)
        for (let round = 1; round < 8; round++) {
            const pairs = circles.flatMap((c) => c.flatMap((_, i) => (i < (i ^ round) ? [[c[i], c[i ^ round]]] : [])));
            // the better one wins two of three; who beats whom at once, one pair beside the other
            await Promise.all(
                pairs.map(([better, worse]) => (n ? crowd.beats(better, worse, game.name) : crowd.beats(worse, better, game.name))),
            );
            played += pairs.length;
        }
    await crowd.beats("Newcomer", "Pia", game.name);
    await crowd.show("Newcomer", "public");
    return `${played + 1} games`;
});

const ready = (page) => page.waitForFunction(() => document.querySelector("main h1") && !document.querySelector("main [aria-busy]"));
/** Somebody of the crowd, in a browser. */
async function as(name, more = {}) {
    const page = await person(browser, { size: phone, bypassCSP: true, settings: { name }, ...more });
    await page.addInitScript((token) => token && localStorage.setItem("irori token", token), people[name]?.token);
    return page;
}
async function open(page, circle) {
    await page.goto(`${server.url}/leaders`);
    await ready(page);
    await page.getByRole("radio", { name: game.title, exact: true }).check();
    await page.getByRole("radio", { name: "Calm", exact: true }).check();
    if (circle) await page.getByRole("radio", { name: circle, exact: true }).check();
    await ready(page);
}
/** The list as it stands there: "1 Ana", and "(you)" behind oneself. */
const rows = (page) =>
    page
        .locator("table.leaders tbody tr")
        .evaluateAll((all) =>
            all.map((r) => `${r.cells[0].textContent} ${r.querySelector("th span").textContent}${r.matches(".mine") ? " (you)" : ""}`),
        );
/** As it should be, from the names in the order of their strength: [[names that share a place], ...]. Those of one place in any order. */
function same(found, wanted, what) {
    let place = 1;
    const all = wanted.flatMap((tied) => {
        const here = tied.map((name) => `${place} ${name}`);
        place += tied.length;
        return here;
    });
    equal([...found].sort().join(), [...all].sort().join(), what);
    const places = found.map((r) => parseInt(r, 10));
    check(
        places.every((p, i) => !i || p >= places[i - 1]),
        `${what}: not the best first: ${found}`,
    );
}
const pairs = (n) => circles[0].slice(0, n).map((name, i) => [name, circles[1][i]]);

test("nobody stands there who does not let everybody see it, nor who has played little", async () => {
    const page = await as("Fay");
    await open(page);
    await page.waitForSelector(".my-empty");
    for (const name of everybody) await crowd.show(name, "public");
    await open(page);
    await page.waitForSelector("table.leaders");
    await page.getByRole("button", { name: /^Show all/ }).click();
    const all = await rows(page);
    equal(all.length, everybody.length, `rows (${all})`);
    check(!all.some((r) => /Newcomer/.test(r)), "somebody provisional is listed");
    same(
        all.slice(0, 14).map((r) => r.replace(" (you)", "")),
        pairs(7),
        "equal points share a place",
    );
    quiet(page);
    await page.context().close();
    return all.join(", ");
});

test("one's own row is marked, also beyond the part that is shown", async () => {
    const pia = await as("Pia");
    await open(pia);
    await pia.waitForSelector("table.leaders tr.mine");
    equal(await pia.locator("table.leaders tbody tr").count(), 11, "rows: ten, and one's own");
    equal((await rows(pia)).at(-1), "16 Pia (you)", "one's own");
    equal(await pia.locator("tr.mine.beyond[aria-current=true]").count(), 1, "marked rows");
    await narrow(pia, "a filled leaderboard");
    await axeDayAndNight(pia, "a filled leaderboard");
    if (pictures) await pia.screenshot({ path: `${pictures}/leaders-beyond.png`, fullPage: true });
    await pia.getByRole("button", { name: /^Show all/ }).click();
    equal((await rows(pia)).filter((r) => /you/.test(r)).length, 1, "one's own rows in the whole list");
    equal(await pia.locator("tr.beyond").count(), 0, "a gap in the whole list");
    const bo = await as("Bo");
    await open(bo);
    await bo.waitForSelector("table.leaders tr.mine");
    equal((await rows(bo)).filter((r) => r === "3 Bo (you)").length, 1, "a row in the middle");
    equal(await bo.locator("tr.beyond").count(), 0, "rows beyond");
    await bo.click("tr:has-text('Jan') a"); // a row leads to its profile, which has a curve
    await bo.waitForSelector(".ratings li");
    await bo.waitForSelector(".chart .now");
    check(!/\d:\d\d/.test(await bo.textContent(".profile-head")), "a time of day beside the day somebody came");
    await narrow(bo, "somebody's profile");
    await axeDayAndNight(bo, "somebody's profile with a curve");
    const guest = await person(browser, { size: phone });
    await open(guest);
    await guest.waitForSelector("table.leaders");
    equal(await guest.locator("tr.mine").count(), 0, "rows of a guest");
    equal(await guest.getByRole("radio", { name: "My friends and I" }).count(), 0, "a circle of nobody's friends");
    for (const page of [pia, bo, guest]) {
        quiet(page);
        await page.context().close();
    }
});

test("private, friends and public, among everybody and among friends; who is taken off the list", async () => {
    await crowd.show("Ana", "private");
    await crowd.show("Ida", "friends");
    execFileSync(process.argv[3], ["admin", "unlist", people.Bo.who, "--socket", socket]);
    for (const name of ["Ida", "Jan", "Kim", "Lea", "Max", "Nia"]) await crowd.friends("Pia", name);
    await crowd.show("Nia", "private");
    const pia = await as("Pia");
    await open(pia);
    await pia.waitForSelector("table.leaders");
    await pia.getByRole("button", { name: /^Show all/ }).click();
    await pia.waitForFunction(() => document.activeElement?.closest("tr")?.rowIndex === 11); // the button is gone; below a head and ten
    const all = await rows(pia);
    for (const name of ["Ana", "Ida", "Bo", "Nia"]) check(!all.some((r) => r.endsWith(` ${name}`)), `${name} is listed: ${all}`);
    equal(all.length, everybody.length - 4, `rows (${all})`);
    equal(all[0], "1 Jan", "who is first when the better ones do not show themselves");
    await open(pia, "My friends and I");
    await pia.waitForFunction(() => document.querySelectorAll("table.leaders tbody tr").length === 6);
    equal((await rows(pia)).join(), "1 Ida,2 Jan,3 Kim,4 Lea,5 Max,6 Pia (you)", "the circle of friends, without who is private");
    await narrow(pia, "a circle of friends");
    await axeDayAndNight(pia, "a circle of friends");
    const alone = await as("Friendless");
    await open(alone, "My friends and I");
    await alone.waitForSelector(".my-empty");
    // what their profiles show to a friend and to others
    for (const [who, page, seen] of [
        ["Ida", pia, true],
        ["Ida", alone, false],
        ["Nia", pia, false],
        ["Bo", alone, true],
    ]) {
        await page.goto(`${server.url}/who/${people[who].who}`);
        await ready(page);
        equal(await page.locator(".ratings li").count(), seen ? 1 : 0, `ratings of ${who}`);
        if (!seen) await page.waitForSelector("text=not shown to you");
    }
    const bo = await as("Bo");
    await open(bo);
    await bo.waitForSelector("table.leaders");
    equal(await bo.locator("tr.mine").count(), 0, "one's own row of who was taken off the list");
    for (const page of [pia, alone, bo]) await page.context().close();
});

test("a history shows older games at a press, to the last one, and to nobody who may not see it", async () => {
    const pia = await as("Pia"),
        wanted = 22, // three with each of seven, and one with a newcomer
        older = pia.getByRole("button", { name: "Show older games" }),
        status = pia.locator(".on-server [role=status]");
    const games = () => pia.locator(".on-server .history li a.game").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    const focused = (page) => page.evaluate(() => document.activeElement.textContent);
    await pia.goto(`${server.url}/me`);
    await pia.waitForSelector(".on-server .history li");
    equal((await games()).length, 10, "games at first");
    await older.focus();
    await pia.keyboard.press("Enter"); // these are already here
    equal((await games()).length, 20, "after a press");
    equal(await status.textContent(), "20 games are shown.", "what is read out");
    equal(await focused(pia), "Show older games", "the focus");
    await narrow(pia, "a longer history");
    await pia.keyboard.press("Enter");
    await pia.waitForFunction((n) => document.querySelectorAll(".on-server .history li").length === n, wanted);
    equal(new Set(await games()).size, wanted, "different games");
    equal(await status.textContent(), "22 games are shown.", "what is read out at the end");
    equal(await older.count(), 0, "buttons at the end");
    await pia.waitForFunction(() => document.activeElement.textContent === "There are no older games.");
    await axeDayAndNight(pia, "a whole history");
    // whoever is hidden while somebody reads
    const bo = await as("Bo");
    await bo.goto(`${server.url}/who/${people.Jan.who}`);
    const more = bo.getByRole("button", { name: "Show older games" });
    await more.click();
    equal(await bo.locator(".history li").count(), 20, "games of somebody else");
    await crowd.show("Jan", "private");
    await more.click();
    await bo.waitForSelector("[role=alert]:has-text('not shown to you')");
    equal(await bo.locator(".history li").count(), 20, "games of who is hidden now");
    await crowd.show("Jan", "public");
    await more.click();
    await bo.waitForFunction(() => document.querySelectorAll(".history li").length === 21);
    equal(await bo.locator("[role=alert]").count(), 0, "troubles after it went well");
    quiet(pia);
    for (const page of [pia, bo]) await page.context().close();
    return `${wanted} games`;
});

test("who may see a profile is what the server knows: a choice that it did not hear of is taken back", async () => {
    const pia = await as("Pia"),
        chosen = () => pia.locator(".visible :checked").evaluate((i) => i.closest("label").textContent);
    await pia.goto(`${server.url}/me`);
    await pia.waitForSelector(".visible");
    const before = await chosen();
    check(before !== "Only I", before);
    await pia.route("**/api/profile", (route) => route.abort());
    await pia.getByRole("radio", { name: "Only I", exact: true }).click();
    await pia.waitForSelector("main [role=alert]");
    equal(await chosen(), before, "what is shown");
    await pia.unroute("**/api/profile");
    await pia.getByRole("radio", { name: "Friends", exact: true }).click();
    await pia.waitForFunction(() => !document.querySelector("main [role=alert]"));
    await settles(async () => (await crowd.profile("Pia")).visible, "friends", "what the server knows");
    equal(await chosen(), "Friends", "what is shown then");
    await crowd.show("Pia", "public");
    await pia.context().close();
});

test("another device, by the recovery phrase, sees the same statistics and history", async () => {
    const { phrase } = await server.api("/api/me/phrase", people.Jan.token, {}),
        { token } = await server.api("/api/me/recover", undefined, { phrase, label: "a second one" });
    check(token && token !== people.Jan.token, "the second device has no token of its own");
    people["Jan elsewhere"] = { token };
    const seen = [];
    for (const name of ["Jan", "Jan elsewhere"]) {
        const page = await as(name); // a browser that knows nothing but who they are
        await page.goto(`${server.url}/me`);
        await page.waitForSelector(".on-server .stats li");
        await ready(page);
        seen.push((await page.locator(".on-server").innerText()).replace(/\s+/g, " "));
        check((await page.locator(".on-server .history li").count()) > 0, "no history");
        equal(await page.locator(".on-server .chart .line").count(), 1, "curves");
        quiet(page);
        await page.context().close();
    }
    equal(seen[1], seen[0], "what the second device shows");
    return seen[0].slice(0, 120);
});
