// card.tsx: a hanafuda card, face or back, with the tab that says month and kind.
import { liked, settings } from "@/settings";
import { useStore } from "@/store";
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
function Tab({ name, months, kinds }: { name: string; months: boolean; kinds: boolean }) {
    const c = card(name),
        d = digits(c.month),
        ground = c.kind === "bright" ? "#F4BF3A" : "var(--paper)",
        ink = { color: "#1E1B1A" };
    const part = (
        cls: string,
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
        const h = kinds ? top + mark.size + 9 : digit.y + digit.h + 12;
        return (
            <g class={cls}>
                <path d={`M0 0H${w}V${h - r}Q${w} ${h} ${w - r} ${h}H0Z`} fill={ground} stroke="#1E1B1A" stroke-width={line} />
                {months &&
                    d.map((n, i) => (
                        <use
                            key={i}
                            href={`#ir-digit-${n}`}
                            x={middle - all / 2 + i * (digit.w + gap)}
                            y={digit.y}
                            width={digit.w}
                            height={digit.h}
                            style={ink}
                        />
                    ))}
                {kinds && (
                    <use
                        href={`#hf-mark-${markOf(c)}`}
                        x={middle - mark.size / 2}
                        y={top}
                        width={mark.size}
                        height={mark.size}
                        style={ink}
                    />
                )}
            </g>
        );
    };
    const two = d.length > 1;
    return (
        <g class="tab">
            {part("tab-s", two ? 116 : 104, two ? 61 : 56, 8, { w: two ? 36 : 40, h: 66, y: 18 }, { size: 46, y: 95 }, 20)}
            {part("tab-m", 64, 34, 6, { w: 22, h: 38, y: 14 }, { size: 34, y: 61 }, 16)}
            <use href="#hf-frame" />
        </g>
    );
}

export const Face = ({ name }: { name: string }) => {
    useStore(settings);
    const months = liked("months"),
        kinds = liked("kinds");
    return (
        <svg viewBox="0 0 300 480" aria-hidden="true">
            <use href={`#hf-${name}`} />
            {(months || kinds) && <Tab name={name} months={months} kinds={kinds} />}
        </svg>
    );
};

export const Back = () => (
    <span class="card hf back">
        <svg viewBox="0 0 300 480" aria-hidden="true">
            <use href="#hf-back" />
        </svg>
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
        p.large && "large",
    ]
        .filter(Boolean)
        .join(" ");
    const label = p.label ?? cardName(p.name);
    if (!p.press)
        return (
            <span class={cls} data-key={p.name} role="img" aria-label={label} onClick={p.zoom}>
                <Face name={p.name} />
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
            <Face name={p.name} />
        </button>
    );
}
