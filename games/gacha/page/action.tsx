// action.tsx: the bar between table and hand: every choice is made here, and otherwise it says what is going on.
import { list, t, tn } from "@/i18n";
import { Bar } from "@/ui/bar";
import { Icon } from "@/ui/kit";
import { seatWords } from "@/ui/score";
import { Glyphs, Token } from "./parts";
import { isSmall } from "./plans";
import { offers, payment, sensible, ways, type Ctx, type Offer, type Way } from "./types";
import { bringsText, setText, triggerText, wayText } from "./words";

export interface Choice {
    offer: Offer | undefined; // the reward that is being paid for
    choose: (offer: Offer | undefined) => void;
    look: Way | undefined; // the way to pay that is looked at
    lookAt: (way: Way | undefined) => void;
    all: boolean; // every way is laid out
    showAll: (all: boolean) => void;
}

export function prompt(ctx: Ctx): string {
    const { view, legal } = ctx;
    if (ctx.pending) return t("Sending…");
    if (view.phase === "over") return t("The game is over");
    if (ctx.table.paused) return t("Paused");
    if (legal.includes("again")) return t("Use the token, or end your turn?");
    if (legal.includes("pass")) return t("Nothing is possible: pass");
    const claims = legal.some((m) => m.startsWith("claim ")),
        draws = legal.some((m) => m.startsWith("draw"));
    if (view.phase === "draw" && draws) return t("One more card: choose a pile");
    if (claims && draws && view.end.trigger) return t("Your last turn: claim a reward, or choose a pile to draw 2 cards");
    if (claims && draws) return t("Claim a reward, or choose a pile to draw 2 cards");
    if (claims) return t("Claim a reward");
    if (draws) return t("Draw 2 cards, one after the other: choose a pile");
    return view.mover === ctx.you ? t("Your turn") : t("Turn: {name}", { name: ctx.name(view.mover) });
}

/** Said while the end is near: why, and who still has a turn. */
export function endText(ctx: Ctx): string {
    const { end, mover, phase } = ctx.view;
    if (!end.trigger || phase === "over") return "";
    const left = end.turns_left ?? [],
        why = triggerText(end.trigger);
    if (mover === ctx.you)
        return left.length ? t("{why} This is your last turn.", { why }) : t("{why} This is the last turn of the game.", { why });
    return left.length
        ? t("{why} Last turns still to come: {names}.", { why, names: list(left.map((s) => seatWords(ctx, s))) })
        : t("{why} This is the last turn of the game.", { why });
}

const looks = (choice: Choice, w: Way) => ({
    onMouseEnter: () => choice.lookAt(w),
    onMouseLeave: () => choice.lookAt(undefined),
    onFocus: () => choice.lookAt(w),
    onBlur: () => choice.lookAt(undefined),
});

/** The rewards that can be paid: one press where one way is the cheapest, else the press asks which. */
function Claims({ ctx, choice, plan }: { ctx: Ctx; choice: Choice; plan: string }) {
    const able = offers(ctx)
        .map((o) => ({ o, all: ways(ctx, o) }))
        .filter((x) => x.all.length);
    const advised = ctx.hint?.[0]?.move;
    return (
        <div class={`ga-buttons ${able.length > 2 ? "many" : ""}`}>
            {able.map(({ o, all }) => {
                const best = sensible(all),
                    one = best.length === 1 ? best[0]! : undefined;
                const text = tn("Claim {n} point", "Claim {n} points", o.points);
                return (
                    <button
                        key={o.slot}
                        data-slot={o.slot}
                        class={advised?.startsWith(`claim ${o.slot} `) ? "advised" : ""}
                        onClick={() => (one ? ctx.play(one.move) : choice.choose(o))}
                        {...looks(choice, all[0]!)}
                        aria-label={
                            one
                                ? `${text}: ${t("pay {what}", { what: wayText(one) })}`
                                : `${text}: ${setText(o)}, ${tn("{n} way to pay", "{n} ways to pay", all.length)}`
                        }
                    >
                        <b>{ctx.wide ? text : isSmall(plan) ? `+${o.points}` : t("Claim {n}", { n: o.points })}</b>
                        {one || !ctx.wide ? (
                            <span class="ga-glyphs" aria-hidden="true">
                                <Glyphs of={payment(all[0]!.move)} />
                                {!one && " …"}
                            </span>
                        ) : (
                            <small aria-hidden="true">{tn("{n} way to pay", "{n} ways to pay", all.length)}</small>
                        )}
                    </button>
                );
            })}
        </div>
    );
}

export function WayButton({ ctx, way, choice, main }: { ctx: Ctx; way: Way; choice: Choice; main?: boolean }) {
    const note = way.tokens ? (way.lost ? t("1 joker is lost") : tn("uses {n} token", "uses {n} tokens", way.tokens)) : "";
    return (
        <button
            class={`ga-way ${main ? "main" : ""}`}
            onClick={() => ctx.play(way.move)}
            {...looks(choice, way)}
            aria-label={`${t("Claim: pay {what}", { what: wayText(way) })}${note ? `, ${note}` : ""}`}
        >
            {main && !note && <b>{t("Claim")}</b>}
            <Glyphs of={payment(way.move)} />
            {note && <small>{note}</small>}
        </button>
    );
}

/** A reward is chosen: how to pay for it. */
function Pay({ ctx, choice, offer }: { ctx: Ctx; choice: Choice; offer: Offer }) {
    const all = ways(ctx, offer),
        best = sensible(all),
        shown = best.slice(0, ctx.wide ? 4 : 2),
        rest = all.length - shown.length;
    const news = bringsText(offer);
    return (
        <div class="action pay" role="group" aria-label={t("Pay for the reward")}>
            <p class="prompt">
                {tn("Claim {n} point", "Claim {n} points", offer.points)}
                <span class="unseen"> ({setText(offer)})</span>: {shown.length > 1 ? t("choose how to pay") : t("pay with these")}
                {offer.triggers && (
                    <span class="tag warn">
                        <Icon name="warn" size={14} /> {t("brings on the end")}
                    </span>
                )}
                {ctx.wide && news.length > 0 && <small> {news[0]}</small>}
            </p>
            <div class="ga-buttons">
                {shown.map((w, i) => (
                    <WayButton key={w.move} ctx={ctx} way={w} choice={choice} main={i === 0} />
                ))}
                {rest > 0 && (
                    <button class="rest" aria-expanded={choice.all} onClick={() => choice.showAll(!choice.all)}>
                        {tn("Other ways to pay: {n}", "Other ways to pay: {n}", rest)}
                    </button>
                )}
                <button class="back" onClick={() => choice.choose(undefined)}>
                    {t("Back")}
                </button>
            </div>
        </div>
    );
}

/** A one-more-turn token can be used. */
function Extra({ ctx }: { ctx: Ctx }) {
    return (
        <div class="action extra" role="group" aria-label={prompt(ctx)}>
            <p class="prompt">{prompt(ctx)}</p>
            <div class="ga-buttons">
                <button class="main" onClick={() => ctx.play("again")}>
                    <Token token="turn" />
                    <b>{t("Take another turn")}</b>
                </button>
                <button onClick={() => ctx.play("done")}>
                    <b>{t("End the turn")}</b>
                    <small>{t("keep the token")}</small>
                </button>
            </div>
        </div>
    );
}

function Asked({ ctx, choice, plan }: { ctx: Ctx; choice: Choice; plan: string }) {
    const { legal } = ctx;
    if (choice.offer && ways(ctx, choice.offer).length) return <Pay ctx={ctx} choice={choice} offer={choice.offer} />;
    if (legal.includes("again")) return <Extra ctx={ctx} />;
    if (legal.includes("pass"))
        return (
            <div class="action">
                <p class="prompt">{prompt(ctx)}</p>
                <div class="ga-buttons">
                    <button class="main" onClick={() => ctx.play("pass")}>
                        {t("Pass")}
                    </button>
                </div>
            </div>
        );
    if (!legal.length)
        return (
            <div class="action waits">
                <p class="prompt">{prompt(ctx)}</p>
            </div>
        );
    return (
        <div class="action" role="group" aria-label={prompt(ctx)}>
            <p class="prompt">{prompt(ctx)}</p>
            {legal.includes("draw") && (
                <div class="ga-buttons">
                    <button onClick={() => ctx.play("draw")}>
                        <b>{t("Draw 2 cards")}</b>
                        <small>{t("the discard pile is shuffled first")}</small>
                    </button>
                </div>
            )}
            {legal.some((m) => m.startsWith("claim ")) && <Claims ctx={ctx} choice={choice} plan={plan} />}
        </div>
    );
}

/** A phone held upright has room for why the end is near only while there is nothing to choose. */
export function Action({ ctx, choice, plan }: { ctx: Ctx; choice: Choice; plan: string }) {
    const upright = plan !== "side" && plan !== "table",
        note = isSmall(plan) || (upright && ctx.legal.length) ? "" : endText(ctx);
    return (
        <Bar class="ga-bar">
            {note && (
                <p class="ga-ends" role="status">
                    <Icon name="warn" size={16} /> <span>{note}</span>
                </p>
            )}
            <Asked ctx={ctx} choice={choice} plan={plan} />
        </Bar>
    );
}
