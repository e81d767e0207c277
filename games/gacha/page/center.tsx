// center.tsx: the table: players, market, tokens, piles with their odds, what is yours, the bar of choices, the hand.
import { useEffect, useRef, useState } from "preact/hooks";
import { percent, t, tn } from "@/i18n";
import { Clock } from "@/ui/clock";
import { useFit } from "@/ui/fit";
import { Icon, roving, Sheet } from "@/ui/kit";
import { points, seatWords } from "@/ui/score";
import { Action, WayButton, type Choice } from "./action";
import { Face, Glyph, Glyphs, Picture, Sign, Ticket, Ticks, Token } from "./parts";
import { isSmall, lacksOthers, plans } from "./plans";
import { Cells, Got, Name, PlayerPanel, Tokens, tokenWords } from "./players";
import {
    figures,
    isMover,
    lacking,
    others,
    offers,
    payment,
    sensible,
    ways,
    type Ctx,
    type Offer,
    type Pile,
    type Player,
    type Way,
} from "./types";
import {
    backName,
    backSymbol,
    bringsText,
    byChance,
    deckTopic,
    figureName,
    figureTopic,
    halfName,
    lackText,
    pileTopic,
    rewardName,
    rewardTopic,
    supplyTopic,
    wayText,
} from "./words";

const seatOf = (ctx: Ctx): number => ctx.you ?? 0;

/** Under a reward: what is lacking, or that it can be paid. */
function Lack({ o }: { o: Offer }) {
    if (o.lacks === undefined) return null;
    if (o.lacks === 0)
        return (
            <span class="ga-lack able">
                <Icon name="check" size={16} />
            </span>
        );
    if (o.lacks_with_jokers === 0)
        return (
            <span class="ga-lack able">
                <Icon name="check" size={16} /> <Glyph figure="joker" /> ×{o.lacks}
            </span>
        );
    return (
        <span class="ga-lack">
            <span aria-hidden="true">+</span>
            <Glyphs of={lacking(o)} />
        </span>
    );
}

function Market({ ctx, choice }: { ctx: Ctx; choice: Choice }) {
    const advised = ctx.hint?.[0]?.move;
    return (
        <div class="ga-market" role="group" aria-label={t("Reward market")} onKeyDown={roving}>
            {ctx.view.market.map((o, i) => {
                // a place stays the same button while its reward is bought and another comes, so that the keyboard stays on it
                if (o.reward === undefined)
                    return (
                        <span key={o.slot} class="ga-offer">
                            <button class="card ga reward empty" tabIndex={i ? -1 : 0} aria-label={t("no reward")} />
                        </span>
                    );
                const all = ways(ctx, o),
                    on = choice.offer?.reward === o.reward;
                const press = () => {
                    if (ctx.wide || !all.length) ctx.help(rewardTopic(o));
                    if (!all.length) return choice.choose(undefined);
                    if (on && sensible(all).length === 1) return ctx.play(all[0]!.move);
                    choice.choose(o);
                };
                return (
                    <span key={o.slot} class="ga-offer">
                        <button
                            class={`card ga reward ${all.length ? "can" : ""} ${on ? "selected" : ""} ${advised?.startsWith(`claim ${o.slot} `) ? "advised" : ""} ${ctx.pending?.startsWith(`claim ${o.slot} `) ? "pending" : ""}`}
                            data-key={`w${o.reward}`}
                            aria-pressed={all.length ? on : undefined}
                            onClick={press}
                            tabIndex={i ? -1 : 0}
                            aria-label={[rewardName(o), halfName(o.half), lackText(o), ...bringsText(o)].filter(Boolean).join(". ")}
                        >
                            <Face reward={o} />
                            <Ticks reward={o} missing={o.missing} />
                            {o.triggers && (
                                <span class="ends-badge">
                                    <Icon name="warn" size={16} />
                                </span>
                            )}
                        </button>
                        <Lack o={o} />
                    </span>
                );
            })}
        </div>
    );
}
const Deck = ({ ctx }: { ctx: Ctx }) => (
    <button
        class="ga-stack rdeck"
        data-key="rdeck"
        aria-label={tn("Reward deck: {n} card", "Reward deck: {n} cards", ctx.view.reward_deck)}
        onClick={() => ctx.help(deckTopic(ctx))}
    >
        <span class={`card ga ${ctx.view.reward_deck ? "" : "empty"}`}>{ctx.view.reward_deck > 0 && <Picture id="ga-reward-back" />}</span>
        <b>{ctx.view.reward_deck}</b>
    </button>
);
function Discard({ ctx, open }: { ctx: Ctx; open: () => void }) {
    const top = ctx.view.discard[ctx.view.discard.length - 1];
    return (
        <button
            class="ga-stack ga-discard"
            data-key="discard"
            aria-label={tn("Discard pile: {n} card", "Discard pile: {n} cards", ctx.view.discarded)}
            onClick={open}
        >
            <span class={`card ga ${top ? "" : "empty"}`}>{top && <Picture id={`ga-${top.figure}`} />}</span>
            <b>{ctx.view.discarded}</b>
        </button>
    );
}

/** What lies beside the table: the reward deck, face-down tokens, the discard pile. */
function Shelf({ ctx, open }: { ctx: Ctx; open: () => void }) {
    const { supply } = ctx.view;
    return (
        <div class="ga-shelf">
            <Deck ctx={ctx} />
            <button
                class="ga-stack ga-supply"
                data-key="supply"
                onClick={() => ctx.help(supplyTopic(ctx))}
                aria-label={tn("{n} face-down bonus token", "{n} face-down bonus tokens", supply)}
            >
                <Token token="back" />
                <b>{supply}</b>
            </button>
            <Discard ctx={ctx} open={open} />
        </div>
    );
}

/** The chances of a pile's top card: a bar and a number for each figure, the likeliest first. */
export function Odds({ p }: { p: Pile }) {
    return (
        <span class="ga-odds" aria-hidden="true">
            {byChance(p).map(([f, c]) => (
                <span key={f} class={`odd ${f} ${c ? "" : "never"}`} style={{ "--c": `${c / 10}%` }}>
                    <Sign figure={f} />
                    <i />
                    <span>{percent(c / 1000)}</span>
                </span>
            ))}
        </span>
    );
}
const oddsText = (p: Pile): string =>
    byChance(p)
        .map(([f, c]) => `${figureName(f)} ${percent(c / 1000)}`)
        .join(", ");

function Piles({ ctx }: { ctx: Ctx }) {
    const advised = ctx.hint?.[0]?.move;
    return (
        <div class="ga-piles" role="group" aria-label={t("Piles")} onKeyDown={roving}>
            {ctx.view.piles.map((p, i) => {
                const move = `draw ${p.pile}`,
                    can = ctx.legal.includes(move);
                if (!p.back)
                    return (
                        <button
                            key={p.pile}
                            class="ga-pile"
                            tabIndex={i ? -1 : 0}
                            aria-label={p.size ? t("Pile {n}", { n: p.pile }) : t("Pile {n} is empty", { n: p.pile })}
                            onClick={() => ctx.help(pileTopic(p))}
                        >
                            <span class={`card ga ${p.size ? `deep${Math.min(3, p.size)}` : "empty"}`} data-key={`pile${p.pile}`}>
                                {p.size > 0 && <Picture id="ga-machine" />} {/* the next card has not come up yet */}
                                {p.size > 0 && <b class="size">{p.size}</b>}
                            </span>
                            <span class="ga-odds" />
                        </button>
                    );
                const name = `${t("Pile {n}: {figures}", { n: p.pile, figures: backName(p.back) })}, ${tn("{n} card", "{n} cards", p.size)}, ${oddsText(p)}`;
                return (
                    <button
                        key={p.pile}
                        class={`ga-pile ${can ? "can" : ""} ${advised === move ? "advised" : ""}`}
                        tabIndex={i ? -1 : 0}
                        aria-label={can ? t("Draw from {pile}", { pile: name }) : name}
                        onClick={() => (can ? ctx.play(move) : ctx.help(pileTopic(p)))}
                        onContextMenu={(e) => {
                            e.preventDefault();
                            ctx.help(pileTopic(p));
                        }}
                    >
                        <span
                            class={`card ga deep${Math.min(3, p.size)} ${can ? "can" : ""} ${ctx.pending === move ? "pending" : ""}`}
                            data-key={`pile${p.pile}`}
                        >
                            <Picture id={backSymbol(p.back)} />
                            <b class="size">{p.size}</b>
                        </span>
                        <Odds p={p} />
                    </button>
                );
            })}
        </div>
    );
}

/** What the discard pile holds, by figure. */
const DiscardList = ({ ctx }: { ctx: Ctx }) =>
    ctx.view.discarded === 0 ? (
        <p class="soft">{t("No card is discarded yet.")}</p>
    ) : (
        <ul class="ga-discard-list">
            {figures
                .filter((f) => ctx.view.figures[f].discarded)
                .map((f) => (
                    <li key={f}>
                        <Glyph figure={f} /> {figureName(f)} <b>×{ctx.view.figures[f].discarded}</b>
                    </li>
                ))}
        </ul>
    );

/** The player's plate: name, points, rewards, tokens. */
function Own({ ctx, open }: { ctx: Ctx; open: () => void }) {
    const seat = seatOf(ctx),
        p = ctx.view.players[seat]!;
    return (
        <div
            class={`ga-own ${isMover(ctx, seat) ? "turn" : ""}`}
            data-seat={seat}
            data-key={`p${seat}`}
            role="group"
            aria-label={t("Your rewards and tokens")}
        >
            <span class="ga-me">
                <Name ctx={ctx} seat={seat} />
                <span class="ga-line">
                    <b class="ga-points display">{p.score.total}</b>
                    <span class="unseen">{points(p.score.total)}</span>
                    <span class="ga-fact" aria-hidden="true">
                        <Icon name="cards" size={14} />
                        {p.cards}
                    </span>
                    <span class="unseen">{tn("{n} card", "{n} cards", p.cards)}</span>
                    <Clock table={ctx.table} view={ctx.view} seat={seat} />
                </span>
            </span>
            <button
                class="ga-things"
                aria-label={p.rewards.length ? ownText(p) : `${t("Your rewards will lie here.")} ${ownText(p)}`}
                onClick={open}
            >
                <span class="ga-gots" aria-hidden={p.rewards.length > 0} style={{ "--n": p.rewards.length }}>
                    {p.rewards.map((r) => (
                        <Got key={r.reward} r={r} keyed />
                    ))}
                    {!p.rewards.length && <small>{t("Your rewards will lie here.")}</small>}
                </span>
                <span data-key="own-tokens" class="ga-mine" aria-hidden="true">
                    {p.half && <Ticket half={p.half} />}
                    <Tokens p={p} />
                </span>
            </button>
        </div>
    );
}
/** Rewards, waiting half and tokens in words. */
const ownText = (p: Player): string =>
    [
        p.rewards.length ? tn("{n} reward", "{n} rewards", p.rewards.length) : t("Your rewards will lie here."),
        ...p.rewards.map(rewardName),
        p.half ? `${halfName(p.half)}: ${t("waits for its pair")}` : "",
        tokenWords(p),
    ]
        .filter(Boolean)
        .join(", ");

function Hand({ ctx, look }: { ctx: Ctx; look: Way | undefined }) {
    const mine = ctx.view.players[seatOf(ctx)]!.figures;
    if (!mine) return null;
    const pay = look ? payment(look.move) : [];
    return (
        <div class="packs hand" role="group" aria-label={t("Your hand")} onKeyDown={roving} data-key="hand">
            {figures.map((f, i) => {
                const n = mine[f],
                    goes = pay.filter((x) => x === f).length,
                    deep = Math.max(1, Math.min(6, n));
                return (
                    <button
                        key={f}
                        class={`ga-pack ${n ? "" : "none"} ${goes ? "goes" : ""}`}
                        style={{ "--n": deep }}
                        tabIndex={i ? -1 : 0}
                        data-key={`h-${f}`}
                        aria-label={
                            goes
                                ? t("{figure}: {n} in hand, {m} would be paid", { figure: figureName(f), n, m: goes })
                                : t("{figure}: {n} in hand", { figure: figureName(f), n })
                        }
                        onClick={() => ctx.help(figureTopic(f, ctx))}
                    >
                        {n === 0 ? (
                            <span class="card ga empty">
                                <Sign figure={f} />
                            </span>
                        ) : (
                            Array.from({ length: deep }, (_, k) => (
                                <span
                                    key={k}
                                    class={`card ga ${k >= deep - goes ? "up" : ""}`}
                                    style={{ "--k": k }}
                                    data-key={`h-${f}-${k}`}
                                >
                                    <Picture id={`ga-${f}`} />
                                </span>
                            ))
                        )}
                        <b class="ga-count" aria-hidden="true">
                            {goes ? `${n} − ${goes}` : `×${n}`}
                        </b>
                    </button>
                );
            })}
        </div>
    );
}

export function Center({ ctx }: { ctx: Ctx }) {
    const [chosen, setChosen] = useState<number>();
    const [look, lookAt] = useState<Way>();
    const [all, showAll] = useState(false);
    const [open, setOpen] = useState<number | "discard">();
    const offer = offers(ctx).find((o) => o.reward === chosen && ways(ctx, o).length);
    const choose = (o: Offer | undefined) => {
        setChosen(o?.reward);
        lookAt(undefined);
        showAll(false);
    };
    useEffect(() => {
        if (!ctx.legal.length && (look || all)) {
            lookAt(undefined);
            showAll(false);
        }
    }, [ctx.legal.length]);
    const choice: Choice = { offer, choose, look, lookAt, all, showAll };
    const shown = look && ctx.legal.includes(look.move) ? look : offer && ways(ctx, offer)[0];
    const root = useRef<HTMLDivElement>(null);
    const seats = ctx.wide ? 0 : others(ctx).length; // wide screens have a rail for them
    const fit = useFit(root, plans, { others: seats, mine: ctx.you === undefined ? 0 : 1 });
    return (
        <div
            class={`fit gacha ${isSmall(fit.plan) ? "ga-small" : ""}`}
            ref={root}
            onKeyDown={(e) => {
                if (e.key !== "Escape" || !offer) return;
                e.stopPropagation();
                choose(undefined);
            }}
        >
            {seats > 0 && !lacksOthers(fit.plan) && <Cells ctx={ctx} open={setOpen} room={fit.areas.players} plan={fit.plan} />}
            <Market ctx={ctx} choice={choice} />
            <Shelf ctx={ctx} open={() => setOpen("discard")} />
            <Piles ctx={ctx} />
            <Action ctx={ctx} choice={choice} plan={fit.plan} />
            {ctx.you !== undefined && <Hand ctx={ctx} look={shown} />}
            {ctx.you !== undefined && <Own ctx={ctx} open={() => setOpen(ctx.you)} />}
            {open !== undefined && (
                <Sheet title={open === "discard" ? t("Discard pile") : seatWords(ctx, open)} close={() => setOpen(undefined)}>
                    {open === "discard" ? <DiscardList ctx={ctx} /> : <PlayerPanel ctx={ctx} seat={open} />}
                </Sheet>
            )}
            {offer && all && (
                <Sheet title={t("Ways to pay: {what}", { what: rewardName(offer) })} close={() => showAll(false)}>
                    <ul class="ga-ways">
                        {ways(ctx, offer).map((w) => (
                            <li key={w.move}>
                                <WayButton ctx={ctx} way={w} choice={choice} /> <span>{wayText(w)}</span>
                            </li>
                        ))}
                    </ul>
                </Sheet>
            )}
        </div>
    );
}
