// result.tsx: why a game ended as it did: the points of every player in parts, what decided, and the hands.
import type { VNode } from "preact";
import { list, t, tn } from "@/i18n";
import { Crest, Icon } from "@/ui/kit";
import { Count, margin, seatWords, type Score } from "@/ui/score";
import { Face, Glyph, Token } from "./parts";
import { Tokens } from "./players";
import type { Ctx, Figure, GachaView, Player } from "./types";
import { figures } from "./types";
import { figureName, setText, triggerText } from "./words";

const heads = (): Record<string, string> => ({
    rewards: t("rewards"),
    tokens: t("3-point tokens"),
    cards: t("cards in hand"),
    jokers: t("unused jokers"),
    total: t("all"),
});

const signs = (): Record<string, VNode> => ({
    rewards: <Icon name="trophy" size={18} />,
    tokens: <Token token="points" />,
    cards: <Icon name="cards" size={18} />,
    jokers: <Token token="joker" />,
});

/** What the winner won with: the rewards, the dearest first and in front; its claim is what the game turned on. */
function Shelf({ ctx }: { ctx: Ctx }) {
    const seat = ctx.view.winners?.[0];
    if (seat === undefined) return null;
    const all = [...ctx.view.players[seat]!.rewards].sort((a, b) => b.points - a.points),
        best = all[0];
    if (!best) return null;
    return (
        <figure class="ga-fan" style={{ "--n": Math.min(5, all.length) }}>
            <div aria-hidden="true">
                {all.slice(0, 5).map((r, i) => (
                    <span key={r.reward} class="card ga" style={{ "--i": i }}>
                        <Face reward={r} />
                    </span>
                ))}
            </div>
            <figcaption>
                {seat === ctx.you
                    ? tn("Your dearest reward: {n} point, for {set}", "Your dearest reward: {n} points, for {set}", best.points, {
                          set: setText(best),
                      })
                    : tn("Dearest reward of {name}: {n} point, for {set}", "Dearest reward of {name}: {n} points, for {set}", best.points, {
                          name: ctx.name(seat),
                          set: setText(best),
                      })}
            </figcaption>
        </figure>
    );
}

/** What decided the game, in a sentence or two. */
function verdict(ctx: Ctx): string {
    const { view } = ctx,
        won = view.winners ?? [],
        names = list(won.map((s) => seatWords(ctx, s)));
    if (view.decided === "shared") return t("Equal points and equally many bonus tokens: {names} share the win.", { names });
    if (view.decided === "tokens")
        return t("Equal points: more bonus tokens decide ({n}).", { n: view.players[won[0]!]!.score.bonus_tokens });
    return margin(scores(view), won, ctx.you, heads());
}
const scores = (view: GachaView): Score[] =>
    view.players.map(({ score: { total, rewards, tokens, cards, jokers } }) => ({ total, parts: { rewards, tokens, cards, jokers } }));
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
    return (
        <div class="gacha-why why">
            <Shelf ctx={ctx} />
            <p>
                {view.end.trigger && <>{triggerText(view.end.trigger)} </>}
                {verdict(ctx)}
            </p>
            <Count ctx={ctx} seats={seats} scores={scores(view)} won={view.winners ?? []} heads={heads()} signs={signs()} />
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
