// strips.mjs DIST OUT [GAME [MOMENT]]: film strips of the games' moments, for docs/pictures: OUT/GAME-MOMENT.jpg, eight frames of one beat
// side by side. A game's drive.mjs says which: strips = { MOMENT: { when, seats?, moment?, size?, play?, dealt? } }. `when(events)` runs in the
// page and is true for the beat that is wanted; `moment`: what is shown over the table with it, not what moves in it; `play`: how its driver
// plays; `dealt(view)`: true for a first view of the player's that makes it likely. Each game also has its results, lost as the driver plays,
// and won against the easiest bots by following every hint.
// Games are played fast forward until that beat; its animations are then stopped and set to eight moments, so a slow machine draws the same.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { HANG, launch, person, phone } from "./browser.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";

const [dist, out, onlyGame, onlyMoment] = process.argv.slice(2),
    frames = 8,
    shown = 200, // px a frame
    most = 150_000, // bytes a strip
    attempts = 8, // games
    deals = 20_000; // that are looked through for one that fits
const results = {
    won: { result: "won", length: 2400, well: true },
    lost: { result: "lost" },
};
mkdirSync(out, { recursive: true });
const server = await serve(dist),
    browser = await launch();

/** A table of this browser whose first view fits, as the page keeps it (web/src/engine/keep.ts): played in the page's engine, here. */
function deal(game, fits) {
    const module = new WebAssembly.Module(readFileSync(new URL("../../web/gen/irori.wasm", import.meta.url))),
        x = new WebAssembly.Instance(module, {}).exports,
        id = "strip",
        time = Date.now();
    const ask = (text, call, ...how) => {
        new Uint8Array(x.memory.buffer, x.page_in_at()).set(new TextEncoder().encode(`${text}\0`));
        const size = x[call](...how);
        return JSON.parse(new TextDecoder().decode(new Uint8Array(x.memory.buffer, x.page_out_at(), size)));
    };
    for (let n = 1; n <= deals; n++) {
        const secret = n.toString(16).padStart(64, "0"),
            rows = [];
        const { options } = ask([game, id, 2, "", "", 1, secret, ""].join("\n"), "page_open");
        for (const text of ["sit 0 You", "bot 1 normal", `ready ${"0".repeat(32)}`]) {
            const { seq, sub, row } = ask(text, "page_do", 1n, 0n, BigInt(ask("", "page_wish", BigInt(time)).seq), BigInt(time));
            ask("", "page_take");
            rows.push({ table: id, n: rows.length, seq, sub, row, who: 1, id: 0, time });
        }
        if (!fits(ask("", "page_frame", 0, 0, 0n, BigInt(time)).view)) continue;
        const seats = [
            { kind: "person", name: "You" },
            { kind: "bot", name: "normal" },
        ];
        return { saved: { id, game, seats, options, settings: "", deck: "", secret, begun: time, played: time, over: false }, rows };
    }
    throw new Error(`${game}: no such deal`);
}
/** In the page: puts a table into its database, which it has opened before. */
const store = ({ saved, rows }) =>
    new Promise((resolve) => {
        const request = indexedDB.open("irori", 1);
        request.onsuccess = () => {
            const all = request.result.transaction(["tables", "rows"], "readwrite");
            for (const row of rows) all.objectStore("rows").put(row);
            all.objectStore("tables").put(saved);
            all.oncomplete = resolve;
        };
    });

/** In the page: everything runs 25 times as fast until the wanted beat or result comes; from then on nothing runs by itself. */
function film({ when, result }) {
    const wanted = new Function(`return (${when})`)(),
        fast = 25,
        animate = Element.prototype.animate,
        later = window.setTimeout;
    const strip = { on: false, motions: [] };
    window.strip = strip;
    window.iroriTrace = {
        push(what) {
            strip.on ||= !!what.events && wanted(what.events);
        },
    };
    Element.prototype.animate = function (...how) {
        const a = animate.apply(this, how);
        if (strip.on) {
            a.pause();
            strip.motions.push(a);
        } else a.updatePlaybackRate(fast);
        return a;
    };
    window.setTimeout = (fn, ms, ...more) => (strip.on ? 0 : later(fn, (ms ?? 0) / fast, ...more));
    document.addEventListener(
        "animationstart",
        (e) => {
            if (strip.on) for (const a of e.target.getAnimations()) a.pause(); // before it has ended
        },
        true,
    );
    if (result)
        new MutationObserver(() => {
            strip.on ||= !!document.querySelector(`.result.${result}`);
        }).observe(document, { childList: true, subtree: true });
}

/** The beat at eight moments, as pictures. What goes on for ever has no say in how long it is. */
async function shoot(page, { moment, result, length: most }) {
    const over = result ? ".result" : moment && ".moment";
    if (moment)
        await page.evaluate(() => {
            for (const a of strip.motions) a.finish();
        });
    await page.waitForFunction(
        (o) => (o ? document.querySelector(o)?.getAnimations({ subtree: true }).length : strip.motions.length),
        over,
    );
    const length = await page.evaluate(
        ([o, most]) => {
            if (o) strip.motions = document.querySelector(o).getAnimations({ subtree: true });
            for (const a of strip.motions) a.pause();
            const ends = strip.motions.map((a) => a.effect.getComputedTiming().endTime).filter(Number.isFinite);
            return Math.min(most ?? Infinity, Math.max(...ends));
        },
        [over, most],
    );
    const all = [];
    for (let i = 0; i < frames; i++) {
        await page.evaluate(
            (at) => {
                for (const a of strip.motions) a.currentTime = Math.min(at, a.effect.getComputedTiming().endTime - 1);
            },
            ((i + 0.5) / frames) * length,
        );
        all.push((await page.screenshot()).toString("base64"));
    }
    return { all, length };
}
async function joined(all, { width, height }) {
    const page = await browser.newPage({ viewport: { width: frames * (shown + 4) - 4, height: Math.round((shown * height) / width) } });
    await page.setContent(
        `<body style="margin:0;display:flex;gap:4px;background:#14110F">${all.map((b) => `<img style="width:${shown}px" src="data:image/png;base64,${b}">`).join("")}`,
    );
    for (let quality = 82; ; quality -= 6) {
        const picture = await page.screenshot({ type: "jpeg", quality });
        if (picture.length <= most || quality < 40) {
            await page.close();
            return picture;
        }
    }
}

/** As step() of the games' drivers, with what the hint says. */
async function stepWell(page, game) {
    if (["wait", "over", "pause", "confirm"].includes(await game.drive.state(page))) return game.drive.step(page, { quick: true });
    const soon = { timeout: 3000 }; // a question may have been answered by its clock
    await page
        .locator(".tools button", { hasText: "Hint" })
        .click(soon)
        .then(() => page.locator(".hint button.main").click(soon))
        .catch(() => undefined);
    await page.keyboard.press("Escape");
    return true;
}

let missing = 0;
for (const game of games.filter((g) => !onlyGame || g.name === onlyGame))
    for (const [name, how] of Object.entries({ ...game.drive.strips, ...results }).filter(([n]) => !onlyMoment || n === onlyMoment)) {
        const size = how.size ?? phone;
        let done = false;
        for (let n = 0; n < attempts && !done; n++) {
            const page = await person(browser, { size, settings: { speed: "normal", confirm: false, theme: "dark" } });
            await page.addInitScript(film, { when: (how.when ?? (() => false)).toString(), result: how.result });
            await page.goto(`${server.url}/new/${game.name}/bots`);
            await page.waitForSelector("html[data-ready] main:not([aria-busy])");
            if (how.seats) await page.getByRole("radio", { name: String(how.seats), exact: true }).check();
            if (how.well) await page.getByRole("group", { name: "Level" }).getByRole("radio").first().check();
            await page.click("button.large");
            if (how.dealt) {
                const table = deal(game.name, how.dealt);
                await page.waitForSelector(".play .board");
                await page.evaluate(store, table);
                await page.goto(`${server.url}/local/${table.saved.id}`);
            }
            await page.waitForSelector(".play .board");
            const end = Date.now() + HANG;
            for (;;) {
                done = await page.evaluate(() => strip.on);
                if (done || !(await (how.well ? stepWell(page, game) : game.drive.step(page, { quick: true, ...how.play })))) break;
                if (Date.now() > end) throw new Error(`${game.name}: ${name} never came`);
            }
            if (done) {
                const { all, length } = await shoot(page, how),
                    picture = await joined(all, size),
                    file = `${out}/${game.name}-${name}.jpg`;
                if (process.env.PNG) for (const [i, b] of all.entries()) writeFileSync(`${out}/${game.name}-${name}-${i}.png`, b, "base64");
                writeFileSync(file, picture);
                console.log(`${file}: ${Math.round(length)} ms, ${picture.length} bytes`);
            }
            await page.context().close();
        }
        if (!done) console.log(`${game.name}: no ${name} in ${attempts} games`);
        missing += !done;
    }
await browser.close();
await server.close();
process.exitCode = missing ? 1 : 0;
