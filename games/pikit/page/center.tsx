// center.tsx: the table: opponents, mechas, the centre, dice and piles, the bar of choices, the hand.
import { useEffect, useRef, useState } from "preact/hooks";
import { t, tn } from "@/i18n";
import { Clock } from "@/ui/clock";
import { upTo, useFit } from "@/ui/fit";
import { Crest, roving, Sheet } from "@/ui/kit";
import { points } from "@/ui/score";
import { Action, amAsked, asking, takeOptions, type Choice, type Option } from "./action";
import { plans, wordy } from "./layout";
import { Card, Die, Picture, Token, Wounds } from "./parts";
import { Cards, DeckWords, isMover, Numbers, Opponents, PlayerPanel } from "./rail";
import { others, spread, total, type Counts, type Ctx, type HandCard } from "./types";
import { cardName, cardTopic, diceTopic, mechaName, mechaTopic, short, way, wayShort } from "./words";

const size = 8; // places in the centre

/** Cards keep their places: what is gone leaves a gap (of equal cards the first), what is new fills one. */
function settle(old: (number | null)[], market: Counts): (number | null)[] {
    const left = new Map(Object.entries(market).map(([n, count]) => [Number(n), count]));
    const slots: (number | null)[] = Array.from({ length: size }, () => null);
    for (let i = size - 1; i >= 0; i--) {
        const n = old[i] ?? null,
            rest = n === null ? 0 : (left.get(n) ?? 0);
        if (!rest) continue;
        left.set(n!, rest - 1);
        slots[i] = n;
    }
    const fresh = [...left].flatMap(([n, count]) => Array.from({ length: count }, () => n));
    return slots.map((n) => n ?? fresh.shift() ?? null);
}

/** What the viewer could take with the move that is looked at, out of these places. */
function highlighted(slots: (number | null)[], option: Option | undefined): Set<number> {
    const want = new Map(Object.entries(option?.take.cards ?? {}).map(([n, count]) => [Number(n), count])),
        marked = new Set<number>();
    slots.forEach((n, i) => {
        const rest = n === null ? 0 : (want.get(n) ?? 0);
        if (!rest) return;
        want.set(n!, rest - 1);
        marked.add(i);
    });
    return marked;
}

function Mechas({ ctx, options, choice }: { ctx: Ctx; options: Option[]; choice: Choice }) {
    return (
        <div class="mechas" role="group" aria-label={t("Mechas")} onKeyDown={roving}>
            {ctx.view.mechas.map((holder, i) => {
                const d = i + 1,
                    option = options.find((o) => (o.take.way === "mecha" || o.take.way === "steal") && o.take.number === d);
                const press = () => {
                    if (option && choice.picked === option.move) return ctx.play(option.move);
                    if (option) choice.pick(option.move);
                    if (!option || ctx.wide) ctx.help(mechaTopic(d, ctx));
                };
                const again = option && choice.picked === option.move,
                    mecha = mechaName(d),
                    name =
                        holder === null
                            ? mecha
                            : holder === ctx.you
                              ? t("{mecha}: you have it", { mecha })
                              : t("{mecha}: {name} has it", { mecha, name: ctx.name(holder) });
                return (
                    <Card
                        key={d}
                        symbol={`mecha-${d}`}
                        keyed={`k${d}`}
                        press={press}
                        class={`${holder === null ? "" : "held"} ${option ? "can" : ""} ${again ? "would" : ""}`}
                        label={[name, option && !again ? t("can be taken") : "", again ? t("press again to take") : ""]
                            .filter(Boolean)
                            .join(", ")}
                    >
                        {holder !== null && <Crest seat={holder} />}
                    </Card>
                );
            })}
        </div>
    );
}

function Market({ ctx, slots, options, choice }: { ctx: Ctx; slots: (number | null)[]; options: Option[]; choice: Choice }) {
    const marked = highlighted(
        slots,
        options.find((o) => o.move === choice.picked),
    );
    const ways = (n: number) => (ctx.view.takes ?? []).filter((o) => o.possible && o.way !== "both" && o.cards?.[n]).map((o) => o.way);
    return (
        <div class="market" role="group" aria-label={t("The centre")} onKeyDown={roving}>
            {slots.map((n, i) => {
                if (n === null) return <span key={i} class="empty" data-key={`m${i}.`} />;
                const mine = options.filter((o) => o.take.cards?.[n]),
                    reached = ways(n),
                    words = [...new Set(reached.map((w) => [way(w), wayShort(w, ctx.view.dice)].filter(Boolean).join(" ")))].join(", "),
                    again = mine.some((o) => o.move === choice.picked);
                return (
                    <Card
                        key={i}
                        symbol={String(n)}
                        keyed={`m${i}.${n}`}
                        class={`${mine.length ? "can" : ""} ${marked.has(i) ? "would" : ""}`}
                        label={[
                            reached.length ? t("{card}: {ways}", { card: cardName(n), ways: words }) : cardName(n),
                            again ? t("press again to take") : "",
                        ]
                            .filter(Boolean)
                            .join(", ")}
                        press={() => {
                            const at = mine.findIndex((o) => o.move === choice.picked);
                            if (at >= 0) return ctx.play(mine[at]!.move);
                            if (mine[0]) choice.pick(mine[0].move);
                            if (!mine[0] || ctx.wide) ctx.help(cardTopic(n, ctx));
                        }}
                    >
                        {reached.length > 0 && (
                            <span class="badge">
                                {reached
                                    .map((w) => wayShort(w, ctx.view.dice))
                                    .filter(Boolean)
                                    .map((s) => (
                                        <span key={s}>{s}</span>
                                    ))}
                                {(reached.includes("first") || reached.includes("second")) && <Die side={n} />}
                            </span>
                        )}
                    </Card>
                );
            })}
        </div>
    );
}

type Open = "deck" | "discard" | number | null;

function Middle({ ctx, top, open }: { ctx: Ctx; top: number | null; open: (what: Open) => void }) {
    const { view } = ctx,
        thrown = total(view.discard),
        names = [t("left die"), t("right die")];
    return (
        <div class="middle">
            <button
                class="pile thrown"
                data-key="discard"
                onClick={() => open("discard")}
                aria-label={tn("Discard pile: {n} card", "Discard pile: {n} cards", thrown)}
            >
                {top === null ? (
                    <span class="empty" />
                ) : (
                    <span class="card pk">
                        <Picture symbol={String(top)} />
                    </span>
                )}
                <b class="many">{thrown}</b>
            </button>
            <button
                class="dice"
                data-key="dice"
                onClick={() => ctx.help(diceTopic())}
                aria-label={view.dice.length ? view.dice.map((d, i) => `${names[i]}: ${d}`).join(", ") : t("The dice")}
            >
                {[0, 1].map((i) => (
                    <span key={i} class="die-box" data-key={`d${i}`}>
                        {view.dice[i] ? <Die side={view.dice[i]!} /> : <span class="empty" />}
                    </span>
                ))}
            </button>
            <button
                class="pile"
                data-key="deck"
                onClick={() => open("deck")}
                aria-label={tn("Deck: {n} card", "Deck: {n} cards", view.deck)}
            >
                {view.deck > 0 ? (
                    <span class="card pk heap">
                        <Picture symbol="back" />
                    </span>
                ) : (
                    <span class="empty" />
                )}
                <b class="many">{view.deck}</b>
            </button>
        </div>
    );
}

interface HandPlace extends HandCard {
    i: number;
    shown: number; // cards that lie there
}
/** The places of the hand: one for each number, or, where there is room, one for each card. */
function handPlaces(ctx: Ctx): HandPlace[] {
    const hand = ctx.view.hand ?? [],
        open = ctx.wide && hand.reduce((n, h) => n + h.count, 0) <= 11;
    return hand.flatMap((h) =>
        open ? Array.from({ length: h.count }, (_, i) => ({ ...h, i, shown: 1 })) : [{ ...h, i: 0, shown: h.count }],
    );
}

function Hand({ ctx, choice, places }: { ctx: Ctx; choice: Choice; places: HandPlace[] }) {
    const hinted = ctx.hint?.[0]?.move.split(" ");
    return (
        <div class="hand" role="group" aria-label={t("Your hand")} onKeyDown={roving} data-key="hand" style={{ "--n": places.length }}>
            {places.map((h) => {
                const plays = ctx.legal.some((m) => m.startsWith("play ") && m.split(" ")[1] === String(h.card)),
                    cancel = `cancel ${h.card}`,
                    cancels = ctx.legal.includes(cancel);
                const selected = choice.path?.[1] === String(h.card) || choice.picked === cancel;
                const words = [
                    h.shown > 1 ? tn("{card}, {n} in hand", "{card}, {n} in hand", h.count, { card: cardName(h.card) }) : cardName(h.card),
                    plays || cancels ? t("can be played") : "",
                ];
                const press = () => {
                    if (plays) choice.choose(selected ? null : ["play", String(h.card)]);
                    else if (cancels && selected) return ctx.play(cancel);
                    else if (cancels) choice.pick(cancel);
                    if (ctx.wide || !(plays || cancels)) ctx.help(cardTopic(h.card, ctx));
                };
                return (
                    <div class="place" key={`${h.card}.${h.i}`}>
                        <Card
                            symbol={String(h.card)}
                            keyed={`h${h.card}.${h.i}`}
                            press={press}
                            pressed={plays || cancels ? selected : undefined}
                            label={words.filter(Boolean).join(", ")}
                            class={[
                                plays || cancels ? "can" : "",
                                selected && h.i === 0 ? "selected" : "",
                                hinted && ["play", "cancel"].includes(hinted[0]!) && hinted[1] === String(h.card) ? "advised" : "",
                                h.shown > 1 ? "stack" : "",
                            ].join(" ")}
                        >
                            {h.shown > 1 && (
                                <b class="count" aria-hidden="true">
                                    ×{h.shown}
                                </b>
                            )}
                        </Card>
                        <small aria-hidden="true">{short(h.card)}</small>
                    </div>
                );
            })}
            {!places.length && ctx.you !== undefined && <p class="soft">{t("No kaiju card in your hand")}</p>}
        </div>
    );
}

function Mine({ ctx }: { ctx: Ctx }) {
    if (ctx.you === undefined) return null;
    const p = ctx.view.players[ctx.you]!,
        turn = isMover(ctx, ctx.you),
        ones = ctx.view.hand?.find((h) => h.card === 1)?.count,
        shared = others(ctx).some((s) => ctx.view.players[s]!.known["1"] === ones);
    return (
        <div class={`mine ${turn ? "turn" : ""}`} data-key={`p${ctx.you}`}>
            <span class="who">
                <i class="ember" aria-hidden="true" />
                <Crest seat={ctx.you} size={18} />
                <b>{t("You")}</b>
                {turn && <span class="unseen">{t("are to move")}</span>}
            </span>
            <span class="cards-n">{tn("{n} card", "{n} cards", p.cards)}</span>
            {ctx.view.own && (
                <span class="points">
                    {points(ctx.view.own.all)}
                    {ctx.view.own.ones > 0 && (
                        <small>
                            {" "}
                            {t("most 1s")}
                            {shared && <span class="unseen">, {t("shared")}</span>}
                        </small>
                    )}
                </span>
            )}
            <Wounds n={p.wounds} />
            {p.mechas.map((d) => (
                <Token key={d} double={d} />
            ))}
            <Clock table={ctx.table} view={ctx.view} seat={ctx.you} />
        </div>
    );
}

export function Center({ ctx }: { ctx: Ctx }) {
    const { view } = ctx;
    const [path, choose] = useState<string[] | null>(null);
    const [picked, pick] = useState<string | null>(null);
    const [open, setOpen] = useState<Open>(null);
    const slots = useRef<(number | null)[]>(spread(view.market)),
        pile = useRef<{ counts: Counts; top: number | null }>({ counts: {}, top: null });
    slots.current = settle(slots.current, view.market);
    const thrown = view.chain.length
        ? view.chain[view.chain.length - 1]!.card
        : Object.keys(view.discard)
              .map(Number)
              .filter((n) => view.discard[n]! > (pile.current.counts[n] ?? 0))
              .pop();
    pile.current = { counts: view.discard, top: total(view.discard) ? (thrown ?? pile.current.top) : null };
    const options = takeOptions(ctx),
        choice: Choice = { path, choose, picked, pick };
    const may = ctx.legal.join();
    useEffect(() => {
        choose(null);
        pick(null);
    }, [may]);
    const close = () => setOpen(null);
    const root = useRef<HTMLDivElement>(null),
        places = handPlaces(ctx);
    const { sizes, rem } = useFit(root, plans, {
        others: ctx.wide ? 0 : others(ctx).length,
        hand: ctx.you === undefined ? 0 : upTo(places.length, 6, 7, 8, 9, 11),
    });
    return (
        <div
            ref={root}
            data-words={wordy({ hand: sizes.hand, rem }) ? "" : undefined}
            class={`fit pikit ${ctx.wide ? "wide" : ""} ${asking(ctx) ? "asking" : ""} ${amAsked(ctx) ? "asked" : ""}`}
            onKeyDown={(e) => {
                if (e.key !== "Escape" || (!path && !picked)) return;
                e.stopPropagation();
                choose(null);
                pick(null);
            }}
        >
            {!ctx.wide && <Opponents ctx={ctx} open={setOpen} />}
            <Mechas ctx={ctx} options={options} choice={choice} />
            <Market ctx={ctx} slots={slots.current} options={options} choice={choice} />
            <Middle ctx={ctx} top={pile.current.top} open={setOpen} />
            <Action ctx={ctx} choice={choice} />
            {ctx.you !== undefined && <Hand ctx={ctx} choice={choice} places={places} />}
            <Mine ctx={ctx} />
            {open === "discard" && (
                <Sheet title={t("Discard pile")} close={close} class="pikit-sheet">
                    {total(view.discard) ? <Cards counts={view.discard} /> : <p class="soft">{t("Nothing has been discarded yet.")}</p>}
                </Sheet>
            )}
            {open === "deck" && (
                <Sheet title={t("Deck")} close={close} class="pikit-sheet">
                    <DeckWords ctx={ctx} />
                    <Numbers ctx={ctx} />
                </Sheet>
            )}
            {typeof open === "number" && (
                <Sheet title={ctx.name(open)} close={close} class="pikit-sheet">
                    <PlayerPanel ctx={ctx} seat={open} />
                </Sheet>
            )}
        </div>
    );
}
