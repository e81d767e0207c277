// result.tsx: why a game ended as it did: the count of points of every player, and their hands.
import { list, number, t, tn } from "@/i18n";
import { Crest, Icon } from "@/ui/kit";
import { Token } from "./parts";
import { Cards, seatWords } from "./rail";
import type { Ctx, Points } from "./types";
import { points } from "./words";

const columns: (keyof Points)[] = ["kaiju", "mechas", "ones", "wounds"];
const heads = (): Record<string, string> => ({
    kaiju: t("kaiju"),
    mechas: t("mechas"),
    ones: t("for the 1s"),
    wounds: t("wounds"),
    all: t("all"),
});

/** What decided the game, in a sentence. */
function verdict(ctx: Ctx): string {
    const { view } = ctx,
        won = view.winners ?? [],
        names = list(won.map((s) => seatWords(ctx, s)));
    if (view.decided === "shared") return t("Equal points and equally many cards: {names} share the win.", { names });
    if (view.decided === "cards") return t("Equal points: fewer cards in hand decide.");
    const best = view.players[won[0]!]!.points.all,
        next = Math.max(...view.players.filter((_, s) => !won.includes(s)).map((p) => p.points.all));
    const lead = tn("{n} point ahead of the next.", "{n} points ahead of the next.", best - next);
    if (ctx.you === undefined || won.includes(ctx.you)) return lead;
    const mine = view.players[ctx.you]!.points;
    // where the most was lost against the winner
    const winner = view.players[won[0]!]!.points,
        worst = columns.map((c) => ({ c, lost: winner[c] - mine[c] })).sort((a, b) => b.lost - a.lost)[0]!;
    const gap = tn("You are {n} point behind.", "You are {n} points behind.", best - mine.all);
    return worst.lost > 0 ? `${gap} ${t("Most of it: {what} ({points}).", { what: heads()[worst.c]!, points: points(worst.lost) })}` : gap;
}

export function Why({ ctx }: { ctx: Ctx }) {
    const { view } = ctx;
    if (view.phase !== "over") return null; // somebody resigned: there is nothing to count
    const seats = view.players.map((_, s) => s).sort((a, b) => view.players[a]!.rank! - view.players[b]!.rank!);
    const counted = columns.filter((c) => view.players.some((p) => p.points[c]));
    return (
        <div class="pikit-why">
            <p>{verdict(ctx)}</p>
            <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Points")}>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{t("Player")}</th>
                            {["all", ...counted].map((c) => (
                                <th scope="col" key={c}>
                                    {heads()[c]}
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody>
                        {seats.map((s) => {
                            const p = view.players[s]!.points;
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
                                        <b>{number(p.all)}</b>
                                    </td>
                                    {counted.map((c) => (
                                        <td key={c}>{p[c] ? number(p[c]) : "–"}</td>
                                    ))}
                                </tr>
                            );
                        })}
                    </tbody>
                </table>
            </div>
            <h3>{t("The hands")}</h3>
            <ul class="hands">
                {seats.map((s) => (
                    <li key={s}>
                        <span>
                            <Crest seat={s} size={16} /> {seatWords(ctx, s)}
                        </span>
                        <Cards counts={view.players[s]!.known} />
                        {view.players[s]!.mechas.map((d) => (
                            <Token key={d} double={d} size={24} />
                        ))}
                    </li>
                ))}
            </ul>
        </div>
    );
}
