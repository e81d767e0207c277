// connection.mjs DIST IRORI: the page on a bad network, and with a server that is not what it was: frozen, delayed, cut and half-closed
// connections, another store, a database that does not answer, an older backup, another protocol. Nobody loses a move, a seat or a name.
// TAP. tests/page/link.test.ts holds the page to its times, with a clock of its own; here they are only told.
import { spawn } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { after } from "node:test";
import { HANG, desktop, launch, person, phone, test, toasted } from "./browser.mjs";
import { axe, check, equal, narrow } from "./checks.mjs";
import { games } from "./games.mjs";
import { proxy } from "./proxy.mjs";
import { irori } from "./server.mjs";

const server = await irori(process.argv[3]);
const browser = await launch();
const proxies = [];
after(async () => {
    await browser.close();
    for (const p of proxies) await p.close();
    await server.stop();
});
const game = games[0],
    { state, step } = game.drive;
const lossy = /WebSocket connection|ERR_|status of (401|503)/;
const quiet = (page) => equal(page.complaints.filter((c) => !lossy.test(c)).join("\n"), "", "the console complains");
const post = async (path, body, token) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    return (await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
};
/** Commands of people that the server carried out, and those it knew already. */
async function carried() {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const of = (result) => Number(new RegExp(`commands_total\\{result="${result}"\\} (\\d+)`).exec(text)[1]);
    return { ok: of("ok"), again: of("again") };
}
/** Somebody at a table with bots, through a network of their own. */
async function seated(name, { direct = false, ...more } = {}) {
    const me = await post("/api/me", { name });
    const seats = Math.max(2, game.min_seats),
        bots = Array(seats - 1).fill(game.roles.default);
    const { table } = await post("/api/tables", { game: game.name, seats, bots }, me.token);
    check(table, "no table");
    const net = await proxy(server.url);
    proxies.push(net);
    const page = await person(browser, { settings: { name, autoPass: false }, drawn: false, ...more });
    await page.addInitScript((token) => localStorage.getItem("irori token") ?? localStorage.setItem("irori token", token), me.token);
    await page.goto(`${direct ? server.url : net.url}/t/${table}`);
    await page.getByRole("button", { name: "I am ready" }).click();
    await myTurn(page);
    return { page, net, token: me.token, table };
}
const acting = async (page) => !["wait", "over", "pause"].includes(await state(page));
async function myTurn(page) {
    while (!(await acting(page))) {
        check((await state(page)) !== "over", "the game ended too early");
        await (["pause"].includes(await state(page)) ? step(page) : page.waitForTimeout(20));
    }
}
const seq = async (page) => Number(await page.getAttribute(".play", "data-seq"));
const well = (page) => page.waitForSelector(".lost", { state: "detached" });
/** Notes in the page when it said that something is wrong, and when all was well again. */
const noted = (page) =>
    page.evaluate(() => {
        window.times = { from: performance.now(), said: 0, well: 0, texts: [] };
        window.noting?.disconnect();
        window.noting = new MutationObserver(() => {
            const text = document.querySelector(".lost")?.textContent.trim(),
                now = performance.now() - window.times.from;
            if (text && !window.times.texts.includes(text)) window.times.texts.push(text);
            if (text) window.times.said ||= now;
            else if (window.times.said) window.times.well ||= now;
        });
        window.noting.observe(document, { childList: true, subtree: true, characterData: true });
    });
const times = async (page) => (await page.waitForFunction(() => window.times.well && window.times)).jsonValue();
const seconds = (ms) => (ms / 1000).toFixed(1);
/** Presses what a person would until a command is under way. */
async function press(page) {
    while (await acting(page)) await step(page);
}
const later = (page, than) => page.waitForFunction((n) => Number(document.querySelector(".play").dataset.seq) > n, than);
/** A move that the server carries out and the page shows. */
async function move(page) {
    const before = await seq(page);
    while ((await seq(page)) <= before) {
        const at = await state(page);
        check(at !== "over", "the game ended too early");
        await (at === "wait" ? page.waitForTimeout(20) : step(page)); // what was pressed may have met a connection that came back just then
    }
}
const done = async (...all) => {
    for (const { page } of all) {
        quiet(page);
        await page.context().close();
    }
};

test("a frozen connection: playable again without a touch", async () => {
    const anna = await seated("Anna"),
        before = anna.net.made;
    await noted(anna.page);
    anna.net.freeze();
    const t = await times(anna.page);
    check(anna.net.made === before + 1, `${anna.net.made - before} connections`);
    check(/Trying another connection/.test(t.texts[0]), t.texts[0]);
    await myTurn(anna.page);
    await move(anna.page);
    await done(anna);
    return `from freeze to playable ${seconds(t.well)} s`;
});

test("a move into a frozen connection is carried out once, whichever half of it is lost", async () => {
    const told = [];
    for (const [lost, ways] of [
        ["question", []],
        ["answer", ["down"]],
    ]) {
        const bo = await seated("Bo", { size: desktop });
        const was = await carried(),
            at = await seq(bo.page);
        await noted(bo.page);
        bo.net.freeze(...ways);
        await press(bo.page);
        const t = await times(bo.page);
        await later(bo.page, at);
        await myTurn(bo.page); // and nothing that could be pressed is missing
        const now = await carried();
        equal(now.ok - was.ok, 1, `${lost} lost: moves carried out`);
        equal(now.again - was.again, ways.length, `${lost} lost: moves that were known`);
        await move(bo.page);
        await done(bo);
        told.push(`${lost} lost: said after ${seconds(t.said)} s, played after ${seconds(t.well)} s`);
    }
    return told.join("; ");
});

test("delayed, cut, half-closed, and no way to the server for a while", async () => {
    const eva = await seated("Eva");
    const was = await carried();
    // answers take longer than patience lasts: said, and the same connection goes on
    await noted(eva.page);
    const at = await seq(eva.page);
    eva.net.delay = 2300; // each way
    await press(eva.page);
    const slow = await times(eva.page);
    check(/Trying another connection/.test(slow.texts[0]), slow.texts[0]);
    eva.net.delay = 0;
    await later(eva.page, at);
    equal((await carried()).ok - was.ok, 1, "moves carried out");
    const told = [];
    for (const spoil of ["cut", "halfClose"]) {
        await myTurn(eva.page);
        await noted(eva.page);
        eva.net[spoil]();
        const t = await times(eva.page);
        await myTurn(eva.page);
        await move(eva.page);
        told.push(`${spoil} ${seconds(t.well)} s`);
    }
    await myTurn(eva.page);
    eva.net.open = false;
    eva.net.cut();
    await eva.page.waitForSelector(".lost:has-text('No connection')");
    const tried = eva.net.made;
    while (eva.net.made < tried + 3) await eva.page.waitForTimeout(50);
    eva.net.open = true;
    await eva.page.evaluate(() => dispatchEvent(new Event("online"))); // looks at once, whatever pause it was in
    await well(eva.page);
    await myTurn(eva.page);
    await move(eva.page);
    await done(eva);
    return `back after ${told.join(", ")}`;
});

test("another store for a while: asked, and everybody keeps seat and name", async () => {
    const all = [await seated("Ola"), await seated("Max", { size: desktop })],
        [ola, max] = all,
        other = `${server.file}.other`;
    const at = await Promise.all(all.map((p) => seq(p.page)));
    await server.end();
    await server.start(other);
    for (const p of all) await p.page.waitForSelector(".question.lost:has-text('does not know you')");
    await narrow(ola.page, "the question");
    await max.page.getByRole("button", { name: "Play as somebody new" }).click();
    await max.page.waitForFunction((was) => localStorage.getItem("irori token") !== was, max.token); // Max is impatient
    await server.end();
    await server.start();
    for (const [i, p] of all.entries()) {
        await well(p.page);
        await p.page.waitForFunction((was) => localStorage.getItem("irori token") === was, p.token);
        await myTurn(p.page);
        check((await seq(p.page)) >= at[i], "the table went back");
        await move(p.page);
    }
    const mine = await (await fetch(`${server.url}/api/mine`, { headers: { authorization: `Bearer ${max.token}` } })).json();
    equal(mine.tables[0].seats[0], "Max", "the name at the seat");
    await done(...all);
});

test("a database that does not answer: a move waits for it, a page that is opened meanwhile comes up", async () => {
    const [ida, leo] = [await seated("Ida"), await seated("Leo")];
    const was = await carried();
    // somebody else has the store for themselves
    const lock = spawn("python3", [
        "-c",
        "import sqlite3,sys\nc=sqlite3.connect(sys.argv[1],isolation_level=None)\nc.execute('BEGIN IMMEDIATE')\nprint('locked',flush=True)\nsys.stdin.read()",
        server.file,
    ]);
    await new Promise((resolve, reject) => {
        lock.stdout.once("data", resolve);
        lock.once("exit", reject);
    });
    await noted(ida.page);
    const at = await seq(ida.page);
    await press(ida.page);
    await leo.page.reload();
    await ida.page.waitForSelector(".lost:has-text('cannot reach its data')");
    await leo.page.waitForSelector(".lost");
    lock.stdin.end();
    await well(ida.page);
    await well(leo.page);
    await later(ida.page, at);
    await myTurn(leo.page);
    equal((await carried()).ok - was.ok, 1, "moves carried out");
    for (const p of [ida, leo]) equal(await p.page.evaluate(() => localStorage.getItem("irori token")), p.token, "the token");
    const { texts } = await times(ida.page);
    await done(ida, leo);
    return texts.join(" → ");
});

test("an older backup is the truth", async () => {
    const kim = await seated("Kim"),
        copy = `${server.file}.copy`;
    await server.end(); // its file is whole then
    copyFileSync(server.file, copy);
    await server.start();
    await well(kim.page);
    await myTurn(kim.page);
    const at = await seq(kim.page);
    await move(kim.page);
    await myTurn(kim.page);
    check((await seq(kim.page)) > at, "nothing happened since the backup");
    await server.end();
    for (const more of ["-wal", "-shm"]) rmSync(server.file + more, { force: true });
    copyFileSync(copy, server.file);
    await server.start();
    await kim.page.waitForFunction((n) => Number(document.querySelector(".play").dataset.seq) <= n, at);
    await well(kim.page);
    await myTurn(kim.page);
    await move(kim.page);
    await done(kim);
});

test("a protocol from the future: asked to load again, once, and nothing is erased", async () => {
    const noa = await seated("Noa", { direct: true, bypassCSP: true });
    await noa.page.addInitScript(() => {
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            send.call(this, localStorage.getItem("future") ? text.replace('"protocol":1', '"protocol":2') : text);
        };
    });
    await noa.page.evaluate(() => localStorage.setItem("future", "yes"));
    await noa.page.reload();
    await noa.page.waitForSelector(".lost:has-text('out of date')");
    await axe(noa.page, "out of date");
    await noa.page.getByRole("button", { name: "Load again" }).click();
    await noa.page.waitForSelector(".lost:has-text('do not fit together yet')");
    equal(await noa.page.getByRole("button", { name: "Load again" }).count(), 0, "buttons that would not help");
    await noa.page.evaluate(() => localStorage.removeItem("future")); // the server is as it was
    await well(noa.page);
    await myTurn(noa.page);
    await move(noa.page);
    equal(await noa.page.evaluate(() => localStorage.getItem("irori token")), noa.token, "the token");
    await done(noa);
});

test("the way to a table: capitals, no code, copying where there is no clipboard", async () => {
    const page = await person(browser, { settings: { name: "Аґруська-Солом’яна" } });
    const me = await post("/api/me", { name: "שרה" });
    const { table } = await post("/api/tables", { game: game.name, seats: Math.max(2, game.min_seats), bots: [] }, me.token);
    await page.goto(server.url);
    equal(await page.getAttribute("#code", "autocapitalize"), "none", "autocapitalize");
    await page.fill("#code", ` ${server.url}/t/${table.toUpperCase()}/?x#y `);
    await page.getByRole("button", { name: "Join", exact: true }).click();
    await page.waitForSelector(".gather .seats");
    equal(new URL(page.url()).pathname, `/t/${table}`, "the address");
    equal((await page.textContent(".seats li b")).replace(/[\u2068\u2069]/g, "|"), "|שרה|", "a name written from the right");
    // plain http has no clipboard
    await page.evaluate(() => {
        Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
        document.addEventListener("copy", () => (window.copied = getSelection().toString() || document.activeElement.value));
    });
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    equal(await page.evaluate(() => window.copied), `${server.url}/t/${table}`, "what was copied");
    await page.evaluate(() => (document.execCommand = () => false));
    await page.getByRole("button", { name: "Copied" }).click();
    await toasted(page, "copy it yourself");
    equal(await page.evaluate(() => getSelection().toString()), `${server.url}/t/${table}`, "what is selected");
    // a name in letters, not in bytes
    await page.fill(".gather input", "👩‍👩‍👧‍👦".repeat(30));
    equal(await page.inputValue(".gather input"), "👩‍👩‍👧‍👦".repeat(24), "a long name");
    await page.goto(`${server.url}/t/`);
    await page.waitForSelector(".note:has-text('no code')");
    await page.goto(`${server.url}/t/${table.toUpperCase()}`);
    await page.waitForSelector(".gather .seats");
    equal(new URL(page.url()).pathname, `/t/${table}`, "the address");
    quiet(page);
    await page.context().close();
});

test("Home says what is wrong, and shows my tables when it is over", async () => {
    const pia = await seated("Pia", { size: phone, bypassCSP: true });
    await pia.page.goto(pia.net.url);
    await pia.page.waitForSelector(".continue a[href^='/t/']");
    await pia.page.evaluate(() => navigator.serviceWorker.ready); // the page is kept
    await pia.page.waitForFunction(() => navigator.serviceWorker.controller);
    pia.net.open = false;
    pia.net.cut();
    await pia.page.reload().catch(() => undefined); // what is kept of the page comes up
    await pia.page.goto(pia.net.url).catch(() => undefined);
    await pia.page.waitForSelector(".note.lost:has-text('No connection')", { timeout: HANG });
    await axe(pia.page, "no connection");
    await narrow(pia.page, "no connection");
    pia.net.open = true;
    await pia.page.waitForSelector(".continue a[href^='/t/']");
    await well(pia.page);
    await done(pia);
});
