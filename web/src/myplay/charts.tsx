// charts.tsx: the charts of My play. They are drawn in real pixels, so that their letters stay readable on a phone; shapes and words say what
// colours say; and each has its numbers as a table below it.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { date, t, tn } from "../i18n";
import { accuracies, lucks, meanOf, type Game } from "./sums";
import { accuracyText, day, endText, wins } from "./words";

/** So many games are drawn; the older ones are in the sums only. */
export const most = 60;

function useWidth(): [preact.RefObject<HTMLDivElement>, number] {
    const box = useRef<HTMLDivElement>(null),
        [width, set] = useState(320);
    useLayoutEffect(() => {
        const seen = new ResizeObserver(() => box.current && set(Math.max(240, Math.round(box.current.clientWidth))));
        seen.observe(box.current!);
        return () => seen.disconnect();
    }, []);
    return [box, width];
}

interface ChartProps {
    title: string;
    /** What it shows, in a sentence. */
    says: string;
    heads: string[];
    rows: ComponentChildren[][];
    draw?: (width: number) => ComponentChildren;
    height?: number;
    children?: ComponentChildren;
}
/** A picture with its title, a sentence, and its numbers. */
export function Chart({ title, says, heads, rows, draw, height = 190, children }: ChartProps) {
    const [box, width] = useWidth();
    return (
        <figure class="chart">
            <figcaption>
                <h2>{title}</h2>
                <p class="soft">{says}</p>
            </figcaption>
            <div ref={box}>
                {draw && (
                    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}. ${says}`}>
                        {draw(width)}
                    </svg>
                )}
                {children}
            </div>
            <details>
                <summary>{t("As a table")}</summary>
                <div class="wide" tabIndex={0} role="region" aria-label={title}>
                    <table>
                        <thead>
                            <tr>
                                {heads.map((h) => (
                                    <th key={h} scope="col">
                                        {h}
                                    </th>
                                ))}
                            </tr>
                        </thead>
                        <tbody>
                            {rows.map((r, i) => (
                                <tr key={i}>
                                    {r.map((c, k) =>
                                        k ? (
                                            <td key={k}>{c}</td>
                                        ) : (
                                            <th key={k} scope="row">
                                                {c}
                                            </th>
                                        ),
                                    )}
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            </details>
        </figure>
    );
}

const top = 26,
    bottom = 24,
    left = 40,
    right = 12;
/** A round step for about three lines. */
export function step(range: number): number {
    const ten = 10 ** Math.floor(Math.log10(range / 2));
    return [1, 2, 5, 10].map((n) => n * ten).find((s) => range / s <= 3.5)!;
}
/** Where the i-th of n games stands. */
const across = (width: number, n: number) => (i: number) =>
    n === 1 ? (left + width - right) / 2 : left + 10 + (i * (width - left - right - 20)) / (n - 1);

export interface Place {
    x: (i: number) => number;
    y: (v: number) => number;
    width: number;
}
interface CourseProps extends Omit<ChartProps, "draw"> {
    low: number;
    high: number;
    unit: string; // what goes up
    times: number[]; // of the games, ms
    ticks?: [number, string][]; // left out: round ones, in these words
    tick?: (v: number, by: number) => string;
    /** Where the true value lies, 19 times in 20, game by game. */
    band?: [low: number, high: number][];
    line: number[];
    /** The last value, in words beside it. */
    now?: string;
    /** These words stand below the line's end, or above it. Left out: where the line is not. */
    under?: boolean | undefined;
    draw?: (at: Place) => ComponentChildren;
}
/** Something that changes from game to game: its lines with words at the left, the games below, a band and a line. */
export function Course({ low, high, unit, times, ticks, tick = String, band, line, now, under, draw, height = 210, ...rest }: CourseProps) {
    const n = times.length,
        y = (v: number): number => top + ((high - v) * (height - top - bottom)) / (high - low),
        by = step(high - low),
        lines = ticks ?? [];
    if (!ticks) for (let v = Math.ceil(low / by); v <= high / by; v++) lines.push([v * by, tick(v * by, by)]);
    const [first, last] = [day(times[0]!), day(times.at(-1)!)],
        falls = under ?? (n > 1 && line.at(-1)! < line.at(-2)! && y(line.at(-1)!) < height - bottom - 20); // the words stand where the line is not
    return (
        <Chart
            {...rest}
            height={height}
            draw={(width) => {
                const x = across(width, n),
                    edge = (k: 0 | 1) => band!.map((b, i) => `${x(i)},${y(b[k])}`);
                return (
                    <>
                        {band && n > 1 && (
                            <>
                                <polygon class="band" points={[...edge(1), ...edge(0).reverse()].join(" ")} />
                                <polyline class="edge" points={edge(1).join(" ")} />
                                <polyline class="edge" points={edge(0).join(" ")} />
                            </>
                        )}
                        {band && n === 1 && <line class="edge" x1={x(0)} x2={x(0)} y1={y(band[0]![0])} y2={y(band[0]![1])} />}
                        <text x={2} y={11}>
                            {unit}
                        </text>
                        {lines.map(([v, words]) => (
                            <g key={v}>
                                <line class={v === 0 ? "zero" : "grid"} x1={left} x2={width - right} y1={y(v)} y2={y(v)} />
                                <text x={left - 6} y={y(v) + 4} text-anchor="end">
                                    {words}
                                </text>
                            </g>
                        ))}
                        {first !== last && (
                            <text x={left} y={height - 6}>
                                {first}
                            </text>
                        )}
                        <text x={(left + width - right) / 2} y={height - 6} text-anchor="middle">
                            {first === last && n > 1 ? `${last} · ` : ""}
                            {n > 1 ? tn("{n} game", "{n} games", n) : last}
                        </text>
                        {first !== last && (
                            <text x={width - right} y={height - 6} text-anchor="end">
                                {last}
                            </text>
                        )}
                        {n > 1 && <polyline class="line" points={line.map((v, i) => `${x(i)},${y(v)}`).join(" ")} />}
                        {now !== undefined && <circle class="now" cx={x(n - 1)} cy={y(line.at(-1)!)} r={5} />}
                        {draw?.({ x, y, width })}
                        {now !== undefined && (
                            <text class="now" x={x(n - 1) + 6} y={y(line.at(-1)!) + (falls ? 20 : -10)} text-anchor="end">
                                {now}
                            </text>
                        )}
                    </>
                );
            }}
        />
    );
}
/** What a sign of a chart means. */
export const Key = ({ wide, sign, children }: { wide?: boolean; sign: ComponentChildren; children: ComponentChildren }) => (
    <span>
        <svg width={wide ? 20 : 12} height="12" aria-hidden="true">
            {sign}
        </svg>{" "}
        {children}
    </span>
);

/** Won is full, lost is hollow, what does not count is a small cross. */
function Mark({ game, x, y }: { game: Game; x: number; y: number }) {
    if (game.helped) return <path class="mark" d={`M${x - 4} ${y - 4}l8 8m0-8l-8 8`} />;
    return <circle class={game.result >= 0.5 ? "mark won" : "mark lost"} cx={x} cy={y} r={4.5} />;
}

export function Accuracy({ games }: { games: Game[] }) {
    const all = accuracies(games.filter((g) => g.choices)).slice(-most);
    if (!all.length) return null;
    const low = Math.max(0, Math.min(90, Math.floor((Math.min(...all.map((a) => a.game.accuracy)) - 2) / 10) * 10)),
        last = all.at(-1)!;
    return (
        <Course
            title={t("Accuracy over time")}
            says={t("Mean of your last games: {accuracy}. {all} is a game without a slip.", {
                accuracy: accuracyText(last.mean),
                all: accuracyText(100),
            })}
            heads={[t("When"), t("Accuracy"), t("Mean so far"), t("Result")]}
            rows={[...all]
                .reverse()
                .map(({ game, mean }) => [date(game.of.when), accuracyText(game.accuracy), accuracyText(mean), endText(game)])}
            {...{ low, high: 100, unit: t("Accuracy"), times: all.map((a) => a.game.of.when), line: all.map((a) => a.mean) }}
            ticks={[100, (100 + low) / 2, low].map((v) => [v, accuracyText(v)])}
            draw={({ x, y }) => all.map((a, i) => <Mark key={a.game.of.id} game={a.game} x={x(i)} y={y(a.game.accuracy)} />)}
        >
            <p class="legend">
                <Key sign={<circle class="mark won" cx="6" cy="6" r="4.5" />}>{t("won")}</Key>
                <Key sign={<circle class="mark lost" cx="6" cy="6" r="4.5" />}>{t("lost")}</Key>
                {all.some((a) => a.game.helped) && (
                    <Key sign={<path class="mark" d="M2 2l8 8m0-8l-8 8" />}>{t("with help, not counted")}</Key>
                )}
                {all.length > 1 && (
                    <Key wide sign={<path class="line" d="M0 6h20" />}>
                        {tn("mean of the last {n} game", "mean of the last {n} games", Math.min(meanOf, all.length))}
                    </Key>
                )}
            </p>
        </Course>
    );
}

export function Luck({ games }: { games: Game[] }) {
    const all = lucks(games).slice(-most);
    if (!all.length) return null;
    const { sum, error } = all.at(-1)!,
        values = { luck: wins(sum), error: wins(2 * error, 2, false) },
        band = all.map((a): [number, number] => [a.sum - 2 * a.error, a.sum + 2 * a.error]);
    const says =
        Math.abs(sum) <= 2 * error
            ? t("In all {luck} ± {error} wins: not to be told from no luck at all.", values)
            : sum > 0
              ? t("Lucky: in all, luck changed your wins by {luck} ± {error}.", values)
              : t("Unlucky: in all, luck changed your wins by {luck} ± {error}.", values);
    return (
        <Course
            title={t("Sum of luck")}
            says={says}
            heads={[t("When"), t("Luck of the game"), t("Sum"), t("Error")]}
            rows={[...all].reverse().map((a) => [date(a.game.of.when), wins(a.game.luck), wins(a.sum), `± ${wins(2 * a.error, 2, false)}`])}
            low={Math.min(-0.1, ...band.map((b) => b[0]))}
            high={Math.max(0.1, ...band.map((b) => b[1]))}
            unit={t("Wins")}
            tick={(v, by) => wins(v, by < 1 ? 1 : 0)}
            {...{ band, times: all.map((a) => a.game.of.when), line: all.map((a) => a.sum) }}
            draw={({ x, y }) => all.map((a, i) => <Mark key={a.game.of.id} game={a.game} x={x(i)} y={y(a.sum)} />)}
        >
            <p class="legend">
                <Key wide sign={<path class="edge" d="M0 2h20M0 10h20" />}>
                    {t("where the true sum lies, 19 times in 20")}
                </Key>
            </p>
        </Course>
    );
}

export interface BarRow {
    key: string;
    label: ComponentChildren;
    value: number;
    words: string;
    sign?: string; // a shape before the label, which says what a colour would
}
/** Bars with their words above them: long ones in any language have the whole width. */
export function Bars({ rows, unit }: { rows: BarRow[]; unit: string }) {
    const high = Math.max(...rows.map((r) => r.value), 1e-9);
    return (
        <>
            <p class="unit">{unit}</p>
            <ul class="bars">
                {rows.map((r) => (
                    <li key={r.key}>
                        <span class="label">
                            {r.sign && <span aria-hidden="true">{r.sign} </span>}
                            {r.label}
                        </span>
                        <span class="value">{r.words}</span>
                        <span class="bar-line" aria-hidden="true">
                            <i style={{ width: `${Math.max(r.value > 0 ? 1 : 0, (100 * r.value) / high)}%` }} />
                        </span>
                    </li>
                ))}
            </ul>
        </>
    );
}
