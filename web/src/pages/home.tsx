// home.tsx: the first screen: continue, or pick a game and play.
import { useEffect, useState } from "preact/hooks";
import { assets } from "../assets";
import { ownBoard } from "../board";
import { catalogue, levels, type GameInfo } from "../catalogue";
import { keep, type Saved } from "../engine/keep";
import { about } from "../games";
import { date, list, t, tn } from "../i18n";
import { settings } from "../settings";
import { sprite } from "../sprites";
import { playNow, startLesson, warm } from "../play";
import { taughtAnything } from "../table/coach";
import { myTables, openTables, type Listed } from "../table/lists";
import { Layout } from "../ui/layout";
import { Icon, Logo } from "../ui/kit";
import { Join } from "../ui/join";
import { botName, errorText, gameTitle, isolated, personName, tagline } from "../words";

/** Three drawings that stand for a game; without drawings, three cards with its letter. */
function Faces({ game }: { game: string }) {
    const { tile } = about(game),
        letter = [...gameTitle(game)][0];
    return (
        <div class="faces" aria-hidden="true">
            {tile && assets.sprite[game]
                ? tile.symbols.map((s) => (
                      <span class="card" key={s} data-box={tile.box}>
                          <svg viewBox={tile.box}>
                              <use href={`#${s}`} />
                          </svg>
                      </span>
                  ))
                : [0, 1, 2].map((i) => (
                      <span class="card letter" key={i}>
                          {letter}
                      </span>
                  ))}
        </div>
    );
}
const teachable = (game: GameInfo): boolean => about(game.name).lesson !== undefined && ownBoard(game.name);

const players = (g: GameInfo): string =>
    g.min_seats === g.max_seats ? tn("{n} player", "{n} players", g.max_seats) : t("{a}–{b} players", { a: g.min_seats, b: g.max_seats });

function Tile({ game, busy, start, learn }: { game: GameInfo; busy: boolean; start: () => void; learn: () => void }) {
    return (
        <article class="tile" data-game={game.name}>
            <Faces game={game.name} />
            <h2>{gameTitle(game.name)}</h2>
            <p>{tagline(game.name)}</p>
            <p class="soft">{players(game)}</p>
            <button class="main" onClick={start} disabled={busy}>
                <Icon name="play" /> {t("Play now")}
            </button>
            {teachable(game) && (
                <button onClick={learn} disabled={busy}>
                    <Icon name="hint" /> {t("Learn to play")}
                </button>
            )}
            <div class="row">
                <a class="button" href={`/new/${game.name}/friends`}>
                    {t("Play with friends")}
                </a>
                <a class="button" href={`/new/${game.name}/device`}>
                    {t("One device for all")}
                </a>
            </div>
            <p class="row links">
                <a href={`/new/${game.name}/bots`}>{t("Bots and options")}</a>
                <a href={`/rules/${game.name}`}>{t("Rules")}</a>
            </p>
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
export const savedTitle = (s: Saved): string =>
    t("{game} with {players}", {
        game: gameTitle(s.game),
        players: crowd(s.seats.slice(1).map((p) => (p.kind === "bot" ? botName(p.name) : isolated(p.name)))),
    });
/** Against bots the first seat is the player's. */
function savedEnd(s: Saved): string {
    const [mine, ...theirs] = (s.summary ?? "").split(" : ");
    if (!s.seats.slice(1).every((p) => p.kind === "bot")) return t("finished, {points}", { points: s.summary ?? "" });
    return t("finished: you {mine}, against {theirs}", { mine: mine!, theirs: list(theirs) });
}

const listedTitle = (m: Listed): string => {
    const names = m.seats.map((s, i) => (s === null ? t("Free seat") : levels(m.game).includes(s) ? botName(s) : personName(s, i)));
    return t("{game} with {players}", { game: gameTitle(m.game), players: crowd(names) });
};

export function Home({ unknown }: { unknown: boolean }) {
    const [games, setGames] = useState<Saved[]>(); // not known yet
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState("");
    const [mine, setMine] = useState<Listed[]>([]);
    const [waiting, setWaiting] = useState<Listed[]>([]);
    useEffect(() => {
        for (const g of catalogue.games) void sprite(g.name);
        keep.list().then(setGames, () => undefined);
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
    const open = (games ?? []).filter((g) => !g.over),
        over = (games ?? []).filter((g) => g.over);
    return (
        <Layout title="Irori" home>
            <div class="hero">
                <Logo size={72} />
                <div>
                    <h1>Irori</h1>
                    <p>{t("Card games around one hearth. With friends, or against bots.")}</p>
                </div>
            </div>
            {unknown && <p class="note">{t("There is nothing at this address. Here is what there is:")}</p>}
            {error && (
                <p class="note bad" role="alert">
                    {error}
                </p>
            )}
            {games?.length === 0 && !taughtAnything() && catalogue.games.some(teachable) && (
                <section class="continue">
                    <div>
                        <b>{t("First time here?")}</b>
                        <small>{t("Learn by playing: a few minutes, and you can stop at any time.")}</small>
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
            {open[0] && (
                <section class="continue">
                    <div>
                        <b>{savedTitle(open[0])}</b>
                        <small>{date(open[0].played)}</small>
                    </div>
                    <a class="button main" href={`/local/${open[0].id}`}>
                        {t("Continue")}
                    </a>
                </section>
            )}
            {mine
                .filter((m) => m.stage !== "over")
                .slice(0, 3)
                .map((m) => (
                    <section class="continue" key={m.table}>
                        <div>
                            <b>{listedTitle(m)}</b>
                            <small>
                                {m.stage === "gathering" ? t("Waiting for players…") : t("on the server")} · {date(m.updated)}
                            </small>
                        </div>
                        <a class="button main" href={`/t/${m.table}`}>
                            {t("Rejoin")}
                        </a>
                    </section>
                ))}
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
            {waiting.length > 0 && (
                <section>
                    <h2>{t("Tables that wait for players")}</h2>
                    <ul class="games">
                        {waiting.map((w) => (
                            <li key={w.table}>
                                <a href={`/t/${w.table}`}>{listedTitle(w)}</a>
                                <small>{date(w.updated)}</small>
                            </li>
                        ))}
                    </ul>
                </section>
            )}
            {(open.length > 1 || over.length > 0 || mine.some((m) => m.stage === "over")) && (
                <section>
                    <h2>{t("My games")}</h2>
                    <ul class="games">
                        {mine
                            .filter((m) => m.stage === "over")
                            .slice(0, 20)
                            .map((m) => (
                                <li key={m.table}>
                                    <a href={`/t/${m.table}`}>{listedTitle(m)}</a>
                                    <small>
                                        {t("finished, {points}", {
                                            points: (m.result ?? "").split(" won")[0]!.trim().replace(/ /g, " : "),
                                        })}{" "}
                                        · {date(m.updated)}
                                    </small>
                                </li>
                            ))}
                        {[...open.slice(1), ...over].map((g) => (
                            <li key={g.id}>
                                <a href={`/local/${g.id}`}>{savedTitle(g)}</a>
                                <small>
                                    {g.over ? savedEnd(g) : t("not finished")} · {date(g.played)}
                                </small>
                                <button
                                    class="plain"
                                    aria-label={t("Delete")}
                                    onClick={() =>
                                        void keep
                                            .forget(g.id)
                                            .then(() => keep.list())
                                            .then(setGames)
                                    }
                                >
                                    <Icon name="cross" />
                                </button>
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
