// decision.tsx: a decision beside the board: what was played, what was better and why, the candidates as bars; and another move to try.
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { errorText } from "../words";
import { judge, legal } from "./engine";
import { Later } from "./later";
import { shownError } from "./model";
import type { Names } from "./names";
import { chance, change, size } from "./numbers";
import { loadReasons, reason } from "./reasons";
import type { Decision, Fact, ReviewMove, Reviewed } from "./types";

interface Asked {
    r: Reviewed;
    d: Decision;
    record: string;
    names: Names;
    name: (seat: number) => string;
    you: number | undefined;
}

const few = 5;

/** A candidate: its chance as a bar, with its error. Only those judged in fresh worlds can be compared. */
function Candidate({ d, m, names }: { d: Decision; m: ReviewMove; names: Names }) {
    const error = m.error && m.move !== d.played ? shownError(m.error) : 0,
        value = m.value ?? 0;
    const tags = [...(m.move === d.played ? [t("played")] : []), ...(m.move === d.best && d.kind === "slip" ? [t("better")] : [])];
    return (
        <li class={`${m.judged ? "judged" : "rough"} ${m.move === d.played ? "played" : ""} ${m.move === d.best ? "best" : ""}`}>
            <span class="move">
                <Later of={names.move(d, m.move)} /> {tags.length > 0 && <em>{tags.join(", ")}</em>}
            </span>
            <span class="n">
                {m.value === undefined ? t("not looked at") : chance(value)}
                {error > 0 && <small> ± {size(error)}</small>}
            </span>
            <span class="meter" aria-hidden="true">
                {m.value !== undefined && <i style={{ width: `${value * 100}%` }} />}
                {error > 0 && (
                    <u
                        style={{
                            left: `${Math.max(0, value - error) * 100}%`,
                            width: `${(Math.min(1, value + error) - Math.max(0, value - error)) * 100}%`,
                        }}
                    />
                )}
            </span>
        </li>
    );
}

export function Candidates({ d, names }: { d: Decision; names: Names }) {
    const judged = (d.moves ?? []).filter((m) => m.judged),
        rough = (d.moves ?? []).filter((m) => !m.judged);
    return (
        <div class="candidates">
            {judged.length > 0 && (
                <ol aria-label={t("Judged with care")}>
                    {judged.map((m) => (
                        <Candidate key={m.move} d={d} m={m} names={names} />
                    ))}
                </ol>
            )}
            {rough.length > 0 && (
                <details open={!judged.length}>
                    <summary>{tn("{n} other move, judged roughly", "{n} other moves, judged roughly", rough.length)}</summary>
                    <ol>
                        {rough.slice(0, few * 3).map((m) => (
                            <Candidate key={m.move} d={d} m={m} names={names} />
                        ))}
                    </ol>
                </details>
            )}
        </div>
    );
}

/** Why the better move is better: only what was computed, in the game's own words. */
export function Reasons({ r, d, name, you }: Asked) {
    const [ready, setReady] = useState(false);
    useEffect(() => void loadReasons(r.game).then(() => setReady(true)), [r.game]);
    const say = (of: Fact["of"]): string[] =>
        ready ? (d.why ?? []).filter((f) => f.of === of).flatMap((f) => reason(r.game, f, { seat: d.seat, you, name }) || []) : [];
    const better = say("better"),
        played = say("played"),
        position = say(undefined);
    if (!better.length && !played.length && !position.length) return null;
    const part = (title: string, all: string[]) =>
        all.length > 0 && (
            <>
                <dt>{title}</dt>
                {all.map((s) => (
                    <dd key={s}>{s}</dd>
                ))}
            </>
        );
    return (
        <dl class="why">
            {part(t("The better move:"), better)}
            {part(t("The move played:"), played)}
            {part(t("The position:"), position)}
        </dl>
    );
}

/** What the judge says of a decision in a sentence or two. */
export function Verdict({ d, names, name, you }: Asked) {
    const mine = d.seat === you,
        who = name(d.seat);
    if (d.kind === "forced")
        return (
            <p>
                {mine ? t("You had no choice:") : t("{name} had no choice:", { name: who })} <Later of={names.move(d, d.played!)} />
            </p>
        );
    return (
        <>
            <p>
                {mine ? t("You played:") : t("{name} played:", { name: who })}{" "}
                <b>
                    <Later of={names.move(d, d.played!)} />
                </b>
            </p>
            {d.kind === "slip" ? (
                <p class="slip">
                    <b class="bad">{t("A slip: {size} ± {error}", { size: change(d.loss[d.seat]!), error: size(shownError(d.error)) })}</b>{" "}
                    {t("Better:")}{" "}
                    <b>
                        <Later of={names.move(d, d.best!)} />
                    </b>
                </p>
            ) : (
                <p class="good">
                    {d.margin !== undefined && d.doubt !== undefined && d.margin > shownError(d.doubt)
                        ? t("The best move: {size} ± {error} better than the next.", {
                              size: size(d.margin),
                              error: size(shownError(d.doubt)),
                          })
                        : t("A good move: none is better beyond doubt.")}
                </p>
            )}
        </>
    );
}

/** Another move for the same decision: chosen on the board or in the list, judged as the one that was played. */
export function TryAgain({
    asked,
    offer,
    close,
}: {
    asked: Asked;
    offer: (moves?: string[], chosen?: (move: string) => void) => void;
    close: () => void;
}) {
    const { r, d, record, names } = asked;
    const [moves, setMoves] = useState<string[]>();
    const [made, setMade] = useState<Decision | "asked" | undefined>();
    const [error, setError] = useState("");
    const choose = (move: string): void => {
        setMade("asked");
        setError("");
        judge({ game: r.game, record, row: d.row, seat: d.seat, move, nodes: r.nodes, seed: r.seed }).then(setMade, (e: unknown) => {
            setMade(undefined);
            setError(errorText(e));
        });
    };
    useEffect(() => {
        let gone = false;
        legal({ record, row: d.row, seat: d.seat }).then(
            (all) => {
                if (gone) return;
                setMoves(all);
                offer(all, choose);
            },
            (e: unknown) => setError(errorText(e)),
        );
        return () => {
            gone = true;
            offer();
        };
    }, []);
    return (
        <section class="again" aria-label={t("Try again")}>
            <p>{t("Choose a move on the board or here. It is only judged, not made.")}</p>
            <ul class="choices">
                {moves?.map((m) => (
                    <li key={m}>
                        <button onClick={() => choose(m)} aria-pressed={made && made !== "asked" ? made.played === m : false}>
                            <Later of={names.move(d, m)} />
                        </button>
                    </li>
                ))}
            </ul>
            <div role="status" class="judged-again" aria-busy={made === "asked" ? "true" : undefined}>
                {made === "asked" && <p>{t("The judge is thinking…")}</p>}
                {made && made !== "asked" && (
                    <>
                        <Verdict {...asked} d={made} />
                        <Reasons {...asked} d={made} />
                        <Candidates d={made} names={names} />
                    </>
                )}
                {error && (
                    <p class="bad" role="alert">
                        {error}
                    </p>
                )}
            </div>
            <button onClick={close}>{t("Back to the review")}</button>
        </section>
    );
}
