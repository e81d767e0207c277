// hint.tsx: what a bot advises, and why.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { style, type Board, type Context } from "../board";
import { percent, t } from "../i18n";
import { why } from "../review/engine";
import type { Fact } from "../review/types";
import type { Director } from "../table/director";
import type { HintMove } from "../table/types";
import { reviewWords } from "../review/words";
import { Reasons, sentences, useReasons } from "./layer";

interface Props {
    d: Director;
    ctx: Context;
    board: Board;
}

/** Why the first move is better than the second: the server says so, or the judge of this page. */
function useWhy(d: Director, ctx: Context, moves: HintMove[] | null): Fact[] {
    const [facts, setFacts] = useState<Fact[]>([]),
        [first, second] = moves ?? [];
    useEffect(() => {
        let gone = false;
        const set = (all: Fact[]) => !gone && setFacts(all),
            { sight } = d.table;
        setFacts([]);
        if (second?.why) set(second.why);
        else if (first && second && sight && ctx.you !== undefined)
            void sight
                .call(d.table, ctx.you)
                .then((bytes) => why({ game: ctx.view.game, sight: bytes, played: second.move, better: first.move }))
                .then(set, () => undefined); // without a network there is no reason
        return () => {
            gone = true;
        };
    }, [moves]);
    return facts;
}

function HintPanel({ d, ctx, board }: Props) {
    const hint = d.hint.value,
        moves = Array.isArray(hint) ? hint : null,
        facts = useWhy(d, ctx, moves);
    useReasons(ctx.view.game);
    if (hint === "asked") return <p aria-busy="true">{t("Thinking…")}</p>;
    if (!moves) return <p class="soft">{t("Ask for a hint when it is your turn.")}</p>;
    const best = moves.slice(0, 4),
        sure = best.every((m) => m.value >= 0 && m.value <= 1);
    const reasons = [
        sentences(
            facts.filter((f) => f.of !== "played"),
            ctx,
        ),
        sentences(
            facts.filter((f) => f.of === "played"),
            ctx,
        ),
    ];
    return (
        <div class="hint">
            <p>{sure ? t("How often a strong bot wins after each move, as far as it can see:") : t("What a bot thinks, best first:")}</p>
            <ol>
                {best.map((m, i) => (
                    <li key={m.move}>
                        <button class={i === 0 ? "main" : ""} disabled={!ctx.legal.includes(m.move)} onClick={() => ctx.play(m.move)}>
                            {board.move(m.move, ctx)}
                        </button>
                        {sure && (
                            <span class="odds">
                                <meter min={0} max={1} value={m.value} aria-hidden="true" /> {percent(m.value)}
                            </span>
                        )}
                        <Reasons lines={reasons[i] ?? []} />
                    </li>
                ))}
            </ol>
        </div>
    );
}

export async function loadHint(): Promise<ComponentType<Props>> {
    await Promise.all([style("coach"), reviewWords()]);
    return HintPanel;
}
