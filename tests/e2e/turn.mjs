// turn.mjs DIST IRORI CLOCK: "your turn": title, icon, badge, sound and notification while the page is hidden or somebody is elsewhere in it; the
// list of my tables; a slow game over days, with a server whose clock is moved (CLOCK: wrong_clock.c). TAP.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { desktop, HANG, launch, person, phone, test } from "./browser.mjs";
import { axeDayAndNight, check, equal, narrow, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { irori } from "./server.mjs";

const game = games.find((g) => g.drive.steady !== undefined),
    options = game.drive.steady;
const folder = mkdtempSync(join(tmpdir(), "irori-turn-")),
    off = join(folder, "off"),
    hour = 3_600_000;
/** Seconds that the server and the pages are ahead. */
let ahead = 0;
function setAhead(seconds) {
    ahead = seconds;
    writeFileSync(`${off}.new`, `${seconds}\n`);
    renameSync(`${off}.new`, off);
}
setAhead(0);
const preload = [process.env.LD_PRELOAD, process.argv[4]].filter(Boolean).join(" ");
const server = await irori(process.argv[3], undefined, {
    args: ["--push", "mailto:test@example.org"],
    env: {
        ...(process.argv[4] && { LD_PRELOAD: preload, WRONG_CLOCK: off }),
        ASAN_OPTIONS: `verify_asan_link_order=0:${process.env.ASAN_OPTIONS ?? ""}`,
    },
});
const browser = await launch();
after(async () => {
    await Promise.all([browser.close(), server.stop()]);
    rmSync(folder, { recursive: true });
});

const { api } = server;
/** Runs in a page: it notes notifications, badges and sounds, and its time is as far ahead as the server's. */
function noted([seconds, permission]) {
    const now = Date.now,
        kept = localStorage.getItem("test ahead");
    window.ahead = kept ? Number(kept) : seconds;
    Date.now = () => now() + window.ahead * 1000;
    delete window.PushManager; // pushes need a service that is not on this machine: tests/server/test_push.py, push.mjs
    window.notes = [];
    window.badge = undefined;
    localStorage.setItem("test permission", localStorage.getItem("test permission") ?? permission);
    window.Notification = class {
        static get permission() {
            return localStorage.getItem("test permission");
        }
        static async requestPermission() {
            if (Notification.permission === "default") localStorage.setItem("test permission", "granted");
            return Notification.permission;
        }
        constructor(title, how) {
            this.note = { title, body: how.body, tag: how.tag, closed: false };
            window.notes.push(this.note);
        }
        close() {
            this.note.closed = true;
        }
    };
    navigator.setAppBadge = async (n) => {
        window.badge = n;
    };
    navigator.clearAppBadge = () => navigator.setAppBadge(0);
}
/** The page of somebody whom the server knows. */
async function known(name, token, { permission = "default", settings = {}, ...more } = {}) {
    const page = await person(browser, { settings: { name, ...settings }, bypassCSP: true, drawn: false, ...more });
    await page.context().addInitScript((t) => localStorage.setItem("irori token", t), token);
    await page.context().addInitScript(noted, [ahead, permission]);
    return page;
}
const people = (...names) => Promise.all(names.map(async (name) => ({ name, ...(await api("/api/me", null, { name })) })));
/** A table of two, in play. The pages stay there. */
async function play(pages, who, settings) {
    const { table, why } = await api("/api/tables", who[0].token, { game: game.name, seats: 2, options, settings, bots: [null] });
    check(table, why);
    for (const p of pages) await p.goto(`${server.url}/t/${table}`);
    await pages[1].getByRole("button", { name: "Sit here" }).first().click();
    for (const p of pages) await p.getByRole("button", { name: "I am ready" }).click();
    for (const p of pages) await p.waitForSelector(".play");
    return table;
}
/** The page whose turn it is, then the other. */
async function mover(pages) {
    for (;;)
        for (const [i, p] of pages.entries()) if (await p.evaluate(() => !!document.querySelector(".my-turn"))) return [p, pages[1 - i]];
}
/** Moves until it is somebody else's turn. */
const move = (page) =>
    game.drive.playUntil(page, () => page.evaluate(() => !document.querySelector(".my-turn, .play:is([data-sending], [data-moving])")));
/** Another tab lies before it, or not any more. */
const hide = (page, yes) =>
    page.evaluate((yes) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => yes });
        Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (yes ? "hidden" : "visible") });
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, yes);
const titled = (page, like) => page.waitForFunction((like) => new RegExp(like).test(document.title), like);
const icon = (page) => page.getAttribute("link[rel=icon]", "href");
const notes = (page) => page.evaluate(() => window.notes);
const told = (page, like) => page.waitForFunction((like) => window.notes.some((n) => new RegExp(like).test(`${n.title}: ${n.body}`)), like);
const ready = (page) => page.waitForSelector(".turn-lines[data-listed]", { state: "attached" });
const close = (pages) => Promise.all(pages.map((p) => p.context().close()));

test("a turn that begins while the page is hidden: title, icon and badge at once; a notification after the player agreed", async () => {
    const who = await people("Anna", "Bo"),
        pages = [await known("Anna", who[0].token), await known("Bo", who[1].token)];
    await play(pages, who, "");
    for (const p of pages) await ready(p);
    const [first, second] = await mover(pages),
        plain = await icon(second);
    await hide(second, true);
    await move(first);
    await titled(second, "^\\(1\\) Your turn · ");
    equal(await second.evaluate(() => window.badge), 1, "the badge");
    check((await icon(second)) !== plain && /icon-turn/.test(await icon(second)), `the icon is ${await icon(second)}`);
    check((await fetch(server.url + (await icon(second)))).ok, "there is no such icon");
    equal((await notes(second)).length, 0, "notifications nobody agreed to");
    equal(await second.evaluate(() => Notification.permission), "default", "it asked at the door");
    await hide(second, false);
    await titled(second, "^Your turn · ");
    await second.waitForFunction(
        (plain) => window.badge === 0 && document.querySelector("link[rel=icon]").getAttribute("href") === plain,
        plain,
    );
    check(!(await second.$(".vote.tell")), "it offers something while the player is to move");
    await move(second);
    await second.waitForSelector(".vote.tell:has-text('while you were elsewhere')");
    await narrow(second, "the table with the offer");
    await axeDayAndNight(second, "the table with the offer");
    await second.reload(); // it is kept
    await second.waitForSelector(".vote.tell:has-text('while you were elsewhere')");
    await second.getByRole("button", { name: "Tell me" }).click();
    await second.waitForFunction(() => Notification.permission === "granted");
    await second.waitForSelector(".vote.tell", { state: "detached" });
    await hide(second, true);
    await move(first);
    await told(second, `^Your turn: ${game.title} with Anna|^Your turn: ${game.title} with Bo`);
    await titled(second, "^\\(1\\) Your turn");
    await hide(second, false);
    await second.waitForFunction(() => window.notes.every((n) => n.closed));
    for (const p of pages) quiet(p);
    await close(pages);
});

test("somebody who said no is not asked again, and hears of it in the page only", async () => {
    const who = await people("Cleo", "Dan"),
        pages = [await known("Cleo", who[0].token), await known("Dan", who[1].token)];
    await play(pages, who, "");
    for (const p of pages) await ready(p);
    const [first, second] = await mover(pages);
    await hide(second, true);
    await move(first);
    await titled(second, "^\\(1\\)");
    await hide(second, false);
    await move(second);
    await second.locator(".vote.tell").getByRole("button", { name: "Close" }).click();
    await hide(second, true);
    await move(first);
    await titled(second, "^\\(1\\)");
    await hide(second, false);
    await move(second);
    await first.waitForSelector(".my-turn");
    equal(await second.locator(".vote.tell").count(), 0, "offers after a no");
    await second.goto(`${server.url}/settings`);
    const told = second.getByRole("switch", { name: "Tell me when it is my turn" });
    await told.waitFor();
    equal(await told.isChecked(), false, "the switch");
    await told.check();
    await second.waitForFunction(() => Notification.permission === "granted");
    check(await told.isChecked(), "the switch does not stay");
    for (const p of pages) quiet(p);
    await close(pages);
});

test("the host, elsewhere: somebody sat down, the game begins, my turn; all tables in one list, live", async () => {
    const who = await people("Eva", "Finn"),
        [eva, finn] = [
            await known("Eva", who[0].token, { permission: "granted", settings: { tell: true }, size: phone }),
            await known("Finn", who[1].token, { size: desktop }),
        ];
    // one where Finn or Eva is to move, and one that waits
    const first = await play([eva, finn], who, "");
    await ready(eva);
    const { table: second } = await api("/api/tables", who[0].token, { game: game.name, seats: 2, options, settings: "", bots: [null] });
    const [at] = await mover([eva, finn]),
        mine = at === eva;
    await eva.goto(`${server.url}/tables`);
    await eva.waitForSelector(`.table-cards a[href="/t/${first}"]`);
    await eva.waitForSelector(`.table-cards a[href="/t/${second}"]`);
    const group = (name, table) => eva.waitForSelector(`section:has(> h2:text-is("${name}")) a[href="/t/${table}"]`);
    await group("Waiting for players", second);
    await group(mine ? "Your turn" : "Others are to move", first);
    await narrow(eva, "my tables");
    await axeDayAndNight(eva, "my tables");
    if (!mine) {
        await move(finn);
        await group("Your turn", first); // without loading anything
    }
    await titled(eva, "^\\(1\\) Your turn – My tables");
    // a line elsewhere says so
    await eva.goto(`${server.url}/settings`);
    await ready(eva);
    await titled(eva, "^\\(1\\) Your turn – Settings");
    equal(await eva.locator(".turn-line").count(), 0, "what the first list has is told as news");
    // the first screen has it on top
    await eva.goto(server.url);
    await eva.waitForSelector(`.continue.asked a[href="/t/${first}"]`);
    await titled(eva, "^\\(1\\) Your turn – Irori");
    equal(await eva.locator(".continue a").first().getAttribute("href"), `/t/${first}`, "the most urgent");
    // Finn sits down at the other one, while Eva's page is hidden
    await ready(eva);
    await eva.waitForFunction(() => window.badge === 1);
    await hide(eva, true);
    await finn.goto(`${server.url}/t/${second}`);
    await finn.getByRole("button", { name: "Sit here" }).first().click();
    await told(eva, `^Finn has sat down at your table: ${game.title}`);
    await hide(eva, false);
    // Eva is ready at that table; in its bar stands that the other one waits
    await eva.goto(`${server.url}/t/${second}`);
    await eva.getByRole("button", { name: "I am ready" }).click();
    await eva.waitForFunction(() => document.querySelector("p[role=status]")?.textContent.includes("Waiting for Finn"));
    await ready(eva);
    await hide(eva, true);
    await finn.getByRole("button", { name: "I am ready" }).click();
    await told(eva, `^The game begins: ${game.title} with Finn`);
    await hide(eva, false);
    await eva.waitForSelector(".play");
    const count = eva.locator(".topbar .awaited");
    await count.waitFor();
    equal(await count.getAttribute("aria-label"), "Your turn at 1 other table", "the count");
    await narrow(eva, "a table with the count");
    await axeDayAndNight(eva, "a table with the count");
    await count.click();
    await eva.waitForSelector("h1:text-is('My tables')");
    // back there by the keyboard, and the move counts
    await eva.locator(`a[href="/t/${first}"]`).press("Enter");
    await eva.waitForSelector(".play.my-turn");
    await finn.goto(`${server.url}/settings`);
    await ready(finn);
    await finn.waitForFunction(() => window.badge !== undefined);
    await move(eva);
    const line = finn.locator(".turn-line");
    await line.getByText(`${game.title} with Eva`).waitFor();
    await axeDayAndNight(finn, "settings with the line");
    await line.getByRole("link").click();
    await finn.waitForSelector(".play.my-turn");
    equal(await line.count(), 0, "the line at its own table");
    await eva.getByRole("button", { name: "Menu" }).click();
    await eva.getByRole("link", { name: "My tables" }).click();
    await group("Others are to move", first);
    equal(await eva.locator(".turn-line").count(), 0, "an old list speaks of a turn that is over");
    for (const p of [eva, finn]) quiet(p);
    await close([eva, finn]);
});

test("an invitation: a notification, the first screen and the list, or above any other screen; no, thanks", async () => {
    const who = await people("Kim", "Lea"),
        pages = [await known("Kim", who[0].token), await known("Lea", who[1].token, { permission: "granted", settings: { tell: true } })],
        [kim, lea] = pages;
    await play(pages, who, ""); // they know each other
    const [{ table: first }, { table: second }] = [
        await api("/api/tables", who[0].token, { game: game.name, seats: 2, options, settings: "", bots: [null] }),
        await api("/api/tables", who[0].token, { game: game.name, seats: 2, options, settings: "", bots: [null] }),
    ];
    const invite = (table) =>
        kim.evaluate(
            ([table, token, whom]) =>
                new Promise((resolve, reject) => {
                    const s = new WebSocket(`${location.origin.replace("http", "ws")}/ws`, "irori.1"),
                        say = (m) => s.send(JSON.stringify(m));
                    s.onopen = () => say({ type: "hello", protocol: 1, token });
                    s.onmessage = ({ data }) => {
                        const m = JSON.parse(data);
                        if (m.type === "hello") say({ type: "join", table });
                        else if (m.type === "frame") say({ type: "invite", id: 1, table, who: whom });
                        else if (m.type === "invited") resolve(s.close());
                        else if (m.type === "refused") reject(new Error(data));
                    };
                }),
            [table, who[0].token, who[1].who],
        );
    await lea.goto(server.url);
    await ready(lea);
    await lea.waitForFunction(() => window.badge !== undefined);
    await hide(lea, true);
    await invite(first);
    await told(lea, `^Kim invites you: ${game.title}`);
    await hide(lea, false);
    await lea.waitForSelector(`.invited a[href="/t/${first}"]`);
    await narrow(lea, "the first screen with an invitation");
    await axeDayAndNight(lea, "the first screen with an invitation");
    await invite(second);
    await lea.waitForSelector(`.invited a[href="/t/${second}"]`); // told once: this screen lists it
    equal(await lea.locator(".notice").count(), 0, "the same above the list");
    await lea.goto(`${server.url}/settings`);
    await lea
        .locator(".notice", { hasText: `Kim invites you to ${game.title}` })
        .first()
        .waitFor();
    await axeDayAndNight(lea, "settings with two invitations");
    await lea.goto(`${server.url}/tables`);
    await lea.waitForSelector(`.invited a[href="/t/${second}"]`);
    for (const left of [1, 0]) {
        await lea.locator(".invited").getByRole("button", { name: "No, thanks" }).first().click();
        await lea.waitForFunction((n) => document.querySelectorAll(".invited").length === n, left);
    }
    for (const p of pages) quiet(p);
    await close(pages);
});

test("the form offers paces in plain words, and the server takes them", async () => {
    const [{ token }] = await people("Gil"),
        page = await known("Gil", token);
    await page.goto(`${server.url}/new/${game.name}/friends`);
    const pace = (name) => page.locator(".pace").getByRole("radio", { name, exact: true });
    await pace("Calm").waitFor();
    check(await pace("Calm").isChecked(), "calm is usual");
    await pace("Slow").check();
    await page.getByLabel("Time for each move").selectOption({ label: "3 days" });
    await page.getByRole("radio", { name: "a bot plays until they are back" }).check();
    await narrow(page, "the form");
    await axeDayAndNight(page, "the form");
    await page.getByRole("button", { name: "Create a table" }).click();
    await page.waitForURL(/\/t\/\w+/);
    const { tables } = await (await fetch(`${server.url}/api/mine`, { headers: { authorization: `Bearer ${token}` } })).json();
    equal(tables[0].settings, "clock=slow,hours=72,late=bot", "the settings");
    await page.goto(`${server.url}/new/${game.name}/bots`); // nobody takes days on one device
    await page.getByText("Clock and table").click();
    equal(await page.locator("#option-clock option[value=slow]").count(), 0, "slow games with bots");
    quiet(page);
    await close([page]);
});

/** Everybody sleeps so long; the server is started again, and its clock and the pages' are ahead. */
async function sleep(pages, ms) {
    await server.end();
    setAhead(ahead + Math.round(ms / 1000));
    await server.start();
    for (const p of pages)
        await p.evaluate((n) => {
            window.ahead = n;
            localStorage.setItem("test ahead", String(n));
            dispatchEvent(new Event("online")); // as if the machine had woken
        }, ahead);
}
/** The server has reminded somebody since it was started. */
async function reminded() {
    for (const end = Date.now() + HANG; Date.now() < end; await new Promise((r) => setTimeout(r, 50)))
        if (/^irori_reminders_total [1-9]/m.test(await (await fetch(`${server.url}/metrics`)).text())) return;
    throw new Error("nobody was reminded");
}
const connected = (page) => page.waitForFunction(() => !document.querySelector(".lost"));

if (process.argv[4])
    test("a slow game over three days: moves, a reminder, a holiday, a late player; loading the page again changes nothing", async () => {
        const who = await people("Ida", "Jan"),
            how = { permission: "granted", settings: { tell: true } },
            pages = [
                await known("Ida", who[0].token, { ...how, size: phone }),
                await known("Jan", who[1].token, { ...how, size: desktop }),
            ];
        const table = await play(pages, who, "clock=slow,hours=24");
        for (const p of pages) await ready(p);
        const [first, second] = await mover(pages),
            name = first === pages[0] ? "Ida" : "Jan",
            other = name === "Ida" ? "Jan" : "Ida";
        await second.waitForSelector(".vote.tell:has-text('tell you when it is your turn')");
        await first.waitForSelector(".clock:text-matches('^(23|24)h$')");
        await narrow(second, "a slow game");
        for (const p of pages) await axeDayAndNight(p, "a slow game");
        // the first day: one moves after eight hours, while the other is elsewhere in the page and then not looking
        await second.goto(`${server.url}/tables`);
        await second.waitForSelector("section:has(> h2:text-is('Others are to move')) .continue:has-text('until')");
        await ready(second);
        await sleep(pages, 8 * hour);
        for (const p of pages) await connected(p);
        await first.waitForSelector(".clock:text-matches('^1[56]h$')");
        await hide(second, true);
        await move(first);
        await told(second, `^Your turn: ${game.title} with ${name}, until `);
        await titled(second, "^\\(1\\) Your turn – My tables");
        await first.waitForSelector(".vote.tell");
        // the second day: half of the time is over, and the page says it is still their turn
        await sleep(pages, 13 * hour);
        await told(second, `^It is still your turn: ${game.title} with ${name}, until `);
        await hide(second, false);
        await second.waitForSelector("section:has(> h2:text-is('Your turn')) .continue:has-text('Your turn, until')");
        await second.locator(`a[href="/t/${table}"]`).click();
        await second.waitForSelector(".play.my-turn");
        await second.waitForSelector(".clock:text-matches('^(10|11)h$')");
        await second.waitForFunction(() => window.notes.every((n) => n.closed));
        await move(second);
        await second.waitForSelector(".vote.tell");
        // the third day: they are away for some days, from the list of tables, and the other one sees it at their seat
        await second.goto(`${server.url}/tables`);
        const back = second.getByRole("button", { name: "I am back" });
        await second.getByRole("button", { name: /^Be away for/ }).waitFor();
        equal(await back.count(), 0, "who is not away comes back");
        await second.getByRole("button", { name: /^Be away for/ }).click();
        await second.waitForSelector(".holiday [role=status]:has-text('Your clocks stand still until')");
        await axeDayAndNight(second, "my tables with a holiday");
        await first.waitForSelector(".play.my-turn");
        await first.waitForSelector(".clock.away:has-text('away until')");
        await first.reload();
        await first.waitForSelector(".clock.away:has-text('away until')");
        await move(first);
        await sleep(pages, 30 * hour);
        for (const p of pages) await connected(p);
        await first.waitForSelector(".clock.away");
        equal(await first.locator(".vote.three").count(), 0, "somebody on holiday is late");
        await second.reload(); // the server tells it
        await back.click();
        await second.waitForSelector(".holiday [role=status]:has-text('Welcome back')");
        await back.waitFor({ state: "detached" });
        await first.waitForSelector(".clock.away", { state: "detached" });
        // and then they do not come: after two reminders, each a little late as servers are, the other one may wait or end the game
        for (const hours of [13, 10]) {
            await sleep(pages, hours * hour);
            await reminded();
        }
        await sleep(pages, 4 * hour);
        for (const p of pages) await connected(p);
        await first.waitForSelector(`.vote.three:has-text('${other} has not moved for a while')`);
        await first.waitForSelector(".clock.warn:has-text('the time is over')");
        equal(await first.getByRole("button", { name: "Let a bot play" }).count(), 0, "bots where people wait");
        await axeDayAndNight(first, "a slow game with somebody late");
        await first.getByRole("button", { name: "Wait" }).click();
        await second.goto(`${server.url}/t/${table}`);
        await second.waitForSelector(".play.my-turn");
        await move(second);
        await first.waitForSelector(".play.my-turn");
        for (const p of pages) p.complaints = p.complaints.filter((c) => !/WebSocket|ERR_CONNECTION|Failed to load/.test(c)); // the server slept
        for (const p of pages) quiet(p);
        await close(pages);
    });
