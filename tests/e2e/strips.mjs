// strips.mjs DIST OUT [GAME [MOMENT]]: film strips of the games' moments, for docs/pictures: OUT/GAME-MOMENT.jpg, eight frames of one beat
// side by side. A game's drive.mjs says which: strips = { MOMENT: { when, seats?, moment?, size?, play? } }. `when(events)` runs in the page
// and is true for the beat that is wanted; `moment`: what is shown over the table with it, not what moves in it; `play`: how its driver plays.
// Games are played fast forward until that beat; its animations are then stopped and set to eight moments, so a slow machine draws the same.
import { mkdirSync, writeFileSync } from "node:fs";
import { HANG, launch, person, phone } from "./browser.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";

const [dist, out, onlyGame, onlyMoment] = process.argv.slice(2),
    frames = 8,
    shown = 200, // px a frame
    most = 150_000, // bytes a strip
    attempts = 8; // games
mkdirSync(out, { recursive: true });
const server = await serve(dist),
    browser = await launch();

/** In the page: everything runs 25 times as fast until the wanted beat comes; from then on nothing runs by itself. */
function film(when) {
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
}

/** The beat at eight moments, as pictures. */
async function shoot(page, { moment }) {
    if (moment)
        await page.evaluate(() => {
            for (const a of strip.motions) a.finish();
        });
    await page.waitForFunction(
        (m) => (m ? document.querySelector(".moment")?.getAnimations({ subtree: true }).length : strip.motions.length),
        moment,
    );
    const length = await page.evaluate((m) => {
        if (m) strip.motions = document.querySelector(".moment").getAnimations({ subtree: true });
        for (const a of strip.motions) a.pause();
        return Math.max(...strip.motions.map((a) => a.effect.getComputedTiming().endTime));
    }, moment);
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

let missing = 0;
for (const game of games.filter((g) => !onlyGame || g.name === onlyGame))
    for (const [name, how] of Object.entries(game.drive.strips ?? {}).filter(([n]) => !onlyMoment || n === onlyMoment)) {
        const size = how.size ?? phone;
        let done = false;
        for (let n = 0; n < attempts && !done; n++) {
            const page = await person(browser, { size, settings: { speed: "normal", confirm: false, theme: "dark" } });
            await page.addInitScript(film, how.when.toString());
            await page.goto(`${server.url}/new/${game.name}/bots`);
            await page.waitForSelector("html[data-ready] main:not([aria-busy])");
            if (how.seats) await page.getByRole("radio", { name: String(how.seats), exact: true }).check();
            await page.click("button.large");
            await page.waitForSelector(".play .board");
            const end = Date.now() + HANG;
            for (;;) {
                done = await page.evaluate(() => strip.on);
                if (done || !(await game.drive.step(page, { quick: true, ...how.play }))) break;
                if (Date.now() > end) throw new Error(`${game.name}: ${name} never came`);
            }
            if (done) {
                const { all, length } = await shoot(page, how),
                    picture = await joined(all, size),
                    file = `${out}/${game.name}-${name}.jpg`;
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
