// score.tsx: why a game ended as it did, for games that count points in parts: who leads by how much, and the count as a table.
import type { VNode } from "preact";
import type { Context } from "../board";
import { list, number, t, tn } from "../i18n";
import { Crest, Icon } from "./kit";

export const points = (n: number): string => tn("{n} point", "{n} points", n);
export const seatWords = (ctx: Pick<Context, "you" | "name">, seat: number): string => (seat === ctx.you ? t("You") : ctx.name(seat));

export interface Score {
    total: number;
    parts: Record<string, number>;
}
/** How far the winners are ahead; for somebody who lost, how far behind that is and where: every part that differs, the largest first. */
export function margin(scores: Score[], won: number[], you: number | undefined, heads: Record<string, string>): string {
    const best = scores[won[0]!]!;
    if (you === undefined || won.includes(you)) {
        const next = Math.max(...scores.filter((_, s) => !won.includes(s)).map((s) => s.total));
        return tn("{n} point ahead of the next.", "{n} points ahead of the next.", best.total - next);
    }
    const mine = scores[you]!,
        differ = Object.keys(best.parts)
            .map((part) => ({ part, n: mine.parts[part]! - best.parts[part]! }))
            .filter((d) => d.n)
            .sort((a, b) => Math.abs(b.n) - Math.abs(a.n));
    const parts = list(differ.map((d) => `${heads[d.part]} ${d.n > 0 ? "+" : "−"}${number(Math.abs(d.n))}`));
    return tn("You are {n} point behind: {parts}.", "You are {n} points behind: {parts}.", best.total - mine.total, { parts });
}

/** A row for each seat, in this order: the total, then the parts that anybody has. */
export function Count({
    ctx,
    seats,
    scores,
    won,
    heads,
    signs,
}: {
    ctx: Pick<Context, "you" | "name">;
    seats: number[];
    scores: Score[];
    won: number[];
    heads: Record<string, string>; // of the parts, and of `total`
    signs?: Record<string, VNode>; // pictures for them: where there is little room the words are only heard
}) {
    const counted = Object.keys(scores[0]!.parts).filter((part) => scores.some((s) => s.parts[part]));
    return (
        <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Points")}>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t("Player")}</th>
                        {["total", ...counted].map((part) => (
                            <th scope="col" key={part} class={signs?.[part] ? "signed" : ""}>
                                {signs?.[part]} <span>{heads[part]}</span>
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
