// ratings.tsx: how strong one plays, from games against bots in this browser: a number with its error, the same with luck taken out, and how
// both came about.
import { useEffect, useState } from "preact/hooks";
import { date, number, t, tn } from "../i18n";
import { Course, Key } from "../myplay/charts";
import { Icon } from "../ui/kit";
import { errorText, gameTitle, level } from "../words";
import type { Own } from "./games";
import { enough, ownRating, type OwnRating } from "./rate";
import { agree, likeBotsNow, points, spread, tens, within } from "./words";

/** Words of lines that are near each other stand in columns, each at its own line: which column, for each of them. */
export function columns(ys: number[], least = 13): number[] {
    const lowest: number[] = [], // in each column
        of = ys.map(() => 0);
    for (const [y, i] of ys.map((y, i) => [y, i] as const).sort(([a], [b]) => a - b)) {
        const free = lowest.findIndex((above) => y - above >= least),
            column = free < 0 ? lowest.length : free;
        lowest[column] = y;
        of[i] = column;
    }
    return of;
}

function Curve({ of }: { of: OwnRating }) {
    const all = of.curve;
    if (all.length < 2) return null;
    const marks = of.bots.map((b) => b.at),
        band = all.map((p): [number, number] => [p.at - spread(p.error), p.at + spread(p.error)]),
        judged = all.flatMap((p, i) => (p.judged ? [{ ...p.judged, i }] : [])),
        last = judged.length > 1 ? judged.at(-1) : undefined; // where the dashed line ends
    return (
        <Course
            title={t("Rating over time: {game}", { game: gameTitle(of.game) })}
            says={t("The band says where your strength lies, 19 times in 20. Bots never change.")}
            heads={[t("When"), t("Rating"), t("Without luck")]}
            rows={[...all]
                .reverse()
                .map((p) => [
                    date(p.when),
                    `${points(p.at)} ${within(p.error)}`,
                    p.judged ? `${points(p.judged.at)} ${within(p.judged.error)}` : "",
                ])}
            low={Math.min(...band.map((b) => b[0]), ...marks)}
            high={Math.max(...band.map((b) => b[1]), ...marks)}
            unit={t("points")}
            tick={points}
            now={points(all.at(-1)!.at)}
            under={last && last.at > all.at(-1)!.at}
            {...{ band, times: all.map((p) => p.when), line: all.map((p) => p.at) }}
            draw={({ x, y, width }) => {
                const column = columns(marks.map(y)),
                    wide = Math.min(90, (width - x(0)) / (Math.max(...column) + 2));
                return (
                    <>
                        {last && <polyline class="unlucky" points={judged.map((p) => `${x(p.i)},${y(p.at)}`).join(" ")} />}
                        {of.bots.map((b, i) => (
                            <g key={b.name}>
                                <line class="bot" x1={x(0)} x2={width - 12} y1={y(b.at)} y2={y(b.at)} />
                                <text class="bot-name" x={x(0) + 4 + column[i]! * wide} y={y(b.at) - 3}>
                                    {level(b.name)}
                                </text>
                            </g>
                        ))}
                        {last && (
                            <text
                                class="unlucky-now"
                                x={x(last.i) + 6}
                                y={y(last.at) + (last.at > all.at(-1)!.at ? -10 : 20)}
                                text-anchor="end"
                            >
                                {points(last.at)}
                            </text>
                        )}
                    </>
                );
            }}
        >
            <p class="legend">
                <Key wide sign={<path class="line" d="M0 6h20" />}>
                    {t("rating")}
                </Key>
                {last && (
                    <Key wide sign={<path class="unlucky" d="M0 6h20" />}>
                        {t("without luck")}
                    </Key>
                )}
                <Key wide sign={<path class="bot" d="M0 6h20" />}>
                    {t("bots")}
                </Key>
            </p>
        </Course>
    );
}

/** In one sentence, with its error and the bots beside it. */
function One({ of }: { of: OwnRating }) {
    const left = enough - of.played,
        like = likeBotsNow(of),
        values = { at: points(of.rating.at), error: within(of.rating.error), bots: like };
    return (
        <li class="own-rating" data-game={of.game}>
            <h3>{gameTitle(of.game)}</h3>
            {left > 0 ? (
                <>
                    <p class="progress" aria-hidden="true">
                        {Array.from({ length: enough }, (_, i) => (
                            <i key={i} class={i < of.played ? "on" : ""} />
                        ))}
                    </p>
                    <p>
                        {tn(
                            "{n} more game against bots, and you see how strong you play.",
                            "{n} more games against bots, and you see how strong you play.",
                            left,
                        )}
                    </p>
                </>
            ) : (
                <>
                    <p class="soft">
                        <span class="display rating-is">
                            {like ? t("about {at} {error}, {bots}", values) : t("about {at} {error}", values)}
                        </span>
                        {of.rating.provisional && <b>{t("Provisional.")} </b>}
                        {tn("From {n} game against bots.", "From {n} games against bots.", of.played)}{" "}
                        {t("Very probably you are between {low} and {high}; each game makes that narrower.", {
                            low: points(tens(of.rating.at - spread(of.rating.error))),
                            high: points(tens(of.rating.at + spread(of.rating.error))),
                        })}
                    </p>
                    {of.judged && (
                        <p class="unlucky-is">
                            <Icon name="dice" />{" "}
                            {t("Without luck: {at} {error}", { at: points(of.judged.at), error: within(of.judged.error) })}{" "}
                            <small>
                                {tn("from {n} reviewed game.", "from {n} reviewed games.", of.judged.games)}{" "}
                                {t("It comes from how good your moves were: luck is taken out.")}{" "}
                                {of.faster !== undefined &&
                                    of.faster > 1.05 &&
                                    t("It settles {times} times as fast: a reviewed game says as much as {times} results.", {
                                        times: number(Math.round(of.faster * 10) / 10),
                                    })}{" "}
                                {agree(of.rating, of.judged) &&
                                    t("Both numbers say how strong you play; trust the one with the smaller ±.")}
                            </small>
                        </p>
                    )}
                    <Curve of={of} />
                </>
            )}
        </li>
    );
}

export function OwnRatings({ own, played }: { own: Own[]; played: string[] }) {
    const [all, set] = useState<OwnRating[]>();
    const [trouble, setTrouble] = useState("");
    useEffect(() => {
        let left = false;
        Promise.all(played.map((g) => ownRating(g, own))).then(
            (found) => left || set(found.filter((r) => r !== undefined && r.bots.length > 0) as OwnRating[]),
            (e: unknown) => left || setTrouble(errorText(e)),
        );
        return () => {
            left = true;
        };
    }, [own]);
    if (trouble) return <p class="note">{t("Your rating cannot be computed now. ({why})", { why: trouble })}</p>;
    if (!all) return <p aria-busy="true" />;
    return (
        <section class="how-strong">
            <h2>{t("How strong you play")}</h2>
            <p class="soft">
                {t("The higher the number, the stronger.")}{" "}
                {t("{n} is as strong as the bot {bot}. Who is 100 points ahead wins 64 of 100 games.", {
                    n: points(1500),
                    bot: level("normal"),
                })}
            </p>
            {all.length > 0 ? (
                <ul class="own-ratings">
                    {all.map((r) => (
                        <One key={r.game} of={r} />
                    ))}
                </ul>
            ) : (
                <p>
                    {t(
                        "Play five games against bots by printed rules or another preset, without hints and without taking moves back. Then you see how strong you play.",
                    )}
                </p>
            )}
            <p class="soft">{t("Lessons, games with hints, the coach or moves taken back, and games by house rules do not count.")}</p>
        </section>
    );
}
