// parts.tsx: what both one's own and others' profiles are made of: a head, statistics by game, ratings of the server, its games.
import type { ComponentChildren } from "preact";
import { feats as all } from "../../gen/feats";
import { useEffect, useRef, useState } from "preact/hooks";
import { date, list, number, percent, t, tn } from "../i18n";
import { errorWords } from "../form/errors";
import type { Feats } from "../games";
import { Course, Key } from "../myplay/charts";
import { levels } from "../catalogue";
import { named, paceWords } from "../meet/words";
import { Icon } from "../ui/kit";
import { ShowAll } from "../ui/show_all";
import { botName, gameTitle } from "../words";
import { olderGames, type Profile, type ServerGame } from "./api";
import { OwnCrest } from "./crest";
import type { Stats } from "./games";
import { onDay, points, within } from "./words";

/** `name`: left out where a field has it. */
export const Head = ({ crest, name, children }: { crest: number; name?: string; children?: ComponentChildren }) => (
    <header class="profile-head">
        <OwnCrest crest={crest} size={72} />
        <div>
            {name && (
                <h2 class="display profile-name" dir="auto">
                    {name}
                </h2>
            )}
            {children}
        </div>
    </header>
);
export const paceName = (pace: string): string => t(paceWords[pace]?.[0] ?? pace);

/** What each game calls its favourites. */
function useFeats(games: string[]): Record<string, Feats> {
    const [loaded, set] = useState<Record<string, Feats>>({});
    useEffect(() => {
        let left = false;
        void Promise.all(games.map(async (g) => [g, (await all[g]?.())?.feats] as const)).then(
            (found) => left || set(Object.fromEntries(found.filter(([, f]) => f)) as Record<string, Feats>),
        );
        return () => {
            left = true;
        };
    }, [games.join()]);
    return loaded;
}

/** What is known of one game, in rows. */
export const StatsCard = (p: { game: string; rows: [what: string, value: string][]; children?: ComponentChildren }) => (
    <li data-game={p.game}>
        <i class="surface" aria-hidden="true" />
        <div>
            <h3>{gameTitle(p.game)}</h3>
            <dl>
                {p.rows.map(([what, value]) => (
                    <div key={what}>
                        <dt>{what}</dt>
                        <dd>{value}</dd>
                    </div>
                ))}
            </dl>
            {p.children}
        </div>
    </li>
);
/** Games, wins, streaks, and what was made, a card for each game. */
export function StatsList({ of }: { of: Stats[] }) {
    const feats = useFeats(of.map((s) => s.game));
    return (
        <ul class="stats">
            {of.map((s) => {
                const own = feats[s.game],
                    rows: [string, string][] = [
                        [t("Games"), number(s.games)],
                        [t("Wins"), t("{n} ({part})", { n: s.wins, part: percent(s.games ? s.wins / s.games : 0) })],
                        [t("Wins in a row now"), number(s.streak)],
                        [t("Longest row of wins"), number(s.best)],
                    ];
                if (own && s.favourite) rows.push([t(own.favourite), `${own.name(s.favourite.what)} · ${s.favourite.times}×`]);
                if (own && s.dearest) rows.push([t(own.best), `${own.name(s.dearest.what)} · ${own.worth(s.dearest.worth)}`]);
                return <StatsCard key={s.game} {...{ game: s.game, rows }} />;
            })}
        </ul>
    );
}

/** Ratings as the server keeps them. */
export const RatingList = ({ of }: { of: Profile["ratings"] }) => (
    <ul class="ratings">
        {of.map((r) => (
            <li key={`${r.game} ${r.pace}`}>
                <span>
                    {gameTitle(r.game)} · {paceName(r.pace)}
                </span>
                <b>
                    {points(r.at)} <small>{within(r.error)}</small>
                </b>
                <small>
                    {tn("{n} rated game", "{n} rated games", r.games)}
                    {r.provisional && ` · ${t("provisional")}`}
                </small>
            </li>
        ))}
    </ul>
);

/** A change of a rating: "+12". */
export const changed = (n: number): string => (Math.round(n) > 0 ? "+" : "") + number(Math.round(n));

/** How a rating of the server came about, from the games that are told. */
export function RatingCourse({ of, games }: { of: Profile["ratings"][number]; games: ServerGame[] }) {
    const all = games.filter((g) => g.rated && g.game === of.game && g.pace === of.pace && g.at !== undefined).reverse(),
        line = all.map((g) => g.at!);
    if (all.length < 2) return null;
    return (
        <Course
            title={t("Rating over time: {game}", { game: `${gameTitle(of.game)} · ${paceName(of.pace)}` })}
            says={tn("The last {n} rated game.", "The last {n} rated games.", all.length)}
            heads={[t("When"), t("Rating"), t("Change")]}
            rows={[...all].reverse().map((g) => [date(g.time), points(g.at!), changed(g.change ?? 0)])}
            low={Math.min(...line) - 10}
            high={Math.max(...line) + 10}
            unit={t("points")}
            tick={points}
            now={points(line.at(-1)!)}
            {...{ line, times: all.map((g) => g.time) }}
            draw={({ x, y }) =>
                all.map((g, i) => (
                    <circle key={g.table} class={g.ranks?.[g.seat] === 0 ? "mark won" : "mark lost"} cx={x(i)} cy={y(g.at!)} r={3.5} />
                ))
            }
        >
            <p class="legend">
                <Key sign={<circle class="mark won" cx="6" cy="6" r="4.5" />}>{t("won")}</Key>
                <Key sign={<circle class="mark lost" cx="6" cy="6" r="4.5" />}>{t("lost")}</Key>
            </p>
        </Course>
    );
}

/** A finished game: how it ended, with whom, and what it changed. A press replays it, the sign beside it reviews it. */
export interface Played {
    key: string;
    title: string;
    end: string;
    won: boolean | null; // null: it was called off
    notes: string;
    change?: number | null | undefined;
    replay: string | (() => void);
    review: string | (() => void);
}
const few = 10;
/** The first ten, and all at a press. */
export function History({ of }: { of: Played[] }) {
    const [whole, setWhole] = useState(false);
    return (
        <>
            <Games of={whole ? of : of.slice(0, few)} />
            {!whole && of.length > few && <ShowAll words={t("Show all")} show={() => setWhole(true)} />}
        </>
    );
}
const Games = ({ of }: { of: Played[] }) => (
    <ul class="games history">
        {of.map((g) => {
            const inside = (
                <>
                    <svg width="12" height="12" aria-hidden="true">
                        {g.won === null ? (
                            <path class="mark" d="M2 6h8" />
                        ) : (
                            <circle class={g.won ? "mark won" : "mark lost"} cx="6" cy="6" r="4.5" />
                        )}
                    </svg>
                    <span>
                        {g.title}
                        <small>
                            {g.end} · {g.notes}
                        </small>
                    </span>
                    {g.change != null && <b class={g.change < 0 ? "less" : "more-points"}>{changed(g.change)}</b>}
                </>
            );
            const chart = <Icon name="chart" />,
                words = `${t("Review")}: ${g.title}`;
            return (
                <li key={g.key}>
                    {typeof g.replay === "string" ? (
                        <a class="game" href={g.replay}>
                            {inside}
                        </a>
                    ) : (
                        <button class="plain game" onClick={g.replay}>
                            {inside}
                        </button>
                    )}
                    {typeof g.review === "string" ? (
                        <a class="button plain" aria-label={words} href={g.review}>
                            {chart}
                        </a>
                    ) : (
                        <button class="plain" aria-label={words} onClick={g.review}>
                            {chart}
                        </button>
                    )}
                </li>
            );
        })}
    </ul>
);

const onServer = (g: ServerGame): Played => {
    const others = g.people.flatMap((p, i) =>
        i === g.seat ? [] : [p.bot && levels(g.game).includes(p.name) ? botName(p.name) : named(p.name)],
    );
    return {
        ...{ key: g.table, replay: `/replay/${g.table}`, review: `/review/${g.table}#..${g.seat}`, change: g.change },
        title: t("{game} with {players}", { game: gameTitle(g.game), players: list(others) }),
        won: g.ranks && g.ranks[g.seat] === 0,
        end: !g.ranks ? t("called off") : g.ranks[g.seat] === 0 ? t("won") : t("lost"),
        notes: [paceName(g.pace), ...(g.rated && g.ranks && g.change == null ? [t("rated")] : []), onDay(g.time, true)].join(" · "),
    };
};

/** Games on the server: the newest ones, and older ones at each press, until there are no more. What a press brought is read out; the focus
 *  stays on the button, and goes to the sentence that says the end when there is no button any more. */
export function ServerGames({ who, of }: { who: string; of: Pick<Profile, "recent" | "older"> }) {
    const [fetched, setFetched] = useState<ServerGame[]>([]),
        [older, setOlder] = useState(of.older ?? false),
        [shown, setShown] = useState(few),
        [said, setSaid] = useState(""),
        [trouble, setTrouble] = useState("");
    const busy = useRef(false),
        end = useRef<HTMLParagraphElement>(null);
    // the newest may come again, when something else of the profile was changed: what they push down stays
    const newest = new Set(of.recent.map((g) => g.table)),
        all = [...of.recent, ...fetched.filter((g) => !newest.has(g.table))],
        more = shown < all.length || older;
    const show = (n: number): void => {
        setShown(shown + n);
        setSaid(tn("{n} game is shown.", "{n} games are shown.", shown + n)); // a sentence that is as before would not be read out
    };
    const press = async (): Promise<void> => {
        if (busy.current) return;
        setTrouble("");
        if (shown < all.length) return show(all.length - shown);
        busy.current = true;
        try {
            const next = await olderGames(who, all.at(-1)!);
            setFetched([...all, ...next.recent]);
            setOlder(next.older ?? false);
            show(next.recent.length);
        } catch (e) {
            setTrouble(
                (e as { error?: string }).error === "private"
                    ? t("This profile is not shown to you. Only its owner can change that.")
                    : errorWords(e),
            );
        } finally {
            busy.current = false;
        }
    };
    useEffect(() => {
        if (!more && said) end.current?.focus({ preventScroll: true }); // the button had it
    }, [more]);
    return (
        <>
            <Games of={all.slice(0, shown).map(onServer)} />
            {trouble && (
                <p class="note bad" role="alert">
                    {trouble}
                </p>
            )}
            <p class="unseen" role="status">
                {said}
            </p>
            {more ? (
                <button class="show-all" onClick={() => void press()}>
                    {t("Show older games")}
                </button>
            ) : (
                said && (
                    <p class="soft" tabIndex={-1} ref={end}>
                        {t("There are no older games.")}
                    </p>
                )
            )}
        </>
    );
}
