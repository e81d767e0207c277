// souvenir.ts: a picture of a finished game for a messenger: the table as it lies there, who won, and the points. It is drawn in the page and
// goes nowhere but where the player sends it.
import type { Context } from "../board";
import { number, t } from "../i18n";
import type { Frame } from "../table/types";
import { gameTitle } from "../words";
import { layersAt, madeOf } from "./drawing";

const width = 1080,
    margin = 56;

/** The custom properties that decide how a card is drawn (web/art/README.md). */
const layers = ["--line", "--mid", "--fine", "--small", "--large", "--tab", "--paper", "--ground"];

function loaded(svg: string): Promise<HTMLImageElement> {
    return new Promise((resolve, reject) => {
        const image = new Image();
        image.onload = () => resolve(image);
        image.onerror = () => reject(new Error("a drawing could not be drawn"));
        image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    });
}

/** An element without what the page's style hides in it. */
function seen(e: Element): Element {
    const copy = e.cloneNode(true) as Element,
        all = [...e.querySelectorAll("*")],
        copies = [...copy.querySelectorAll("*")];
    for (const [i, one] of all.entries()) if (getComputedStyle(one).display === "none") copies[i]!.remove();
    return copy;
}

/** What the drawings use of the page's sprites, each thing once. */
function used(all: Element[]): string {
    const found = new Map<string, Element>();
    const look = (e: Element) => {
        for (const use of [...(e.tagName === "use" ? [e] : []), ...e.querySelectorAll("use")]) {
            const id = use.getAttribute("href")?.slice(1) ?? "",
                target = id && !found.has(id) ? document.getElementById(id) : null;
            if (!target) continue;
            found.set(id, target);
            look(target);
        }
    };
    all.forEach(look);
    const text = new XMLSerializer();
    return [...found.values()].map((e) => text.serializeToString(e)).join("");
}

/** The cards of a board where they lie, as one drawing; undefined: it shows none. */
export function tableDrawing(board: Element): { svg: string; ratio: number } | undefined {
    const box = board.getBoundingClientRect();
    const cards = [...board.querySelectorAll<SVGSVGElement | HTMLImageElement>(".card > :is(svg, img)")].filter((e) => {
        const r = e.getBoundingClientRect();
        return r.width > 8 && r.right > box.left && r.left < box.right && r.bottom > box.top && r.top < box.bottom;
    });
    if (!cards.length) return undefined;
    const places = cards.map((e) => e.getBoundingClientRect());
    const left = Math.min(...places.map((r) => r.left)) - 10,
        top = Math.min(...places.map((r) => r.top)) - 10,
        wide = Math.max(...places.map((r) => r.right)) + 10 - left,
        high = Math.max(...places.map((r) => r.bottom)) + 10 - top;
    const text = new XMLSerializer(),
        made = cards.map((e) => (e instanceof HTMLImageElement ? madeOf(e) : seen(e)));
    const drawn = cards.map((e, i) => {
        const r = places[i]!,
            at = `x="${(r.left - left).toFixed(1)}" y="${(r.top - top).toFixed(1)}" width="${r.width.toFixed(1)}" height="${r.height.toFixed(1)}"`,
            round = (r.width * 0.08).toFixed(1),
            style = getComputedStyle(e),
            own = layers.map((k) => `${k}:${style.getPropertyValue(k).trim()}`).filter((k) => !k.endsWith(":"));
        if (e instanceof HTMLImageElement) own.push(layersAt(r.width));
        const inside = [...made[i]!.childNodes].map((c) => text.serializeToString(c)).join("");
        return (
            `<rect ${at} rx="${round}" fill="#FAF5E9"/><clipPath id="c${i}"><rect ${at} rx="${round}"/></clipPath><g clip-path="url(#c${i})">` +
            `<svg ${at} viewBox="${made[i]!.getAttribute("viewBox") ?? `0 0 ${r.width} ${r.height}`}" preserveAspectRatio="none" color="${style.color}" style="${own.join(";")}">${inside}</svg></g>`
        );
    });
    return {
        svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${wide * 3}" height="${high * 3}" viewBox="0 0 ${wide} ${high}"><defs>${used(made)}</defs>${drawn.join("")}</svg>`,
        ratio: high / wide,
    };
}

/** Who won, for people who were not there. */
export function outcome(ctx: Context, won: number[]): string {
    const mine = ctx.you !== undefined && ctx.name(ctx.you) === t("You");
    if (won.length === 0) return t("Nobody wins");
    if (mine && won.includes(ctx.you!)) return won.length === 1 ? t("I won!") : t("We share the win!");
    return won.length === 1 ? t("{name} wins", { name: ctx.name(won[0]!) }) : t("Shared win");
}

/** As PNG. */
export async function souvenir(ctx: Context, frame: Frame, board: Element | null): Promise<Blob> {
    const result = frame.table.result!,
        game = frame.view.game;
    const look = getComputedStyle(board ?? document.documentElement),
        colour = (name: string) => look.getPropertyValue(name).trim();
    const display = colour("--display") || "sans-serif";
    await document.fonts?.load(`400 72px ${display}`, outcome(ctx, result.won)).catch(() => undefined);
    const drawing = board && tableDrawing(board),
        picture = drawing && (await loaded(drawing.svg));
    const seats = frame.table.seats.map((_, i) => i).sort((a, b) => result.ranks[a]! - result.ranks[b]!);
    const shown = drawing ? Math.min(820, (width - 2 * margin) * drawing.ratio) : 0,
        list = seats.length * 74;
    const top = 250,
        canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round(top + (shown ? shown + 40 : 0) + list + 130);
    const c = canvas.getContext("2d")!;
    c.fillStyle = colour("--table") || "#2B221A";
    c.fillRect(0, 0, canvas.width, canvas.height);
    const glow = c.createRadialGradient(width / 2, canvas.height * 1.04, 0, width / 2, canvas.height * 1.04, canvas.height * 0.8);
    glow.addColorStop(0, "rgba(240, 130, 60, .3)");
    glow.addColorStop(1, "rgba(240, 130, 60, 0)");
    c.fillStyle = glow;
    c.fillRect(0, 0, canvas.width, canvas.height);
    const write = (text: string, x: number, y: number, size: number, fill: string, face: string, most: number, weight = 400) => {
        c.fillStyle = fill;
        for (let px = size; ; px -= 2) {
            c.font = `${weight} ${px}px ${face}`;
            if (px <= 20 || c.measureText(text).width <= most) break;
        }
        c.fillText(text, x, y, most);
    };
    const sans = "system-ui, sans-serif";
    write(gameTitle(game), margin, 96, 40, colour("--soft"), display, width - 2 * margin);
    write(outcome(ctx, result.won), margin, 190, 88, colour("--text"), display, width - 2 * margin);
    if (picture && drawing) {
        const wide = Math.min(width - 2 * margin, shown / drawing.ratio);
        c.drawImage(picture, (width - wide) / 2, top, wide, wide * drawing.ratio);
    }
    seats.forEach((seat, i) => {
        const y = top + (shown ? shown + 40 : 0) + i * 74;
        c.fillStyle = colour("--panel");
        c.beginPath();
        c.roundRect(margin, y, width - 2 * margin, 64, 16);
        c.fill();
        c.textAlign = "right";
        write(
            number(result.points[seat]!),
            width - margin - 24,
            y + 46,
            40,
            result.won.includes(seat) ? colour("--ember") : colour("--text"),
            display,
            300,
        );
        c.textAlign = "left";
        write(
            ctx.name(seat),
            margin + 24,
            y + 44,
            34,
            colour("--text"),
            sans,
            width - 2 * margin - 360,
            result.won.includes(seat) ? 700 : 400,
        );
    });
    write("Irori", margin, canvas.height - 44, 44, colour("--ember"), display, 300);
    c.textAlign = "right";
    write(location.host, width - margin, canvas.height - 46, 28, colour("--soft"), sans, 600);
    return new Promise((resolve, reject) =>
        canvas.toBlob((b) => (b ? resolve(b) : reject(new Error("the picture could not be made"))), "image/png"),
    );
}

/** Through the system's own sharing where there is one for files, else as a download. */
export async function send(picture: Blob, name: string, text: string, url?: string): Promise<void> {
    const file = new File([picture], name, { type: "image/png" }),
        what = { files: [file], text, ...(url && { url }) };
    if (navigator.canShare?.(what)) return navigator.share(what).catch(() => undefined); // whoever changes their mind is right
    const a = document.createElement("a");
    a.href = URL.createObjectURL(picture);
    a.download = name;
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}
