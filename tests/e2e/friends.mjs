// friends.mjs DIST IRORI: two who met become friends; one invites the other, who has left, to another game; chat by consent of both; and
// whoever is blocked is never met again. TAP.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { desktop, launch, phone, test } from "./browser.mjs";
import { axeDayAndNight, check, equal, narrow } from "./checks.mjs";
import { done, game, menu, plays, resign, seek, someone } from "./people.mjs";
import { irori } from "./server.mjs";

const folder = mkdtempSync(join(tmpdir(), "irori-friends-")),
    owner = join(folder, "admin");
const server = await irori(process.argv[3], undefined, { args: ["--admin", owner] });
const browser = await launch();
after(async () => {
    await Promise.all([browser.close(), server.stop()]);
    rmSync(folder, { recursive: true });
});

test("friends: asked after the game, accepted, invited after leaving, chat by consent, and blocked", async () => {
    const anna = await someone(browser, "Anna", { size: phone }),
        ben = await someone(browser, "Ben", { size: desktop });
    await seek(anna, server.url);
    await seek(ben, server.url);
    await Promise.all([plays(anna), plays(ben)]);
    await resign(anna);
    await ben.waitForSelector(".result");
    await ben.getByRole("button", { name: "Add Anna as a friend" }).click();
    await ben.getByText("asked; no answer yet").waitFor();
    await axeDayAndNight(ben, "the result with friends");
    // Anna leaves and answers elsewhere
    await anna.goto(`${server.url}/people`);
    await anna.getByRole("heading", { name: "Would like to be your friend" }).waitFor();
    await anna.getByRole("button", { name: "Accept" }).click();
    await anna.locator(".dot.on").waitFor(); // and is told that Ben is here
    await narrow(anna, "friends");
    await axeDayAndNight(anna, "friends");
    // Ben plays again: Anna is invited wherever she is
    await ben.getByText("your friend", { exact: true }).waitFor();
    await anna.locator("nav a[href='/rules']").click();
    await ben.getByRole("button", { name: "Play again" }).click();
    await ben.waitForURL((url) => url.pathname.startsWith("/t/"));
    await anna.getByText(`Ben invites you to ${game.title}`).waitFor();
    await narrow(anna, "the invitation");
    await axeDayAndNight(anna, "the invitation");
    await anna.getByRole("button", { name: "To the table" }).click();
    const sit = anna.getByRole("button", { name: "Sit here" }),
        ready = anna.getByRole("button", { name: "I am ready" });
    await sit.or(ready).first().waitFor();
    if (await sit.count()) await sit.click();
    await ready.click();
    await ben.getByRole("button", { name: "I am ready" }).click();
    await Promise.all([plays(anna), plays(ben)]);
    // chat: off until both agree
    await menu(ben);
    await ben.getByRole("button", { name: "Chat at this table" }).click();
    await anna.getByText("Ben would like to chat at this table.").waitFor();
    equal(await anna.locator(".chat-button").count(), 0, "chat before everybody agreed");
    await anna.getByRole("button", { name: "Agree" }).click();
    await anna.locator(".chat-button").click();
    await anna.getByLabel("What you say").fill("good <b>luck</b>");
    await anna.getByLabel("What you say").press("Enter");
    await ben.locator(".chat-button[aria-label='Chat, 1 new']").click();
    await ben.getByText("good <b>luck</b>").first().waitFor();
    await axeDayAndNight(anna, "the chat");
    // muted at the table: nothing Anna says is seen any more, until she is heard again
    const say = async (text) => {
        await anna.getByLabel("What you say").fill(text);
        await anna.getByLabel("What you say").press("Enter");
        await anna.locator(".chat-lines").getByText(text, { exact: true }).waitFor();
    };
    const more = (page, name) => page.locator(`summary[aria-label='More about ${name}']`).click();
    await ben.getByRole("dialog", { name: "Chat" }).getByRole("button", { name: "Close" }).click();
    await more(ben, "Anna"); // the menu is still open
    await ben.getByRole("button", { name: "Mute this person" }).click();
    await ben.getByText("Anna is muted now.").waitFor();
    await say("not for Ben");
    await ben.getByRole("button", { name: "Unmute" }).click();
    await ben.getByRole("button", { name: "Mute this person" }).waitFor();
    await say("for Ben");
    // reported from the table, and read by the owner
    await ben.getByLabel("Report to whoever runs this server").fill("rude: 「バカ」");
    await axeDayAndNight(ben, "the menu with a report");
    await ben.getByRole("button", { name: "Send the report" }).click();
    await ben.getByText("Thank you. Whoever runs this server will read it.").waitFor();
    const told = spawnSync(process.argv[3], ["admin", "reports", "--socket", owner], { encoding: "utf8" }).stdout;
    for (const part of ["Anna", "Ben", "rude: 「バカ」", new URL(ben.url()).pathname.slice(3)])
        check(told.includes(part), `${part} is not in the report: ${told}`);
    await ben.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Close" }).click();
    await ben.locator(".chat-button[aria-label='Chat, 1 new']").click();
    await ben.getByText("for Ben", { exact: true }).first().waitFor();
    equal(await ben.getByText("not for Ben").count(), 0, "words of somebody who is muted");
    // elsewhere: muted from the list; and blocked: not paired any more, though both look for the same
    await ben.goto(`${server.url}/people`);
    await more(ben, "Anna");
    await ben.getByRole("button", { name: "Mute this person" }).click();
    await ben.getByText("Anna is muted now.").waitFor();
    await ben.locator(".somebody small", { hasText: "muted" }).waitFor();
    await ben.getByRole("button", { name: "Block", exact: true }).click();
    await ben.getByText("Anna is blocked now.").waitFor();
    await ben.getByText("Muted and blocked").waitFor();
    await seek(anna, server.url);
    await anna.waitForSelector(".waiting");
    await seek(ben, server.url);
    await ben.waitForSelector(".waiting");
    const cora = await someone(browser, "Cora");
    await seek(cora, server.url);
    await plays(cora); // with whoever waited longer
    const where = async (p) => new URL(p.url()).pathname;
    await Promise.race([plays(anna), plays(ben)]);
    check((await where(anna)) !== (await where(ben)) || (await where(anna)) === "/meet", "the two are at one table");
    await done(anna, ben, cora);
});
