// sound.mjs DIST: the sounds. Each is rendered by an OfflineAudioContext in Chromium and held against the table of sounds; then the page
// is asked when it makes them: not before it was touched, not when muted, not while hidden. TAP.
import { after } from "node:test";
import { createRequire } from "node:module";
import { launch, person, test } from "./browser.mjs";
import { check, equal, quiet, settles } from "./checks.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";

const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));

/** The page's own mixer, alone, for a page without anything else. */
const web = new URL("../../web/", import.meta.url).pathname;
const { buildSync } = createRequire(`${web}package.json`)("esbuild");
const source = buildSync({
    stdin: { contents: 'export * from "./src/sound/mixer"; export * from "./src/sound/synth";', resolveDir: web, loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "sound",
    target: "es2021",
}).outputFiles[0].text;

const alone = await person(browser);
await alone.evaluate(source);
/** Facts of every sound at a sample rate: peak and RMS (decibels), length (ms until it stays 50 dB below its peak), offset (of its peak),
 *  ends (its first and last sample, of its peak), and middle (Hz, the centre of its spectrum). */
const facts = (rate) =>
    alone.evaluate(async (rate) => {
        const found = {};
        for (const [name, { ms, level, loop }] of Object.entries(sound.sounds)) {
            const x = (await sound.render(name, rate)).getChannelData(0);
            let peak = 0,
                sum = 0,
                squares = 0,
                last = 0;
            for (const s of x) {
                peak = Math.max(peak, Math.abs(s));
                sum += s;
                squares += s * s;
            }
            for (let i = 0; i < x.length; i++) if (Math.abs(x[i]) > peak * 10 ** (-50 / 20)) last = i;
            // the spectrum, in steps of a twelfth of an octave
            let power = 0,
                weighed = 0;
            const n = Math.min(x.length, rate);
            for (let hz = 40; hz < rate / 2.2; hz *= 2 ** (1 / 12)) {
                let re = 0,
                    im = 0;
                for (let i = 0; i < n; i++) {
                    re += x[i] * Math.cos((2 * Math.PI * hz * i) / rate);
                    im += x[i] * Math.sin((2 * Math.PI * hz * i) / rate);
                }
                const p = (re * re + im * im) * hz; // as wide as its step
                power += p;
                weighed += p * Math.log2(hz);
            }
            found[name] = {
                ms,
                level,
                loop: !!loop,
                peak: 20 * Math.log10(peak),
                rms: 10 * Math.log10(squares / x.length),
                length: (last / rate) * 1000,
                offset: Math.abs(sum / x.length) / peak,
                ends: Math.max(Math.abs(x[0]), Math.abs(x[x.length - 1])) / peak,
                middle: 2 ** (weighed / power),
            };
        }
        return found;
    }, rate);

/** Between which frequencies the middle of its spectrum lies: a drum is low, cards are dull, paper hisses, metal rings. */
const character = {
    call: [50, 200],
    loss: [100, 400],
    refuse: [100, 400],
    slap: [100, 1500],
    take: [100, 1500],
    capsule: [300, 1200],
    yaku: [250, 2000],
    win: [250, 2000],
    dice: [900, 2500],
    crank: [700, 2200],
    clock: [1000, 2500],
    turn: [1200, 2000],
    coin: [2000, 3600],
    shuffle: [300, 9000],
    deal: [3000, 14000],
    flip: [3000, 14000],
    hearth: [40, 3000],
};

for (const rate of [44100, 48000])
    test(`each sound is heard, is not clipped, has its length and its pitch, at ${rate} Hz`, async () => {
        const all = await facts(rate),
            wrong = [];
        equal(Object.keys(character).sort().join(), Object.keys(all).sort().join(), "sounds with a character");
        for (const [name, f] of Object.entries(all)) {
            const must = (holds, text) => holds || wrong.push(`${name}: ${text} ${JSON.stringify(f)}`);
            must(f.peak < 0 && Math.abs(f.peak - f.level) < 0.1, "its peak is not its level, or clipped");
            must(f.rms > f.level - 26 && f.rms < f.level - 2, "as good as silent, or no sound but a block");
            must(f.length <= f.ms && f.length > f.ms * 0.6, "its length is not what the table of sounds says");
            must(f.offset < 0.01, "it has an offset");
            must(f.loop || f.ends < 0.02, "it begins or ends with a click");
            must(f.middle > character[name][0] && f.middle < character[name][1], "it does not sound like itself");
        }
        equal(wrong.join("\n"), "", "sounds");
        return `${Object.keys(all).length} sounds, ${Object.entries(all)
            .map(([n, f]) => `${n} ${Math.round(f.length)} ms ${Math.round(f.peak)} dB ${Math.round(f.middle)} Hz`)
            .join(", ")}`;
    });

/** What the mixer puts out, if these are played at the volume. */
const mixed = (names, volume) =>
    alone.evaluate(
        async ([names, volume]) => {
            const context = new OfflineAudioContext(2, 48000, 48000),
                m = sound.mixer(context, true);
            let voices = 0,
                stopped = 0;
            const make = context.createBufferSource.bind(context);
            context.createBufferSource = () => {
                const s = make(),
                    stop = s.stop.bind(s);
                voices++;
                s.stop = (when) => {
                    stopped++;
                    stop(when);
                };
                return s;
            };
            m.set(volume, false);
            await m.ready(names.map((n) => n.name));
            for (const { name, ...how } of names) m.play(name, how);
            await new Promise((r) => setTimeout(r)); // voices begin when their buffers are handed out
            const out = await context.startRendering();
            let peak = 0;
            for (const c of [0, 1]) for (const s of out.getChannelData(c)) peak = Math.max(peak, Math.abs(s));
            return { peak, voices, stopped };
        },
        [names, volume],
    );
const db = (x) => 20 * Math.log10(x);

test("eight at once are not clipped, at full volume", async () => {
    const eight = ["slap", "take", "call", "win", "yaku", "capsule", "dice", "coin"].map((name) => ({ name })),
        { peak, voices } = await mixed(eight, 100);
    equal(voices, 8, "voices");
    check(peak > 0.3 && peak < 1, `the peak is ${peak}`);
    const loud = await mixed(
        Array.from({ length: 8 }, (_, i) => ({ name: "slap", at: i * 25 })),
        100,
    );
    check(loud.peak < 1, `the peak of eight slaps is ${loud.peak}`);
    return `${db(peak).toFixed(1)} dB`;
});
test("the usual volume is 12 dB below full scale; none is silence; a pan is a side", async () => {
    // in the middle a panner gives each side 3 dB less
    const one = await mixed([{ name: "slap" }], 70);
    check(Math.abs(db(one.peak) - (-6 - 12 - 3)) < 0.6, `a slap has a peak of ${db(one.peak)} dB`);
    const side = await mixed([{ name: "slap", pan: -1 }], 70);
    check(Math.abs(db(side.peak) - (-6 - 12)) < 0.6, `a slap at the left has a peak of ${db(side.peak)} dB`);
    equal((await mixed([{ name: "slap" }], 0)).peak, 0, "the peak without volume");
});
test("voices are limited, and the same sound is not heard twice at a time", async () => {
    const many = await mixed(
        Array.from({ length: 40 }, (_, i) => ({ name: "win", at: i * 22 })),
        70,
    );
    equal([many.voices, many.stopped].join(), "40,16", "voices that began, and that had to go");
    check(many.peak < 1, `the peak is ${many.peak}`);
    equal((await mixed([{ name: "slap" }, { name: "slap", at: 5 }, { name: "flip" }], 70)).voices, 2, "voices");
});

/** A page that notes its contexts, its voices and what shook the phone. */
async function listener(more = {}) {
    const page = await person(browser, { serviceWorkers: "block", hasTouch: true, ...more });
    await page.addInitScript(() => {
        window.contexts = [];
        window.voices = 0;
        window.shaken = [];
        const Own = window.AudioContext;
        window.AudioContext = class extends Own {
            constructor(...how) {
                super(...how);
                window.contexts.push(this);
            }
        };
        const start = AudioBufferSourceNode.prototype.start;
        AudioBufferSourceNode.prototype.start = function (...how) {
            if (!(this.context instanceof OfflineAudioContext)) window.voices++;
            return start.apply(this, how);
        };
        navigator.vibrate = (pattern) => window.shaken.push(JSON.stringify(pattern));
    });
    return page;
}
const state = (page) => page.evaluate(() => window.contexts.map((c) => c.state).join());
const count = (page, what) => page.evaluate((w) => window[w].length ?? window[w], what);
const hide = (page, hidden) =>
    page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
const loaded = () => server.asked.some((a) => /\/mixer\.\w+\.js$/.test(a.path));

test("a table is silent until it is touched, when muted and while hidden; the choice is remembered", async () => {
    const page = await listener(),
        game = games[0];
    await page.goto(server.url);
    await page.waitForSelector("html[data-ready]");
    check(!loaded(), "the first page loads the mixer");
    await page.locator(".tile .main").first().click();
    await page.waitForSelector(`.play .${game.name}`);
    await settles(() => state(page), "running", "the context after a touch");
    await game.drive.playUntil(page, async () => (await count(page, "voices")) > 0);
    check(loaded(), "the mixer is a part of another file");

    await hide(page, true);
    await settles(() => state(page), "suspended", "the context of a hidden page");
    await hide(page, false);
    await settles(() => state(page), "running", "the context of a page that is back");
    await page.getByRole("button", { name: "Mute", exact: true }).click();
    await settles(() => state(page), "suspended", "the context when muted");

    await page.reload();
    await page.waitForSelector(`.play .${game.name}`);
    const mute = page.getByRole("button", { name: "Mute", exact: true });
    equal(await mute.getAttribute("aria-pressed"), "true", "muted after a reload");
    equal(await state(page), "", "contexts before a touch");
    await page.keyboard.press("Tab");
    equal(await state(page), "", "contexts while muted");
    const before = await count(page, "voices");
    await mute.click();
    await settles(() => state(page), "running", "the context when no longer muted");
    await page.waitForFunction((n) => window.voices > n, before);
    quiet(page);
    await page.context().close();
});
test("a turn can be felt; with reduced motion, or if somebody does not like it, it cannot", async () => {
    const felt = async (more) => {
        const page = await listener({ reducedMotion: "no-preference", ...more }),
            game = games[0];
        await page.goto(server.url);
        await page.locator(".tile .main").first().click();
        await page.waitForSelector(`.play .${game.name}`);
        await game.drive.playUntil(page, async () => (await count(page, "voices")) > 2);
        const all = await count(page, "shaken");
        quiet(page);
        await page.context().close();
        return all;
    };
    check((await felt({ settings: { muted: false } })) > 0, "nothing shook");
    equal(await felt({ reducedMotion: "reduce" }), 0, "shaken with reduced motion");
    equal(await felt({ settings: { vibrate: false } }), 0, "shaken with vibration off");
});
