// stage.mjs DIST IRORI: the stage tells everything, in its order, at every size of table. For each game and number of seats: the events that
// were shown are those that happened; and, looked at in every frame of the screen, no line, prompt or title is there before its beat. TAP.
import { after } from "node:test";
import { HANG, desktop, launch, person, phone, test } from "./browser.mjs";
import { check, equal, quiet } from "./checks.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";
import { irori } from "./server.mjs";

const server = await serve(process.argv[2]);
const remote = await irori(process.argv[3]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close(), remote.stop()]));
/** How often the player moves. Everybody else moves in between. */
const turns = 2;

/** Runs in the page before anything of it: notes the frames that the table posts, the beats that are shown, and what stands on the screen. */
function watch() {
    window.iroriTrace = [];
    window.happened = [];
    window.screens = [];
    window.Worker = class extends Worker {
        constructor(...args) {
            super(...args);
            this.addEventListener("message", ({ data }) => {
                if (data.kind === "frames") window.happened.push(data.frames[0].frame);
            });
        }
    };
    const texts = (e) => {
        const all = [],
            walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) all.push(walk.currentNode.data);
        return all;
    };
    const look = () => {
        const play = document.querySelector(".play");
        if (play) {
            const now = {
                beat: Number(play.dataset.beat),
                seq: Number(play.dataset.seq),
                moving: "moving" in play.dataset,
                prompt: [...document.querySelectorAll('.play > [role="status"].unseen')].map((e) => e.textContent).join(),
                title: document.title.split(" · ").slice(0, -2).join(), // whose turn it is, if it says so
                texts: texts(play),
            };
            if (JSON.stringify(now) !== JSON.stringify(window.screens.at(-1))) window.screens.push(now);
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}
async function table(game, seats, size, settings) {
    const page = await person(browser, { size, settings: { autoPass: false, ...settings }, drawn: false });
    await page.addInitScript(watch);
    await page.goto(`${server.url}/new/${game.name}/bots`);
    await page.waitForSelector("html[data-ready] main:not([aria-busy])");
    if (game.min_seats < game.max_seats) await page.getByRole("radio", { name: String(seats), exact: true }).check();
    await page.getByRole("radio", { name: "easy", exact: true }).check();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForSelector(`.play .${game.name}`);
    return page;
}
/** Plays `turns` moves, and waits until everybody else has moved. */
async function play(page, game) {
    const end = Date.now() + HANG;
    let moves = 0;
    const seq = () => page.evaluate(() => Number(document.querySelector(".play").dataset.seq));
    for (let last = -1; moves < turns && Date.now() < end; ) {
        const now = await seq();
        if (now !== last && !["wait", "pause", "curtain"].includes(await game.drive.state(page))) {
            moves++;
            last = now;
        }
        if (!(await game.drive.step(page, { quick: true }))) break;
    }
    // until somebody is asked: the player, or nobody any more
    const done = async () => !["wait", "pause"].includes(await game.drive.state(page));
    while (!(await done())) await game.drive.step(page, { quick: true });
    return moves;
}

/** Texts that are on the screen before the beat that tells them. */
function early({ trace, screens }) {
    const told = new Set(),
        begins = new Map(); // when a line is told first
    for (const b of trace) for (const line of b.lines) if (!begins.has(line)) begins.set(line, b.beat);
    const bad = [];
    let at = 0;
    for (const s of screens) {
        for (; at < trace.length && trace[at].beat <= s.beat; at++) for (const line of trace[at].lines) told.add(line);
        for (const [line, beat] of begins)
            if (!told.has(line) && s.texts.includes(line)) bad.push(`in beat ${s.beat}: "${line}" of beat ${beat}`);
    }
    // prompt and title of a frame come when it has been told
    const final = new Map();
    for (const s of screens) if (!s.moving) final.set(s.seq, s);
    for (const s of screens) {
        const then = final.get(s.seq),
            before = [...final.keys()].filter((seq) => seq < s.seq).pop();
        if (!s.moving || !then || before === undefined) continue;
        for (const what of ["prompt", "title"])
            if (
                s[what] &&
                s[what] === then[what] &&
                s[what] !== final.get(before)[what] &&
                s.beat < Math.max(...trace.filter((b) => b.seq === s.seq).map((b) => b.beat))
            )
                bad.push(`in beat ${s.beat} of frame ${s.seq}: "${s[what]}"`);
    }
    return bad;
}

for (const game of games) {
    const sizes = Array.from({ length: game.max_seats - game.min_seats + 1 }, (_, i) => game.min_seats + i);
    test(`${game.name}: every event is shown, and nothing before its time, with ${sizes.join(", ")} seats`, async () => {
        const told = await Promise.all(
            sizes.map(async (seats, i) => {
                const page = await table(game, seats, i === sizes.length - 1 ? desktop : phone, { speed: "off" }),
                    moves = await play(page, game);
                const seen = await page.evaluate(() => ({ trace: window.iroriTrace, happened: window.happened, screens: window.screens }));
                const shown = seen.trace.flatMap((b) => b.events.map((e) => JSON.stringify(e))),
                    happened = seen.happened.flatMap((f) => f.events.map((e) => JSON.stringify(e)));
                equal(shown.length, happened.length, `${seats} seats: events shown`);
                equal(shown.join("\n"), happened.join("\n"), `${seats} seats: the events`);
                check(moves > 0 && happened.length > 0, `${seats} seats: ${moves} moves, ${happened.length} events`);
                const bad = early(seen);
                check(!bad.length, `${seats} seats: ${bad.slice(0, 5).join("; ")}`);
                quiet(page);
                await page.context().close();
                return `${seats}: ${shown.length} of ${happened.length} events in ${seen.trace.length} beats, ${seen.screens.length} screens`;
            }),
        );
        return told.join("; ");
    });
}

test("at a table of the server, too; and its bots are told when a frame has been shown", async () => {
    const game = games.reduce((a, b) => (b.max_seats > a.max_seats ? b : a));
    const post = async (path, body, token) => {
        const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
        return (await fetch(remote.url + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
    };
    const me = await post("/api/me", { name: "Anna" });
    const bots = Array(game.max_seats - 1).fill("easy");
    const { table } = await post("/api/tables", { game: game.name, seats: game.max_seats, bots }, me.token);
    const page = await person(browser, { size: phone, settings: { speed: "off", autoPass: false }, drawn: false });
    await page.addInitScript((token) => localStorage.setItem("irori token", token), me.token);
    await page.addInitScript(watch);
    const happened = [],
        told = [];
    page.on("websocket", (ws) => {
        ws.on("framereceived", ({ payload }) => {
            const m = JSON.parse(payload);
            if (m.type === "frame" || m.type === "delta") happened.push(...m.events.map((e) => JSON.stringify(e)));
        });
        ws.on("framesent", ({ payload }) => {
            const m = JSON.parse(payload);
            if (m.type === "shown") told.push(m.seq);
        });
    });
    await page.goto(`${remote.url}/t/${table}`);
    await page.getByRole("button", { name: "I am ready" }).click();
    await page.waitForSelector(`.play .${game.name}`);
    const moves = await play(page, game);
    const { trace, screens } = await page.evaluate(() => ({ trace: window.iroriTrace, screens: window.screens }));
    equal(trace.flatMap((b) => b.events.map((e) => JSON.stringify(e))).join("\n"), happened.join("\n"), "the events");
    const bad = early({ trace, screens });
    check(!bad.length, bad.slice(0, 5).join("; "));
    check(moves > 0 && told.length >= bots.length, `${moves} moves, ${told.length} frames told to be shown`);
    check(
        told.every((seq, i) => !i || seq > told[i - 1]),
        `told ${told}`,
    );
    quiet(page);
    await page.context().close();
    return `${happened.length} events in ${trace.length} beats, ${told.length} frames told to be shown`;
});
