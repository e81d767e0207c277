// stage.tsx: a position on its board, with words beside it: a move is chosen as in a game, and judged by whoever asks.
import { untracked } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { loadBoard, type Board, type Context } from "../board";
import { t } from "../i18n";
import { sprite } from "../sprites";
import { Director } from "../table/director";
import { useFit, type Plan } from "../ui/fit";
import { Sheet } from "../ui/kit";
import { Help } from "../ui/panels";
import { errorText } from "../words";
import type { StillTable } from "./still";

const words: Plan["areas"][string] = (u) => ({ w: 0, h: Math.max(136, 9 * u.rem) });
const plans: Plan[] = [
    {
        name: "wide",
        grid: ["board said"],
        columns: [4, 1],
        rows: [1],
        gap: 12,
        sizes: {},
        areas: {
            board: (u) => ({ w: Math.max(38 * u.rem, u.box.height * 0.8), h: 24 * u.rem }),
            said: (u) => ({ w: 20 * u.rem, h: 0 }),
        },
    },
    {
        name: "column",
        grid: ["said", "board"],
        rows: [0, 1],
        sizes: {},
        areas: { said: words, board: (u) => ({ w: 0, h: Math.max(22 * u.rem, u.box.width * 0.7) }) },
    },
    {
        name: "low",
        grid: ["said", "board"],
        rows: [0, 1],
        sizes: {},
        areas: { said: () => ({ w: 0, h: 46 }), board: (u) => ({ w: 20 * u.rem, h: 0 }) },
    },
];

/** What the words beside the board are made of. `asked`: the judge is thinking. */
export interface Shown<A> {
    given: A | "asked" | undefined;
    ctx: Context;
    board: Board;
    again: () => void;
}

export function Stage<A>({
    game,
    table,
    judge,
    said,
}: {
    game: string;
    table: StillTable;
    judge: (move: string) => Promise<A>;
    said: (shown: Shown<A>) => ComponentChildren;
}) {
    const [board, setBoard] = useState<Board>();
    const [error, setError] = useState("");
    const [given, setGiven] = useState<A | "asked">();
    const root = useRef<HTMLDivElement>(null),
        whole = useRef<HTMLDivElement>(null);
    useFit(whole, plans, {});
    const [d] = useState(() => untracked(() => new Director(table))),
        frame = d.shown.value;
    useEffect(() => () => d.close(), []);
    useEffect(() => {
        Promise.all([loadBoard(game), sprite(game)]).then(
            ([b]) => {
                setBoard(() => b);
                d.setBoard(b);
            },
            (x: Error) => setError(errorText(x)),
        );
        table.chosen = (move) => {
            table.ask(false);
            setGiven("asked");
            judge(move).then(
                (a) => setGiven(() => a),
                (x: Error) => setError(errorText(x)),
            );
        };
    }, []);
    useLayoutEffect(() => {
        d.root = root.current;
        d.layout();
    });
    const question = d.question.value;
    useEffect(() => {
        if (question) d.answer(true); // nothing is lost here
    }, [question]);
    if (error)
        return (
            <p class="note bad" role="alert">
                {error}
            </p>
        );
    if (!frame || !board) return <p aria-busy="true" />;
    const ctx = d.context(frame),
        closeHelp = () => (d.topic.value = null);
    const again = () => {
        setGiven(undefined);
        table.ask(true);
    };
    return (
        <div class="fit replay exercise" ref={whole}>
            {said({ given, ctx, board, again })}
            <div class={`play replaying ${ctx.legal.length ? "my-turn" : ""}`} data-game={game} data-seq={frame.seq}>
                <div class="board surface" ref={root}>
                    <board.Center ctx={ctx} />
                </div>
                {d.topic.value && (
                    <Sheet title={t("Help")} close={closeHelp}>
                        <Help topic={d.topic.value} game={game} />
                    </Sheet>
                )}
            </div>
        </div>
    );
}
