// gathering.mjs DIST IRORI: a table before the game: a partner who does not come, and a host who locks the table, removes somebody and passes
// the role on. TAP.
import { after } from "node:test";
import { launch, test } from "./browser.mjs";
import { axeDayAndNight, equal, narrow } from "./checks.mjs";
import { done, game, looks, plays, seek, someone } from "./people.mjs";
import { irori } from "./server.mjs";

const server = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop()]));

test("who does not come is told, and the other one's search goes on by itself", async () => {
    const gus = await someone(browser, "Gus"),
        hana = await someone(browser, "Hana");
    await seek(gus, server.url);
    await looks(gus);
    await gus.locator("nav a[href='/rules']").click();
    await gus.getByText("Looking for somebody to play").waitFor();
    await seek(hana, server.url);
    await hana.waitForURL(/\/t\//);
    await hana.getByText("You play with Gus.").waitFor();
    await gus.getByRole("alertdialog").waitFor(); // and nobody answers
    await hana.getByText("Gus did not come. The search goes on.").waitFor();
    equal(new URL(hana.url()).pathname, "/meet", "back at the search");
    await gus.getByRole("alertdialog").waitFor({ state: "detached" });
    await gus.goto(`${server.url}/meet`);
    const ida = await someone(browser, "Ida");
    await seek(ida, server.url);
    await Promise.all([plays(hana), plays(ida)]);
    await done(gus, hana, ida);
});

test("the host locks the table, removes somebody, and passes the role on", async () => {
    const host = await someone(browser, "Host"),
        guest = await someone(browser, "Guest 7"),
        late = await someone(browser, "Late");
    await host.goto(`${server.url}/new/${game.name}/friends`);
    await host.getByRole("button", { name: "Create a table" }).click();
    await host.waitForURL(/\/t\//);
    const table = host.url();
    await guest.goto(table);
    await guest.getByRole("heading", { name: `Host invites you to ${game.title}` }).waitFor();
    await host.getByRole("button", { name: "Lock the table" }).click();
    await guest.getByText("The host has locked this table").waitFor();
    equal(await guest.getByRole("button", { name: "Sit here" }).count(), 0, "free seats of a locked table");
    await host.getByRole("button", { name: "Unlock the table" }).click();
    await guest.getByRole("button", { name: "Sit here" }).first().click();
    const more = async (name) => {
        await host.getByLabel(`More about ${name}`).click();
    };
    await more("Guest 7");
    await host.getByRole("button", { name: "Remove" }).click();
    await guest.getByRole("button", { name: "Sit here" }).first().waitFor();
    await late.goto(table);
    await late.getByRole("button", { name: "Sit here" }).first().click();
    await narrow(host, "gathering");
    await axeDayAndNight(host, "gathering");
    await more("Late");
    await host.getByRole("button", { name: "Make host" }).click();
    await late.getByText("You are the host of this table now.").waitFor();
    await late.getByLabel("More about Host").waitFor();
    await host.getByLabel("More about Late").waitFor({ state: "detached" }); // the old host is none any more
    await done(host, guest, late);
});
