// tv.tsx: an evening as a scoreboard: /e/CODE?tv. Large and dark, to be read across a room, with nothing to press. What does not fit is
// shown in turns.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { applyTheme } from "../settings";
import { Icon, Logo } from "../ui/kit";
import { linkText, useLink } from "../ui/link";
import { Code } from "../ui/qr";
import { gameTitle } from "../words";
import { drawn, pages, rounds, running, standings, winners, without, type Known } from "./event";
import { Left, long, Standings, Who } from "./kit";
import { Podium, verdict } from "./podium";
import { kindWords, nameOf, namesOf, roundOf } from "./words";
import type { EventTable, Evening } from "./types";

/** What fits on one screen, and how long it stays. */
const rows = 10,
    tables = 8,
    names = 24,
    longest = 22, // letters of a name in the largest type
    stays = 9000;

/** Night, whatever the player likes elsewhere, and the screen stays on. */
function useTelevision(): void {
    useEffect(() => {
        let lock: WakeLockSentinel | undefined,
            left = false;
        document.documentElement.dataset.theme = "night";
        const awake = (): void =>
            void navigator.wakeLock?.request("screen").then(
                (l) => {
                    lock = l;
                    if (left) void l.release();
                },
                () => undefined, // then the television's own settings decide
            );
        awake();
        document.addEventListener("visibilitychange", awake);
        return () => {
            left = true;
            document.removeEventListener("visibilitychange", awake);
            void lock?.release();
            applyTheme();
        };
    }, []);
}
/** Which of `n` is shown: the next one after a while. */
function useTurns(n: number): number {
    const [at, set] = useState(0);
    useEffect(() => {
        if (n < 2) return undefined;
        const timer = setInterval(() => set((i) => i + 1), stays);
        return () => clearInterval(timer);
    }, [n < 2]);
    return at % Math.max(1, n);
}
interface TurnsProps<T> {
    all: T[];
    most: number;
    title: string;
    note?: string;
    show: (part: T[]) => ComponentChildren;
}
function Turns<T>({ all, most, title, note, show }: TurnsProps<T>) {
    const parts = pages(all, most),
        at = useTurns(parts.length);
    return (
        <section aria-label={title}>
            <h2>
                {title}
                {parts.length > 1 && (
                    <small>
                        {at + 1}/{parts.length}
                    </small>
                )}
            </h2>
            <div class="turn" key={at}>
                {show(parts[at]!)}
            </div>
            {note && <p class="note-below">{note}</p>}
        </section>
    );
}
const At = ({ e, at }: { e: Evening; at: EventTable }) => (
    <li class={at.ranks ? "done" : ""}>
        {at.people.map((i) => (
            <span key={i} class={winners(at).includes(i) && !drawn(at) ? "won" : ""}>
                <Who e={e} i={i} size={34} />
                {winners(at).includes(i) && !drawn(at) && <Icon name="trophy" size={28} />}
            </span>
        ))}
        {drawn(at) && <small>{t("A draw")}</small>}
    </li>
);
const Names = ({ e, of }: { e: Evening; of: number[] }) => (
    <ul class="names">
        {of.map((i) => (
            <li key={i} dir="auto" class={long(nameOf(e, i))}>
                {nameOf(e, i)}
            </li>
        ))}
    </ul>
);

export function Television({ known, code }: { known: Known; code: string }) {
    const e = { ...known.state, you: null }, // it is nobody's
        link = linkText(useLink()),
        address = `${location.host}/e/${code}`;
    useTelevision();
    document.title = `${e.name} · Irori`;
    const in_ = e.people.map((_, i) => i).filter((i) => !e.people[i]!.gone),
        now = e.kind === "arena" ? running(e) : (rounds(e)[0]?.tables ?? []),
        byes = without(e, "bye"),
        resting = without(e, "rest"),
        note = byes.length
            ? t("A bye, one point without a game: {names}", { names: namesOf(e, byes) })
            : resting.length
              ? t("Rests: {names}", { names: namesOf(e, resting) })
              : "";
    return (
        <main class={`tv stage-${e.stage}`}>
            <header>
                <Logo size={72} />
                <div>
                    <h1 class={`display ${[...e.name].length > longest ? "long" : ""}`} dir="auto">
                        {e.name}
                    </h1>
                    <p class={link ? "lost" : ""}>{link || `${gameTitle(e.game)} · ${t(kindWords[e.kind]?.[0] ?? e.kind)}`}</p>
                </div>
                <p class="clock">
                    {e.stage === "playing" && <b class="display">{e.kind === "arena" ? t("Time left") : roundOf(e)}</b>}
                    {e.stage === "playing" && e.ends !== null && <Left ends={e.ends} skew={known.skew} />}
                </p>
            </header>
            {e.stage === "open" && (
                <div class="columns">
                    <section class="come" aria-label={t("Join")}>
                        <Code text={`${location.origin}/e/${code}`} label={t("QR code of the invitation link")} />
                        <p>{t("Point your camera here, or open this address:")}</p>
                        <p class="address">
                            <span>{location.host}</span>
                            <span>/e/{code}</span>
                        </p>
                    </section>
                    <Turns
                        all={in_}
                        most={names}
                        title={tn("{n} person is in", "{n} people are in", in_.length)}
                        show={(of) => <Names e={e} of={of} />}
                    />
                </div>
            )}
            {e.stage === "playing" && (
                <div class="columns">
                    <Turns
                        all={now}
                        most={Math.floor(((note ? tables - 1 : tables) * 2) / e.seats)}
                        note={note}
                        title={t("Tables")}
                        show={(of) => (
                            <ul class="at">
                                {of.map((at) => (
                                    <At key={at.table} e={e} at={at} />
                                ))}
                                {!of.length && e.kind !== "arena" && <li class="none">{t("The next round begins soon.")}</li>}
                            </ul>
                        )}
                    />
                    <Turns all={standings(e)} most={rows} title={t("Standings")} show={(of) => <Standings e={e} only={of} size={34} />} />
                </div>
            )}
            {e.stage === "over" && (
                <div class="columns">
                    <section aria-label={verdict(e)}>
                        <Podium e={e} />
                    </section>
                    <Turns all={standings(e)} most={rows} title={t("Standings")} show={(of) => <Standings e={e} only={of} size={34} />} />
                </div>
            )}
            {e.stage === "playing" && <footer>{address}</footer>}
        </main>
    );
}
