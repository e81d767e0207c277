// parts.tsx: what a Gacha table is made of: cards, rewards put together from their parts, glyphs, tokens, half tickets.
import type { ComponentChildren } from "preact";
import type { Figure, Half, Reward, TokenName } from "./types";

const ink = { color: "#1E1B1A" };
export const Use = ({ id, box, class: extra }: { id: string; box: string; class?: string }) => (
    <svg class={extra} viewBox={box} aria-hidden="true">
        <use href={`#${id}`} />
    </svg>
);
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
                <Use id={p.symbol} box="0 0 300 420" />
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

/* ---- rewards: the sizes are those of web/art/README.md ---- */

/** Points as digits, `high` units high around (x, y). */
function Digits({ n, x, y, high }: { n: number; x: number; y: number; high: number }) {
    const d = String(n).split(""),
        step = d.length > 1 ? high * 0.48 : high * 0.56;
    return (
        <>
            {d.map((c, i) => (
                <use
                    key={i}
                    href={`#ir-digit-${c}`}
                    x={x + (i - d.length / 2) * step}
                    y={y - high / 2}
                    width={step}
                    height={high}
                    style={ink}
                />
            ))}
        </>
    );
}
const places: Record<number, [number, number][]> = {
    1: [[150, 200]],
    2: [
        [105, 200],
        [195, 200],
    ],
    3: [
        [62, 200],
        [150, 200],
        [238, 200],
    ],
    4: [
        [105, 150],
        [195, 150],
        [105, 242],
        [195, 242],
    ],
    5: [
        [105, 150],
        [195, 150],
        [62, 242],
        [150, 242],
        [238, 242],
    ],
    6: [
        [62, 150],
        [150, 150],
        [238, 150],
        [62, 242],
        [150, 242],
        [238, 242],
    ],
};
/** Groups of equal jokers on their bars; under figures, if there are both. */
function Groups({ equal, low }: { equal: number[]; low: boolean }) {
    return (
        <>
            {equal.map((n, i) => {
                const shown = Math.min(4, n),
                    high = shown === 4 ? 66 : 80,
                    wide = shown === 4 ? 268 : shown * 82;
                const y = low ? 218 : equal.length > 1 ? 126 + i * 92 : 200 - high / 2;
                return <use key={i} href={`#ga-joined-${shown}`} x={150 - wide / 2} y={y} width={wide} height={high} />;
            })}
        </>
    );
}

/** The face of a reward. `have` marks the slots the viewer can fill. */
export function Face({ reward, missing }: { reward: Reward; missing?: (Figure | "any")[] }) {
    const { set, equal, points, half, mark } = reward,
        at = places[Math.min(6, set.length)] ?? [],
        left = [...(missing ?? [])];
    // of equal slots the last ones are lacking
    const lacking = [...set]
        .reverse()
        .map((f) => {
            const i = left.indexOf(f);
            if (i >= 0) left.splice(i, 1);
            return i >= 0;
        })
        .reverse();
    return (
        <svg viewBox="0 0 300 420" aria-hidden="true">
            <use href="#ga-reward" />
            <g class="ga-m">
                <Digits n={points} x={56} y={56} high={54} />
                {set.slice(0, 6).map((f, i) => {
                    const [x, y] = at[i]!;
                    return (
                        <g key={i}>
                            <use
                                href={`#ga-slot-${f === "any" ? "joker" : f}`}
                                x={x - 42}
                                y={(equal.length ? y - 40 : y) - 42}
                                width={84}
                                height={84}
                            />
                            {missing && !lacking[i] && (
                                <g class="held" transform={`translate(${x + 27} ${(equal.length ? y - 40 : y) + 27})`}>
                                    <circle r="20" fill="#22633B" stroke="#FAF5E9" stroke-width="5" />
                                    <path
                                        d="M-9,1 L-3,8 L9,-7"
                                        fill="none"
                                        stroke="#FFFFFF"
                                        stroke-width="6"
                                        stroke-linecap="round"
                                        stroke-linejoin="round"
                                    />
                                </g>
                            )}
                        </g>
                    );
                })}
                <Groups equal={equal} low={set.length > 0} />
                {half !== "none" && <use href={`#ga-half-${half}`} x={196} y={290} width={92} height={116} />}
                {mark && <use href={`#ga-mark-${mark}`} x={24} y={360} width={66} height={44} />}
            </g>
            <g class="ga-s">
                <Digits n={points} x={76} y={76} high={88} />
                {half !== "none" && <use href={`#ga-half-${half}`} x={114} y={190} width={174} height={218} />}
            </g>
        </svg>
    );
}
