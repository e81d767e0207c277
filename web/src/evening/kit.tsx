// kit.tsx: parts that the screens of an evening share.
import { Component, type ComponentType, type FunctionComponent, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { language, t } from "../i18n";
import { Crest, useNow } from "../ui/kit";
import { ShowAll } from "../ui/show_all";
import { clock, firstAndMine, secondsLeft, standings } from "./event";
import { breakName, eveningWords, nameOf, points } from "./words";
import type { Evening, Person } from "./types";

/** So many are shown of a list that is longer, until somebody wants all. */
export const some = 24;

/** A name of many letters is written smaller on a television. */
export const long = (name: string): string => ([...name].length > 18 ? "long" : "");

/** A part that is drawn again only if something that it is given is another thing. */
export function still<P extends object>(Part: (props: P) => VNode | null): ComponentType<P> {
    return class extends Component<P> {
        override shouldComponentUpdate(next: P): boolean {
            return (Object.keys(next) as (keyof P)[]).some((k) => next[k] !== this.props[k]);
        }
        override render(): VNode | null {
            return Part(this.props as P);
        }
    };
}

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

interface Somebody {
    p: Person;
    i: number;
    name: string;
    mine: boolean;
    over: boolean;
    size: number | undefined;
    language: string;
}
/** Whatever of them can be seen, and nothing else: so they are drawn again when they change. */
const somebody = (e: Evening, i: number, size?: number): Somebody => ({
    ...{ p: e.people[i]!, i, name: nameOf(e, i), mine: i === e.you, over: e.stage === "over", size, language: language.get() },
});
const Named = ({ p, i, name, mine, over, size = 24 }: Somebody) => {
    const note = p.gone ? t("has left") : !p.bot && !p.here && !over && !mine ? t("absent") : "";
    return (
        <span class={`who${note ? " away" : ""}`}>
            <Crest seat={i} size={size} />
            <span class={`name ${long(name)}`}>
                <b dir="auto">{name}</b>
                {mine && <small> {t("(you)")}</small>}
                {note && <small> {note}</small>}
            </span>
        </span>
    );
};
/** Somebody: crest, name, and in a word what there is to know. */
export const Who = ({ e, i, size }: { e: Evening; i: number; size?: number | undefined }) => <Named {...somebody(e, i, size)} />;

const Row = still((s: Somebody) => (
    <tr class={`${s.mine ? "you" : ""} ${s.p.place <= 3 && s.p.points > 0 ? "top" : ""}`}>
        <td class="place">{s.p.place}</td>
        <th scope="row">
            <Named {...s} />
        </th>
        <td class="points">{points(s.p.points)}</td>
        {s.p.breaks.map((b, k) => (
            <td key={k} class="break">
                {points(b)}
            </td>
        ))}
    </tr>
));
/** The button that shows what is left out. */
export const All = ({ n, show }: { n: number; show: () => void }) => <ShowAll words={t("Show all {n}", { n })} show={show} />;
/** Who stands where: of many, the first and those around us, until somebody wants all. */
export function LongStandings({ e }: { e: Evening }) {
    const [whole, setWhole] = useState(false);
    const all = standings(e),
        part = !whole && all.length > some,
        few = firstAndMine(all.length, some, all.indexOf(e.you ?? -1)).map((k) => (k === null ? null : all[k]!));
    return (
        <>
            <Standings e={e} only={part ? few : all} />
            {part && <All n={all.length} show={() => setWhole(true)} />}
        </>
    );
}

/** A part of them; null: somebody is left out here. */
export function Standings({ e, only, size }: { e: Evening; only: (number | null)[]; size?: number }) {
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
                {only.map((i, at) =>
                    i === null ? (
                        <tr key={`gap ${at}`} class="gap">
                            <td colSpan={3 + e.breaks.length}>…</td>
                        </tr>
                    ) : (
                        <Row key={i} {...somebody(e, i, size)} />
                    ),
                )}
            </tbody>
        </table>
    );
}
