// card.tsx: a hanafuda card, face or back, with the tab that says month and kind.
import { settings } from "../../settings";
import { useStore } from "../../store";
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
    /** A button does something; otherwise it is a picture. */
    press?: () => void;
    zoom?: () => void;
    label?: string;
    tab?: number;
}

const digits = (n: number): number[] => String(n).split("").map(Number);

/** Month and kind, large on small cards, small on large ones. Drawn, so that it is part of the card. */
function Tab({ name, months, kinds }: { name: string; months: boolean; kinds: boolean }) {
    const c = card(name), d = digits(c.month), ground = c.kind === "bright" ? "#F4BF3A" : "var(--paper)";
    const part = (cls: string, w: number, h: number, cap: number, glyph: number, r: number) => {
        const width = cap * 0.56, all = d.length * width + (d.length - 1) * cap * 0.08, middle = (w + 4) / 2;
        const gap = (h - 4 - cap - glyph) / 3, tall = months && kinds ? h : (months ? cap : glyph) + 2 * gap + 4;
        return (
            <g class={cls}>
                <path d={`M4 24a20 20 0 0 1 20 -20h${w - 24}v${tall - 4 - r}a${r} ${r} 0 0 1 ${-r} ${r}h${-(w - 4 - r)}z`} fill={ground} stroke="#1E1B1A" stroke-width={6} />
                {months && d.map((n, i) => (
                    <use key={i} href={`#ir-digit-${n}`} x={middle - all / 2 + i * (width + cap * 0.08)} y={4 + gap} width={width} height={cap} style={{ color: "#1E1B1A" }} />
                ))}
                {kinds && <use href={`#kk-mark-${markOf(c)}`} x={middle - glyph / 2} y={tall - gap - glyph} width={glyph} height={glyph} style={{ color: "#1E1B1A" }} />}
            </g>
        );
    };
    return (
        <g class="tab">
            {part("tab-s", d.length > 1 ? 116 : 104, 152, 62, 52, 20)}
            {part("tab-m", 72, 110, 38, 38, 16)}
        </g>
    );
}

export const Face = ({ name }: { name: string }) => {
    const { months, kinds } = useStore(settings);
    return (
        <svg viewBox="0 0 300 480" aria-hidden="true">
            <use href={`#kk-${name}`} />
            {(months || kinds) && <Tab name={name} months={months} kinds={kinds} />}
        </svg>
    );
};

export const Back = () => (
    <span class="card kk back">
        <svg viewBox="0 0 300 480" aria-hidden="true"><use href="#kk-back" /></svg>
    </span>
);

export function Card(p: CardProps) {
    const cls = ["card kk", p.can && "can", p.selected && "selected", p.matches && "matches", p.fresh && "fresh", p.pending && "pending", p.advised && "advised"].filter(Boolean).join(" ");
    const label = p.label ?? cardName(p.name);
    if (!p.press)
        return (
            <span class={cls} data-key={p.name} role="img" aria-label={label} onClick={p.zoom}>
                <Face name={p.name} />
            </span>
        );
    return (
        <button
            class={cls} data-key={p.name} aria-label={label} aria-pressed={p.selected} tabIndex={p.tab ?? 0} onClick={p.press}
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
