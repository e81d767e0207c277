// home.tsx: the first screen: sit down again where you were, or pick a game and play.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ownBoard } from "../board";
import { catalogue, levels, type GameInfo } from "../catalogue";
import { keep, type Saved } from "../engine/keep";
import { about } from "../games";
import { date, list, t, tn } from "../i18n";
import { settings } from "../settings";
import { playNow, startLesson, warm, warmGame } from "../play";
import { taughtAnything } from "../table/coach";
import { forget, forgotten, myTables, openTables, type Listed } from "../table/lists";
import { Hearth } from "../ui/hearth";
import { Panel } from "../ui/panel";
import { Layout } from "../ui/layout";
import { Icon, Logo } from "../ui/kit";
import { Join } from "../ui/join";
import { useLink } from "../ui/link";
import { botName, errorText, gameTitle, isolated, personName, tagline } from "../words";

const teachable = (game: GameInfo): boolean => about(game.name).lesson !== undefined && ownBoard(game.name);

const players = (g: GameInfo): string =>
    g.min_seats === g.max_seats ? tn("{n} player", "{n} players", g.max_seats) : t("{a}–{b} players", { a: g.min_seats, b: g.max_seats });

function Tile({ game, busy, start, learn }: { game: GameInfo; busy: boolean; start: () => void; learn: () => void }) {
    const title = gameTitle(game.name),
        soon = () => warmGame(game.name);
    const ways = [
        [`/new/${game.name}/device`, t("One device for all")],
        [`/new/${game.name}/bots`, t("Bots and options")],
        [`/rules/${game.name}`, t("Rules")],
    ] as const;
    return (
        <article class="tile" data-game={game.name} onPointerEnter={soon} onFocusCapture={soon}>
            <div class="surface">
                <Panel game={game.name} />
            </div>
            <div class="about">
                <h2 class="display">{title}</h2>
                <p>{tagline(game.name)}</p>
                <p class="soft">{players(game)}</p>
                <div class="ways">
                    <button class="main" onClick={start} disabled={busy} aria-label={t("Play now: {game}", { game: title })}>
                        <Icon name="play" /> {t("Play")}
                    </button>
                    <a class="button" href={`/new/${game.name}/friends`} aria-label={t("Friends: {game}", { game: title })}>
                        {t("Friends")}
                    </a>
                    {teachable(game) && (
                        <button onClick={learn} disabled={busy} aria-label={t("Learn: {game}", { game: title })}>
                            {t("Learn")}
                        </button>
                    )}
                </div>
                <p class="links">
                    {ways.map(([href, text]) => (
                        <a key={href} href={href} aria-label={`${text}: ${title}`}>
                            {text}
                        </a>
                    ))}
                </p>
            </div>
        </article>
    );
}

/** Names in a list; equal ones once, with their number. */
const crowd = (names: string[]): string =>
    list(
        [...new Set(names)].map((name) => {
            const n = names.filter((other) => other === name).length;
            return n > 1 ? `${name} ×${n}` : name;
        }),
    );
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

const listedTitle = (m: Listed): string => {
    const names = m.seats.map((s, i) => (s === null ? t("Free seat") : levels(m.game).includes(s) ? botName(s) : personName(s, i)));
    return t("{game} with {players}", { game: gameTitle(m.game), players: crowd(names) });
};

/** A game of this player's, here or on the server, as the lists show it. */
interface Seat {
    id: string;
    href: string;
    title: string;
    note: string;
    over: boolean;
    at: number;
    /** What the question says before it is gone; "": nothing is lost, so nothing is asked. */
    ask: string;
    remove: () => Promise<unknown>;
}
const local = (g: Saved): Seat => ({
    id: g.id,
    href: `/local/${g.id}`,
    title: savedTitle(g),
    note: g.over ? savedEnd(g) : t("not finished"),
    over: g.over,
    at: g.played,
    ask: t("Delete this game?"),
    remove: () => keep.forget(g.id),
});
const remote = (m: Listed): Seat => ({
    id: m.table,
    href: `/t/${m.table}`,
    title: listedTitle(m),
    note:
        m.stage === "over"
            ? t("finished, {points}", { points: (m.result ?? "").split(" won")[0]!.trim().replace(/ /g, " : ") })
            : m.stage === "gathering"
              ? t("Waiting for players…")
              : t("on the server"),
    over: m.stage === "over",
    at: m.updated,
    ask: m.stage === "over" ? "" : t("Take it off this list? Your seat stays yours: its link opens it again."),
    remove: () => Promise.resolve(forget(m.table)),
});

/** One of these lies open: its sentence, and the way back. */
function Remove({ seat, gone, children }: { seat: Seat; gone: () => void; children: ComponentChildren }) {
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
            <button class="main" ref={(e) => e?.focus()} onClick={remove}>
                {t("Remove")}
            </button>
            <button onClick={() => setAsked(false)}>{t("Back")}</button>
        </div>
    );
}

/** How many stand above the games; the others are below. */
const shown = 3;

export function Home({ unknown }: { unknown: boolean }) {
    const [games, setGames] = useState<Saved[]>(); // not known yet
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState("");
    const [kindled, setKindled] = useState(false); // somebody reaches for the first game
    const [mine, setMine] = useState<Listed[]>([]);
    const [waiting, setWaiting] = useState<Listed[]>([]);
    const link = useLink();
    const again = () => {
        keep.list().then(setGames, () => undefined);
        setMine((all) => [...all]);
    };
    useEffect(() => {
        keep.list().then(setGames, () => setGames([]));
        const stop = [myTables(setMine), openTables(setWaiting)];
        const timer = setTimeout(warm, 50);
        return () => {
            clearTimeout(timer);
            for (const fn of stop) fn();
        };
    }, []);
    const start = async (open: () => Promise<void>) => {
        setBusy(true);
        setError("");
        try {
            await open();
        } catch (e) {
            setBusy(false);
            setError(errorText(e));
        }
    };
    const seats = [...(games ?? []).map(local), ...mine.filter((m) => !forgotten(m.table)).map(remote)].sort((a, b) => b.at - a.at),
        open = seats.filter((s) => !s.over),
        rest = [...open.slice(shown), ...seats.filter((s) => s.over).slice(0, 40)];
    const fresh = games !== undefined && seats.length === 0 && !taughtAnything(),
        away = link === "lost" || !navigator.onLine;
    return (
        <Layout title="Irori" top={<Hearth fire={away ? "ash" : fresh && !kindled ? "low" : "lit"} />}>
            {unknown && <p class="note">{t("There is nothing at this address. Here is what there is:")}</p>}
            {error && (
                <p class="note bad" role="alert">
                    {error}
                </p>
            )}
            {fresh && catalogue.games.some(teachable) && (
                <section
                    class="continue first"
                    onPointerEnter={() => setKindled(true)}
                    onPointerLeave={() => setKindled(false)}
                    onFocusCapture={() => setKindled(true)}
                >
                    <div>
                        <h2 class="display">{t("Light the fire")}</h2>
                        <p>{t("First time here? Learn by playing: a few minutes, and you can stop at any time.")}</p>
                    </div>
                    <div class="row">
                        {catalogue.games.filter(teachable).map((g) => (
                            <button
                                key={g.name}
                                disabled={busy}
                                onClick={() => void start(() => startLesson(g.name))}
                                aria-label={t("Learn to play {game}", { game: gameTitle(g.name) })}
                            >
                                {gameTitle(g.name)}
                            </button>
                        ))}
                    </div>
                </section>
            )}
            {open.slice(0, shown).map((s) => (
                <section class="continue" key={s.id}>
                    <Remove seat={s} gone={again}>
                        <a href={s.href}>
                            <Logo size={34} />
                            <span>
                                <b>
                                    {t("Continue")}: {s.title}
                                </b>
                                <small>
                                    {s.note} · {date(s.at)}
                                </small>
                            </span>
                            <Icon name="right" />
                        </a>
                    </Remove>
                </section>
            ))}
            {waiting.length > 0 && (
                <section class="open">
                    <h2>{t("Tables that wait for players")}</h2>
                    <ul>
                        {waiting.slice(0, 6).map((w) => (
                            <li key={w.table} data-game={w.game}>
                                <a href={`/t/${w.table}`} class="surface">
                                    <b>{listedTitle(w)}</b>
                                    <small>{date(w.updated)}</small>
                                </a>
                            </li>
                        ))}
                    </ul>
                </section>
            )}
            <div class="tiles">
                {catalogue.games.map((g) => (
                    <Tile
                        key={g.name}
                        game={g}
                        busy={busy}
                        start={() => void start(() => playNow(g.name))}
                        learn={() => void start(() => startLesson(g.name))}
                    />
                ))}
            </div>
            <Join />
            {rest.length > 0 && (
                <section>
                    <h2>{t("My games")}</h2>
                    <a href="/my">{t("My play")}</a>
                    <ul class="games">
                        {rest.map((s) => (
                            <li key={s.id}>
                                <Remove seat={s} gone={again}>
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
                </section>
            )}
            <p class="soft">
                {settings.get().name
                    ? t("You play as {name}.", { name: isolated(settings.get().name) })
                    : t("No sign-up: type a name in the settings if you like.")}{" "}
                <a href="/settings">{t("Settings")}</a>
            </p>
        </Layout>
    );
}
