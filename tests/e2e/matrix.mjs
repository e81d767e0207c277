// matrix.mjs DIST: every game at every size in every state and language, measured: nothing under anything, no text cut off, the hand
// whole, nothing scrolls, nothing too small to press, and nothing jumps when a question appears (measure.mjs). TAP.
//
// The frames come from games that the engine plays in node, and are shown by a server that the test is (frames.mjs): so any state is
// one message away, and no game is named here. The quick part is three sizes in Ukrainian, with as many players as there can be.
// MATRIX=all: all sizes, in every language and in `long` with most players, in Ukrainian with fewer, in English in both themes.
//
// Any fault is a failure. games/NAME/tests/page/matrix.json keeps how wide the cards of the hand were at each size: they may become wider,
// never less. MATRIX=keep writes it. MATRIX_GAME=NAME, MATRIX_SIZE=360x740@2 (or a part of that), MATRIX_LANGUAGE=uk, MATRIX_STATE=late: only
// those, of all there are. MATRIX_OUT=FOLDER: the faults go to FOLDER/matrix-NAME.txt, and pictures of screens that have some beside it
// (MATRIX_PICTURES=all: of all screens).
import { languages } from "./languages.mjs";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { after } from "node:test";
import { launch, person, test } from "./browser.mjs";
import { check } from "./checks.mjs";
import { program, recorded, tableOf } from "./frames.mjs";
import { games } from "./games.mjs";
import { faults, settled, spots } from "./measure.mjs";
import { serve } from "./serve.mjs";

const everything = process.env.MATRIX === "all",
    writes = process.env.MATRIX === "keep",
    { MATRIX_GAME: onlyGame, MATRIX_SIZE: onlySize, MATRIX_LANGUAGE: onlyLanguage, MATRIX_STATE: onlyState, MATRIX_OUT: out } = process.env;
const keptFile = (game) => new URL(`../../games/${game}/tests/page/matrix.json`, import.meta.url);
const sizeName = ([w, h, text]) => `${w}x${h}${text > 1 ? `@${text}` : ""}`;
/** Width, height, how large text is, and whether it is in the quick part. */
const sizes = [
    [320, 640, 1],
    [360, 740, 1, true],
    [390, 844, 1],
    [740, 360, 1, true],
    [844, 390, 1],
    [768, 1024, 1],
    [1024, 768, 1],
    [1180, 820, 1],
    [720, 450, 1], // 1440 x 900 at 200 %
    [1280, 720, 1],
    [1440, 900, 1, true],
    [1920, 1080, 1],
    [2560, 1440, 1],
    [360, 740, 2],
    [740, 360, 2],
    [1440, 900, 2],
].filter((size) => (onlySize ? sizeName(size).startsWith(onlySize) : everything || size[3]));
/** The languages, with most players or fewer; the first is the one with the longest words, and enough for those. */
const languagesFor = (most) =>
    (everything ? ["uk", "long", ...languages.filter((l) => l !== "uk")] : ["uk", "long"]).filter(
        (l, i) => (most || !i) && (!onlyLanguage || l === onlyLanguage),
    );

const server = await serve(process.argv[2]);
const browser = await launch();
after(() => Promise.all([browser.close(), server.close()]));
const module = program();

const names = ["Anna", "Наталія", "Kasia", "Володимир", "Bo", "Magdalena"];
/** As people at a server's table, with names of all lengths. */
const seated = (f, more = {}) => ({
    ...f,
    table: { ...f.table, seats: f.table.seats.map((s, i) => ({ ...s, kind: "person", name: names[i], ready: true })), ...more },
});
const grouped = (all, key) => all.reduce((m, f) => m.set(key(f), [...(m.get(key(f)) ?? []), f]), new Map());
const longest = (all) => all.reduce((a, b) => (JSON.stringify(b.view).length > JSON.stringify(a.view).length ? b : a), all[0]);

/** The states of a game: { name, frame, before: one to compare with, that must not jump, events, press: something to press }. */
function statesOf(frames) {
    const playing = frames.filter((f) => f.table.stage === "playing"),
        asked = playing.filter((f) => f.view.legal?.length),
        waits = playing.filter((f) => !f.view.legal?.length);
    const turn = longest(asked),
        quiet = (f) => ({ ...f, view: { ...f.view, legal: undefined, turn: 1 }, table: { ...f.table, asked: undefined } });
    const seat = (f, n, more) => f.table.seats.map((s, i) => (i === n ? { ...s, ...more } : s));
    const states = [{ name: "opening", frame: asked[0] }];
    // each kind of question once: the words that moves begin with, where there is most to choose
    const kinds = grouped(asked, (f) => [...new Set(f.view.legal.map((m) => m.split(" ")[0]))].sort().join("/"));
    for (const [kind, all] of kinds) {
        const frame = all.reduce((a, b) => (b.view.legal.length > a.view.legal.length ? b : a));
        states.push({ name: `asked: ${kind}`, frame, before: quiet(frame) });
    }
    states.push({
        name: "a card pressed",
        frame: turn,
        press: ".board :is(.hand, :not(:has(.hand)) > [data-key^=hand]) button:not([disabled])",
    });
    if (waits.length) states.push({ name: "others play", frame: longest(waits) });
    states.push({ name: "late", frame: asked.at(-1) });
    const table = (name, more, f = turn) => states.push({ name, frame: { ...f, table: { ...f.table, ...more } } });
    table("clock", {
        settings: "clock=game,minutes=10",
        seats: turn.table.seats.map((s, i) => ({ ...s, left: 754000 - 61000 * i })),
    });
    table("vote", { asking: { what: "undo", by: 1, agreed: [1] }, may: ["agree", "decline", "resign"] });
    table("absent", { seats: seat(turn, 1, { late: true }), may: ["takeover 1", "end", "resign"] });
    table("a bot for me", { seats: seat(turn, 0, { away: true }), may: ["back"] }, quiet(turn));
    table("a bot for them", { seats: seat(turn, 1, { away: true }) });
    table("paused", { paused: true, may: ["resume"] });
    for (const button of ["log", "rail", "menu", "help"]) states.push({ name: `sheet: ${button}`, frame: turn, open: button });
    const last = frames.at(-1);
    if (last.table.stage === "over") states.push({ name: "result", frame: last });
    return states;
}
/** The frames at which a round ends, or anything else that is looked at before it goes on: told with their events. */
const turns = (frames) => frames.filter((f, i) => i > 0 && f.view.round !== undefined && f.view.round !== frames[i - 1].view.round);

/** Waits until the frame is on the screen and nothing moves, then does what the state is made by. */
async function shown(page, table, state) {
    await page.waitForFunction((n) => document.querySelector(".play")?.dataset.seq === String(n), table.seq);
    await page.evaluate(settled);
    if (state?.press) await page.evaluate((s) => document.querySelector(s)?.click(), state.press);
    if (state?.open)
        await page.evaluate((what) => {
            const icons = { log: ".tools button:has([href$=icon-log])", menu: ".topbar > button", help: ".topbar > button:last-child" };
            const rail = [...document.querySelectorAll(".tools button[aria-expanded]")].find(
                (b) => !b.matches(":has([href$=icon-log], [href$=icon-settings])"),
            );
            (what === "rail" ? rail : document.querySelector(icons[what]))?.click();
        }, state.open);
    if (state?.press || state?.open) await page.evaluate(settled);
}
/** What has moved by more than a rounding: { what, more }. */
function jumps(old, now) {
    const moved = Object.keys(old).filter((k) => now[k] && old[k].some((v, i) => Math.abs(v - now[k][i]) > 1.5));
    if (!moved.length) return undefined;
    return {
        kind: "jump",
        what: moved.slice(0, 4).join(", "),
        more: `${moved.length} moved, the first from ${old[moved[0]]} to ${now[moved[0]]}`,
    };
}

for (const game of games.filter((g) => !onlyGame || g.name === onlyGame)) {
    const list = [],
        cards = {};
    let measured = 0,
        compared = 0;
    /** All states with so many players in a language. */
    async function measure(seats, played, language) {
        const states = statesOf(
            played
                .flatMap((frames, i) => (i === 0 ? frames : frames.filter((f) => f.table.stage === "playing")))
                .sort((a, b) => (a.table.stage === "over") - (b.table.stage === "over")),
        ).filter((s) => !onlyState || s.name.startsWith(onlyState));
        const [round] = turns(played[0]).filter(() => !onlyState || "round end".startsWith(onlyState));
        const page = await person(browser, { size: { width: 360, height: 740 }, settings: { language, theme: "dark" } });
        const table = await tableOf(page, "matrix");
        table.tells(played[0].slice(0, 24));
        await table.show(played[0][0]);
        await page.goto(`${server.url}/t/matrix`);
        await page.waitForSelector(".play .board *");
        for (const [n, size] of sizes.entries()) {
            await page.setViewportSize({ width: size[0], height: size[1] });
            await page.evaluate((text) => {
                const root = document.documentElement;
                root.style.fontSize = "";
                if (text > 1) root.style.fontSize = `${parseFloat(getComputedStyle(root).fontSize) * text}px`;
            }, size[2]);
            for (const theme of everything && language === "en" ? ["night", "day"] : [n % 2 ? "day" : "night"]) {
                await page.evaluate((t) => (document.documentElement.dataset.theme = t), theme);
                const at = { size: sizeName(size), seats, language, theme };
                const look = async (state) => {
                    const got = await page.evaluate(faults);
                    measured++;
                    if (got.tight) got.faults.push({ kind: "tight", what: got.plan, more: "no plan fits" });
                    for (const f of got.faults) list.push({ ...at, state, ...f });
                    if (out && (got.faults.length || process.env.MATRIX_PICTURES)) {
                        const file = `${game.name}-${seats}-${language}-${at.size}-${state}`.replace(/[^\w@-]+/g, "_");
                        await page.screenshot({ path: `${out}/${file}.png` });
                    }
                    if (!got.card) return;
                    const key = `${at.size}, ${seats}`;
                    cards[key] = Math.min(cards[key] ?? got.card, got.card);
                };
                for (const state of states) {
                    if (!everything && state.open && n) continue; // sheets scroll: one size is enough for a quick look
                    let old;
                    if (state.before) {
                        await table.show(state.before);
                        await shown(page, table);
                        old = await page.evaluate(spots);
                    }
                    await table.show(state.frame, state.events);
                    await shown(page, table, state);
                    if (old) {
                        const now = await page.evaluate(spots),
                            jumped = jumps(old, now);
                        compared += Object.keys(old).filter((k) => now[k]).length;
                        if (jumped) list.push({ ...at, state: state.name, ...jumped });
                    }
                    await look(state.name);
                    if (state.open || state.press || state.name === "result")
                        await page.evaluate(() => document.querySelector(".sheet .sheet-top button, .result .close")?.click());
                }
                // the end of a round, which waits to be read
                if (!round) continue;
                await table.show(played[0][played[0].indexOf(round) - 1]);
                await shown(page, table);
                await table.show(round, round.events);
                await page.waitForFunction(
                    (n) => document.querySelector(".pause .main") || document.querySelector(".play").dataset.seq === String(n),
                    table.seq,
                );
                await page.evaluate(settled);
                await look("round end");
                await page.evaluate(() => document.querySelector(".pause .main")?.click());
                await shown(page, table);
            }
        }
        for (const what of page.complaints) list.push({ size: "", seats, language, theme: "", state: "", kind: "console", what, more: "" });
        await page.context().close();
    }
    test(`${game.name}: every size and state`, async () => {
        if (out) mkdirSync(out, { recursive: true });
        const all = everything ? [game.max_seats, Math.min(4, game.max_seats), game.min_seats] : [game.max_seats];
        for (const seats of new Set(all)) {
            const played = [0, 1, 2].map((n) => recorded(module, game, seats, n).map((f) => seated(f)));
            for (const language of languagesFor(seats === game.max_seats)) await measure(seats, played, language);
        }
        const was = existsSync(keptFile(game.name)) ? JSON.parse(readFileSync(keptFile(game.name), "utf8")).cards : {};
        for (const [at, width] of Object.entries(cards))
            if (!writes && width < (was[at] ?? 0) - 1) {
                const more = `${width} px, and was ${was[at]}`;
                list.push({ size: at, seats: "", language: "", theme: "", state: "", kind: "card", what: "a card of the hand", more });
            }
        report(game.name, list, measured, cards);
        if (writes) writeFileSync(keptFile(game.name), `${JSON.stringify({ cards }, null, 4)}\n`);
        const told = `${measured} screens, ${compared} places compared before and after a question: ${list.length} faults`;
        check(!list.length, `${told}\n${table(list)}`);
        check(measured > 0 && (compared > 0 || onlyState), `${told}: nothing was measured`);
        return `${told}; cards of the hand: ${JSON.stringify(cards)}`;
    });
}

/** The same fault at many sizes and in many states is a line. */
function table(list, most = 60) {
    const groups = [...grouped(list, (f) => `${f.kind}\t${f.what.replace(/"[^"]*"/, "").replace(/\d+/g, "0")}`).values()].sort(
        (a, b) => b.length - a.length,
    );
    const some = (all, key) => {
        const values = [...new Set(all.map((f) => f[key]))].filter((v) => v !== "");
        return values.length > 5 ? `${values.slice(0, 5).join(", ")} and ${values.length - 5} more` : values.join(", ");
    };
    return groups
        .slice(0, most)
        .map(
            (all) =>
                `${String(all.length).padStart(4)} ${all[0].kind.padEnd(8)} ${all[0].what}\n         ${all[0].more}\n         at ${some(all, "size")} · ${some(all, "state")} · ${some(all, "language")} · seats ${some(all, "seats")}`,
        )
        .join("\n");
}
function report(game, list, measured, cards) {
    if (!out) return;
    const by = (key) => [...grouped(list, (f) => f[key])].map(([k, all]) => `${k}: ${all.length}`).join(", ");
    writeFileSync(
        `${out}/matrix-${game}.txt`,
        `${game}: ${list.length} faults in ${measured} screens (${new Date().toISOString()})\nby kind: ${by("kind")}\nby size: ${by("size")}\ncards of the hand: ${Object.entries(
            cards,
        )
            .map(([at, w]) => `${at}: ${w}`)
            .join("; ")}\n\n${table(list, 400)}\n`,
    );
}
