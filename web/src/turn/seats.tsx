// seats.tsx: the games of this player, here and on the server, as lists show them: what to continue, what is finished, and the way to take
// one off the list.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { keep, type Saved } from "../engine/keep";
import { date, list, t, tn } from "../i18n";
import { link } from "../net/browser";
import { times } from "../net/link";
import { useStore } from "../store";
import { forget, forgotten, type Listed } from "../table/lists";
import type { Refusal } from "../table/types";
import { crowd, listedTitle } from "../table/titles";
import { focused, Icon, Logo, useNow } from "../ui/kit";
import { botName, gameTitle, isolated, personName, refusalText } from "../words";
import { levels } from "../catalogue";
import { awaited, byUrgency, type Invitation } from "./mine";
import { mine } from "./watch";
import { until } from "./when";
import { turnWords } from "./words";

const savedTitle = (s: Saved): string =>
    t("{game} with {players}", {
        game: gameTitle(s.game),
        players: crowd(s.seats.slice(1).map((p) => (p.kind === "bot" ? botName(p.name) : isolated(p.name)))),
    });
/** Against bots the first seat is the player's. */
function savedEnd(s: Saved): string {
    const [mine, ...theirs] = (s.summary ?? "").split(" : ");
    if (s.resigned !== undefined) {
        const { kind, name } = s.seats[s.resigned]!;
        return s.resigned === 0 ? t("you gave up") : t("won: {name} gave up", { name: kind === "bot" ? botName(name) : isolated(name) });
    }
    if (!s.seats.slice(1).every((p) => p.kind === "bot")) return t("finished, {points}", { points: s.summary ?? "" });
    return t("finished: you {mine}, against {theirs}", { mine: mine!, theirs: list(theirs) });
}

/** A game of this player's, here or on the server. */
export interface Seat {
    id: string;
    href: string;
    title: string;
    note: string;
    over: boolean;
    asked: boolean; // it is this player's turn
    at: number; // when something happened there
    timed: boolean; // the note says until when
    /** What the question says before it is gone; "": nothing is lost, so nothing is asked. */
    ask: string;
    remove: () => Promise<unknown>;
}
export const local = (g: Saved): Seat => ({
    id: g.id,
    href: `/local/${g.id}`,
    title: savedTitle(g),
    note: g.over ? savedEnd(g) : t("not finished"),
    over: g.over,
    asked: false,
    at: g.played,
    timed: false,
    ask: t("Delete this game?"),
    remove: () => keep.forget(g.id),
});
/** Whose turn it is there. */
function turnNote(m: Listed, now: number): string {
    const time = m.slow ? until(m.due, now) : "";
    if (awaited(m)) return time ? t("Your turn, {until}", { until: time }) : t("Your turn");
    const names = (m.turn ?? []).map((i) => {
        const name = m.seats[i];
        return name && levels(m.game).includes(name) ? botName(name) : personName(name ?? undefined, i);
    });
    if (!names.length) return t("on the server");
    return time ? t("Waiting for {names}, {until}", { names: list(names), until: time }) : t("Waiting for {names}", { names: list(names) });
}
const atEvening = (m: Listed, note: string): string => (m.evening ? `${t("The evening")}: ${note}` : note);
export const remote = (m: Listed, now = Date.now()): Seat => ({
    id: m.table,
    href: `/t/${m.table}`,
    title: listedTitle(m),
    note: atEvening(
        m,
        m.stage === "over"
            ? t("finished, {points}", { points: (m.result ?? "").split(" won")[0]!.trim().replace(/ /g, " : ") })
            : m.stage === "gathering"
              ? m.evening
                  ? t("Your table is ready")
                  : t("Waiting for players…")
              : turnNote(m, now),
    ),
    over: m.stage === "over",
    asked: awaited(m),
    at: m.updated,
    timed: m.stage === "playing" && !!m.slow && !!m.due,
    ask: m.stage === "over" ? "" : t("Take it off this list? Your seat stays yours: its link opens it again."),
    remove: () => Promise.resolve(forget(m.table)),
});

/** One of these lies open: its sentence, and the way back. */
export function Remove({ seat, gone, children }: { seat: Seat; gone: () => void; children: ComponentChildren }) {
    const [asked, setAsked] = useState(false);
    const remove = () => void seat.remove().then(gone);
    if (!asked)
        return (
            <>
                {children}
                <button class="plain" aria-label={`${t("Remove")}: ${seat.title}`} onClick={() => (seat.ask ? setAsked(true) : remove())}>
                    <Icon name="cross" />
                </button>
            </>
        );
    return (
        <div class="sure" role="group" aria-label={seat.title}>
            <span>{seat.ask}</span>
            <button class="main" ref={focused} onClick={remove}>
                {t("Remove")}
            </button>
            <button onClick={() => setAsked(false)}>{t("Back")}</button>
        </div>
    );
}
/** One that waits to be gone on with. `bare`: under a heading that says so. */
export const Card = ({ seat, gone, bare }: { seat: Seat; gone: () => void; bare?: boolean }) => (
    <section class={`continue ${seat.asked ? "asked" : ""}`}>
        <Remove seat={seat} gone={gone}>
            <a href={seat.href}>
                {seat.asked ? <i class="ember" /> : <Logo size={34} />}
                <span>
                    <b>{seat.asked || bare ? seat.title : `${t("Continue")}: ${seat.title}`}</b>
                    <small>{seat.timed ? seat.note : `${seat.note} · ${date(seat.at)}`}</small>
                </span>
                <Icon name="right" />
            </a>
        </Remove>
    </section>
);
export const Rows = ({ seats, gone }: { seats: Seat[]; gone: () => void }) => (
    <ul class="games">
        {seats.map((s) => (
            <li key={s.id}>
                <Remove seat={s} gone={gone}>
                    <a href={s.href}>
                        <span>{s.title}</span>
                        <small>
                            {s.note} · {date(s.at)}
                        </small>
                    </a>
                </Remove>
            </li>
        ))}
    </ul>
);

function Invited({ of, say }: { of: Invitation; say: (text: string) => void }) {
    const decline = async (): Promise<void> => {
        const answer = await link.ask({ type: "decline", table: of.table }, { patience: times.patience });
        if (answer.type === "refused") say(refusalText(answer as unknown as Refusal));
        else void link.ask({ type: "mine" }, { patience: times.patience });
    };
    return (
        <li class="invited">
            <span>
                <b>{t("{name} invites you: {game}", { name: personName(of.by.name, 0), game: gameTitle(of.game) })}</b>
                <small>{date(of.time)}</small>
            </span>
            <a class="button main" href={`/t/${of.table}`}>
                {t("Look at the table")}
            </a>
            <button onClick={() => void decline()}>{t("No, thanks")}</button>
        </li>
    );
}
/** Who asks this player to sit down. */
export function Invites() {
    const all = useStore(mine)?.invites ?? [],
        [said, setSaid] = useState("");
    if (!all.length) return null;
    return (
        <section>
            <h2>{t("Invitations")}</h2>
            <ul class="invites">
                {all.map((i) => (
                    <Invited key={i.table} of={i} say={setSaid} />
                ))}
            </ul>
            {said && (
                <p class="note bad" role="alert">
                    {said}
                </p>
            )}
        </section>
    );
}

/** How many stand above the games of the first screen; the others are below. */
const shown = 3;
interface Props {
    games: Saved[];
    tables: Listed[];
    gone: () => void;
    /** The most urgent ones, or all the others. */
    part: "first" | "rest";
}
export function HomeSeats({ games, tables, gone, part }: Props) {
    const [ready, setReady] = useState(false);
    const now = useNow(true, 60_000);
    useEffect(() => void turnWords().then(() => setReady(true)), []);
    if (!ready) return null;
    const listed = tables.filter((m) => !forgotten(m.table)).sort(byUrgency),
        rest = [...games.map(local), ...listed.filter((m) => !awaited(m)).map((m) => remote(m, now))].sort((a, b) => b.at - a.at);
    const open = [...listed.filter(awaited).map((m) => remote(m, now)), ...rest.filter((s) => !s.over)];
    if (part === "first")
        return (
            <>
                <Invites />
                {open.slice(0, shown).map((s) => (
                    <Card key={s.id} seat={s} gone={gone} />
                ))}
                {listed.some((m) => m.stage !== "over") && (
                    <p class="all-tables">
                        <a href="/tables">
                            {open.length > shown
                                ? tn("My tables: {n} more game is open", "My tables: {n} more games are open", open.length - shown)
                                : t("My tables")}
                        </a>
                    </p>
                )}
            </>
        );
    const below = [...open.slice(shown), ...rest.filter((s) => s.over).slice(0, 40)];
    if (!below.length) return null;
    return (
        <section>
            <h2>{t("My games")}</h2>
            <p class="row">
                <a href="/my">{t("My play")}</a> <a href="/puzzles">{t("Puzzles")}</a>
            </p>
            <Rows seats={below} gone={gone} />
        </section>
    );
}
