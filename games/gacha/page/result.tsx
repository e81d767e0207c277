// result.tsx: why a game ended as it did: the points of every player in parts, what decided, and the hands.
import { list, t, tn } from "@/i18n";
import { Crest, Icon } from "@/ui/kit";
import { Glyph } from "./parts";
import { Tokens } from "./players";
import type { Ctx, Figure, Player } from "./types";
import { figures } from "./types";
import { figureName, points, seatWords, triggerText } from "./words";

const columns = ["rewards", "tokens", "cards", "jokers"] as const;
const heads = (): Record<string, string> => ({
    rewards: t("rewards"),
    tokens: t("3-point tokens"),
    cards: t("cards in hand"),
    jokers: t("unused jokers"),
    total: t("all"),
});

/** What decided the game, in a sentence or two. */
function verdict(ctx: Ctx): string {
    const { view } = ctx,
        won = view.winners ?? [],
        names = list(won.map((s) => seatWords(ctx, s)));
    if (view.decided === "shared") return t("Equal points and equally many bonus tokens: {names} share the win.", { names });
    if (view.decided === "tokens")
        return t("Equal points: more bonus tokens decide ({n}).", { n: view.players[won[0]!]!.score.bonus_tokens });
    const best = view.players[won[0]!]!.score,
        next = Math.max(...view.players.filter((_, s) => !won.includes(s)).map((p) => p.score.total));
    if (ctx.you === undefined || won.includes(ctx.you))
        return tn("{n} point ahead of the next.", "{n} points ahead of the next.", best.total - next);
    const mine = view.players[ctx.you]!.score,
        worst = columns.map((c) => ({ c, lost: best[c] - mine[c] })).sort((a, b) => b.lost - a.lost)[0]!;
    const gap = tn("You are {n} point behind.", "You are {n} points behind.", best.total - mine.total);
    return worst.lost > 0 ? `${gap} ${t("Most of it: {what} ({points}).", { what: heads()[worst.c]!, points: points(worst.lost) })}` : gap;
}
/** The figures of a hand laid open. */
function shown(p: Player): Map<Figure, number> {
    const n = new Map<Figure, number>();
    for (const c of p.hand) if (c.figure) n.set(c.figure, (n.get(c.figure) ?? 0) + 1);
    return n;
}

export function Why({ ctx }: { ctx: Ctx }) {
    const { view } = ctx;
    if (view.phase !== "over") return null; // somebody resigned: there is nothing to count
    const seats = view.players.map((_, s) => s).sort((a, b) => view.players[a]!.score.rank! - view.players[b]!.score.rank!);
    const counted = columns.filter((c) => view.players.some((p) => p.score[c]));
    return (
        <div class="gacha-why why">
            <p>
                {view.end.trigger && <>{triggerText(view.end.trigger)} </>}
                {verdict(ctx)}
            </p>
            <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Points")}>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{t("Player")}</th>
                            {["total", ...counted].map((c) => (
                                <th scope="col" key={c}>
                                    {heads()[c]}
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody>
                        {seats.map((s) => {
                            const { score } = view.players[s]!;
                            return (
                                <tr key={s} class={view.winners?.includes(s) ? "won" : ""}>
                                    <th scope="row">
                                        <Crest seat={s} size={16} /> {seatWords(ctx, s)}
                                        {view.winners?.includes(s) && (
                                            <>
                                                {" "}
                                                <Icon name="trophy" size={16} />
                                            </>
                                        )}
                                    </th>
                                    <td>
                                        <b>{score.total}</b>
                                    </td>
                                    {counted.map((c) => (
                                        <td key={c}>{score[c] || "–"}</td>
                                    ))}
                                </tr>
                            );
                        })}
                    </tbody>
                </table>
            </div>
            <h3>{t("The hands")}</h3>
            <ul class="ga-shown">
                {seats.map((s) => {
                    const hand = shown(view.players[s]!);
                    return (
                        <li key={s}>
                            <span class="ga-who">
                                <Crest seat={s} size={16} /> <b>{seatWords(ctx, s)}</b>
                            </span>
                            <span class="ga-figs">
                                {figures
                                    .filter((f) => hand.get(f))
                                    .map((f) => (
                                        <span key={f} role="img" aria-label={`${figureName(f)} ×${hand.get(f)}`}>
                                            <Glyph figure={f} />
                                            <span aria-hidden="true">×{hand.get(f)}</span>
                                        </span>
                                    ))}
                                {!hand.size && <small>{t("no cards")}</small>}
                            </span>
                            <Tokens p={view.players[s]!} />
                        </li>
                    );
                })}
            </ul>
        </div>
    );
}
