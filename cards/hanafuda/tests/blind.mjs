// blind.mjs: can a card be named from its picture alone, at the 44 px of a phone's hand?
//
//   node cards/hanafuda/tests/blind.mjs FOLDER
//       writes FOLDER/night-1.png, night-2.png, day-1.png and day-2.png: all 48 cards on the night and the day table, for screens of one
//       and of two pixels a point, each in an order of its own that nobody chose; without month and kind, with the number of each place.
//       The same with -close: every pixel as a square of four, for whoever looks at files and not at a screen. The orders go to FOLDER/key/.
//   node cards/hanafuda/tests/blind.mjs FOLDER NAME ANSWERS
//       compares a file of answers with the key of the picture NAME. A line is a place, a month (1 to 12) and a kind
//       (bright, animal, red, blue, poem or plain): "17 8 animal".
//
// The page is asked as it is: its style sheets choose what a card of this width shows. Needs Chromium and web/node_modules.
import { randomInt } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../../../tests/e2e/browser.mjs";

const root = new URL("../../../", import.meta.url).pathname,
    read = (path) => readFileSync(join(root, path), "utf8");
const [folder, name, answers] = process.argv.slice(2);
const kinds = {
    bright: "1a 3a 8a 11a 12a",
    animal: "2a 4a 5a 6a 7a 8b 9a 10a 11b",
    poem: "1b 2b 3b",
    red: "4b 5b 7b 11c",
    blue: "6b 9b 10b",
};
const kindOf = (card) => Object.keys(kinds).find((k) => kinds[k].split(" ").includes(card)) ?? "plain";

function shuffled() {
    const cards = Array.from({ length: 48 }, (_, n) => `${1 + (n >> 2)}${"abcd"[n & 3]}`);
    for (let i = cards.length - 1; i > 0; i--) {
        const j = randomInt(i + 1);
        [cards[i], cards[j]] = [cards[j], cards[i]];
    }
    return cards;
}

async function draw() {
    mkdirSync(join(folder, "key"), { recursive: true });
    const browser = await launch();
    const style = read("web/src/style.css").replace(/@import[^;]*;/g, "") + read("cards/hanafuda/page/hanafuda.css"),
        sprite = read("cards/hanafuda/page/sprite.svg").replace("<svg", '<svg width="0" height="0" style="position:absolute"');
    for (const [theme, table] of [
        ["night", "#2B2A1D"],
        ["day", "#CBC596"],
    ])
        for (const ratio of [1, 2]) {
            const cards = shuffled(),
                file = `${theme}-${ratio}`;
            const face = (c, i) =>
                `<figure><span class="card hf"><svg viewBox="0 0 300 480"><use href="#hf-${c}"/></svg></span><figcaption>${i + 1}</figcaption></figure>`;
            const context = await browser.newContext({ viewport: { width: 720, height: 400 }, deviceScaleFactor: ratio });
            const page = await context.newPage();
            await page.setContent(`<!doctype html><html data-theme="${theme}"><style>${style}
                body { display: grid; grid-template-columns: repeat(12, 44px); gap: 8px 16px; padding: 8px; background: ${table}; width: 720px; min-height: 0; }
                figure { width: 44px; text-align: center; font: 10px/14px sans-serif; }</style>${sprite}${cards.map(face).join("")}</html>`);
            const png = await page.screenshot({ path: join(folder, `${file}.png`) });
            await page.setContent(
                `<body style="margin:0"><img style="image-rendering:pixelated;width:2880px" src="data:image/png;base64,${png.toString("base64")}">`,
            );
            await page.setViewportSize({ width: 2880, height: 1600 });
            await page.screenshot({ path: join(folder, `${file}-close.png`), scale: "css" });
            writeFileSync(join(folder, "key", `${file}.json`), JSON.stringify(cards));
            await context.close();
        }
    await browser.close();
}

function compare() {
    const key = JSON.parse(readFileSync(join(folder, "key", `${name}.json`), "utf8"));
    const said = new Map();
    for (const line of readFileSync(answers, "utf8").split("\n")) {
        const [place, month, kind] = line.trim().split(/\s+/);
        if (kind) said.set(Number(place), { month, kind });
    }
    let months = 0,
        right = 0;
    key.forEach((card, i) => {
        const { month, kind } = said.get(i + 1) ?? { month: "nothing", kind: "nothing" };
        const m = month === String(parseInt(card, 10)),
            k = kind === kindOf(card);
        months += m;
        right += k;
        if (!m || !k) console.log(`place ${i + 1} is ${card} (${parseInt(card, 10)} ${kindOf(card)}), named ${month} ${kind}`);
    });
    console.log(`${name}: months ${months} of 48, kinds ${right} of 48`);
    process.exitCode = months < 46 || right < 48 ? 1 : 0;
}

if (!folder) {
    console.error("usage: blind.mjs FOLDER [NAME ANSWERS]; the head of the file says more");
    process.exitCode = 2;
} else if (answers) compare();
else await draw();
