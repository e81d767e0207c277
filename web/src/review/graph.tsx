// graph.tsx: the chances of winning over a game. Above, the line of one seat; below it two lanes: what was done (slips, solid; those of
// others are outlined), and what the cards did (hatched). So the two kinds differ by place and by drawing, not by colour alone. It is a
// slider: keys, a finger or the mouse move along it.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { stepsOf, type StepOf } from "./model";
import { chance, change, size } from "./numbers";
import { stepOf, type Reviewed } from "./types";

const left = 34, // for the percents
    right = 8,
    top = 16, // for the numbers of rounds
    line = 124, // heights
    lane = 40,
    gap = 18;
const height = top + line + 2 * (gap + lane) + 4;

function useWidth(): [{ current: HTMLDivElement | null }, number] {
    const box = useRef<HTMLDivElement>(null),
        [width, set] = useState(320);
    useEffect(() => {
        const seen = new ResizeObserver(([e]) => set(Math.max(200, Math.floor(e!.contentRect.width))));
        seen.observe(box.current!);
        return () => seen.disconnect();
    }, []);
    return [box, width];
}

/** Bars of a lane, up or down from its middle. `most` fills half of it. */
function Bars({
    of,
    y,
    x,
    w,
    most,
    kind,
}: {
    of: [number, number][];
    y: number;
    x: (s: number) => number;
    w: number;
    most: number;
    kind: string;
}) {
    return (
        <g class={kind}>
            {of.map(([step, by]) => {
                const h = Math.max(1.5, (Math.abs(by) / most) * (lane / 2));
                return <rect key={step} x={x(step) - w} width={w} y={by > 0 ? y + lane / 2 - h : y + lane / 2} height={h} />;
            })}
        </g>
    );
}

export function Graph({ r, seat, step, go }: { r: Reviewed; seat: number; step: number; go: (step: number) => void }) {
    const [box, width] = useWidth(),
        all = stepsOf(r, seat),
        n = all.length - 1;
    const inside = width - left - right,
        x = (s: number): number => left + (n ? (s / n) * inside : 0),
        y = (v: number): number => top + (1 - v) * line,
        w = Math.max(1.6, Math.min(9, inside / Math.max(1, n)) - 0.4),
        moves = top + line + gap,
        cards = moves + lane + gap;
    const done = Math.max(0.02, ...all.map((s) => Math.max(-s.own, Math.abs(s.others)))), // each lane has its own scale
        dealt = Math.max(0.02, ...all.map((s) => Math.abs(s.luck)));
    const some = (key: "own" | "others" | "luck"): [number, number][] =>
        all.flatMap((s) => (Math.abs(s[key]) >= 0.001 ? [[s.step, s[key]] as [number, number]] : []));
    // a line in steps: what a step did shows at its end
    const path = all
        .map((s, i) => (i ? `H${x(s.step).toFixed(1)}V${y(s.value).toFixed(1)}` : `M${x(0)},${y(s.value).toFixed(1)}`))
        .join("");
    const rounds = r.rounds.length > 1 ? r.rounds.map((row) => (row ? stepOf(r.steps, row) - 1 : 0)) : [];
    const now = all[step]!;
    const at = (e: PointerEvent): void => {
        const { left: from } = box.current!.getBoundingClientRect();
        go(Math.max(0, Math.min(n, Math.round(((e.clientX - from - left) / inside) * n))));
    };
    const drag = useRef(false);
    const keys = (e: KeyboardEvent): void => {
        const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -n, End: n }[e.key];
        if (by === undefined) return;
        e.preventDefault();
        go(Math.max(0, Math.min(n, step + by)));
    };
    return (
        <div class="graph" ref={box}>
            <div
                class="slider"
                role="slider"
                tabIndex={0}
                aria-label={t("Chances of winning, step by step")}
                aria-valuemin={0}
                aria-valuemax={n}
                aria-valuenow={step}
                aria-valuetext={valueText(now, n)}
                onKeyDown={keys}
                onPointerDown={(e) => {
                    drag.current = true;
                    e.currentTarget.setPointerCapture(e.pointerId);
                    at(e);
                }}
                onPointerMove={(e) => drag.current && at(e)}
                onPointerUp={() => (drag.current = false)}
                onPointerCancel={() => (drag.current = false)}
            >
                <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
                    <defs>
                        <pattern id="review-hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                            <rect width="2" height="4" />
                        </pattern>
                    </defs>
                    {rounds.map((s, i) => (
                        <g key={s} class="round">
                            {i > 0 && <line x1={x(s)} x2={x(s)} y1={top - 4} y2={height} />}
                            <text x={x(s) + 3} y={top - 4}>
                                {i + 1}
                            </text>
                        </g>
                    ))}
                    {[0, 0.5, 1].map((v) => (
                        <g key={v} class="level">
                            <line x1={left} x2={width - right} y1={y(v)} y2={y(v)} />
                            <text x={left - 5} y={y(v) + 4}>
                                {chance(v)}
                            </text>
                        </g>
                    ))}
                    <path class="area" d={`${path}V${y(0)}H${x(0)}Z`} />
                    <path class="value" d={path} />
                    <text class="lane" x={left} y={moves - 4}>
                        {t("Moves")}
                    </text>
                    <text class="scale" x={width - right} y={moves - 4}>
                        {t("at most {size}", { size: size(done) })}
                    </text>
                    <line class="zero" x1={left} x2={width - right} y1={moves + lane / 2} y2={moves + lane / 2} />
                    <Bars of={some("own")} y={moves} x={x} w={w} most={done} kind="own" />
                    <Bars of={some("others")} y={moves} x={x} w={w} most={done} kind="others" />
                    <text class="lane" x={left} y={cards - 4}>
                        {t("Luck")}
                    </text>
                    <text class="scale" x={width - right} y={cards - 4}>
                        {t("at most {size}", { size: size(dealt) })}
                    </text>
                    <line class="zero" x1={left} x2={width - right} y1={cards + lane / 2} y2={cards + lane / 2} />
                    <Bars of={some("luck")} y={cards} x={x} w={w} most={dealt} kind="luck" />
                    <line class="cursor" x1={x(step)} x2={x(step)} y1={top} y2={height} />
                    <circle class="cursor" cx={x(step)} cy={y(now.value)} r="5.5" />
                </svg>
            </div>
        </div>
    );
}

function valueText(s: StepOf, n: number): string {
    const parts = [t("Step {n} of {all}: {chance}", { n: s.step, all: n, chance: chance(s.value) })];
    if (s.own < -0.001) parts.push(t("own slip {change}", { change: change(s.own) }));
    if (Math.abs(s.others) > 0.001) parts.push(t("a slip of others {change}", { change: change(s.others) }));
    if (Math.abs(s.luck) > 0.001) parts.push(t("cards {change}", { change: change(s.luck) }));
    return parts.join(", ");
}

/** The same, to be read. */
export function GraphTable({
    r,
    seat,
    names,
    go,
}: {
    r: Reviewed;
    seat: number;
    names: (seat: number) => string;
    go: (step: number) => void;
}) {
    const [open, setOpen] = useState(false);
    return (
        <details class="as-table" onToggle={(e) => setOpen(e.currentTarget.open)}>
            <summary>{t("The graph as a table")}</summary>
            {open && (
                <section class="scroll" tabIndex={0} aria-label={t("The graph as a table")}>
                    <table>
                        <thead>
                            <tr>
                                <th scope="col">{t("Step")}</th>
                                <th scope="col">{t("Who moved")}</th>
                                <th scope="col">{t("Chance")}</th>
                                <th scope="col">{t("Own slip")}</th>
                                <th scope="col">{t("Others")}</th>
                                <th scope="col">{t("Luck")}</th>
                            </tr>
                        </thead>
                        <tbody>
                            {stepsOf(r, seat).map((s) => (
                                <tr key={s.step}>
                                    <th scope="row">
                                        <button class="text" onClick={() => go(s.step)}>
                                            {s.step}
                                        </button>
                                    </th>
                                    <td>{s.mover === undefined ? "" : names(s.mover)}</td>
                                    <td>{chance(s.value)}</td>
                                    <td>{s.own < -0.0005 ? change(s.own) : ""}</td>
                                    <td>{Math.abs(s.others) > 0.0005 ? change(s.others) : ""}</td>
                                    <td>{Math.abs(s.luck) > 0.0005 ? change(s.luck) : ""}</td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </section>
            )}
        </details>
    );
}
