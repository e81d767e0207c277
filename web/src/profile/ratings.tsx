// ratings.tsx: how strong one plays, from games against bots in this browser: a number with its error, the same with luck taken out, and how
// both came about.
import { useEffect, useState } from "preact/hooks";
import { date, number, t, tn } from "../i18n";
import { across, Axes, bottom, Chart, step, top } from "../myplay/charts";
import { Icon } from "../ui/kit";
import { errorText, gameTitle, level } from "../words";
import type { Own } from "./games";
import { enough, ownRating, type OwnRating } from "./rate";
import { likeBots, points, spread, within } from "./words";

function Curve({ of }: { of: OwnRating }) {
    const all = of.curve,
        height = 210;
    if (all.length < 2) return null;
    const marks = of.bots.map((b) => b.at),
        high = Math.max(...all.map((p) => p.at + spread(p.error)), ...marks),
        low = Math.min(...all.map((p) => p.at - spread(p.error)), ...marks),
        y = (v: number) => top + ((high - v) * (height - top - bottom)) / (high - low),
        by = step(high - low),
        ticks: [number, string][] = [];
    for (let v = Math.ceil(low / by); v <= high / by; v++) ticks.push([v * by, points(v * by)]);
    const judged = all.flatMap((p, i) => (p.judged ? [{ ...p.judged, i, when: p.when }] : []));
    return (
        <Chart
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
            height={height}
            draw={(width) => {
                const x = across(width, all.length),
                    edge = (sign: number) => all.map((p, i) => `${x(i)},${y(p.at + sign * spread(p.error))}`);
                return (
                    <>
                        <polygon class="band" points={[...edge(1), ...edge(-1).reverse()].join(" ")} />
                        <polyline class="edge" points={edge(1).join(" ")} />
                        <polyline class="edge" points={edge(-1).join(" ")} />
                        <Axes {...{ width, height, y, ticks }} times={all.map((p) => p.when)} />
                        {of.bots.map((b) => (
                            <g key={b.name}>
                                <line class="bot" x1={x(0)} x2={width - 12} y1={y(b.at)} y2={y(b.at)} />
                                <text x={width - 14} y={y(b.at) - 3} text-anchor="end">
                                    {level(b.name)}
                                </text>
                            </g>
                        ))}
                        <polyline class="line" points={all.map((p, i) => `${x(i)},${y(p.at)}`).join(" ")} />
                        {judged.length > 1 && <polyline class="unlucky" points={judged.map((p) => `${x(p.i)},${y(p.at)}`).join(" ")} />}
                    </>
                );
            }}
        >
            <p class="legend">
                <span>
                    <svg width="20" height="12" aria-hidden="true">
                        <path class="line" d="M0 6h20" />
                    </svg>{" "}
                    {t("rating")}
                </span>
                {judged.length > 1 && (
                    <span>
                        <svg width="20" height="12" aria-hidden="true">
                            <path class="unlucky" d="M0 6h20" />
                        </svg>{" "}
                        {t("without luck")}
                    </span>
                )}
            </p>
        </Chart>
    );
}

/** In one sentence, with its error and the bots beside it. */
function One({ of }: { of: OwnRating }) {
    const left = enough - of.played,
        like = likeBots(of.between),
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
                    <p class="display rating-is">{like ? t("about {at} {error}, {bots}", values) : t("about {at} {error}", values)}</p>
                    <p class="soft">
                        {of.rating.provisional && <b>{t("Provisional.")} </b>}
                        {tn("From {n} game against bots.", "From {n} games against bots.", of.played)}
                    </p>
                    {of.judged && (
                        <p class="unlucky-is">
                            <Icon name="dice" />{" "}
                            {t("Without luck: {at} {error}", { at: points(of.judged.at), error: within(of.judged.error) })}{" "}
                            <small>
                                {tn("from {n} reviewed game.", "from {n} reviewed games.", of.judged.games)}{" "}
                                {of.faster !== undefined &&
                                    of.faster > 1.05 &&
                                    t("It settles {times} times as fast: a reviewed game says as much as {times} results.", {
                                        times: number(Math.round(of.faster * 10) / 10),
                                    })}
                            </small>
                        </p>
                    )}
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
            <div class="charts">
                {all
                    .filter((r) => r.played >= enough)
                    .map((r) => (
                        <Curve key={r.game} of={r} />
                    ))}
            </div>
            <p class="soft">
                {t("{n} is as strong as the bot {bot}. Who is 100 points ahead wins 64 of 100 games.", {
                    n: points(1500),
                    bot: level("normal"),
                })}{" "}
                {t("Lessons, games with hints, the coach or moves taken back, and games by house rules do not count.")}
            </p>
        </section>
    );
}
