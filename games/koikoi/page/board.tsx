// board.tsx: the Koi-Koi board: opponent above, field in the middle, the choices in a bar of their own, the hand below.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { list, number, t, tn } from "@/i18n";
import { Clock } from "@/ui/clock";
import { rem, upTo, useFit } from "@/ui/fit";
import { Crest, Icon, roving } from "@/ui/kit";
import type { Board, Context, Topic } from "@/board";
import type { GameEvent } from "@/table/types";
import { animate, sounds } from "./animate";
import { Back, Card, pictures } from "@cards/hanafuda/page/card";
import { card, cardName, cardShort, cardTopic, names, word, type Kind } from "@cards/hanafuda/page/cards";
import { kindPlace, yakuMeaning, yakuName, yakuPlace, yakuRule } from "./yaku";
import { Coin, moment, Picture } from "./moments";
import { columnsOf, gapOf, placesOf, plans, inCorners } from "./plans";
import { Rail } from "./rail";
import { lessons } from "./lessons";
import { pause, Why } from "./round";
import { beats, derived, matching, start, step } from "./stage";
import { tell } from "./tell";
import { unseenTopic } from "./unseen";
import { kinds, type KoikoiView, type Player, type Yaku } from "./types";

type Ctx = Context<KoikoiView>;
const seatOf = (ctx: Ctx): number => ctx.you ?? 0;

/** The yaku worth a look: those that lack least, then what is held: there may be room for one, and what is held is no aim any more. */
export function nearest(p: Player): Yaku[] {
    return p.yaku
        .filter((y) => y.lacks !== null && (y.coins > 0 || (y.have > 0 && (y.lacks <= 2 || y.have / y.need >= 0.6))))
        .sort((a, b) => Number(a.coins > 0) - Number(b.coins > 0) || a.lacks! - b.lacks! || b.least - a.least);
}

/** What a card is good for: the yaku that lack it, for whom. */
function useOf(name: string, ctx: Ctx): string[] {
    return ctx.view.players.flatMap((p, s) => {
        const help = p.yaku
            .filter((y) => y.from?.includes(name))
            .sort((a, b) => a.lacks! - b.lacks!)
            .slice(0, 3);
        const yaku = list(help.map((y) => `${yakuName(y.yaku)} (${y.have}/${y.need})`));
        return help.length
            ? [s === ctx.you ? t("Helps you make {yaku}", { yaku }) : t("Helps {name} make {yaku}", { name: ctx.name(s), yaku })]
            : [];
    });
}
const kindName = (k: Kind): string => ({ bright: t("brights"), animal: t("animals"), ribbon: t("ribbons"), plain: t("plain cards") })[k];
const zoom = (name: string, ctx: Ctx) => () => ctx.help({ ...cardTopic(name, useOf(name, ctx)), book: kindPlace(card(name).kind) });

/** Cards that came to their place in the frame that is shown. */
const arrived = (ctx: Ctx): Set<string> =>
    new Set(
        ctx.events.flatMap((e) => (e.event === "take" ? [String(e.card), String(e.taken)] : e.event === "lay" ? [String(e.card)] : [])),
    );

/** What a seat has captured, a lane for each kind. */
function Pool({ ctx, seat, mine }: { ctx: Ctx; seat: number; mine: boolean }) {
    const p = ctx.view.players[seat]!,
        fresh = arrived(ctx);
    return (
        <div
            class={`pool ${mine ? "mine" : "theirs"}`}
            role="group"
            data-seat={seat}
            aria-label={t("Captured: {name}", { name: ctx.name(seat) })}
        >
            {kinds.map((k) => {
                const cards = p.pool[k];
                return (
                    <button
                        class="lane"
                        key={k}
                        data-kind={k}
                        style={{ "--n": cards.length }}
                        aria-label={`${kindName(k)} ${cards.length}: ${cards.length ? list(cards.map(cardShort)) : t("none yet")}`}
                        onClick={() =>
                            ctx.help({
                                title: `${ctx.name(seat)}: ${kindName(k)}`,
                                pictures: cards.map((c) => ({ symbol: `hf-${c}`, box: "0 0 300 480", title: cardName(c) })),
                                lines: cards.length ? [] : [t("none yet")],
                                book: kindPlace(k),
                            })
                        }
                    >
                        <span class="lane-name" aria-hidden="true">
                            <svg viewBox="0 0 48 48">
                                <use href={`#hf-mark-${k === "ribbon" ? "red" : k}`} />
                            </svg>
                            <b>{cards.length}</b>
                        </span>
                        <span class="lane-cards" aria-hidden="true">
                            {cards.map((c) => (
                                <Card key={c} name={c} fresh={fresh.has(c)} />
                            ))}
                        </span>
                    </button>
                );
            })}
        </div>
    );
}

function Strip({ ctx, seat, mine, children }: { ctx: Ctx; seat: number; mine: boolean; children?: ComponentChildren }) {
    const p = ctx.view.players[seat]!,
        turn = ctx.view.turn === seat || (ctx.view.turn === "chance" && ctx.view.mover === seat);
    const info = ctx.table.seats[seat];
    return (
        <div class={`strip ${mine ? "me" : "them"} ${turn ? "turn" : ""}`} data-seat={seat}>
            <span class="who">
                <Crest seat={seat} />
                <b>{seat === ctx.you ? t("You") : ctx.name(seat)}</b>
                {turn && <span class="unseen">{seat === ctx.you ? t("are to move") : t("is to move")}</span>}
            </span>
            <span class="coins" data-key={`coins-${seat}`} title={t("Coins")}>
                <Coin /> <span class="unseen">{t("Coins")}: </span>
                {number(p.coins)}
            </span>
            {ctx.view.sensei === seat && (
                <span class={`tag deals ${info?.left === undefined ? "said" : ""}`} title={t("sensei (dealer)")}>
                    <Icon name="cards" size={14} />
                    <span class="words">{t("deals")}</span>
                </span>
            )}
            {info?.away && (
                <span class="tag" title={t("A bot plays at this seat")}>
                    <Icon name="bot" size={14} />
                    <span class="words">{t("A bot plays at this seat")}</span>
                </span>
            )}
            {p.calls > 0 && (
                <span class="tag call" title={t("koi-koi called: {n}", { n: p.calls })}>
                    <span class="words">{t("koi-koi ×{n}", { n: p.calls })}</span>
                    <span class="brief" aria-hidden="true">
                        {t("koi ×{n}", { n: p.calls })}
                    </span>
                </span>
            )}
            <Clock table={ctx.table} view={ctx.view} seat={seat} />
            {children}
        </div>
    );
}

function Backs({ n, seat }: { n: number; seat: number }) {
    return (
        <span class="backs" data-key={`hand-${seat}`} role="img" aria-label={tn("{n} card in hand", "{n} cards in hand", n)}>
            {Array.from({ length: n }, (_, i) => (
                <span key={i} data-key={`back-${seat}-${i}`}>
                    <Back />
                </span>
            ))}
            <b aria-hidden="true">{n}</b>
        </span>
    );
}

/** Those that fit; all are in the rail. */
function Chips({ ctx, width }: { ctx: Ctx; width: number }) {
    let left = width - 12;
    const near = nearest(ctx.view.players[seatOf(ctx)]!).filter((y, i) => {
        left -= (0.56 * `${yakuName(y.yaku)} ${y.have}/${y.need}`.length + (y.coins ? 2.7 : 1.7)) * rem() + 6; // about
        return !i || left >= 0;
    });
    return (
        <ul class="chips" aria-label={t("Nearest yaku")}>
            {near.map((y) => (
                <li key={y.yaku}>
                    <button class={y.coins ? "held" : ""} onClick={() => ctx.help(yakuTopic(y))}>
                        {yakuName(y.yaku)} {Math.min(y.have, y.coins ? y.have : y.need)}/{y.need}
                        {y.coins > 0 && (
                            <>
                                {" "}
                                <Icon name="check" size={14} />
                                <span class="unseen">{t("made")}</span>
                            </>
                        )}
                    </button>
                </li>
            ))}
        </ul>
    );
}
/** A yaku with the cards that make it, or those it lacks. */
export function yakuTopic(y: Yaku): Topic {
    const lacks =
        y.lacks === null
            ? t("out of reach")
            : y.lacks === 0
              ? tn("made: {n} coin", "made: {n} coins", y.coins)
              : t("missing cards: {n}, out of these", { n: y.lacks });
    const pictures = (y.cards.length ? y.cards : y.from).map((c) => ({ symbol: `hf-${c}`, box: "0 0 300 480", title: cardShort(c) }));
    return {
        title: `${yakuName(y.yaku)}: ${yakuMeaning(y.yaku)}`,
        lead: lacks,
        pictures,
        rules: [yakuRule(y.yaku)],
        book: yakuPlace(y.yaku),
    };
}

/** How stopping ends the game, if it does, from where one sits. */
function stopEnds(ctx: Ctx): { wins: boolean; loses: boolean; score: { own: string; other: string } } | undefined {
    const ends = ctx.view.stop_ends,
        me = seatOf(ctx);
    return (
        ends && {
            wins: ends.winner === me,
            loses: ends.winner === 1 - me,
            score: { own: number(ends.coins[me]!), other: number(ends.coins[1 - me]!) },
        }
    );
}
/** Would it lose the game, while one may go on? */
const stopLoses = (ctx: Ctx): boolean => !!stopEnds(ctx)?.loses && ctx.legal.includes("koi-koi");
function ending(ctx: Ctx): string | undefined {
    const ends = stopEnds(ctx);
    return (
        ends &&
        (ends.wins
            ? t("the game ends: you win {own} : {other}", ends.score)
            : ends.loses
              ? t("the game ends: you lose {own} : {other}", ends.score)
              : t("the game ends: a draw {own} : {other}", ends.score))
    );
}

/** The bar between table and hand: every choice is made here, and otherwise it says what is going on. */
export function Action({ ctx, selected, choose }: { ctx: Ctx; selected: string | null; choose: (card: string | null) => void }) {
    const { view, legal } = ctx,
        me = view.players[seatOf(ctx)]!,
        other = view.players[1 - seatOf(ctx)]!;
    if (legal.includes("agari")) {
        const { all, plus } = me.multipliers,
            sum = `${me.worth}${plus ? ` + ${plus}` : ""}`,
            formula = all !== 1 ? `${plus ? `(${sum})` : sum} × ${number(all)}` : sum,
            emptied = (pays: number) => !/purse=(debt|score)/.test(view.options) && pays === other.coins; // KK7.7
        const most = me.win_pays < (me.worth + plus) * all,
            loses = stopLoses(ctx);
        return (
            <div class="action two" data-rest role="group" aria-label={t("Stop or go on")}>
                <button class={loses ? "" : "main"} onClick={() => ctx.play("agari")}>
                    <b>{tn("Stop: +{n} coin", "Stop: +{n} coins", me.win_pays)}</b>
                    <small>
                        {ending(ctx) ??
                            (most
                                ? t("{sum}, but the purse does not hold that much", { sum: formula })
                                : all !== 1 || plus
                                  ? formula
                                  : t("agari: the round ends"))}
                    </small>
                </button>
                {legal.includes("koi-koi") && (
                    <button class={loses ? "main" : ""} onClick={() => ctx.play("koi-koi")}>
                        <b>{t("Play on for more")}</b>
                        <small>
                            {emptied(me.win_pays_after_call)
                                ? t("koi-koi! {n} at most, or nothing", { n: me.win_pays_after_call })
                                : tn("koi-koi! {n} or more, or nothing", "koi-koi! {n} or more, or nothing", me.win_pays_after_call)}
                        </small>
                    </button>
                )}
                <p class="decide">
                    <span class="unseen">{t("Stop or go on")}. </span>
                    {t("Cards left: you {mine}, {name} {theirs}.", {
                        mine: me.cards,
                        name: ctx.name(1 - seatOf(ctx)),
                        theirs: other.cards,
                    })}{" "}
                    {dangers(other).length > 0 && t("One card away for them: {yaku}.", { yaku: list(dangers(other)) })}
                </p>
            </div>
        );
    }
    const targets = selected ? legal.filter((m) => m.startsWith(`play ${selected}`) || m === `lay ${selected}`) : [];
    if (selected && targets.length > 1)
        return (
            <div class="action choose" data-rest role="group" aria-label={t("Choose which card to capture")}>
                <p>{t("Choose which card to capture")}</p>
                <div class="row">
                    {targets.map((m) => {
                        const c = m.split(" ")[2];
                        return !c ? (
                            <button key={m} onClick={() => ctx.play(m)}>
                                {move(m, ctx)}
                            </button>
                        ) : (
                            <button key={m} class="pick" data-card={c} aria-label={cardShort(c)} onClick={() => ctx.play(m)}>
                                <Picture name={c} />
                                <span>{word(card(c).picture)}</span>
                            </button>
                        );
                    })}
                    <button onClick={() => choose(null)}>{t("Back")}</button>
                </div>
            </div>
        );
    if (selected && targets.length === 1)
        return (
            <div class="action" data-rest>
                <button class="main" onClick={() => ctx.play(targets[0]!)}>
                    {move(targets[0]!, ctx)}
                </button>
                <button onClick={() => choose(null)}>{t("Back")}</button>
            </div>
        );
    if (legal.some((m) => m.startsWith("take ")))
        return (
            <div class="action choose" data-rest role="group" aria-label={t("Choose which card to capture")}>
                <p>{t("You turned {card}. Choose which card to capture", { card: word(card(view.turned!).picture) })}</p>
                <div class="row">
                    {legal.map((m) => {
                        const c = m.slice(5);
                        return (
                            <button key={m} class="pick" data-card={c} aria-label={cardShort(c)} onClick={() => ctx.play(m)}>
                                <Picture name={c} />
                                <span>{word(card(c).picture)}</span>
                            </button>
                        );
                    })}
                </div>
            </div>
        );
    if (legal.includes("tenho"))
        return (
            <div class="action two" data-rest role="group">
                <button class="main" onClick={() => ctx.play("tenho")}>
                    <b>{t("Declare tenho")}</b>
                    <small>{t("a win in the dealt hand")}</small>
                </button>
                <p>{t("Or play on: choose a card")}</p>
            </div>
        );
    return (
        <div class="action says" data-rest>
            {ctx.telling ? (
                <p class="told" aria-hidden="true">
                    {ctx.log?.[ctx.log.length - 1]?.text}
                </p>
            ) : (
                <p class="prompt">{prompt(ctx)}</p>
            )}
        </div>
    );
}
/** Yaku another player would have with one more card. */
const dangers = (p: Player): string[] => p.yaku.filter((y) => y.lacks === 1 && !y.coins).map((y) => yakuName(y.yaku));

function prompt(ctx: Ctx): string {
    const { view, legal } = ctx;
    if (ctx.pending) return t("Sending…");
    if (view.turn === "over") return t("The game is over");
    if (ctx.table.paused) return t("Paused");
    if (legal.includes("agari")) return t("Stop or go on");
    if (legal.some((m) => m.startsWith("take "))) return t("Choose which card to capture");
    if (legal.length) return t("Your turn: choose a card");
    const seat = typeof view.turn === "number" ? view.turn : view.mover;
    return seat === ctx.you ? t("Your turn") : t("Waiting for {name}", { name: ctx.name(seat) });
}

/** Cards keep their place on the field until they are taken; new ones lie where there is room. */
function useSlots(field: string[]): (string | null)[] {
    const slots = useRef<(string | null)[]>([]);
    const next = slots.current.map((c) => (c && field.includes(c) ? c : null));
    for (const c of field)
        if (!next.includes(c)) {
            const free = next.indexOf(null);
            if (free < 0) next.push(c);
            else next[free] = c;
        }
    while (next.length && next[next.length - 1] === null) next.pop();
    slots.current = next;
    return next;
}

/** The most cards that lay on the field in this round: room that was made is kept. */
function useMost(view: KoikoiView, slots: number): number {
    const most = useRef({ round: -1, n: 0 });
    if (most.current.round !== view.round) most.current = { round: view.round, n: 0 };
    most.current.n = Math.max(most.current.n, slots);
    return most.current.n;
}
/** Whoever plays by keyboard goes on where they were: when the thing that had the focus is gone, the hand gets it. */
function useFocus(root: { readonly current: HTMLElement | null }) {
    const last = useRef<Element | null>(null);
    useLayoutEffect(() => {
        if (!last.current || last.current.isConnected || (document.activeElement && document.activeElement !== document.body)) return;
        const next = root.current?.querySelector<HTMLElement>(".hand .card[tabindex='0'], .hand");
        next?.focus({ preventScroll: true });
    });
    return (e: FocusEvent) => (last.current = e.target as Element);
}

function Center({ ctx }: { ctx: Ctx }) {
    const { view, legal } = ctx,
        me = seatOf(ctx),
        them = 1 - me;
    const root = useRef<HTMLDivElement>(null);
    const [selected, choose] = useState<string | null>(null);
    const [last, setLast] = useState<string | null>(null); // the card of the hand the keyboard is on
    const hand = view.hand ?? [],
        mine = legal.filter((m) => m.startsWith("play "));
    useEffect(() => {
        if (selected && !mine.some((m) => m.startsWith(`play ${selected}`))) choose(null);
    }, [ctx.table, legal.length]);
    const matches = new Set(hand.find((h) => h.card === selected)?.matches ?? []);
    const taking = new Set(legal.filter((m) => m.startsWith("take ")).map((m) => m.slice(5)));
    const fresh = arrived(ctx);
    const advised = ctx.hint?.[0]?.move.split(" ")[1];
    const press = (c: string) => {
        setLast(c);
        if (!mine.length) return zoom(c, ctx)();
        const moves = mine.filter((m) => m.startsWith(`play ${c}`) && (m === `play ${c}` || m[`play ${c}`.length] === " "));
        if (selected === c && moves.length === 1) ctx.play(moves[0]!);
        else choose(c);
        if (ctx.wide) zoom(c, ctx)();
    };
    const pressField = (c: string) => {
        if (taking.has(c)) return ctx.play(`take ${c}`);
        if (selected && matches.has(c)) {
            const exact = mine.find((m) => m === `play ${selected} ${c}`) ?? mine.find((m) => m === `play ${selected}`);
            if (exact) return ctx.play(exact);
        }
        zoom(c, ctx)();
    };
    const slots = useSlots(view.field),
        most = useMost(view, slots.length);
    const fitted = useFit(root, plans, { field: upTo(most, 10, 12, 15, 18, 24), chips: ctx.wide ? 0 : 1 });
    const width = fitted.areas.field!.width,
        columns = columnsOf(width, fitted.sizes.field),
        places = placesOf(columns, Math.max(most, 8)),
        rows = Math.max(...places.map((p) => p.row));
    const on = view.laid ? matching(view.laid, view.field)[0] : undefined,
        beside = on ? places[slots.indexOf(on)] : undefined;
    const focused = useFocus(root);
    return (
        <div
            class={`fit koikoi ${ctx.wide ? "wide" : ""} ${inCorners(fitted.plan) ? "corners" : ""}`}
            ref={root}
            onFocusCapture={focused}
            onKeyDown={(e) => {
                if (e.key === "Escape" && selected) {
                    e.stopPropagation();
                    choose(null);
                }
            }}
        >
            <Strip ctx={ctx} seat={them} mine={false}>
                <Backs n={view.players[them]!.cards} seat={them} />
            </Strip>
            <Pool ctx={ctx} seat={them} mine={false} />
            <div class="middle">
                <div class="stock">
                    <button
                        class="deck"
                        data-key="deck"
                        style={{ "--thick": Math.ceil(view.deck / 8) }}
                        aria-label={t("in the deck: {n}", { n: view.deck })}
                        onClick={() => ctx.help(unseenTopic(view))}
                    >
                        {view.deck > 0 ? <Back /> : <span class="empty" />}
                        <b>{view.deck}</b>
                    </button>
                    <div class="turned" data-key="turned">
                        {view.turned && <Card name={view.turned} selected label={t("Turned: {card}", { card: cardName(view.turned) })} />}
                    </div>
                </div>
                <div
                    class="lie"
                    role="group"
                    aria-label={t("Field")}
                    onKeyDown={roving}
                    style={{ "--columns": columns, "--rows": rows, "--gap": `${gapOf(fitted.sizes.field)}px` }}
                >
                    {slots.map(
                        (c, i) =>
                            c && (
                                <Card
                                    key={c}
                                    at={places[i]}
                                    name={c}
                                    press={() => pressField(c)}
                                    zoom={zoom(c, ctx)}
                                    matches={matches.has(c) || taking.has(c)}
                                    can={taking.has(c)}
                                    fresh={fresh.has(c)}
                                    tab={c === view.field[0] ? 0 : -1}
                                    label={matches.has(c) || taking.has(c) ? t("{card}, matches", { card: cardName(c) }) : cardName(c)}
                                />
                            ),
                    )}
                    {view.laid && (
                        <span class="laid" style={{ gridColumn: beside?.column ?? 1, gridRow: beside?.row ?? 1 }}>
                            <Card name={view.laid} />
                        </span>
                    )}
                </div>
            </div>
            <Pool ctx={ctx} seat={me} mine={true} />
            <Action ctx={ctx} selected={selected} choose={choose} />
            <div
                class="hand"
                role="group"
                aria-label={t("Your hand")}
                tabIndex={-1}
                onKeyDown={roving}
                style={{ "--n": hand.length }}
                data-key={`hand-${me}`}
            >
                {hand.map((h, i) => {
                    const can = mine.length > 0 && h.matches.length > 0;
                    return (
                        <Card
                            key={h.card}
                            name={h.card}
                            press={() => press(h.card)}
                            zoom={zoom(h.card, ctx)}
                            can={can}
                            selected={selected === h.card}
                            pending={ctx.pending?.split(" ")[1] === h.card}
                            advised={advised === h.card}
                            tab={last && hand.some((x) => x.card === last) ? (h.card === last ? 0 : -1) : i ? -1 : 0}
                            label={
                                h.matches.length
                                    ? tn(
                                          "{card}, matches {n} card on the field",
                                          "{card}, matches {n} cards on the field",
                                          h.matches.length,
                                          { card: cardName(h.card) },
                                      )
                                    : cardName(h.card)
                            }
                        />
                    );
                })}
            </div>
            <Strip ctx={ctx} seat={me} mine={true} />
            {fitted.areas.chips && !ctx.wide && <Chips ctx={ctx} width={fitted.areas.chips.width} />}
        </div>
    );
}

function move(m: string, ctx: Ctx): string {
    const [what, a, b] = m.split(" ");
    const pic = (c: string | undefined) => (c ? word(card(c).picture) : "");
    const named = (c: string) => t("{picture} ({month})", { picture: pic(c), month: word(card(c).month_name) });
    if (what === "agari") return t("Agari: stop");
    if (what === "koi-koi") return t("Koi-koi: go on");
    if (what === "tenho") return t("Declare tenho");
    if (what === "take") return t("Take {card}", { card: named(a!) });
    if (b) return t("Play {card}, take {taken}", { card: named(a!), taken: pic(b) });
    const matches = ctx.view.hand?.find((h) => h.card === a)?.matches ?? [];
    return what !== "lay" && matches.length
        ? t("Play {card}, take {taken}", { card: named(a!), taken: list(matches.map(pic)) })
        : t("Play {card}: it stays on the field", { card: named(a!) });
}

function costly(m: string, ctx: Ctx): string | null {
    const me = ctx.view.players[seatOf(ctx)]!,
        other = ctx.view.players[1 - seatOf(ctx)]!,
        near = dangers(other);
    // going on gives nothing away then
    if (stopLoses(ctx)) return m === "agari" ? t("That ends the game, and you lose it {own} : {other}. Stop?", stopEnds(ctx)!.score) : null;
    if (m === "koi-koi" && near.length)
        return tn(
            "You give up {n} coin for now, and {name} is one card away from {yaku}. Go on?",
            "You give up {n} coins for now, and {name} is one card away from {yaku}. Go on?",
            me.win_pays,
            { name: ctx.name(1 - seatOf(ctx)), yaku: list(near) },
        );
    return null;
}

function status(ctx: Ctx): string[] {
    const { view } = ctx,
        mult = view.players[seatOf(ctx)]!.multipliers.all;
    const facts = [t("Round {n} of {all}", { n: view.round, all: view.rounds })];
    return mult === 1 ? facts : [...facts, t("your win pays ×{n}", { n: number(mult) })];
}

/** The cards a beat is about. */
function picture(beat: GameEvent[]): ComponentChildren {
    const cards = beat.flatMap((e) => (e.event === "take" ? [String(e.taken)] : /^(play|turn|lay)$/.test(e.event) ? [String(e.card)] : []));
    return cards.length > 0 && [...new Set(cards)].map((c) => <Picture key={c} name={c} />);
}

export const board: Board<KoikoiView> = {
    status,
    prompt,
    Center,
    Rail,
    railTitle: () => t("Yaku"),
    railIcon: "cards",
    pictures: (view) =>
        pictures(
            view
                ? [...view.field, ...(view.hand ?? []).map((h) => h.card), ...view.players.flatMap((p) => Object.values(p.pool).flat())]
                : names,
        ),
    beats,
    step,
    derived,
    start,
    moment,
    sounds,
    picture,
    animate,
    tell,
    pause,
    move,
    costly,
    lessons,
    Why,
    ranked: true,
};
