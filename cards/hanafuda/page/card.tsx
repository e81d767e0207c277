// card.tsx: a hanafuda card, face or back, with the tab that says month and kind.
import { liked, settings } from "@/settings";
import { useStore } from "@/store";
import { Drawing } from "@/ui/drawing";
import { card, cardName, markOf } from "./cards";

export interface CardProps {
    name: string;
    /** What the card is for now; each is a mark that is not colour alone (art brief 1.9). */
    can?: boolean;
    selected?: boolean;
    matches?: boolean;
    fresh?: boolean;
    pending?: boolean;
    advised?: boolean;
    /** Drawn in full at any width: for a card that something scales up, which would otherwise show its small shapes large. */
    large?: boolean;
    /** A button does something; otherwise it is a picture. */
    press?: () => void;
    zoom?: () => void;
    label?: string;
    tab?: number;
    at?: { column: number; row: number }; // in a grid
}

const digits = (n: number): number[] => String(n).split("").map(Number);

/** The corner with month and kind as art/README.md draws it, large on small cards and small on large ones; the frame closes over it. */
function tab(name: string, months: boolean, kinds: boolean): string {
    const c = card(name),
        d = digits(c.month),
        ground = c.kind === "bright" ? "#F4BF3A" : "#FAF5E9",
        ink = 'color="#1E1B1A"';
    const part = (
        shown: string,
        w: number,
        middle: number,
        line: number,
        digit: { w: number; h: number; y: number },
        mark: { size: number; y: number },
        r: number,
    ) => {
        const gap = digit.w * 0.14,
            all = d.length * digit.w + (d.length - 1) * gap,
            top = months ? mark.y : digit.y;
        const h = kinds ? top + mark.size + 9 : digit.y + digit.h + 12,
            use = (id: string, x: number, y: number, w: number, h: number) =>
                `<use href="#${id}" x="${x}" y="${y}" width="${w}" height="${h}" ${ink}/>`;
        return [
            `<g display="${shown}"><path d="M0 0H${w}V${h - r}Q${w} ${h} ${w - r} ${h}H0Z" fill="${ground}" stroke="#1E1B1A" stroke-width="${line}"/>`,
            ...(months ? d.map((n, i) => use(`ir-digit-${n}`, middle - all / 2 + i * (digit.w + gap), digit.y, digit.w, digit.h)) : []),
            kinds ? use(`hf-mark-${markOf(c)}`, middle - mark.size / 2, top, mark.size, mark.size) : "",
            "</g>",
        ].join("");
    };
    const two = d.length > 1;
    return [
        part("var(--small,none)", two ? 116 : 104, two ? 61 : 56, 8, { w: two ? 36 : 40, h: 66, y: 18 }, { size: 46, y: 95 }, 20),
        part("var(--mid)", 64, 34, 6, { w: 22, h: 38, y: 14 }, { size: 34, y: 61 }, 16),
        '<use href="#hf-frame"/>',
    ].join("");
}

const box = "0 0 300 480",
    faces = new Map<string, string>();
/** A face as SVG that uses the sprites. */
function face(name: string, months: boolean, kinds: boolean): string {
    const key = `${name} ${months} ${kinds}`,
        made = faces.get(key) ?? `<use href="#hf-${name}"/>${months || kinds ? tab(name, months, kinds) : ""}`;
    faces.set(key, made);
    return made;
}
/** The pictures of these cards. */
export const pictures = (names: string[]): { box: string; inside: string }[] =>
    names.map((name) => ({ box, inside: face(name, liked("months"), liked("kinds")) }));
export const Face = ({ name, large }: { name: string; large?: boolean }) => {
    useStore(settings);
    return <Drawing box={box} inside={face(name, liked("months"), liked("kinds"))} whole={large} />;
};

export const Back = () => (
    <span class="card hf back">
        <Drawing box={box} inside='<use href="#hf-back"/>' />
    </span>
);

export function Card(p: CardProps) {
    const cls = [
        "card hf",
        p.can && "can",
        p.selected && "selected",
        p.matches && "matches",
        p.fresh && "fresh",
        p.pending && "pending",
        p.advised && "advised",
    ]
        .filter(Boolean)
        .join(" ");
    const label = p.label ?? cardName(p.name);
    if (!p.press)
        return (
            <span class={cls} data-key={p.name} role="img" aria-label={label} onClick={p.zoom}>
                <Face name={p.name} large={p.large} />
            </span>
        );
    return (
        <button
            class={cls}
            data-key={p.name}
            aria-label={label}
            aria-pressed={p.selected}
            tabIndex={p.tab ?? 0}
            onClick={p.press}
            style={p.at && { gridColumn: p.at.column, gridRow: p.at.row }}
            onContextMenu={(e) => {
                if (!p.zoom) return;
                e.preventDefault();
                p.zoom();
            }}
        >
            <Face name={p.name} large={p.large} />
        </button>
    );
}
