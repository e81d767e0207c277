// devices.mjs DIST IRORI: one person on several devices: linked by a photographed code, brought back by the recovery phrase in a browser that
// has forgotten everything, ended from elsewhere; everything that is stored of them as a file; and the end of them. TAP.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { HANG, desktop, launch, person, test } from "./browser.mjs";
import { axeDayAndNight, check, equal, narrow, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { irori } from "./server.mjs";

const server = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));
const game = games[0];

const post = async (path, body, token) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    return (await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
};
/** Somebody the server knows, with a table of their own against bots. */
async function known(name, more = {}) {
    const me = await post("/api/me", { name }),
        seats = Math.max(2, game.min_seats),
        { table } = await post("/api/tables", { game: game.name, seats, bots: Array(seats - 1).fill(game.roles.default) }, me.token);
    check(table, "no table");
    const page = await person(browser, { settings: { name }, drawn: false, bypassCSP: true, ...more });
    await page.addInitScript((token) => {
        if (!localStorage.getItem("placed")) localStorage.setItem("irori token", token);
        localStorage.setItem("placed", "yes");
    }, me.token);
    return { page, table, me };
}
const stranger = (more = {}) => person(browser, { drawn: false, bypassCSP: true, ...more });
/** Their seat at the table is theirs. */
async function mine(page, table) {
    await page.goto(`${server.url}/t/${table}`);
    await page.getByRole("button", { name: "I am ready" }).waitFor();
}
const settings = async (page) => {
    await page.goto(`${server.url}/settings`);
    await page.getByRole("heading", { name: "You and your devices" }).waitFor();
};
const lossy = /status of (401|403)|WebSocket connection/;
const done = async (...pages) => {
    for (const page of pages) {
        page.complaints = page.complaints.filter((c) => !lossy.test(c));
        quiet(page);
        await page.context().close();
    }
};

test("a device is linked by a photographed code, and asks first if it is somebody already", async () => {
    const anna = await known("Anna", { size: desktop });
    await settings(anna.page);
    await anna.page.getByRole("button", { name: "Show a code" }).click();
    const qr = anna.page.getByRole("img", { name: "QR code that links another device" });
    await qr.scrollIntoViewIfNeeded();
    await axeDayAndNight(anna.page, "the code");
    const { stdout } = spawnSync("zbarimg", ["--quiet", "--raw", "-"], { input: await qr.screenshot() });
    const link = String(stdout).trim();
    check(link.startsWith(`${server.url}/link/`), `the photographed link: ${link}`);
    // on a phone that has played as somebody else
    const phone = await known("Phone");
    await phone.page.goto(link);
    await phone.page.getByRole("button", { name: "Link this device" }).click();
    const question = phone.page.getByRole("alertdialog", { name: "Are you sure?" });
    await question.getByText("This browser already plays as Phone.").waitFor();
    await narrow(phone.page, "the question");
    await axeDayAndNight(phone.page, "the question");
    await question.getByRole("button", { name: "Back" }).click();
    await mine(phone.page, phone.table); // nothing happened
    await phone.page.goto(link);
    await phone.page.getByRole("button", { name: "Link this device" }).click();
    await phone.page.getByRole("button", { name: "Go on" }).click();
    await phone.page.getByText("You play as Anna.").waitFor();
    await mine(phone.page, anna.table);
    // once
    const late = await stranger();
    await late.goto(link);
    await late.getByRole("button", { name: "Link this device" }).click();
    await late.getByText("This code is not valid.").waitFor();
    // both stand in the list, and the new one can be ended
    await settings(anna.page);
    await anna.page.getByText("(this one)").waitFor();
    await anna.page.getByRole("button", { name: /^End Chrome/ }).click();
    await anna.page.waitForFunction(() => document.querySelectorAll(".devices .somebody").length === 1);
    await mine(phone.page, phone.table); // who it was before had been kept aside
    await mine(anna.page, anna.table);
    await done(anna.page, phone.page, late);
});

test("the phrase is shown once, and brings somebody back whose browser has forgotten everything", async () => {
    const bea = await known("Bea");
    await settings(bea.page);
    await bea.page.getByRole("button", { name: "Make a phrase" }).click();
    await bea.page.waitForSelector(".phrase code");
    const words = await bea.page.locator(".phrase code").allTextContents();
    equal(words.length, 6, "words");
    await narrow(bea.page, "the phrase");
    await axeDayAndNight(bea.page, "the phrase");
    await bea.page.getByRole("button", { name: "I wrote it down" }).click();
    await bea.page.getByRole("button", { name: "Make a new phrase" }).waitFor();
    equal(await bea.page.locator(".phrase code").count(), 0, "words afterwards");
    const cleared = await stranger();
    await cleared.goto(server.url);
    await cleared.getByRole("link", { name: "Played here before?" }).click();
    const field = cleared.getByLabel("Your six words");
    await field.fill("tutut tutu");
    await cleared.getByText("Words still missing: 5").waitFor();
    await field.fill("robot hello");
    await cleared.getByText("“hello” cannot be one of the words").waitFor();
    await field.fill("tutut tutut tutut tutut tutut tutut");
    await cleared.getByRole("button", { name: "That is me" }).click();
    await cleared.getByText("Nobody here has this phrase.").waitFor();
    await field.fill(` ${words.join("  ").toUpperCase()} `);
    await cleared.getByRole("button", { name: "That is me" }).click();
    await cleared.getByText("You play as Bea.").waitFor();
    await mine(cleared, bea.table);
    await done(bea.page, cleared);
});

test("everything as a file, and the end of somebody", async () => {
    const cleo = await known("Cleo");
    await settings(cleo.page);
    const [file] = await Promise.all([
        cleo.page.waitForEvent("download", { timeout: HANG }),
        cleo.page.getByRole("button", { name: "Download everything" }).click(),
    ]);
    const all = JSON.parse(readFileSync(await file.path(), "utf8"));
    equal(all.name ?? all.person?.name, "Cleo", "whose file it is");
    check(JSON.stringify(all).includes(cleo.table), "their table is missing");
    check(!JSON.stringify(all).includes(cleo.me.token), "the token is in it");
    await cleo.page.getByText("Delete me from this server").click();
    const last = cleo.page.getByRole("button", { name: "Delete me for good" });
    await cleo.page.getByLabel("Type your name, Cleo, to be sure").fill("Cle");
    check(await last.isDisabled(), "a wrong name is enough");
    await narrow(cleo.page, "the end");
    await axeDayAndNight(cleo.page, "the end");
    await cleo.page.getByLabel("Type your name, Cleo, to be sure").fill("Cleo");
    await last.click();
    await cleo.page.getByText("No sign-up: type a name in the settings if you like.").waitFor();
    equal(await cleo.page.evaluate(() => localStorage.getItem("irori token")), null, "the token");
    const again = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${cleo.me.token}` } });
    equal(again.status, 401, "the server's answer to the old token");
    await done(cleo.page);
});
