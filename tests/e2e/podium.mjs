// podium.mjs DIST IRORI: evenings of many from the link to the podium. Sixteen people, two of them in browsers (a desktop and a phone) and
// the others behind sockets, with a television that only looks, while the server is killed twice; and tables of three and four. TAP.
import { after } from "node:test";
import { desktop, launch, phone, test } from "./browser.mjs";
import { check, equal, narrow, settles } from "./checks.mjs";
import { games } from "./games.mjs";
import { guests, many } from "./guests.mjs";
import { someone } from "./people.mjs";
import { irori } from "./server.mjs";

// hardly a pause between rounds; and nobody is absent because the machine is slow
const server = await irori(process.argv[3], undefined, { args: [...many, "--event-absent", "3600", "--event-pause", "1"] }),
    browser = await launch();
const running = new Set();
after(async () => {
    await browser.close();
    await Promise.all([...running].map((g) => g.stop()));
    await server.stop();
});
const television = { width: 1920, height: 1080 };

/** Somebody who knows rules under which this game is short, if there are any: games take long enough. */
async function host(name, game, more) {
    const page = await someone(browser, name, more);
    await page
        .context()
        .addInitScript(
            ([name, options]) => localStorage.setItem("irori presets", JSON.stringify({ [name]: [{ name: "Short", options }] })),
            [game.name, game.drive.short ?? ""],
        );
    return page;
}
/** Makes a Swiss evening; its address. */
async function make(page, game, { rounds, seats }) {
    await page.goto(`${server.url}/evening`);
    await page.getByRole("radio", { name: game.title, exact: true }).check();
    await page.getByRole("radio", { name: /^Swiss/ }).check();
    await page.getByRole("combobox", { name: /^Rounds/ }).selectOption(String(rounds));
    if (seats)
        await page
            .getByRole("group", { name: "Players at a table" })
            .getByRole("radio", { name: String(seats) })
            .check();
    await page.getByRole("radio", { name: "Calm" }).check(); // no clock runs out because the machine is slow
    if (game.drive.short) await page.getByRole("radio", { name: /^Short/ }).check();
    await page.getByLabel("What it is called").fill("The long evening of cards at Mori's house");
    await page.getByRole("button", { name: "Make the evening" }).click();
    await page.waitForURL(/\/e\/E\w{12}$/);
    return page.url();
}
async function join(page, address) {
    await page.goto(address);
    await page.getByRole("button", { name: "I am in" }).click();
    await page.getByText("You are in.").waitFor();
}
/** The next table that the evening leads to: its path; or "podium". */
const led = async (page, seen) =>
    (
        await page.waitForFunction(
            (seen) =>
                document.querySelector(".podium")
                    ? "podium"
                    : location.pathname.startsWith("/t/") && !seen.includes(location.pathname) && location.pathname,
            [...seen],
        )
    ).jsonValue();
const quick = { quick: true };
/** The frame that is on the screen. */
const frame = (page) => page.evaluate(() => Number(document.querySelector(".play")?.dataset.seq ?? 0));

/** Somebody in a browser plays the evening. `pauses`: for each round, what they wait for in the middle of their game, from frame `held` on. */
async function attend(page, { step }, { held = 0, pauses = [], tables = [] } = {}) {
    const seen = new Set();
    for (let round = 0; ; round++) {
        const path = await led(page, seen);
        if (path === "podium") return seen.size;
        seen.add(path);
        await page.locator(".play .board .card, .result").first().waitFor();
        while ((await frame(page)) < held && (await step(page, quick)));
        tables[round]?.resolve(path.slice(3));
        await pauses[round]?.promise;
        while (await step(page, quick));
        await page.getByRole("link", { name: "Back to the evening" }).click();
    }
}
const promised = () => {
    const p = {};
    p.promise = new Promise((resolve) => (p.resolve = resolve));
    return p;
};
/** Place, name and points of everybody, as a page shows it, the first first. */
const rows = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll(".standings tbody tr")].map((tr) =>
            [".place", ".name b", ".points"].map((s) => tr.querySelector(s).textContent.replace(/[\u2066-\u2069]/g, "")).join(" "),
        ),
    );
/** Everything on a television is on the screen: nobody can scroll there. */
const inside = async (tv) =>
    equal(
        await tv.evaluate(() =>
            [...document.querySelectorAll(".tv :is(h1, .clock, .points, .break, .address, .at li, .step, footer)")]
                .filter((e) => e.checkVisibility())
                .filter((e) => {
                    const { right, bottom } = e.getBoundingClientRect();
                    return right > innerWidth || bottom > innerHeight;
                })
                .map((e) => e.textContent)
                .join(", "),
        ),
        "",
        "out of the screen",
    );
/** The same on a television, which shows them in turns. */
async function turns(tv, of) {
    const all = new Set();
    await settles(
        async () => {
            for (const row of await rows(tv)) all.add(row);
            return all.size;
        },
        of,
        "people on the television",
    );
    return [...all];
}
const half = (n) => (n % 1 ? `${Math.floor(n) || ""}½` : String(n));
/** What the console may say of a server that is killed. */
const cut = /WebSocket connection to|ERR_CONNECTION_REFUSED/;
async function done(...pages) {
    for (const page of pages) {
        equal(page.complaints.filter((c) => !cut.test(c)).join("\n"), "", "the console complains");
        await page.context().close();
    }
}

test("sixteen people, two of them in browsers, to the podium, while the server is killed twice", async () => {
    const game = games.find((g) => g.min_seats <= 2 && g.drive.short) ?? games.find((g) => g.min_seats <= 2),
        people = 16,
        rounds = 3,
        held = 6; // two moves after the start
    const anna = await host("Anna", game, { size: desktop }),
        ben = await someone(browser, "Ben", { size: phone }),
        tv = await someone(browser, "", { size: television });
    const address = await make(anna, game, { rounds });
    await tv.goto(`${address}?tv`);
    await Promise.all([join(anna, address), join(ben, address)]);
    const others = guests(address, people - 2, [`held=${held}`]);
    running.add(others);
    for (const page of [anna, ben]) await page.getByText(`${people} people are in`).waitFor();
    await tv.getByText(`${people} people are in`).waitFor();

    const pauses = [promised(), promised()],
        at = [anna, ben].map(() => [promised(), promised()]),
        attending = [anna, ben].map((page, i) => attend(page, game.drive, { held, pauses, tables: at[i] }));
    const fails = Promise.all(attending).then(() => new Promise(() => undefined)), // whoever waits for something else learns that a page gave up
        or = (what) => Promise.race([what, fails]);
    await anna.getByRole("button", { name: "Start the evening" }).click();

    // in the first round everybody waits in the middle of their game
    const mine = await or(Promise.all(at.map((of) => of[0].promise))),
        waits = (told) => new Set([...mine, ...told.map((m) => m.held ?? m.seen)].filter(Boolean)).size; // or is over already
    await or(others.until((told) => waits(told) === people / 2, "everybody waits"));
    await inside(tv);
    const playing = new Set([...mine, ...others.told.map((m) => m.held).filter(Boolean)]).size;
    await server.kill();
    pauses[0].resolve();
    others.go();

    // in the second one those in browsers wait, while others finish
    await or(Promise.all(at.map((of) => of[1].promise)));
    await or(others.until((told) => told.find((m) => m.seen && m.round === 2), "a game of the second round is over"));
    await server.kill();
    pauses[1].resolve();

    for (const n of await Promise.all(attending)) equal(n, rounds, "tables that somebody in a browser was led to");
    const { over, seen, reconnects } = await others.until((told) => told.find((m) => m.over), "the podium");

    // no result is lost or counted twice: the standings follow from what the tables themselves say
    const points = over.people.map(() => 0),
        codes = over.tables.map((t) => t.table);
    equal(new Set(codes).size, (rounds * people) / 2, "tables");
    equal(codes.length, (rounds * people) / 2, "tables, each once");
    for (const { table, people: two, ranks } of over.tables) {
        const { stage, result } = await (await fetch(`${server.url}/api/tables/${table}`)).json(),
            won = result.split(" won")[1].trim().split(" ").map(Number);
        equal(stage, "over", table);
        for (const [seat, i] of two.entries()) if (won.includes(seat)) points[i] += 1 / won.length;
        equal(ranks.join(), (won.length > 1 ? [0, 0] : two.map((_, seat) => Number(!won.includes(seat)))).join(), `the result of ${table}`);
        if (seen[table]) equal(ranks.join(), seen[table].join(), `${table} as its players saw it end`);
    }
    equal(over.people.map((p) => p.points).join(), points.join(), "the standings");
    equal(over.people.map((p) => p.games).join(), points.map(() => rounds).join(), "games of everybody");
    equal(
        points.reduce((a, b) => a + b, 0),
        codes.length,
        "a point for each game",
    );

    // and everybody sees them
    const want = over.people
        .map((p, i) => ({ ...p, i }))
        .sort((a, b) => a.place - b.place || a.i - b.i)
        .map((p) => `${p.place} ${p.name} ${half(p.points)}`);
    for (const page of [anna, ben]) equal((await rows(page)).join("\n"), want.join("\n"), "standings in a browser");
    await tv.locator(".podium").waitFor();
    await inside(tv);
    equal((await turns(tv, people)).sort().join("\n"), [...want].sort().join("\n"), "standings on the television");
    const first = want.filter((row) => row.startsWith("1 ")).length;
    for (const page of [anna, ben, tv]) {
        equal(await page.locator(".podium .step-1 .crest").count(), Math.min(first, 3), "people on the first step");
        await narrow(page, "the podium");
    }
    for (const page of [anna, ben]) {
        for (let round = rounds - 1; round; round--) await page.getByText(`Round ${round} of ${rounds}`).click();
        await settles(() => page.locator(".rounds li").count(), codes.length, "results in a browser");
        await settles(
            () => page.title(),
            `${await tv.locator("h1").innerText()}: ${await tv.locator(".podium h2").innerText()} · Irori`,
            "title",
        );
    }
    await done(anna, ben, tv);
    return `${playing} tables were being played at the first kill; ${reconnects} reconnects of ${people - 2} guests; first: ${want.slice(0, 3).join(", ")}`;
});

/** The game for most people. */
const wide = games.reduce((a, b) => (b.max_seats > a.max_seats ? b : a));
for (const [seats, rounds] of [
    [4, 2],
    [6, 1],
].filter(([n]) => n <= wide.max_seats))
    test(`tables of ${seats} and ${seats - 1}, to the podium`, async () => {
        const game = wide,
            people = 2 * seats - 1;
        const cora = await host("Cora", game, { size: phone }),
            dan = await someone(browser, "Dan", { size: desktop }),
            tv = await someone(browser, "", { size: television });
        const address = await make(cora, game, { rounds, seats });
        await tv.goto(`${address}?tv`);
        await Promise.all([join(cora, address), join(dan, address)]);
        const others = guests(address, people - 2);
        running.add(others);
        await cora.getByText(`${people} people are in`).waitFor();
        const led1 = [promised()],
            pauses = [promised()],
            attending = [attend(cora, game.drive, { pauses, tables: led1 }), attend(dan, game.drive)];
        await cora.getByRole("button", { name: "Start the evening" }).click();
        // nobody is left over: a table of all seats, and one with a seat less
        await led1[0].promise;
        await tv.locator(".at li").nth(1).waitFor();
        const sizes = await tv.locator(".at li").evaluateAll((all) => all.map((li) => li.querySelectorAll(".who").length));
        equal(sizes.sort().join(), [seats - 1, seats].join(), "people at the tables");
        await inside(tv);
        pauses[0].resolve();
        for (const n of await Promise.all(attending)) equal(n, rounds, "tables that somebody in a browser was led to");
        const { over, seen } = await others.until((told) => told.find((m) => m.over), "the podium");
        equal(over.tables.length, 2 * rounds, "tables");
        // 1 for the best, 0 for the last, equal steps between; equal ranks share
        const points = over.people.map(() => 0);
        for (const { table, people: at, ranks } of over.tables) {
            equal(ranks.join(), (seen[table] ?? ranks).join(), `${table} as its players saw it end`);
            for (const [s, i] of at.entries()) {
                const better = ranks.filter((r) => r < ranks[s]).length,
                    equals = ranks.filter((r) => r === ranks[s]).length;
                points[i] += 1 - (better + (equals - 1) / 2) / (at.length - 1);
            }
        }
        for (const [i, p] of over.people.entries())
            check(Math.abs(p.points - points[i]) < 0.002, `${p.name} has ${p.points}, not ${points[i]}`);
        const want = over.people.map((p, i) => ({ ...p, i })).sort((a, b) => a.place - b.place || a.i - b.i);
        for (const page of [cora, dan]) {
            await page.locator(".podium").waitFor();
            equal(
                (await rows(page)).map((row) => row.replace(/ [^ ]*$/, "")).join(),
                want.map((p) => `${p.place} ${p.name}`).join(),
                "standings in a browser",
            );
            await narrow(page, "the podium");
        }
        await done(cora, dan, tv);
    });
