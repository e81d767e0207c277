// result.tsx: why a game ended as it did: what made the difference, the count of points of every player, and their hands.
import { list, t, tn } from "@/i18n";
import { Crest } from "@/ui/kit";
import { Count, margin, points, seatWords, type Score } from "@/ui/score";
import { Foot } from "./moments";
import { Picture, Token } from "./parts";
import { Cards } from "./rail";
import { spread, type Ctx, type PikitView } from "./types";

const heads = (): Record<string, string> => ({
    kaiju: t("kaiju"),
    mechas: t("mechas"),
    ones: t("for the 1s"),
    wounds: t("wounds"),
    total: t("all"),
});

/** What decided the game, in a sentence. */
function verdict(ctx: Ctx): string {
    const { view } = ctx,
        won = view.winners ?? [],
        names = list(won.map((s) => seatWords(ctx, s)));
    if (view.decided === "shared") return t("Equal points and equally many cards: {names} share the win.", { names });
    if (view.decided === "cards") return t("Equal points: fewer cards in hand decide.");
    return margin(scores(view), won, ctx.you, heads());
}
const scores = (view: PikitView): Score[] => view.players.map(({ points: { all, ...parts } }) => ({ total: all, parts }));

interface Turn {
    text: string;
    symbols: string[]; // cards, or the token of a wound
}
/** The one thing without which the best of the others would have won: their wounds, the 1s, a mecha, or the largest kaiju. */
export function decisive(ctx: Ctx): Turn | undefined {
    const { view } = ctx,
        won = view.winners ?? [];
    if (won.length !== 1) return undefined;
    const best = won[0]!,
        p = view.players[best]!,
        rest = view.players.filter((_, s) => s !== best).sort((a, b) => b.points.all - a.points.all),
        second = rest[0]!;
    const by = p.points.all - second.points.all,
        name = seatWords(ctx, best),
        mine = best === ctx.you,
        each = p.mechas.length ? p.points.mechas / p.mechas.length : 0;
    const gap = points(by);
    if (p.points.ones > by && !second.points.ones)
        return {
            text: mine
                ? t("Your 1s made the difference: {points} for the most of them.", { points: points(p.points.ones) })
                : t("The 1s of {name} made the difference: {points} for the most of them.", { name, points: points(p.points.ones) }),
            symbols: Array.from({ length: p.known["1"] ?? 1 }, () => "1"),
        };
    if (p.mechas.length && each > by) {
        const n = p.mechas[p.mechas.length - 1]!;
        return {
            text: mine
                ? t("Your mecha {n}‑{n} made the difference: {points}, and you lead by {gap}.", { n, points: points(each), gap })
                : t("The mecha {n}‑{n} made the difference: {points}, and {name} leads by {gap}.", { n, name, points: points(each), gap }),
            symbols: p.mechas.map((d) => `mecha-${d}`),
        };
    }
    if (-second.points.wounds > by)
        return {
            text: tn(
                "Wounds made the difference: without {n} wound, second place would have won.",
                "Wounds made the difference: without {n} wounds, second place would have won.",
                second.wounds,
            ),
            symbols: Array.from({ length: second.wounds }, () => "wound"),
        };
    const eights = p.known["8"] ?? 0;
    if (eights > 1 && eights * 8 > by)
        return {
            text: t("The 8s made the difference: {n} of them in one hand.", { n: eights }),
            symbols: Array.from({ length: eights }, () => "8"),
        };
    const top = spread(p.known).sort((a, b) => b - a);
    return top.length ? { text: t("The winner’s largest kaiju"), symbols: top.slice(0, 3).map(String) } : undefined;
}

function Deciding({ ctx }: { ctx: Ctx }) {
    const turn = decisive(ctx),
        won = ctx.you !== undefined && ctx.view.winners?.includes(ctx.you);
    if (!turn) return null;
    return (
        <figure class={`deciding ${won ? "mine" : ""}`}>
            <div class={`fan ${turn.symbols.length > 4 ? "many" : ""}`} aria-hidden="true">
                {turn.symbols.slice(0, 8).map((s, i) =>
                    s === "wound" ? (
                        <svg key={i} class="plaster" viewBox="0 0 240 240">
                            <use href="#pk-wound" />
                        </svg>
                    ) : (
                        <span key={i} class="card pk" style={{ "--i": i }}>
                            <Picture symbol={s} />
                        </span>
                    ),
                )}
                {won && <Foot />}
            </div>
            <figcaption>{turn.text}</figcaption>
        </figure>
    );
}

export function Why({ ctx }: { ctx: Ctx }) {
    const { view } = ctx;
    if (view.phase !== "over") return null; // somebody resigned: there is nothing to count
    const seats = view.players.map((_, s) => s).sort((a, b) => view.players[a]!.rank! - view.players[b]!.rank!);
    return (
        <div class="pikit-why">
            <Deciding ctx={ctx} />
            <p>{verdict(ctx)}</p>
            <Count ctx={ctx} seats={seats} scores={scores(view)} won={view.winners ?? []} heads={heads()} />
            <h3>{t("The hands")}</h3>
            <ul class="hands">
                {seats.map((s) => (
                    <li key={s}>
                        <span>
                            <Crest seat={s} size={16} /> {seatWords(ctx, s)}
                        </span>
                        <Cards counts={view.players[s]!.known} />
                        {view.players[s]!.mechas.map((d) => (
                            <Token key={d} double={d} />
                        ))}
                    </li>
                ))}
            </ul>
        </div>
    );
}
