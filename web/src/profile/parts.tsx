// parts.tsx: what both one's own and others' profiles are made of: a head, statistics by game, ratings of the server, its games.
import type { ComponentChildren } from "preact";
import { feats as all } from "../../gen/feats";
import { useEffect, useState } from "preact/hooks";
import { date, list, number, percent, t, tn } from "../i18n";
import type { Feats } from "../games";
import { levels } from "../catalogue";
import { named, paceWords } from "../meet/words";
import { Icon } from "../ui/kit";
import { botName, gameTitle } from "../words";
import type { Profile, ServerGame } from "./api";
import { OwnCrest } from "./crest";
import type { Stats } from "./games";
import { points, within } from "./words";

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
                return (
                    <li key={s.game} data-game={s.game}>
                        <i class="surface" aria-hidden="true" />
                        <div>
                            <h3>{gameTitle(s.game)}</h3>
                            <dl>
                                {rows.map(([what, value]) => (
                                    <div key={what}>
                                        <dt>{what}</dt>
                                        <dd>{value}</dd>
                                    </div>
                                ))}
                            </dl>
                        </div>
                    </li>
                );
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

/** Games on the server, with their replays and reviews. */
export const ServerGames = ({ of }: { of: ServerGame[] }) => (
    <ul class="games">
        {of.map((g) => {
            const others = g.people.flatMap((p, i) =>
                    i === g.seat ? [] : [!p.who && levels(g.game).includes(p.name) ? botName(p.name) : named(p.name)],
                ),
                title = t("{game} with {players}", { game: gameTitle(g.game), players: list(others) });
            return (
                <li key={g.table}>
                    <a href={`/replay/${g.table}`}>
                        <span>{title}</span>
                        <small>
                            {g.ranks[g.seat] === 0 ? t("won") : t("lost")} · {paceName(g.pace)}
                            {g.rated && ` · ${t("rated")}`}
                            {g.change != null && ` ${changed(g.change)}`} · {date(g.time)}
                        </small>
                    </a>
                    <a class="button plain" aria-label={`${t("Review")}: ${title}`} href={`/review/${g.table}#..${g.seat}`}>
                        <Icon name="chart" />
                    </a>
                </li>
            );
        })}
    </ul>
);
