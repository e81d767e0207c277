// score.tsx: why a game ended as it did, for games that count points in parts: who leads by how much, and the count as a table.
import type { Context } from "../board";
import { number, t, tn } from "../i18n";
import { Crest, Icon } from "./kit";

export const points = (n: number): string => tn("{n} point", "{n} points", n);
export const seatWords = (ctx: Pick<Context, "you" | "name">, seat: number): string => (seat === ctx.you ? t("You") : ctx.name(seat));

export interface Score {
    total: number;
    parts: Record<string, number>;
}
/** How far the winners are ahead; for somebody who lost, how far behind that is, and where the most was lost. */
export function margin(scores: Score[], won: number[], you: number | undefined, heads: Record<string, string>): string {
    const best = scores[won[0]!]!;
    if (you === undefined || won.includes(you)) {
        const next = Math.max(...scores.filter((_, s) => !won.includes(s)).map((s) => s.total));
        return tn("{n} point ahead of the next.", "{n} points ahead of the next.", best.total - next);
    }
    const mine = scores[you]!,
        lost = Object.keys(best.parts).map((part) => ({ part, n: best.parts[part]! - mine.parts[part]! })),
        worst = lost.sort((a, b) => b.n - a.n)[0]!,
        gap = tn("You are {n} point behind.", "You are {n} points behind.", best.total - mine.total);
    return worst.n > 0 ? `${gap} ${t("Most of it: {what} ({points}).", { what: heads[worst.part]!, points: points(worst.n) })}` : gap;
}

/** A row for each seat, in this order: the total, then the parts that anybody has. */
export function Count({
    ctx,
    seats,
    scores,
    won,
    heads,
}: {
    ctx: Pick<Context, "you" | "name">;
    seats: number[];
    scores: Score[];
    won: number[];
    heads: Record<string, string>; // of the parts, and of `total`
}) {
    const counted = Object.keys(scores[0]!.parts).filter((part) => scores.some((s) => s.parts[part]));
    return (
        <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Points")}>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t("Player")}</th>
                        {["total", ...counted].map((part) => (
                            <th scope="col" key={part}>
                                {heads[part]}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {seats.map((s) => {
                        const { total, parts } = scores[s]!;
                        return (
                            <tr key={s} class={won.includes(s) ? "won" : ""}>
                                <th scope="row">
                                    <Crest seat={s} size={16} /> {seatWords(ctx, s)}
                                    {won.includes(s) && (
                                        <>
                                            {" "}
                                            <Icon name="trophy" size={16} />
                                        </>
                                    )}
                                </th>
                                <td>
                                    <b>{number(total)}</b>
                                </td>
                                {counted.map((part) => (
                                    <td key={part}>{parts[part] ? number(parts[part]) : "–"}</td>
                                ))}
                            </tr>
                        );
                    })}
                </tbody>
            </table>
        </div>
    );
}
