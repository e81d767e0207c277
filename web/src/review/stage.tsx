// stage.tsx: the board of a review, with the decision that comes next beside it.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { settings } from "../settings";
import type { ReplayTable } from "../table/replay";
import { copyText, Icon } from "../ui/kit";
import { ReplayBoard, useReplaying } from "../ui/replaying";
import { Candidates, Reasons, TryAgain, Verdict } from "./decision";
import { Later } from "./later";
import { decisionAt, roundOf, shownError, slips, stepsOf, whereDecided } from "./model";
import { chance, change, size } from "./numbers";
import { Piece } from "./pieces";
import { canPlayOn, playOn } from "./playon";
import type { Seen } from "./summary";

export function Stage({
    seen,
    table,
    record,
    step,
    address,
    board,
}: {
    seen: Seen;
    table: ReplayTable;
    record: string;
    step: number;
    address: (row: number) => Promise<string>;
    board: number; // the Piece that the board is
}) {
    const { r, seat, you, name, names, go } = seen;
    const [eyes, setEyes] = useState(seat); // who looks
    const [trying, setTrying] = useState(false);
    const [said, setSaid] = useState("");
    const at = useReplaying(table, false),
        { d: director } = at;
    const d = decisionAt(r, step),
        mine = d?.seat === eyes,
        n = r.steps.length - 1,
        now = stepsOf(r, seat)[step]!;
    useEffect(() => setEyes(seat), [seat]);
    useEffect(() => {
        setTrying(false);
        setSaid("");
        at.go(step, eyes);
    }, [step, eyes]);
    useEffect(() => {
        if (director.question.value) director.answer(true); // nothing is costly here
    }, [director.question.value]);
    const found = slips(r, eyes, 0).map((s) => whereDecided(r, s)),
        before = Math.max(-1, ...found.filter((s) => s < step)),
        after = Math.min(Infinity, ...found.filter((s) => s > step));
    const share = async (): Promise<void> => {
        const link = location.origin + (await address(r.steps[step]!));
        setSaid((await copyText(link)) ? t("Copied") : link);
    };
    const asked = d && { r, d, record, names, name, you: you ? seat : undefined };
    const others = r.seats.map((_, i) => i).filter((i) => i !== seat);
    return (
        <div class="review-stage" data-step={step}>
            <div class="steps" role="group" aria-label={t("Step")}>
                <button disabled={before < 0} onClick={() => go(before)}>
                    <Icon name="first" /> <span>{t("Slip before")}</span>
                </button>
                <button aria-label={t("step back")} disabled={step === 0} onClick={() => go(step - 1)}>
                    <Icon name="left" />
                </button>
                <output>
                    {step} / {n}
                </output>
                <button aria-label={t("step forward")} disabled={step >= n} onClick={() => go(step + 1)}>
                    <Icon name="right" />
                </button>
                <button disabled={after > n} onClick={() => go(after)}>
                    <span>{t("Next slip")}</span> <Icon name="last" />
                </button>
            </div>
            <div class="stage-board">
                <Piece n={board}>
                    <ReplayBoard table={table} at={at} />
                </Piece>
            </div>
            <div class="beside review-part">
                <p class="position">
                    {roundOf(r, Math.min(r.steps[step]!, r.rows - 1)) > 0 && (
                        <span>{t("Round {n}", { n: roundOf(r, Math.min(r.steps[step]!, r.rows - 1)) })}</span>
                    )}
                    <span>{t("{name}: chance {chance}, with all cards known", { name: name(seat), chance: chance(now.value) })}</span>
                </p>
                <div role="status" class="happened">
                    {step > 0 && (
                        <p class="soft">
                            <Later of={names.step(step, eyes)} />
                        </p>
                    )}
                    {Math.abs(now.luck) > 0.0005 && (
                        <p class="cards">
                            {t("Luck: {change} ± {error}", { change: change(now.luck), error: size(shownError(now.error)) })}
                        </p>
                    )}
                </div>
                {trying && asked ? (
                    <TryAgain key={d.row} asked={asked} offer={(all, chosen) => table.offer(all, chosen)} close={() => setTrying(false)} />
                ) : (
                    asked && (
                        <section class="decision" aria-label={t("The next move")}>
                            {mine ? (
                                <>
                                    <Verdict {...asked} />
                                    <Reasons {...asked} />
                                    {d.kind !== "forced" && <Candidates d={d} names={names} />}
                                </>
                            ) : (
                                <Hidden d={d} {...seen} />
                            )}
                        </section>
                    )
                )}
                {!d && step >= n && <p>{t("The end of the game.")}</p>}
                <div class="row do">
                    {mine && d.kind !== "forced" && !trying && (
                        <button class="main" onClick={() => setTrying(true)}>
                            <Icon name="undo" /> {t("Try again")}
                        </button>
                    )}
                    <button onClick={() => void share()}>
                        <Icon name="share" /> {t("Share this moment")}
                    </button>
                </div>
                {step < n && <PlayOn record={record} row={r.steps[step]!} seat={eyes} />}
                <p role="status" class="said">
                    {said}
                </p>
                <div class="row eyes" role="group" aria-label={t("What others held")}>
                    {others.map((i) => (
                        <button key={i} aria-pressed={eyes === i} onClick={() => setEyes(eyes === i ? seat : i)}>
                            <Icon name="eye" /> {t("Cards of {name}", { name: name(i) })}
                        </button>
                    ))}
                </div>
            </div>
        </div>
    );
}

/** A decision of somebody whose cards are not shown: what it cost, and no more. */
function Hidden({ d, name, names }: Seen & { d: NonNullable<ReturnType<typeof decisionAt>> }) {
    return (
        <p>
            {t("{name} played:", { name: name(d.seat) })}{" "}
            <b>
                <Later of={names.move(d, d.played!)} />
            </b>
            {d.kind === "slip" && (
                <>
                    {" "}
                    <b class="bad">{t("A slip: {size} ± {error}", { size: change(d.loss[d.seat]!), error: size(shownError(d.error)) })}</b>
                </>
            )}
        </p>
    );
}

function PlayOn({ record, row, seat }: { record: string; row: number; seat: number }) {
    const [error, setError] = useState("");
    const same = canPlayOn(record, row),
        start = (luck: "same" | "new"): void =>
            void playOn(record, row, seat, luck, settings.get().name).catch((e: unknown) =>
                setError(e instanceof Error ? e.message : String(e)),
            );
    return (
        <details class="on">
            <summary>{t("Play on from here")}</summary>
            <p>{t("Against bots, with the cards that everybody held. What was not turned up yet can come as it did, or anew.")}</p>
            <div class="row">
                {same && <button onClick={() => start("same")}>{t("The same luck")}</button>}
                <button onClick={() => start("new")}>{t("New luck")}</button>
            </div>
            {error && (
                <p class="bad" role="alert">
                    {error}
                </p>
            )}
        </details>
    );
}
