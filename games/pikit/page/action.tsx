// action.tsx: the bar between table and hand: every choice is made here, step by step; otherwise it says what is going on.
import { useEffect } from "preact/hooks";
import { t } from "@/i18n";
import { settings } from "@/settings";
import { useStore } from "@/store";
import { Bar, Waiting } from "@/ui/bar";
import { Countdown } from "@/ui/clock";
import { Crest, Icon } from "@/ui/kit";
import { points, seatWords } from "@/ui/score";
import { Card, Die, Sign } from "./parts";
import { back, step } from "./tree";
import type { Ctx, Take } from "./types";
import { cardName, cardTopic, effectName, effectText, moveText, oddsText, short, takeShort, theftText, way } from "./words";

/** One move of the take, with all the ways that lead to it. */
export interface Option {
    move: string;
    take: Take;
    ways: string;
}
export function takeOptions(ctx: Ctx): Option[] {
    const all = new Map<string, Take[]>();
    for (const take of ctx.view.takes ?? [])
        if (take.move && ctx.legal.includes(take.move)) all.set(take.move, [...(all.get(take.move) ?? []), take]);
    return [...all].map(([move, takes]) => ({ move, take: takes[0]!, ways: [...new Set(takes.map((o) => way(o.way)))].join(", ") }));
}

export interface Choice {
    path: string[] | null; // the words of a card's move chosen so far
    choose: (path: string[] | null) => void;
    picked: string | null; // a move that is looked at
    pick: (move: string | null) => void;
}

/** A question about a card somebody has played. */
export const asking = (ctx: Ctx): boolean => ctx.view.phase === "ask" && ctx.view.chain.length > 0;
export const amAsked = (ctx: Ctx): boolean => ctx.you !== undefined && asking(ctx) && (ctx.table.asked ?? ctx.view.asked).includes(ctx.you);
/** The viewer could do nothing but pass. */
const helpless = (ctx: Ctx): boolean => ctx.legal.length === 1 && ctx.legal[0] === "pass";
const people = (ctx: Ctx): number => ctx.table.seats.filter((s) => s.kind === "person" && !s.resigned).length;
// PK6.5: with a countdown the table itself passes for whoever is silent, when the time is up: nothing is sent, so nothing tells.
const byItself = (ctx: Ctx): boolean => settings.get().autoPass && helpless(ctx) && amAsked(ctx) && !ctx.table.answered;
/** Without a countdown and with bots alone there is nobody to tell: the page passes after a moment to read what was announced. Nothing is
 *  asked then: an answer to it could come too late and meet the next question. */
const soon = (ctx: Ctx): boolean => byItself(ctx) && !ctx.table.wake && people(ctx) < 2;

export function prompt(ctx: Ctx): string {
    const { view, legal } = ctx;
    if (ctx.pending) return t("Sending…");
    if (view.phase === "over") return t("The game is over");
    if (ctx.table.paused) return t("Paused");
    if (asking(ctx)) return question(ctx);
    if (legal.length) {
        const plays = legal.some((m) => m.startsWith("play ")),
            takes = takeOptions(ctx).length > 0;
        if (takes) return plays ? t("Your turn: play cards from your hand, or take") : t("Your turn: take from the centre");
        return plays ? t("Nothing to take with these dice: play a card, or end the turn") : t("Nothing to take with these dice");
    }
    const seat = view.mover;
    if (seat === null) return t("The cards are dealt");
    return seat === ctx.you ? t("Your turn") : t("Turn: {name}", { name: ctx.name(seat) });
}
function question(ctx: Ctx): string {
    const { view } = ctx,
        top = view.chain[view.chain.length - 1]!,
        values = { name: seatWords(ctx, top.seat), card: String(top.card) };
    if (top.seat === ctx.you) return t("Does anybody cancel your {card}?", values);
    if (!amAsked(ctx) || ctx.telling) return t("Does anybody cancel the {card}?", values); // an answer is to what was asked before
    if (ctx.table.answered)
        return ctx.table.wake
            ? t("Your answer is in. It stays secret until the time is up.")
            : t("Your answer is in. It stays secret until all have answered.");
    if (soon(ctx))
        return view.chain.length > 1
            ? t("{name} cancels with {card}. You hold nothing that cancels that.", values)
            : t("{name} plays {card}. You hold nothing that cancels it.", values);
    if (view.chain.length > 1) return t("{name} cancels with {card}. Cancel that?", values);
    return t("{name} plays {card}. Cancel it?", values);
}

/** The cards of a question in their order, with what was announced; those that are cancelled as it stands are crossed out. */
function Chain({ ctx }: { ctx: Ctx }) {
    return (
        <ol class="chain" aria-label={t("Cards played")}>
            {ctx.view.chain.map((link, i) => (
                <li key={i} class={link.stands ? "stands" : "off"}>
                    <Card symbol={String(link.card)} label={cardName(link.card)} />
                    <span class="by">
                        <b>
                            <Crest seat={link.seat} size={14} /> {seatWords(ctx, link.seat)}
                            {link.effect !== "cancel" && <span class="unseen">: </span>}
                        </b>
                        <span class="what">
                            {link.effect !== "cancel"
                                ? effectText(link.effect, ctx)
                                : link.seat === ctx.you
                                  ? t("cancel {card}", { card: String(ctx.view.chain[i - 1]!.card) })
                                  : t("cancels {card}", { card: String(ctx.view.chain[i - 1]!.card) })}
                        </span>
                        {!link.stands && <span class="unseen">{t("cancelled as it stands")}</span>}
                    </span>
                </li>
            ))}
        </ol>
    );
}

function Question({ ctx, choice }: { ctx: Ctx; choice: Choice }) {
    useStore(settings);
    const { table, legal } = ctx,
        passes = soon(ctx);
    useEffect(() => {
        if (!passes) return;
        const timer = setTimeout(() => ctx.play("pass"), 1200);
        return () => clearTimeout(timer);
    }, [passes, table.since, ctx.view.chain.length]);
    const cancels = legal.filter((m) => m.startsWith("cancel "));
    return (
        <div class="action ask" role="group" aria-label={question(ctx)}>
            <Chain ctx={ctx} />
            <p class="prompt">{prompt(ctx)}</p>
            {table.wake && <Countdown until={table.wake} from={table.since} />}
            <div class="buttons">
                {cancels.map((m) => (
                    <button key={m} class={`cancels ${choice.picked === m ? "picked" : ""}`} onClick={() => ctx.play(m)}>
                        <b>{moveText(m, ctx)}</b>
                        <b class="brief" aria-hidden="true">
                            <Icon name="cross" size={14} /> {m.split(" ")[1]}
                        </b>
                        <small>{t("costs {points}", { points: points(Number(m.split(" ")[1])) })}</small>
                    </button>
                ))}
                {legal.includes("pass") && !passes && (
                    <button class="pass" onClick={() => ctx.play("pass")}>
                        <b>{t("Let it happen")}</b>
                        {byItself(ctx) && <small>{t("you hold nothing that cancels")}</small>}
                    </button>
                )}
            </div>
        </div>
    );
}

/** A word of a move as a button: what is chosen depends on the words before it. */
function Word({ ctx, path, word, press }: { ctx: Ctx; path: string[]; word: string; press: () => void }) {
    const last = path[path.length - 1]!;
    if (last === "as")
        return (
            <button onClick={press} title={effectName(Number(word))}>
                <Sign card={Number(word)} />
                <b>{short(Number(word))}</b>
            </button>
        );
    if (last === "seat") {
        const seat = Number(word);
        return (
            <button onClick={press}>
                <b>
                    <Crest seat={seat} size={16} /> {ctx.name(seat)}
                </b>
                <small>{theftText(ctx.view.players[seat]!)}</small>
            </button>
        );
    }
    if (last === "first" || last === "second") {
        const then = ctx.view.turns?.find((o) => o.effect === `7 ${last} ${word}`);
        const reach = then
            ? [then.reach.join(" "), then.mecha && (then.mecha === "take" ? t("mecha") : t("steal mecha"))].filter(Boolean).join(" · ")
            : "";
        return (
            <button class="side" onClick={press} aria-label={t("{n}; then in reach: {reach}", { n: word, reach: reach || t("nothing") })}>
                <Die side={Number(word)} />
                <small>{reach || "–"}</small>
            </button>
        );
    }
    const both = word === "both",
        dice = both ? ctx.view.dice : [ctx.view.dice[word === "first" ? 0 : 1]!],
        label = both ? t("Both dice") : word === "first" ? t("Left die") : t("Right die");
    return (
        <button class="side" onClick={press} aria-label={`${label}: ${dice.join(", ")}`}>
            <span class="pair">
                {dice.map((d, i) => (
                    <Die key={i} side={d} />
                ))}
            </span>
            <small>{label}</small>
        </button>
    );
}
function asks(path: string[]): string {
    const last = path[path.length - 1]!;
    if (last === "as") return t("Choose an effect");
    if (last === "seat") return t("Choose a player");
    if (last === "first" || last === "second") return t("Choose a side. Below it: what you could take then");
    return last === "7" ? t("Choose a die") : t("Choose which dice to roll again");
}

/** A card is being played: its choice, one word after the other, then the card is laid. */
function Chooser({ ctx, choice }: { ctx: Ctx; choice: Choice }) {
    const at = step(ctx.legal, choice.path!)!,
        card = Number(choice.path![1]),
        before = back(ctx.legal, at.path, 2);
    return (
        <div class="action choose" role="group" aria-label={t("Play {card}", { card: String(card) })}>
            <div class="head">
                <button class="plain back" onClick={() => choice.choose(before && before.length >= 2 ? before : null)}>
                    <Icon name="left" size={16} /> {t("Back")}
                </button>
                <p class="prompt">
                    {at.next.length ? (
                        <>
                            <b>{cardName(card)}</b>: {asks(at.path)}
                        </>
                    ) : (
                        moveText(at.path.join(" "), ctx)
                    )}
                </p>
                <button class="plain" aria-label={t("What does this card do?")} onClick={() => ctx.help(cardTopic(card, ctx))}>
                    <Icon name="help" size={18} />
                </button>
            </div>
            <div class={`buttons ${at.path[at.path.length - 1] === "as" ? "effects" : ""}`}>
                {at.next.map((w) => (
                    <Word
                        key={[...at.path, w].join(" ")}
                        ctx={ctx}
                        path={at.path}
                        word={w}
                        press={() => {
                            const next = step(ctx.legal, [...at.path, w])!;
                            if (next.next.length) choice.choose(next.path);
                            else ctx.play(next.path.join(" "));
                        }}
                    />
                ))}
                {!at.next.length && (
                    <button class="main" onClick={() => ctx.play(at.path.join(" "))}>
                        <b>{t("Play {card}", { card: String(card) })}</b>
                    </button>
                )}
            </div>
        </div>
    );
}

function Takes({ ctx, choice }: { ctx: Ctx; choice: Choice }) {
    const options = takeOptions(ctx);
    const look = (m: string | null) => () => choice.pick(m);
    return (
        <div class="action" role="group" aria-label={prompt(ctx)}>
            <p class="prompt">{prompt(ctx)}</p>
            <div class="buttons">
                {options.map(({ move, take, ways }) => (
                    <button
                        key={move}
                        data-move={move}
                        class={`take ${choice.picked === move ? "picked" : ""}`}
                        onClick={() => ctx.play(move)}
                        onMouseEnter={look(move)}
                        onMouseLeave={look(null)}
                        onFocus={look(move)}
                        onBlur={look(null)}
                    >
                        <b>{takeShort(take)}</b>
                        <small>
                            {take.odds !== undefined
                                ? `${ctx.name(take.of!)}: ${oddsText(take.odds)}`
                                : take.way === "mecha"
                                  ? points(take.points!)
                                  : ways}
                        </small>
                    </button>
                ))}
                <button data-move="nothing" class={options.length ? "nothing" : "main"} onClick={() => ctx.play("nothing")}>
                    <b>{options.length ? t("Take nothing") : t("End the turn")}</b>
                </button>
            </div>
        </div>
    );
}

export function Action({ ctx, choice }: { ctx: Ctx; choice: Choice }) {
    const chooser = choice.path && step(ctx.legal, choice.path);
    return (
        <Bar class="choices">
            {asking(ctx) ? (
                <Question ctx={ctx} choice={choice} />
            ) : chooser ? (
                <Chooser ctx={ctx} choice={choice} />
            ) : ctx.legal.includes("nothing") ? (
                <Takes ctx={ctx} choice={choice} />
            ) : (
                <Waiting ctx={ctx} prompt={prompt(ctx)} lines={3} />
            )}
        </Bar>
    );
}
