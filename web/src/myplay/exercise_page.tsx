// exercise_page.tsx: an exercise: a position from a game of this player, as the seat saw it. A move is chosen on the board as in a game, and judged.
import { useRef, useState } from "preact/hooks";
import type { Board, Context } from "../board";
import { t } from "../i18n";
import { judge } from "../review/engine";
import type { Fact } from "../review/types";
import { go } from "../router";
import { errorText, gameTitle } from "../words";
import type { Digest } from "./digest";
import { exercises, keyOf, practised, type Exercise } from "./exercise";
import { Reasons } from "./reasons";
import { Answered, Asked, Failed, useStill } from "./said";
import { Stage } from "./stage";
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

interface Told {
    e: Exercise;
    given: Answer | "asked" | undefined;
    ctx: Context;
    board: Board;
    again: () => void;
    next: () => void;
}
function Said({ e: { slip, of, seat }, given, ctx, board, again, next }: Told) {
    if (!given || given === "asked")
        return (
            <Asked
                what={t("Exercise")}
                title={t("Find the move")}
                where={
                    <>
                        <a href="/my">{t("My play")}</a> · {gameTitle(of.game)} · {day(of.when)} · {board.status(ctx).join(" · ")}
                    </>
                }
                skip={t("Later")}
                next={next}
                thinks={!!given}
            >
                <p>{t("Here another move than yours was better by {loss}. Which one?", { loss: cost(slip.loss) })}</p>
            </Asked>
        );
    const title = {
        best: t("Right!"),
        good: t("As good as the best"),
        slip: given.move === slip.played ? t("That is what you played then") : t("Not the best"),
    }[given.how];
    const told = {
        best: t("In the game you played: {move}. That lost {loss}.", { move: board.move(slip.played, ctx), loss: cost(slip.loss) }),
        good: t("The review named: {move}", { move: board.move(slip.best, ctx) }),
        slip: t("It lowers your chance of winning by {loss} ± {error}, compared with: {move}", {
            loss: cost(given.loss),
            error: cost(2 * given.error),
            move: board.move(given.best, ctx),
        }),
    }[given.how];
    return (
        <Answered what={t("Exercise")} how={given.how} title={title} again={again} next={next}>
            <p>{told}</p>
            <Reasons game={of.game} why={given.why} seat={seat} ctx={ctx} />
        </Answered>
    );
}

/** The exercise of this table and row. */
export function ExercisePage({ all, id, row, kept }: { all: Digest[]; id: string; row: number; kept: (d: Digest) => void }) {
    const of = all.find((d) => d.id === id),
        mine = of?.mine.find((m) => m.worst.some((s) => s.row === row)),
        slip = mine?.worst.find((s) => s.row === row);
    const [e] = useState<Exercise | undefined>(() => (of && mine && slip ? { of, seat: mine.seat, slip } : undefined));
    const { table, error } = useStill(e && { record: e.of.record, step: e.slip.step, row: e.slip.row, seat: e.seat });
    const [trouble, setTrouble] = useState("");
    const counted = useRef(false);
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
        await digests.put(changed).catch((x: Error) => setTrouble(errorText(x)));
    };
    const next = async () => {
        await count("later");
        const changed = await digests.all().catch(() => all),
            other = exercises(changed, Date.now()).find((x) => keyOf(x) !== (e && keyOf(e)));
        go(other ? `/my/${other.of.id}/${other.slip.row}` : "/my");
    };
    if (!e) return <p class="note">{t("This exercise is not kept here any more.")}</p>;
    if (error || trouble) return <Failed why={error || trouble} />;
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
