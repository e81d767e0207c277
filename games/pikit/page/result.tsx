// result.tsx: why a game ended as it did: the count of points of every player, and their hands.
import { list, t } from "@/i18n";
import { Crest } from "@/ui/kit";
import { Count, margin, seatWords, type Score } from "@/ui/score";
import { Token } from "./parts";
import { Cards } from "./rail";
import type { Ctx, PikitView } from "./types";

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

export function Why({ ctx }: { ctx: Ctx }) {
    const { view } = ctx;
    if (view.phase !== "over") return null; // somebody resigned: there is nothing to count
    const seats = view.players.map((_, s) => s).sort((a, b) => view.players[a]!.rank! - view.players[b]!.rank!);
    return (
        <div class="pikit-why">
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
                            <Token key={d} double={d} size={24} />
                        ))}
                    </li>
                ))}
            </ul>
        </div>
    );
}
