// reasons.tsx: why a move is better, in sentences: what is true of the better move, of the one chosen, and of the position.
import { useEffect, useState } from "preact/hooks";
import type { Context } from "../board";
import { t } from "../i18n";
import { loadReasons, reason } from "../review/reasons";
import type { Fact } from "../review/types";

export function Reasons({ game, why, seat, ctx }: { game: string; why: Fact[]; seat: number; ctx: Context }) {
    const [ready, setReady] = useState(false);
    useEffect(() => void loadReasons(game).then(() => setReady(true)), [game]);
    if (!ready) return null;
    const of = (what: Fact["of"]): string[] =>
        why
            .filter((f) => f.of === what)
            .map((f) => reason(game, f, { seat, you: seat, name: ctx.name }))
            .filter(Boolean);
    const parts: [string, string[]][] = [
        [t("The better move:"), of("better")],
        [t("The other:"), of("played")],
        [t("Here:"), of(undefined)],
    ];
    return (
        <dl class="reasons">
            {parts
                .filter(([, lines]) => lines.length)
                .map(([head, lines]) => (
                    <div key={head}>
                        <dt>{head}</dt>
                        {lines.map((l) => (
                            <dd key={l}>{l}</dd>
                        ))}
                    </div>
                ))}
        </dl>
    );
}
