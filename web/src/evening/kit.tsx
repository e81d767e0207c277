// kit.tsx: parts that the screens of an evening share.
import type { ComponentType, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { Crest, useNow } from "../ui/kit";
import { clock, secondsLeft, standings } from "./event";
import { breakName, eveningWords, nameOf, points } from "./words";
import type { Evening } from "./types";

/** A part of the page that waits for its words. */
export function worded<P extends object>(Part: ComponentType<P>, busy = true): FunctionComponent<P> {
    return (props: P) => {
        const [ready, setReady] = useState(false);
        useEffect(() => {
            let left = false;
            void eveningWords().finally(() => left || setReady(true));
            return () => {
                left = true;
            };
        }, []);
        return ready ? <Part {...props} /> : busy ? <main class="page" aria-busy="true" /> : null;
    };
}

/** The time until `ends`, counting. */
export function Left({ ends, skew }: { ends: number; skew: number }) {
    const left = secondsLeft(ends, skew, useNow(true, 500));
    return (
        <span class="left" role="timer" aria-label={t("Time left")}>
            {clock(left)}
        </span>
    );
}

/** Somebody: crest, name, and in a word what there is to know. */
export function Who({ e, i, size = 24 }: { e: Evening; i: number; size?: number }) {
    const p = e.people[i]!,
        note = p.gone ? t("left") : !p.bot && !p.here && e.stage !== "over" ? t("absent") : "";
    return (
        <span class={`who${p.gone || note ? " away" : ""}`}>
            <Crest seat={i} size={size} />
            <span class="name">
                <b dir="auto">{nameOf(e, i)}</b>
                {i === e.you && <small> {t("(you)")}</small>}
                {note && <small> {note}</small>}
            </span>
        </span>
    );
}

/** Who stands where. `only`: a part of them. */
export function Standings({ e, only = standings(e), size }: { e: Evening; only?: number[]; size?: number }) {
    return (
        <table class="standings">
            <thead>
                <tr>
                    <th scope="col">
                        <span aria-hidden="true">#</span>
                        <span class="unseen">{t("Place")}</span>
                    </th>
                    <th scope="col">{t("Name")}</th>
                    <th scope="col">{t("Points")}</th>
                    {e.breaks.map((b) => (
                        <th key={b} scope="col" class="break">
                            {breakName(b)}
                        </th>
                    ))}
                </tr>
            </thead>
            <tbody>
                {only.map((i) => {
                    const p = e.people[i]!;
                    return (
                        <tr key={i} class={`${i === e.you ? "you" : ""} ${p.place <= 3 ? `top top-${p.place}` : ""}`}>
                            <td class="place">{p.place}</td>
                            <th scope="row">
                                <Who e={e} i={i} size={size} />
                            </th>
                            <td class="points">{points(p.points)}</td>
                            {e.breaks.map((b, k) => (
                                <td key={b} class="break">
                                    {points(p.breaks[k] ?? 0)}
                                </td>
                            ))}
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}
