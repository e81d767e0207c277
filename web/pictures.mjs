// pictures.mjs: pictures that the build makes out of a game's sprite: the fan of cards on the first screen, and what messengers show of a
// link. They are files of their own, so that the first screen needs no sprite; what a card shows only at other sizes is left out.

/** A sprite's text as a tree: { tag, attributes, children }. Only what scripts/art.py writes: no text, no comments. */
function parse(text) {
    const root = { tag: "", attributes: {}, children: [] },
        open = [root];
    for (const [, end, tag, rest, empty] of text.matchAll(/<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g)) {
        if (end) {
            open.pop();
            continue;
        }
        const attributes = Object.fromEntries([...rest.matchAll(/([\w:-]+)="([^"]*)"/g)].map((m) => [m[1], m[2]]));
        const element = { tag, attributes, children: [] };
        open.at(-1).children.push(element);
        if (!empty) open.push(element);
    }
    return root.children[0];
}
const written = ({ tag, attributes, children }) =>
    `<${tag}${Object.entries(attributes)
        .map(([k, v]) => ` ${k}="${v}"`)
        .join("")}${children.length ? `>${children.map(written).join("")}</${tag}>` : "/>"}`;

/** What a page would set for a card of about 100 px (web/art/README.md). */
const usual = { line: "6", mid: "inline", large: "inline", tab: "inline", fine: "none", small: "none", paper: "#FAF5E9" };

const outline = "#1E1B1A";

/** An attribute without custom properties: a picture of its own has nobody to set them. */
const settled = (value) =>
    value
        .replace(/var\(--([\w-]+)(?:,([^()]*))?\)/g, (_, name, otherwise) => usual[name] ?? otherwise ?? "inline")
        .replace(/calc\(([\d.]+)(?:px)?([*/])([\d.]+)\)/g, (_, a, how, b) => String(+(how === "*" ? a * b : a / b).toFixed(2)))
        .replace(/^([\d.]+)px$/, "$1");
function settle(element) {
    for (const [k, v] of Object.entries(element.attributes)) element.attributes[k] = settled(v);
    if (element.attributes.display === "inline") delete element.attributes.display;
    element.children = element.children.filter((c) => settle(c).attributes.display !== "none");
    return element;
}

/** A sprite out of which pictures are taken. */
export class Sprite {
    constructor(text) {
        this.ids = new Map();
        const note = (e) => {
            if (e.attributes.id) this.ids.set(e.attributes.id, e);
            e.children.forEach(note);
        };
        note(settle(parse(text)));
    }
    /** What these symbols are made of, each thing once. */
    parts(symbols) {
        const found = new Map();
        const look = (e) => {
            if (e.attributes.href) add(e.attributes.href.slice(1));
            for (const v of Object.values(e.attributes)) for (const m of v.matchAll(/url\(#([\w-]+)\)/g)) add(m[1]);
            e.children.forEach(look);
        };
        const add = (id) => {
            const e = this.ids.get(id);
            if (!e) throw new Error(`the sprite has no ${id}`);
            if (found.has(id)) return;
            found.set(id, e);
            look(e);
        };
        symbols.forEach(add);
        return `<defs>${[...found.values()].map(written).join("")}</defs>`;
    }
    ratio(symbol) {
        const [, , w, h] = this.ids.get(symbol).attributes.viewBox.split(" ").map(Number);
        return h / w;
    }
    /** These cards in a fan, around x, from y downwards. */
    fan(symbols, { x, y, width, turn, reach }) {
        const n = symbols.length,
            height = width * this.ratio(symbols[0]),
            round = (v) => +v.toFixed(1),
            box = `width="${round(width)}" height="${round(height)}"`,
            edge = round(width * 0.02), // the paper ends under a card's outline: at the very edge of a turned card it would shine through
            paper = `x="${edge}" y="${edge}" width="${round(width - 2 * edge)}" height="${round(height - 2 * edge)}"`;
        const cards = symbols.map((symbol, i) => {
            const angle = (i - (n - 1) / 2) * turn,
                a = (angle * Math.PI) / 180,
                at = [x + reach * Math.sin(a), y + height / 2 + reach * (1 - Math.cos(a))].map(round);
            return (
                `<g transform="translate(${at}) rotate(${round(angle)}) translate(${round(-width / 2)} ${round(-height / 2)})">` +
                `<rect y="3" ${box} rx="${round(width * 0.08)}" opacity=".4"/><g clip-path="url(#card)">` +
                `<rect ${box} fill="${outline}"/><rect ${paper} fill="${usual.paper}"/><use href="#${symbol}" ${box}/></g></g>`
            );
        });
        return `<clipPath id="card"><rect ${box} rx="${round(width * 0.08)}"/></clipPath>${cards.join("")}`;
    }
}

/** The panel of a game on the first screen: 460 × 250; narrow screens show its upper part. */
export function panel(text, symbols) {
    const sprite = new Sprite(text),
        n = symbols.length;
    const fan = sprite.fan(symbols, { x: 230, y: 24, width: 110, turn: n > 4 ? 7.4 : 9.6, reach: n > 4 ? 580 : 560 });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 250">${sprite.parts(symbols)}${fan}</svg>\n`;
}

/** What messengers show of a link, 1200 × 630: the night room with its fire, the game's cards on its table, and a title in the display face.
 *  Without a sprite: the logo alone. */
export function preview({ title, table, logo, text, symbols }) {
    const sprite = text && new Sprite(text),
        many = sprite && symbols.length > 4;
    const glow = [
        [760, "#24170F"],
        [560, "#3B2013"],
        [380, "#5A2A14"],
    ];
    const room = glow.map(([r, fill]) => `<ellipse cx="600" cy="640" rx="${r}" ry="${r * 0.72}" fill="${fill}"/>`).join("");
    const mark = (x, y, size) =>
        `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 100 100" color="#F6EBD6">${logo}</svg>`;
    const letters = (x, y, size, words) =>
        `<text x="${x}" y="${y}" font-family="Dela Gothic One" font-size="${size}" fill="#F6EBD6">${words}</text>`;
    const fan = sprite?.fan(symbols, { x: 600, y: 52, width: 222, turn: many ? 8.2 : 10.4, reach: many ? 1290 : 1200 });
    return (
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">${sprite ? sprite.parts(symbols) : ""}` +
        `<rect width="1200" height="630" fill="${table ?? "#17120F"}"/>` +
        (sprite
            ? `${fan}<path d="M0,490H1200V630H0Z" fill="#14110F"/>${letters(60, 590, 84, title)}${mark(1050, 508, 100)}`
            : `${room}${mark(180, 130, 340)}${letters(580, 380, 190, title)}`) +
        "</svg>"
    );
}
