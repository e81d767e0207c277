// kit.tsx: parts that the screens of meeting people share.
import type { ComponentChildren, ComponentType, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Refusal } from "../table/types";
import { errorWords } from "../form/errors";
import { Crest } from "../ui/kit";
import { gameTitle, isolated } from "../words";
import { watchLobby } from "./lobby";
import { watchTies } from "./ties";
import { meetWords, rulesClock, whoLine } from "./words";
import type { Listing, Lobby, Ties } from "./types";

/** A part of the page that waits for its words. */
export function worded<P extends object>(Part: ComponentType<P>, busy = true): FunctionComponent<P> {
    return (props: P) => {
        const [ready, setReady] = useState(false);
        useEffect(() => {
            let left = false;
            void meetWords().finally(() => left || setReady(true));
            return () => {
                left = true;
            };
        }, []);
        return ready ? <Part {...props} /> : busy ? <main class="page" aria-busy="true" /> : null;
    };
}
export function useLobby(): Lobby | undefined {
    const [lobby, set] = useState<Lobby>();
    useEffect(() => watchLobby(set), []);
    return lobby;
}
export function useTies(): Ties | undefined {
    const [ties, set] = useState<Ties>();
    useEffect(() => watchTies(set), []);
    return ties;
}
/** What went wrong, in words; `run` clears it and notes the next refusal, thrown or returned. */
export function useTrouble(): [string, (work: Promise<unknown>) => Promise<boolean>] {
    const [text, set] = useState("");
    const run = async (work: Promise<unknown>): Promise<boolean> => {
        set("");
        try {
            const refusal = (await work) as Partial<Refusal> | null | undefined;
            if (refusal?.error) set(errorWords(refusal));
            return !refusal?.error;
        } catch (e) {
            set(errorWords(e));
            return false;
        }
    };
    return [text, run];
}
export const Trouble = ({ text }: { text: string }) =>
    text ? (
        <p class="note bad" role="alert">
            {text}
        </p>
    ) : null;

/** Somebody in a list: here or not, the name, and what can be done. */
export const Somebody = (p: { name: string; online?: boolean | undefined; note?: string; children?: ComponentChildren }) => (
    <li class="somebody">
        {p.online !== undefined && (
            <span class={`dot ${p.online ? "on" : ""}`} role="img" aria-label={p.online ? t("here now") : t("not here")} />
        )}
        <span class="who">
            <b dir="auto">{isolated(p.name)}</b>
            {p.note && <small>{p.note}</small>}
        </span>
        {p.children}
    </li>
);

/** Open tables or games as links on their own felt. */
export const Listings = ({ of, label }: { of: Listing[]; label: string }) => (
    <ul class="listings" aria-label={label}>
        {of.map((l) => (
            <li key={l.table} data-game={l.game}>
                <a href={`/t/${l.table}`} class="surface">
                    <span class="crests" aria-hidden="true">
                        {l.seats.map((s, i) => (
                            <span key={i} class={s === null ? "free" : ""}>
                                <Crest seat={i} size={22} />
                            </span>
                        ))}
                    </span>
                    <span>
                        <b>{titleOf(l)}</b>
                        <small>{rulesClock(l.game, l.options, l.settings)}</small>
                    </span>
                </a>
            </li>
        ))}
    </ul>
);
const titleOf = (l: Listing): string => t("{game}: {who}", { game: gameTitle(l.game), who: whoLine(l) });
