// replaying.tsx: the board of a recorded game, which a replay and a review show: one goes through it, and it moves.
import { untracked } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { loadBoard, type Board } from "../board";
import { t } from "../i18n";
import { sprite } from "../sprites";
import { Director } from "../table/director";
import type { ReplayTable } from "../table/replay";
import type { Frame } from "../table/types";
import { errorText } from "../words";
import { Sheet } from "./kit";
import { MomentLayer } from "./moment";
import { Help } from "./panels";

export interface Replaying {
    d: Director;
    board: Board | undefined;
    frame: Frame | undefined;
    error: string;
    /** Shows a step; what moves is skipped. */
    go(step: number, seat?: number): void;
}

/** Brings a recorded game onto the stage. */
export function useReplaying(table: ReplayTable, wide: boolean): Replaying {
    const [board, setBoard] = useState<Board>();
    const [error, setError] = useState("");
    const [d] = useState(() => untracked(() => new Director(table)));
    d.wide = wide;
    useEffect(() => () => d.close(), []);
    useEffect(() => {
        Promise.all([loadBoard(table.game), sprite(table.game)]).then(
            ([b]) => {
                setBoard(() => b);
                d.setBoard(b);
            },
            (e: Error) => setError(errorText(e)),
        );
    }, []);
    const go = (step: number, seat?: number): void => {
        d.skip();
        d.goOn();
        table.go(step, seat).catch((e: Error) => setError(errorText(e)));
    };
    return { d, board, frame: d.shown.value, error, go };
}

/** The board, and what comes over it. `left`, `right`: what stands beside it. */
export function ReplayBoard({
    table,
    at: { d, board, frame },
    left,
    right,
}: {
    table: ReplayTable;
    at: Replaying;
    left?: ComponentChildren;
    right?: ComponentChildren;
}) {
    const root = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        d.root = root.current;
        d.layout();
    });
    if (!board || !frame) return null;
    const ctx = d.context(frame);
    return (
        <div
            class={`play replaying ${ctx.legal.length ? "my-turn" : ""}`}
            data-game={table.game}
            data-seq={frame.seq}
            data-moving={d.moving.value ? "" : undefined}
            data-beat={d.stage.shown.value}
            onPointerDownCapture={() => d.hurry()}
        >
            {left}
            <div class="board surface" ref={root}>
                <board.Center ctx={ctx} />
                <MomentLayer d={d} />
            </div>
            {right}
            {!d.wide && d.topic.value && (
                <Sheet title={t("Help")} close={() => (d.topic.value = null)}>
                    <Help topic={d.topic.value} game={table.game} />
                </Sheet>
            )}
            {d.pause.value && (
                <section class="pause" role="dialog" aria-label={t("Round over")}>
                    {d.pause.value}
                    <button class="main" onClick={() => d.goOn()}>
                        {t("Go on")}
                    </button>
                </section>
            )}
        </div>
    );
}
