// parts.tsx: what a Gacha table is made of: cards, rewards put together from their parts, glyphs, tokens, half tickets.
import type { ComponentChildren } from "preact";
import { Drawing } from "@/ui/drawing";
import { backSymbol, box } from "./words";
import { figures as sorts, type Figure, type GachaView, type Half, type Reward, type TokenName } from "./types";

/** A symbol of the sprites somewhere on a card. */
const use = (id: string, x: number, y: number, width: number, height: number, colour?: string): string =>
    `<use href="#${id}" x="${x}" y="${y}" width="${width}" height="${height}"${colour ? ` color="${colour}"` : ""}/>`;
export const Use = ({ id, box, class: extra }: { id: string; box: string; class?: string }) => (
    <svg class={extra} viewBox={box} aria-hidden="true">
        <use href={`#${id}`} />
    </svg>
);
/** What lies on a card: a symbol that fills it. */
export const pictureOf = (id: string) => ({ box, inside: `<use href="#${id}"/>` });
export const Picture = ({ id }: { id: string }) => <Drawing {...pictureOf(id)} />;
export const Glyph = ({ figure }: { figure: string }) =>
    figure === "any" || figure === "joker" ? (
        <Use class="ga-glyph" id="ga-slot-joker" box="0 0 100 100" />
    ) : (
        <Use class="ga-glyph" id={`ga-slot-${figure}`} box="0 0 100 100" />
    );
export const Glyphs = ({ of }: { of: string[] }) => (
    <span class="ga-glyphs" aria-hidden="true">
        {of.map((f, i) => (
            <Glyph key={i} figure={f} />
        ))}
    </span>
);
/** One colour, for where the figure's own would be too loud. */
export const Sign = ({ figure }: { figure: string }) => <Use class="ga-sign" id={`ga-glyph-${figure}`} box="0 0 48 48" />;
export const Token = ({ token }: { token: TokenName | "back" }) => <Use class="ga-token" id={`ga-token-${token}`} box="0 0 240 240" />;
export const Ticket = ({ half }: { half: Half }) => <Use class="ga-ticket" id={`ga-half-${half}`} box="-4 -4 92 116" />;
export const Hatch = () => <Use class="ga-hatch" id="ga-used" box="0 0 100 100" />;

interface CardProps {
    symbol: string;
    label: string;
    keyed?: string;
    class?: string;
    press?: () => void;
    tab?: number;
    children?: ComponentChildren;
}
export function Card(p: CardProps) {
    const cls = `card ga ${p.class ?? ""}`,
        inside = (
            <>
                <Picture id={p.symbol} />
                {p.children}
            </>
        );
    if (!p.press)
        return (
            <span class={cls} data-key={p.keyed} role="img" aria-label={p.label}>
                {inside}
            </span>
        );
    return (
        <button class={cls} data-key={p.keyed} aria-label={p.label} tabIndex={p.tab} onClick={p.press}>
            {inside}
        </button>
    );
}

/* ---- rewards: a picture above, the price below. The sizes are those of art/README.md ---- */

/** Points as digits, `high` units high around (x, y). */
function digits(n: number, x: number, y: number, high: number): string {
    const d = String(n).split(""),
        step = d.length > 1 ? high * 0.48 : high * 0.56;
    return d.map((c, i) => use(`ir-digit-${c}`, x + (i - d.length / 2) * step, y - high / 2, step, high, "#1E1B1A")).join("");
}

type Scene = "shelf" | "festival" | "grand";
export const sceneOf = (points: number): Scene => (points < 5 ? "shelf" : points < 8 ? "festival" : "grand");
const floor: Record<Scene, number> = { shelf: 247, festival: 243, grand: 247 },
    step = 179; // the upper one of the parade's stage
/** Where figures stand side by side: their middles, and how large they are. */
const rows: Record<number, [x: number, size: number][]> = {
    0: [],
    1: [[150, 0.66]],
    2: [
        [94, 0.58],
        [208, 0.58],
    ],
    3: [
        [56, 0.42],
        [244, 0.42],
        [150, 0.5],
    ],
    4: [46, 115, 185, 254].map((x) => [x, 0.35]),
    5: [38, 94, 150, 206, 262].map((x) => [x, 0.29]),
};
const upper: Record<number, [x: number, size: number][]> = {
    0: [],
    1: [[150, 0.4]],
    2: [
        [106, 0.36],
        [194, 0.36],
    ],
    3: [82, 150, 218].map((x) => [x, 0.29]),
};
const lower: Record<number, [x: number, size: number][]> = {
    1: [[150, 0.44]],
    2: [
        [62, 0.42],
        [238, 0.42],
    ],
    3: [52, 248, 150].map((x) => [x, 0.38]),
};
/** Of capsules, for whatever card it is; then of those that must be equal to each other. */
const colours: Record<string, string> = { any: "#F4BF3A", any1: "#3D7CB4", any2: "#E58FA6" };
interface Standing {
    what: string; // a figure; any, or any1 and any2: a capsule
    x: number;
    y: number; // of the feet
    size: number;
}
/** Who stands on the picture: the figures of the price; for any figure, a capsule. Those in front come last. */
export function standing({ set, equal, points }: Reward): Standing[] {
    const all = [...set, ...equal.flatMap((n, i) => Array.from({ length: n }, () => `any${i + 1}`))].slice(0, 6),
        scene = sceneOf(points);
    const at = (what: string[], places: [number, number][], y: number) =>
        what.map((f, i): Standing => ({ what: f, x: places[i]![0], y, size: places[i]![1] }));
    if (scene !== "grand") {
        const shown = all.slice(0, 5);
        return at(shown, rows[shown.length]!, floor[scene]);
    }
    const back = Math.floor(all.length / 2);
    return [...at(all.slice(0, back), upper[back]!, step), ...at(all.slice(back), lower[all.length - back]!, floor.grand)];
}
const figures = (reward: Reward): string =>
    standing(reward)
        .map(({ what, x, y, size }) => {
            const any = what.startsWith("any"),
                w = any ? 210 * size : 260 * size;
            // a figure's feet are 248 of 260 units down
            return use(any ? "ga-capsule-any" : `ga-figure-${what}`, x - w / 2, any ? y - w : y - 248 * size, w, w, colours[what]);
        })
        .join("");

interface Slot {
    what: string;
    x: number;
    y: number;
    size: number;
}
/** The slots of a price in rows, in a box around (x, y). */
function slots(set: string[], x: number, y: number, width: number, height: number, most: number): Slot[] {
    const n = Math.min(6, set.length),
        fits = (columns: number) => Math.min(most, width / columns, height / Math.ceil(n / columns)),
        columns = [1, 2, 3, 4, 5, 6].reduce((a, b) => (b <= n && fits(b) > fits(a) + 1 ? b : a)),
        size = fits(columns),
        lines = Math.ceil(n / columns);
    return set.slice(0, n).map((what, i) => {
        const line = Math.floor(i / columns),
            inLine = Math.min(columns, n - line * columns);
        return {
            what,
            x: x + ((i % columns) - (inLine - 1) / 2) * size,
            y: y + (line - (lines - 1) / 2) * size,
            size: size - 4,
        };
    });
}
interface Room {
    x: number;
    y: number;
    w: number;
    h: number;
    most: number;
}
/** The price in a box: figures, and under them bars of cards that must be equal. */
const linesOf = ({ set, equal }: Reward): number => Math.max(1, equal.length + (set.length ? 1 : 0));
function slotsOf(reward: Reward, p: Room): Slot[] {
    const high = p.h / linesOf(reward);
    return slots(reward.set, p.x, p.y - p.h / 2 + high / 2, p.w, high, p.most);
}
function price(reward: Reward, p: Room): string {
    const { set, equal } = reward,
        high = p.h / linesOf(reward);
    const figured = slotsOf(reward, p).map(({ what, x, y, size }) =>
        use(`ga-slot-${what === "any" ? "joker" : what}`, x - size / 2, y - size / 2, size, size),
    );
    const joined = equal.map((n, i) => {
        const shown = Math.min(4, n),
            h = Math.min(high - 4, 80, (p.w * 80) / (82 * shown)),
            w = (h * 82 * shown) / 80;
        const y = p.y - p.h / 2 + (i + (set.length ? 1 : 0) + 0.5) * high;
        return use(`ga-joined-${shown}`, p.x - w / 2, y - h / 2, w, h);
    });
    return [...figured, ...joined].join("");
}
/** Where the price of a large card is. */
const priceRoom = ({ half }: Reward): Room => ({
    x: half === "none" ? 150 : 108,
    y: 350,
    w: half === "none" ? 276 : 192,
    h: 124,
    most: 92,
});
/** Marks of the slots that the hand can fill, over the face, which stays the same: to read another picture takes long. Of equal slots the
 *  last ones are lacking. */
export function Ticks({ reward, missing }: { reward: Reward; missing: (Figure | "any")[] | undefined }) {
    if (!missing) return null;
    const left = [...missing];
    const lacking = [...reward.set]
        .reverse()
        .map((f) => {
            const i = left.indexOf(f);
            if (i >= 0) left.splice(i, 1);
            return i >= 0;
        })
        .reverse();
    return (
        <span class="ga-ticks">
            <svg viewBox={box} aria-hidden="true">
                {slotsOf(reward, priceRoom(reward)).map(
                    ({ x, y, size }, i) =>
                        !lacking[i] && (
                            <g key={i} transform={`translate(${x + size * 0.32} ${y + size * 0.32}) scale(${size / 84})`}>
                                <circle r="22" />
                                <path d="M-9,1 L-3,8 L9,-7" />
                            </g>
                        ),
                )}
            </svg>
        </span>
    );
}

interface FaceProps {
    reward: Reward;
    /** Somebody has it, so on a small card its points and ticket count, not its price. */
    got?: boolean;
}
/** The face of a reward as SVG that uses the sprites. */
export function face({ reward, got }: FaceProps): string {
    const { points, half, mark } = reward,
        ticket = half !== "none",
        on = (id: string) => `<use href="#${id}"/>`;
    const small = got
        ? ticket
            ? use(`ga-half-${half}`, 114, 190, 174, 218)
            : ""
        : price(reward, { x: 150, y: 280, w: 272, h: 232, most: 130 }) + (ticket ? use(`ga-half-${half}`, 192, 16, 92, 116) : "");
    return [
        on(`ga-reward-${sceneOf(points)}`),
        `<g class="ga-stand" display="var(--mid)">${figures(reward)}</g>`,
        on("ga-reward"),
        '<g display="var(--mid)">',
        digits(points, 56, 56, 54),
        price(reward, priceRoom(reward)),
        ticket ? use(`ga-half-${half}`, 208, 292, 88, 111) : "",
        mark ? use(`ga-mark-${mark}`, 220, 18, 66, 44) : "",
        `</g><g display="var(--small,none)">${digits(points, 76, 76, 88)}${small}</g>`,
    ].join("");
}
const faceOf = (p: FaceProps) => ({ box, inside: face(p) });
export const Face = (p: FaceProps) => <Drawing {...faceOf(p)} />;

/** The pictures of a view; else those that come sooner or later. */
export const pictures = (view?: GachaView): { box: string; inside: string }[] =>
    view
        ? [
              ...["ga-machine", "ga-reward-back", ...sorts.map((f) => `ga-${f}`)].map(pictureOf),
              ...[...view.piles, ...view.players.flatMap((p) => p.hand)].flatMap((c) => (c.back ? [pictureOf(backSymbol(c.back))] : [])),
              ...view.market.flatMap((o) => (o.reward === undefined ? [] : [faceOf({ reward: o })])),
              ...view.players.flatMap((p) => p.rewards.map((reward) => faceOf({ reward, got: true }))),
          ]
        : [...document.querySelectorAll("symbol[id^=ga-back-]")].map((e) => pictureOf(e.id));
