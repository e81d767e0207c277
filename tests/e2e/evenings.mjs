// evenings.mjs DIST IRORI: evenings on the real server: somebody makes one, others come by its link, everybody is led to their table and
// back, an absentee's bot plays, and at the end there is a podium. And the scoreboard, codes that nobody knows, and a reconnection. TAP.
import { after } from "node:test";
import { desktop, launch, phone, test } from "./browser.mjs";
import { axeDayAndNight, check, equal, narrow, quiet, settles } from "./checks.mjs";
import { done, game, menu, plays, resign, someone } from "./people.mjs";
import { irori } from "./server.mjs";

// hardly a pause between rounds; and nobody is absent because the machine is slow, but for the tests of that
const options = (absent) => ["--event-absent", absent, "--event-pause", "1"],
    start = (args) => irori(process.argv[3], undefined, { args });
const server = await start(options("3600")),
    hasty = await start(options("2"));
const browser = await launch();
after(() => Promise.all([browser.close(), server.stop(), hasty.stop()]));

const television = { width: 1920, height: 1080 };
/** Makes an evening of this kind; its address. */
async function make(page, kind, { title = "Friday at Mori's", bots = true, at = server, rounds = 0 } = {}) {
    await page.goto(`${at.url}/evening`);
    await page.getByLabel("What it is called").fill(title);
    await page.getByRole("radio", { name: game.title, exact: true }).check();
    await page.getByRole("radio", { name: new RegExp(`^${kind}`) }).check();
    if (rounds) await page.getByRole("combobox", { name: /^Rounds/ }).selectOption(String(rounds));
    await page.getByRole("radio", { name: "Calm" }).check(); // no clock runs out because the machine is slow
    await page.getByRole("switch").setChecked(bots);
    await narrow(page, "a new evening");
    await axeDayAndNight(page, "a new evening");
    await page.getByRole("button", { name: "Make the evening" }).click();
    await page.waitForURL(/\/e\/E\w{12}$/);
    return page.url();
}
async function join(page, address) {
    await page.goto(address);
    await page.getByRole("button", { name: "I am in" }).click();
    await page.getByText("You are in.").waitFor();
}
const rows = (page) => page.locator(".standings tbody tr");
/** What comes next is in the foot of the result, in sight on every screen without scrolling; and the rest of the foot, too. */
async function inSight(page, name) {
    const before = page.viewportSize();
    for (const size of [phone, { width: 740, height: 360 }, { width: 320, height: 480 }, desktop]) {
        await page.setViewportSize(size);
        await page.waitForFunction((name) => {
            const seen = (b) => {
                const r = b.getBoundingClientRect();
                return (
                    r.top >= 0 && r.bottom <= innerHeight && b.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2))
                );
            };
            const foot = [...document.querySelectorAll(".result .now > :is(button, .button)")];
            return foot[0]?.matches(".main") && new RegExp(name).test(foot[0].textContent) && foot.every(seen);
        }, name);
        await narrow(page, `a result, ${size.width} x ${size.height}`);
    }
    await page.setViewportSize(before);
}
/** From the result; the evening may lead on to the next table at once. */
const back = (page) => page.getByRole("link", { name: "Back to the evening" }).click();

test("three people, a round robin: made, joined, played at tables they are led to, a podium", async () => {
    const anna = await someone(browser, "Anna", { size: desktop }),
        ben = await someone(browser, "Ben <b>"),
        cora = await someone(browser, "Cora", { size: phone }),
        tv = await someone(browser, "", { size: television });
    const address = await make(anna, "Round robin");
    await anna.getByText("Nobody yet.").waitFor();
    check(await anna.getByRole("button", { name: "Start the evening" }).isDisabled(), "an evening of nobody can be started");
    await axeDayAndNight(anna, "an empty evening");
    await tv.goto(`${address}?tv`);
    await tv.getByText("0 people are in").waitFor();
    await join(anna, address);
    await join(ben, address.toLowerCase()); // as some keyboards and messengers write it
    equal(ben.url(), address, "the address");
    await join(cora, address);
    for (const page of [anna, ben, cora]) await page.getByText("3 people are in").waitFor();
    await tv.locator(".names li", { hasText: "Ben <b>" }).waitFor();
    await narrow(cora, "an open evening");
    await axeDayAndNight(cora, "an open evening");
    await anna.getByRole("button", { name: "Start the evening" }).click();
    const all = [anna, ben, cora];
    const seen = new Set();
    for (let round = 1; round <= 3; round++) {
        // two are led to their table, the third one rests
        const next = (url) => url.pathname.startsWith("/t/") && !seen.has(url.pathname),
            led = all.map((page) => page.waitForURL(next).then(() => page));
        const first = await Promise.race(led),
            second = await Promise.race(led.filter((_, i) => all[i] !== first)),
            two = [first, second];
        for (const l of led) l.catch(() => undefined); // of the third one, when its page is closed
        equal(second.url(), first.url(), `round ${round}: their table`);
        seen.add(new URL(first.url()).pathname);
        await Promise.all(two.map(plays));
        await tv.getByText(`Round ${round} of 3`).waitFor();
        const rests = all.find((page) => !two.includes(page));
        await rests.getByText("You rest in this round.").waitFor();
        if (round === 1) {
            await narrow(rests, "an evening");
            await axeDayAndNight(rests, "an evening");
            await tv.locator(".at li").first().waitFor();
            await narrow(tv, "the scoreboard");
            await axeDayAndNight(tv, "the scoreboard");
            await tv.setViewportSize(phone); // somebody looks at it there, too
            const small = await tv.evaluate(() =>
                [...document.querySelectorAll(".tv :is(.name, .points, .clock b)")].filter(
                    (e) => parseFloat(getComputedStyle(e).fontSize) < 13,
                ),
            );
            equal(small.length, 0, "words on an upright scoreboard that nobody can read");
            await narrow(tv, "an upright scoreboard");
            await tv.setViewportSize(television);
        }
        await resign(two[0]);
        if (round === 1) {
            // one of them plays in the next round, too
            const ready = await Promise.race(two.map((page) => page.waitForSelector(".result .now button.main").then(() => page)));
            await inSight(ready, "To the table");
            await axeDayAndNight(ready, "a result, and the next table");
            const other = two.find((page) => page !== ready);
            await inSight(other, "Back to the evening");
            await back(other);
            await ready.getByRole("button", { name: "To the table" }).click();
        } else await Promise.all(two.map(back));
    }
    for (const page of all) await page.locator(".podium").waitFor();
    await tv.locator(".podium").waitFor();
    equal(await rows(anna).count(), 3, "people in the standings");
    check(/wins|win the evening|Shared win|share the win/.test(await anna.locator(".podium h2").innerText()), "no winner");
    check(/Friday at Mori's: .* · Irori/.test(await cora.title()), await cora.title());
    await cora.getByText("How ties are broken").click();
    await cora.getByText("the points of all those they played").waitFor();
    await narrow(cora, "the podium");
    await axeDayAndNight(cora, "the podium");
    await axeDayAndNight(tv, "the podium on the scoreboard");
    await done(anna, ben, cora, tv);
});

test("a Swiss evening: who comes late has a bye, and is told so; the last round has no next one", async () => {
    const four = [];
    for (const name of ["Anna", "Ben", "Cora", "Dan"]) four.push(await someone(browser, name));
    const late = await someone(browser, "Eva", { size: phone }),
        tv = await someone(browser, "", { size: television });
    const address = await make(four[0], "Swiss", { rounds: 2 });
    for (const page of four) await join(page, address);
    await tv.goto(`${address}?tv`);
    await four[0].getByRole("button", { name: "Start the evening" }).click();
    const seen = new Set();
    /** The two tables of the next round: the pages at each. */
    const round = async () => {
        for (const page of four) {
            await page.waitForURL((url) => url.pathname.startsWith("/t/") && !seen.has(url.pathname));
            await plays(page);
        }
        const paths = [...new Set(four.map((page) => new URL(page.url()).pathname))];
        equal(paths.length, 2, "tables");
        for (const path of paths) seen.add(path);
        return paths.map((path) => four.filter((page) => new URL(page.url()).pathname === path));
    };
    const first = await round();
    await late.goto(address);
    await late.getByRole("button", { name: "I am in" }).click();
    await late.getByText("You do not play in this round.").waitFor();
    await late.getByText("You play from the next round on.").waitFor();
    for (const table of first) await resign(table[0]);
    for (const page of four) await back(page);

    const second = await round();
    await late.getByText("You have a bye in this round: one point, without a game.").waitFor();
    equal(await late.getByText("You play from the next round on.").count(), 0, "promises of a next round");
    const row = late.locator(".rounds li", { hasText: "A bye, one point without a game" });
    equal(await row.locator(".players").innerText(), "Eva", "who has a bye, in the list of rounds");
    await tv.getByText("A bye, one point without a game: Eva").waitFor();
    await narrow(late, "a bye");
    await resign(second[0][0]);
    await back(second[0][0]);
    const now = second[0][0].locator(".now");
    await now.getByText("1 table still plays.").waitFor();
    equal(await now.getByText("next round").count(), 0, "words about a round after the last");
    await resign(second[1][0]);
    await late.locator(".podium").waitFor();
    await row.waitFor(); // also afterwards
    await done(...four, late, tv);
});

test("leave, come back, be removed; the host ends it; nobody played", async () => {
    const anna = await someone(browser, "Anna", { size: desktop }),
        ben = await someone(browser, "Ben");
    const address = await make(anna, "Swiss", { bots: false });
    await join(anna, address);
    await join(ben, address);
    // whoever is asked keeps the focus where it is, whatever is told meanwhile, and finds it where they came from afterwards
    const focus = (page) => page.evaluate(() => document.activeElement.textContent);
    await anna.getByRole("button", { name: "End the evening" }).click();
    equal(await focus(anna), "Back", "the focus of a question");
    await anna.keyboard.press("Tab");
    await ben.getByRole("button", { name: "Leave the evening" }).click();
    await ben.getByRole("alertdialog").getByRole("button", { name: "Leave the evening" }).click();
    await anna.getByText("1 person is in").waitFor();
    equal(await focus(anna), "End the evening", "the focus after somebody has left");
    await settles(() => anna.title(), "Friday at Mori's: 1 person is in · Irori", "the title");
    await anna.keyboard.press("Shift+Tab");
    await anna.keyboard.press("Enter");
    equal(await anna.getByRole("alertdialog").count(), 0, "questions");
    await settles(() => focus(anna), "End the evening", "the focus after the question");
    await ben.getByRole("button", { name: "Come back" }).click();
    await anna.getByText("2 people are in").waitFor();
    await ben.getByRole("button", { name: "Leave the evening" }).click();
    await ben.getByRole("alertdialog").getByRole("button", { name: "Leave the evening" }).click();
    await anna.getByText("1 person is in").waitFor();
    await ben.getByRole("button", { name: "Come back" }).click();
    await anna.getByText("2 people are in").waitFor();
    await server.again(); // the link comes back by itself, and so does the evening
    await anna.getByRole("button", { name: "Remove Ben" }).click();
    await anna.getByRole("button", { name: "Remove", exact: true }).click();
    await ben.getByRole("button", { name: "Come back" }).waitFor();
    await anna.getByRole("button", { name: "End the evening" }).click();
    await anna.getByRole("alertdialog").getByRole("button", { name: "End the evening" }).click();
    await anna.getByText("Nobody played").waitFor();
    await ben.getByText("Nobody played").waitFor();
    await anna.context().close();
    await ben.context().close();
});

test("an arena with somebody who is absent: a bot plays for them, and the time runs", async () => {
    const anna = await someone(browser, "Anna"),
        ben = await someone(browser, "Ben"),
        tv = await someone(browser, "", { size: television });
    const args = options("3600"),
        at = await start(args);
    const address = await make(anna, "Arena", { at });
    await join(ben, address);
    await join(anna, address);
    await ben.context().close();
    await anna.getByText("absent").waitFor();
    await tv.goto(`${address}?tv`);
    await anna.getByRole("button", { name: "Start the evening" }).click();
    await anna.waitForURL(/\/t\//);
    await anna.getByText("Waiting for Ben").first().waitFor(); // she is ready, however long that took
    args.splice(0, args.length, ...options("10"));
    await at.again();
    await plays(anna); // the bot has taken the other seat
    await tv.getByRole("timer", { name: "Time left" }).waitFor();
    await resign(anna);
    await rows(tv).filter({ hasText: "Ben" }).locator(".points", { hasText: "1" }).waitFor();
    await anna.getByRole("link", { name: "Back to the evening" }).waitFor();
    await done(anna, tv);
    await at.stop();
});

test("who does not come, where no bot plays: they resign, and are told why when they come", async () => {
    const anna = await someone(browser, "Anna"),
        ben = await someone(browser, "Ben");
    const address = await make(anna, "Round robin", { at: hasty, bots: false });
    await join(anna, address);
    await join(ben, address);
    await ben.goto(`${hasty.url}/about`);
    await anna.getByRole("button", { name: "Start the evening" }).click();
    await anna.waitForURL(/\/t\//);
    await anna.getByText("The evening is over.").waitFor();
    await ben.goto(address);
    await ben.getByText("You lost your last game without a move").waitFor();
    await done(anna, ben);
});

test("a table knows its evening: elsewhere in the page, on another device, in lists, and in a replay", async () => {
    const anna = await someone(browser, "Anna", { size: desktop }),
        ben = await someone(browser, "Ben", { size: phone });
    const address = await make(ben, "Round robin"),
        evening = new URL(address).pathname;
    await join(anna, address);
    await join(ben, address);
    await anna.goto(server.url); // who is elsewhere is told
    await anna.locator(".turn-lines[data-listed]").waitFor({ state: "attached" }); // what its first list has is no news
    await ben.getByRole("button", { name: "Start the evening" }).click();
    const line = anna.locator(".turn-line a", { hasText: "Your table is ready" });
    await line.filter({ hasText: "at the evening" }).evaluate((a) => a.click()); // at once: it is there for twelve seconds
    await anna.waitForURL(/\/t\//);
    await Promise.all([anna, ben].map(plays)); // nobody has pressed anything at the table
    const table = new URL(anna.url()).pathname;

    const other = await someone(browser, "Ben", { storageState: await ben.context().storageState() }); // which has never seen the evening
    await other.goto(server.url + table);
    await plays(other);
    await menu(other);
    await other.getByRole("link", { name: "Back to the evening" }).click();
    await other.waitForURL(`**${evening}`);
    await other.getByText("Your table is ready").waitFor(); // they came from there, and are not led there again
    await other.getByRole("button", { name: "To the table" }).click();
    await plays(other);
    await resign(anna);
    for (const page of [anna, other]) {
        await page.locator(".result").getByRole("link", { name: "Back to the evening" }).waitFor();
        equal(await page.getByRole("button", { name: /Play again|To the next game/ }).count(), 0, "offers of another game");
    }
    await other.goto(`${server.url}/tables`);
    await other.getByRole("link", { name: /^The evening: / }).waitFor();
    equal(await other.getByRole("button", { name: /^Play again/ }).count(), 0, "offers of another game in the list");
    await narrow(other, "finished games of an evening");

    const stranger = await someone(browser, "");
    await stranger.goto(`${server.url}${table.replace("/t/", "/replay/")}`);
    await stranger.locator(".replay .board").waitFor();
    await stranger.getByRole("link", { name: "Back to the evening" }).click();
    await stranger.waitForURL(`**${evening}`);
    await stranger.locator(".podium").waitFor();
    await stranger.goto(`${server.url}${table.replace("/t/", "/review/")}`);
    await stranger.getByRole("link", { name: "Back to the evening" }).waitFor();
    await done(anna, ben, other, stranger);
});

test("a code that nobody knows, and the way from the first screen", async () => {
    const page = await someone(browser, "Anna");
    await page.goto(`${server.url}/e/E22222222222a`);
    await page.getByText("There is no evening with this code.").waitFor();
    await axeDayAndNight(page, "no evening");
    await page.goto(server.url);
    await page.getByRole("link", { name: "Make an evening" }).click();
    await page.waitForURL(/\/evening$/);
    await page.getByRole("button", { name: "Make the evening" }).waitFor();
    quiet(page);
    await page.context().close();
});
