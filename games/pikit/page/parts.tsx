// parts.tsx: what a PiKiT table is made of: cards, mechas, dice, chips with a number.
import type { ComponentChildren } from "preact";
import { t, tn } from "@/i18n";
import { Drawing } from "@/ui/drawing";
import { box, cardName, mechaName, sign } from "./words";

export const pictureOf = (symbol: string | number) => ({ box, inside: `<use href="#pk-${symbol}"/>` });
export const Picture = ({ symbol }: { symbol: string }) => <Drawing {...pictureOf(symbol)} />;
export const Sign = ({ card }: { card: number }) => (
    <svg class="sign" viewBox="0 0 48 48" aria-hidden="true">
        <use href={`#${sign(card)}`} />
    </svg>
);

interface CardProps {
    symbol: string; // "7", "mecha-3", "back"
    label: string;
    keyed?: string; // data-key, for what moves
    class?: string;
    press?: () => void;
    pressed?: boolean;
    hover?: (on: boolean) => void;
    tab?: number;
    children?: ComponentChildren;
}
/** A card that can be pressed, or a picture of one. Marks beside its face are given as children. */
export function Card(p: CardProps) {
    const cls = `card pk ${p.class ?? ""}`;
    const inside = (
        <>
            <Picture symbol={p.symbol} />
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
        <button
            class={cls}
            data-key={p.keyed}
            aria-label={p.label}
            aria-pressed={p.pressed}
            tabIndex={p.tab}
            onClick={p.press}
            onMouseEnter={p.hover && (() => p.hover!(true))}
            onMouseLeave={p.hover && (() => p.hover!(false))}
            onFocus={p.hover && (() => p.hover!(true))}
            onBlur={p.hover && (() => p.hover!(false))}
        >
            {inside}
        </button>
    );
}

export const Small = ({ card, count = 1 }: { card: number; count?: number }) => (
    <span class="small-card">
        <Card
            symbol={String(card)}
            label={count > 1 ? tn("{card}, {n} time", "{card}, {n} times", count, { card: cardName(card) }) : cardName(card)}
        />
        {count > 1 && <b aria-hidden="true">×{count}</b>}
    </span>
);

export const Die = ({ side }: { side: number }) => (
    <svg class="die" viewBox="0 0 100 100" aria-hidden="true">
        <use href={`#pk-die-${side}`} />
    </svg>
);

/** The pair token of a mecha somebody holds. */
export const Token = ({ double }: { double: number }) => (
    <svg class="token" viewBox="0 0 240 240" role="img" aria-label={mechaName(double)}>
        <use href={`#pk-pair-${double}`} />
    </svg>
);

export const Wounds = ({ n }: { n: number }) => (
    <span class={`wounds ${n ? "some" : ""}`}>
        <svg class="token" viewBox="0 0 240 240" aria-hidden="true">
            <use href="#pk-wound" />
        </svg>
        <span class="unseen">{tn("{n} wound", "{n} wounds", n)}</span>
        <span aria-hidden="true">{n}</span>
    </span>
);

/** Numbers known to be in a hand, and how many are not: "1 4 8 +2?". */
export function Known({ known, unknown }: { known: Record<string, number>; unknown: number }) {
    return (
        <span class="known">
            {Object.entries(known).map(([n, count]) => (
                <span class="chip" key={n} aria-hidden="true">
                    {n}
                    {count > 1 && <small>×{count}</small>}
                </span>
            ))}
            {unknown > 0 && (
                <span class="chip unknown" aria-hidden="true">
                    +{unknown}?
                </span>
            )}
            <span class="unseen">
                {t("known: {list}", {
                    list:
                        Object.entries(known)
                            .map(([n, count]) => (count > 1 ? `${n} ×${count}` : n))
                            .join(", ") || t("nothing"),
                })}
                {unknown > 0 && `, ${tn("{n} unseen", "{n} unseen", unknown)}`}
            </span>
        </span>
    );
}
