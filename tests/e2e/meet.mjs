// meet.mjs DIST IRORI: strangers who look for somebody to play with: paired, at the table and ready by themselves; a bot
// meanwhile; a reload. And the lobby, which changes while somebody looks at it. TAP.
import { after } from "node:test";
import { desktop, launch, phone, test } from "./browser.mjs";
import { axeDayAndNight, check, equal, narrow } from "./checks.mjs";
import { done, game, looks, plays, resign, seek, someone } from "./people.mjs";
import { irori } from "./server.mjs";

const server = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));

const post = async (path, body, token) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    return (await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
};

test("two strangers: paired, at the table and ready without another touch", async () => {
    const anna = await someone(browser, "Anna"),
        ben = await someone(browser, "Ben", { size: desktop });
    await seek(anna, server.url);
    await looks(anna);
    await anna.waitForSelector("text=Nobody else is here right now.");
    await narrow(anna, "the search");
    await axeDayAndNight(anna, "the search");
    await seek(ben, server.url, "Quick"); // another pace: nobody is hurried who wants to be calm
    await looks(ben);
    await anna.waitForSelector("text=1 other person is here now.");
    await ben.getByRole("button", { name: "Stop searching" }).click();
    await seek(ben, server.url);
    await Promise.all([plays(anna), plays(ben)]);
    equal(new URL(anna.url()).pathname, new URL(ben.url()).pathname, "their table");
    equal(await anna.evaluate(() => sessionStorage.getItem("irori seek")), null, "the search afterwards");
    await done(anna, ben);
});

test("a reload goes on with the search; a bot meanwhile; a clear question when somebody comes", async () => {
    const eva = await someone(browser, "Eva");
    await seek(eva, server.url);
    await looks(eva);
    await eva.reload();
    await looks(eva);
    await eva.getByRole("button", { name: "Play a bot until somebody comes" }).click();
    await plays(eva);
    const bot = new URL(eva.url()).pathname;
    check(bot.startsWith("/local/"), bot);
    await eva.reload();
    await plays(eva);
    const finn = await someone(browser, "Finn");
    await seek(finn, server.url);
    const found = eva.getByRole("alertdialog", { name: "Somebody was found" });
    await found.getByText(`Finn is here to play ${game.title}.`).waitFor();
    await narrow(eva, "the question");
    await axeDayAndNight(eva, "the question");
    await found.getByRole("button", { name: "Play now" }).click();
    await Promise.all([eva.waitForURL(/\/t\//), finn.waitForURL(/\/t\//)]);
    await Promise.all([plays(eva), plays(finn)]);
    await eva.goto(server.url);
    await eva.waitForSelector(`.continue a[href='${bot}']`); // the game against the bot is kept
    await done(eva, finn);
});

test("the lobby is alive: a table comes, is taken, becomes a game to watch and goes", async () => {
    const anna = await someone(browser, "Anna", { size: phone });
    await anna.goto(`${server.url}/lobby`);
    const list = (name) => anna.getByRole("list", { name });
    await anna.getByText("Nobody else is here right now.").waitFor();
    const ben = await someone(browser, "Ben <b>"),
        carl = await someone(browser, "Carl");
    const me = await post("/api/me", { name: "Ben <b>" });
    await ben.addInitScript((token) => localStorage.getItem("irori token") ?? localStorage.setItem("irori token", token), me.token);
    const settings = "clock=move,seconds=90,listed=on";
    const { table } = await post("/api/tables", { game: game.name, seats: 2, settings, options: "" }, me.token);
    check(table, "no table");
    const row = list("Tables that wait for players").locator(`a[href='/t/${table}']`);
    await row.getByText("Ben <b> · 1 free seat").waitFor();
    await row.getByText("printed rules · 90 seconds for each move").waitFor();
    await narrow(anna, "the lobby");
    await axeDayAndNight(anna, "the lobby");
    await carl.goto(`${server.url}/t/${table}`);
    await carl.getByRole("button", { name: "Sit here" }).first().click();
    await carl.getByRole("button", { name: "I am ready" }).click();
    await ben.goto(`${server.url}/t/${table}`);
    await ben.getByRole("button", { name: "I am ready" }).click();
    await list("Games to watch").locator(`a[href='/t/${table}']`).waitFor();
    await row.waitFor({ state: "detached" }); // it does not wait for players any more
    await plays(carl);
    await resign(carl);
    await anna.waitForFunction((t) => !document.querySelector(`a[href='/t/${t}']`), table);
    await done(anna, ben, carl);
});
