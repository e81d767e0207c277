// home.tsx: the first screen: sit down again where you were, or pick a game and play.
import { useEffect, useState } from "preact/hooks";
import { ownBoard } from "../board";
import { catalogue, type GameInfo } from "../catalogue";
import { keep, type Saved } from "../engine/keep";
import { about } from "../games";
import { t, tn } from "../i18n";
import { settings } from "../settings";
import { playNow, startLesson, warm, warmGame } from "../play";
import { taughtAnything } from "../table/coach";
import { known, myTables, openTables, type Listed } from "../table/lists";
import { Hearth } from "../ui/hearth";
import { Panel } from "../ui/panel";
import { Layout } from "../ui/layout";
import { Icon } from "../ui/kit";
import { Join } from "../ui/join";
import { later } from "../ui/later";
import { useLink } from "../ui/link";
import { errorText, gameTitle, isolated, tagline } from "../words";

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

/** Games of this player, from their lists: loaded when there are any. */
const Seats = later(() => import("../turn/seats").then((m) => m.HomeSeats), true),
    HomeMeet = later(() => import("../meet/home").then((m) => m.HomeMeet), true);

export function Home({ unknown }: { unknown: boolean }) {
    const [games, setGames] = useState<Saved[]>(); // not known yet
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState("");
    const [kindled, setKindled] = useState(false); // somebody reaches for the first game
    const [mine, setMine] = useState<Listed[] | undefined>(known() ? undefined : []); // not known yet
    const [waiting, setWaiting] = useState<Listed[]>([]), // what somebody sees who is not known here
        meets = known() || waiting.length > 0;
    const link = useLink();
    const again = () => {
        keep.list().then(setGames, () => undefined);
        setMine((all) => all && [...all]);
    };
    useEffect(() => {
        keep.list().then(setGames, () => setGames([]));
        const stop = known() ? [myTables(setMine)] : [openTables(setWaiting)];
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
    const any = !!games?.length || !!mine?.length,
        seats = (part: "first" | "rest") =>
            (any || known()) && <Seats {...{ games: games ?? [], tables: mine ?? [], gone: again, part }} />;
    const fresh = games && mine && !any && !taughtAnything(),
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
            {seats("first")}
            <section class="continue">
                <a href="/meet">
                    <Icon name="person" size={30} />
                    <span>
                        <b>{t("Play somebody")}</b>
                        <small>{t("Who is looking for a game right now, too")}</small>
                    </span>
                    <Icon name="right" />
                </a>
            </section>
            <section class="continue">
                <a href="/evening">
                    <Icon name="trophy" size={30} />
                    <span>
                        <b>{t("Make an evening")}</b>
                    </span>
                    <Icon name="right" />
                </a>
            </section>
            {meets && <HomeMeet first={waiting} />}
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
            {seats("rest")}
            <p class="soft">
                {settings.get().name
                    ? t("You play as {name}.", { name: isolated(settings.get().name) })
                    : t("No sign-up: type a name in the settings if you like.")}{" "}
                <a href="/settings">{t("Settings")}</a> {!known() && <a href="/link">{t("Played here before?")}</a>}
            </p>
        </Layout>
    );
}
