// exercise_page.tsx: an exercise: a position from a game of this player, as the seat saw it. A move is chosen on the board as in a game, and judged.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Board, Context } from "../board";
import { t } from "../i18n";
import { judge } from "../review/engine";
import type { Fact } from "../review/types";
import { go } from "../router";
import { Icon } from "../ui/kit";
import { errorText, gameTitle } from "../words";
import type { Digest } from "./digest";
import { exercises, keyOf, practised, type Exercise } from "./exercise";
import { Reasons } from "./reasons";
import { Stage } from "./stage";
import { StillTable } from "./still";
import { digests } from "./store";
import { cost, day } from "./words";

/** What the judge says of a move. */
export interface Answer {
    move: string;
    /** best: the move itself. good: no other is better beyond doubt. slip: what it loses. */
    how: "best" | "good" | "slip";
    best: string;
    loss: number;
    error: number;
    why: Fact[];
}
export async function answer({ of, seat, slip }: Exercise, move: string): Promise<Answer> {
    const { best, why } = slip;
    if (move === best) return { move, how: "best", best, loss: 0, error: 0, why };
    if (move === slip.played) return { move, how: "slip", best, loss: slip.loss, error: slip.error, why };
    const d = await judge({ game: of.game, record: of.record, row: slip.row, seat, move });
    if (d.kind !== "slip") return { move, how: "good", best, loss: 0, error: 0, why: [] };
    return { move, how: "slip", best: d.best!, loss: -d.loss[seat]!, error: d.error, why: d.why ?? [] };
}

function Said({
    e,
    given,
    ctx,
    board,
    again,
    next,
}: {
    e: Exercise;
    given: Answer | "asked" | undefined;
    ctx: Context;
    board: Board;
    again: () => void;
    next: () => void;
}) {
    const { slip, of } = e,
        title = useRef<HTMLHeadingElement>(null),
        heard = given !== undefined && given !== "asked";
    useEffect(() => {
        if (heard) title.current?.focus();
    }, [heard]);
    if (!given || given === "asked")
        return (
            <section class="said" aria-label={t("Exercise")}>
                <div class="head">
                    <h2>{t("Find the move")}</h2>
                    <button onClick={next}>{t("Later")}</button>
                </div>
                <p class="soft">
                    <a href="/my">{t("My play")}</a> · {gameTitle(of.game)} · {day(of.when)}
                </p>
                <p>{t("Here another move than yours was better by {loss}. Which one?", { loss: cost(slip.loss) })}</p>
                {given && <p role="status">{t("Thinking…")}</p>}
            </section>
        );
    const said = {
        best: t("Right!"),
        good: t("As good as the best"),
        slip: given.move === slip.played ? t("That is what you played then") : t("Not the best"),
    }[given.how];
    return (
        <section class={`said answered ${given.how}`} aria-label={t("Exercise")}>
            <h2 tabIndex={-1} ref={title}>
                <Icon name={given.how === "slip" ? "warn" : "check"} /> {said}
            </h2>
            {given.how === "slip" && (
                <p>
                    {t("It loses {loss} ± {error} of a win against: {move}", {
                        loss: cost(given.loss),
                        error: cost(2 * given.error),
                        move: board.move(given.best, ctx),
                    })}
                </p>
            )}
            {given.how === "good" && <p>{t("The review named: {move}", { move: board.move(slip.best, ctx) })}</p>}
            {given.how === "best" && (
                <p>
                    {t("In the game you played: {move}. That lost {loss}.", { move: board.move(slip.played, ctx), loss: cost(slip.loss) })}
                </p>
            )}
            <Reasons game={of.game} why={given.why} seat={e.seat} ctx={ctx} />
            <p class="row">
                {given.how === "slip" && <button onClick={again}>{t("Try again")}</button>}
                <button class="main" onClick={next}>
                    {t("Next")}
                </button>
            </p>
        </section>
    );
}

/** The exercise of this table and row. */
export function ExercisePage({ all, id, row, kept }: { all: Digest[]; id: string; row: number; kept: (d: Digest) => void }) {
    const of = all.find((d) => d.id === id),
        mine = of?.mine.find((m) => m.worst.some((s) => s.row === row)),
        slip = mine?.worst.find((s) => s.row === row);
    const [e] = useState<Exercise | undefined>(() => (of && mine && slip ? { of, seat: mine.seat, slip } : undefined));
    const [table, setTable] = useState<StillTable>();
    const [error, setError] = useState("");
    const counted = useRef(false);
    useEffect(() => {
        if (!e) return;
        let left = false,
            opened: StillTable | undefined;
        StillTable.open({ record: e.of.record, step: e.slip.step, row: e.slip.row, seat: e.seat }).then(
            (it) => {
                opened = it;
                if (left) it.close();
                else setTable(it);
            },
            (x: Error) => left || setError(errorText(x)),
        );
        return () => {
            left = true;
            opened?.close();
        };
    }, []);
    /** The first try of a visit counts. */
    const count = async (how: "solved" | "failed" | "later") => {
        if (counted.current || !e) return;
        counted.current = true;
        const now = Date.now(),
            practice = practised(e.slip.practice, how, now),
            changed = {
                ...e.of,
                mine: e.of.mine.map((m) =>
                    m.seat === e.seat ? { ...m, worst: m.worst.map((s) => (s.row === e.slip.row ? { ...s, practice } : s)) } : m,
                ),
            };
        kept(changed);
        await digests.put(changed).catch((x: Error) => setError(errorText(x)));
    };
    const next = async () => {
        await count("later");
        const changed = await digests.all().catch(() => all),
            other = exercises(changed, Date.now()).find((x) => keyOf(x) !== (e && keyOf(e)));
        go(other ? `/my/${other.of.id}/${other.slip.row}` : "/my");
    };
    if (!e) return <p class="note">{t("This exercise is not kept here any more.")}</p>;
    if (error)
        return (
            <p class="note bad" role="alert">
                {error}
            </p>
        );
    if (!table) return <p aria-busy="true" />;
    const judged = async (move: string) => {
        const a = await answer(e, move);
        void count(a.how === "slip" ? "failed" : "solved");
        return a;
    };
    return (
        <Stage
            game={e.of.game}
            table={table}
            judge={judged}
            said={({ given, ctx, board, again }) => <Said {...{ e, given, ctx, board, again }} next={() => void next()} />}
        />
    );
}
