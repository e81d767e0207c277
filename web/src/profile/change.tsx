// change.tsx: at a rated table: what sitting down there means, and how the game has changed the ratings when the server has counted it.
import "../ui/play"; // it is loaded by then: so the bundler need not divide it
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Message } from "../net/link";
import { store, useStore } from "../store";
import type { Director } from "../table/director";
import type { Frame } from "../table/types";
import { Icon } from "../ui/kit";
import { changed } from "./parts";
import { changeWords, ofHundred, points, profileWords, within } from "./words";

type Seats = ({ at: number; was: number; error: number } | null)[];
/** By table. */
const heard = store<Record<string, Seats>>({});
export const heardRated = (table: string, m: Message): void => heard.set({ ...heard.get(), [table]: m.seats as unknown as Seats });

function useWords(): boolean {
    const [ready, set] = useState(false);
    useEffect(() => void profileWords().then(() => set(true)), []);
    return ready;
}

/** Before one sits down. */
export function RatedNote() {
    return useWords() ? (
        <p class="note rated-note">
            <Icon name="trophy" />{" "}
            {t(
                "This game is rated: its result changes the rating of everybody who plays. There are no hints, no coach, and no move is taken back. Positions from it may become puzzles, without names. Whoever sits down agrees.",
            )}
        </p>
    ) : null;
}

/** Why the reader's number moved: what was expected of two, or that one is compared with each. */
function Why({ seats, you, name, won }: { seats: Seats; you: number; name: (seat: number) => string; won: number[] }) {
    const mine = seats[you],
        others = seats.flatMap((s, i) => (s && i !== you ? [{ ...s, i }] : [])),
        [other] = others;
    if (!mine || !other) return null;
    const values = { n: ofHundred(mine.was - other.was), name: name(other.i), own: points(mine.was), other: points(other.was) };
    return (
        <p class="soft why-changed">
            {others.length > 1
                ? t("You are compared with each of the others: whoever is placed above somebody with a higher number gains most.")
                : t(
                      "Before the game it was {own} to {other}: with these numbers you win about {n} of 100 games against {name}.",
                      values,
                  )}{" "}
            {others.length === 1 && changeWords(won, you)} {mine.error > 110 && t("While little is known about you, the steps are large.")}
        </p>
    );
}

/** After the game. */
export function RatedChange({ d, frame }: { d: Director; frame: Frame }) {
    const ready = useWords(),
        seats = useStore(heard)[frame.table.id],
        { you } = frame.table;
    if (!ready) return null;
    if (!seats) return <p class="rated-told rated-change soft">{t("This game was rated.")}</p>;
    return (
        <div class="rated-told" role="status">
            <ul class="rated-change" aria-label={t("Ratings after this game")}>
                {seats.map(
                    (s, i) =>
                        s && (
                            <li key={i} class={i === you ? "own" : ""}>
                                <span>{d.seatName(i)}</span>
                                <b>{points(s.at)}</b>
                                <span class={s.at < s.was ? "less" : "more-points"}>{changed(Math.round(s.at) - Math.round(s.was))}</span>
                                <small>{within(s.error)}</small>
                            </li>
                        ),
                )}
            </ul>
            {you !== undefined && <Why {...{ seats, you }} name={(i) => d.seatName(i)} won={frame.table.result?.won ?? []} />}
        </div>
    );
}
