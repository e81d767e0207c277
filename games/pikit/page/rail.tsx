// rail.tsx: what can be known: the other players with their known cards, what each number does and how many are out of sight.
import { t, tn } from "@/i18n";
import { Clock } from "@/ui/clock";
import { Crest, Icon } from "@/ui/kit";
import { points, seatWords } from "@/ui/score";
import { Known, Sign, Small, Token, Wounds } from "./parts";
import { others, total, type Counts, type Ctx, type Player } from "./types";
import { cardName, cardTopic, effectName, numbers, theftText } from "./words";

/** Whose turn it is, asked or not. */
export const isMover = (ctx: Ctx, seat: number): boolean => ctx.view.mover === seat && ctx.view.phase !== "over";
/** What is known of hands is shown: an aid the table may have switched off, and no secret at the end. */
const aided = (ctx: Ctx): boolean => ctx.view.memory || ctx.view.phase === "over";

/** What everybody can count. */
const pointsOf = (p: Player): string => (p.unknown ? t("{points} or more", { points: points(p.points.all) }) : points(p.points.all));

export const Cards = ({ counts }: { counts: Counts }) => (
    <span class="cards">
        {Object.entries(counts).map(([n, count]) => (
            <Small key={n} card={Number(n)} count={count} />
        ))}
    </span>
);

/** A player at length: for the rail and for a sheet on a phone. */
export function PlayerPanel({ ctx, seat, keyed }: { ctx: Ctx; seat: number; keyed?: boolean }) {
    const p = ctx.view.players[seat]!,
        turn = isMover(ctx, seat),
        info = ctx.table.seats[seat],
        Heading = ctx.wide ? "h2" : "h3";
    return (
        <section class={`player ${turn ? "turn" : ""}`} data-key={keyed ? `p${seat}` : undefined} aria-label={seatWords(ctx, seat)}>
            <Heading>
                <i class="ember" aria-hidden="true" />
                <Crest seat={seat} />
                <span class="name">{seatWords(ctx, seat)}</span>
                {turn && <span class="unseen">{t("is to move")}</span>}
                {info?.away && <span class="tag">{t("A bot plays at this seat")}</span>}
                {info?.resigned && <span class="tag">{t("resigned")}</span>}
                <Clock table={ctx.table} view={ctx.view} seat={seat} />
            </Heading>
            <p class="facts">
                <span>{tn("{n} card", "{n} cards", p.cards)}</span>
                {aided(ctx) && <span>{pointsOf(p)}</span>}
                <Wounds n={p.wounds} />
                {p.mechas.map((d) => (
                    <Token key={d} double={d} />
                ))}
            </p>
            {aided(ctx) && (
                <p class="hand-known">
                    <Cards counts={p.known} />
                    {p.unknown > 0 && <span class="soft">{tn("+{n} unseen", "+{n} unseen", p.unknown)}</span>}
                    {total(p.known) + p.unknown === 0 && <span class="soft">{t("no kaiju card")}</span>}
                </p>
            )}
            {p.theft && <p class="soft theft">{t("A theft: {what}", { what: theftText(p) })}</p>}
        </section>
    );
}

/** Every number: what it does, how many are in the game, how many out of sight. */
export function Numbers({ ctx }: { ctx: Ctx }) {
    const { view } = ctx;
    return (
        <table class="numbers">
            <thead>
                <tr>
                    <th scope="col">{t("Card")}</th>
                    <th scope="col">{t("Effect")}</th>
                    <th scope="col">{t("in the game")}</th>
                    {view.memory && <th scope="col">{t("out of sight")}</th>}
                </tr>
            </thead>
            <tbody>
                {numbers
                    .filter((n) => view.in_play[n])
                    .map((n) => (
                        <tr key={n}>
                            <th scope="row">
                                <span class="chip">{n}</span>
                            </th>
                            <td>
                                <button class="text" onClick={() => ctx.help(cardTopic(n, ctx))}>
                                    <Sign card={n} /> {effectName(n)}
                                </button>
                            </td>
                            <td>{view.in_play[n]}</td>
                            {view.memory && (
                                <td>
                                    <b>{view.left[n] ?? 0}</b>
                                </td>
                            )}
                        </tr>
                    ))}
            </tbody>
        </table>
    );
}

/** The same in little room: each number a button with what is out of sight. */
function Few({ ctx }: { ctx: Ctx }) {
    const { view } = ctx;
    return (
        <>
            {view.memory && <p class="soft">{t("Out of sight, of all in the game:")}</p>}
            <ul class="few">
                {numbers
                    .filter((n) => view.in_play[n])
                    .map((n) => {
                        const count = view.memory
                            ? t("{left} of {all}", { left: view.left[n] ?? 0, all: view.in_play[n]! })
                            : String(view.in_play[n]);
                        return (
                            <li key={n}>
                                <button onClick={() => ctx.help(cardTopic(n, ctx))}>
                                    <span class="unseen">{`${cardName(n)}: ${count}`}</span>
                                    <span class="chip" aria-hidden="true">
                                        {n}
                                    </span>
                                    <Sign card={n} />
                                    <small aria-hidden="true">
                                        {view.memory ? `${view.left[n] ?? 0}/${view.in_play[n]}` : view.in_play[n]}
                                    </small>
                                </button>
                            </li>
                        );
                    })}
            </ul>
        </>
    );
}

export function DeckWords({ ctx }: { ctx: Ctx }) {
    const { view } = ctx,
        hidden = total(view.left) - view.deck;
    return (
        <p class="soft">
            {tn("{n} card in the deck.", "{n} cards in the deck.", view.deck)}{" "}
            {view.memory &&
                hidden > 0 &&
                tn("{n} more card out of sight is in other hands.", "{n} more cards out of sight are in other hands.", hidden)}{" "}
            {view.removed > 0 && t("With two players, {n} of each number 1–8 were taken out before the game.", { n: view.removed })}
        </p>
    );
}

export function Rail({ ctx }: { ctx: Ctx }) {
    const Heading = ctx.wide ? "h2" : "h3";
    const players = (
        <div class="players">
            {others(ctx).map((s) => (
                <PlayerPanel key={s} ctx={ctx} seat={s} keyed={ctx.wide} />
            ))}
        </div>
    );
    const cards = (
        <div class="all-numbers">
            <Heading>{t("The cards")}</Heading>
            <DeckWords ctx={ctx} />
            {ctx.wide ? <Few ctx={ctx} /> : <Numbers ctx={ctx} />}
        </div>
    );
    // on a narrow screen the players are in sight already
    return <div class="pikit-rail">{ctx.wide ? [players, cards] : [cards, players]}</div>;
}

/** Small cells above the table on narrow screens. */
export function Opponents({ ctx, open }: { ctx: Ctx; open: (seat: number) => void }) {
    const all = others(ctx);
    return (
        <div class={`opponents n${all.length}`}>
            {all.map((s) => {
                const p = ctx.view.players[s]!,
                    turn = isMover(ctx, s);
                return (
                    <button key={s} class={`cell ${turn ? "turn" : ""}`} data-key={`p${s}`} onClick={() => open(s)}>
                        <span class="who">
                            <i class="ember" aria-hidden="true" />
                            <Crest seat={s} size={18} />
                            <b class="name">{ctx.name(s)}</b>
                            {turn && <span class="unseen">{t("is to move")}</span>}
                            <span class="unseen">{tn("{n} card", "{n} cards", p.cards)}</span>
                            {aided(ctx) && <span class="unseen">{pointsOf(p)}</span>}
                        </span>
                        <span class="has">
                            <b class="backs" aria-hidden="true">
                                {p.cards}
                            </b>
                            {aided(ctx) && (
                                <b class="worth" aria-hidden="true">
                                    <Icon name="trophy" size={13} />
                                    {p.points.all}
                                    {p.unknown > 0 && "+"}
                                </b>
                            )}
                            <Clock table={ctx.table} view={ctx.view} seat={s} />
                            {p.mechas.map((d) => (
                                <Token key={d} double={d} />
                            ))}
                            {p.wounds > 0 && <Wounds n={p.wounds} />}
                            {aided(ctx) && <Known known={p.known} unknown={p.unknown} />}
                        </span>
                    </button>
                );
            })}
        </div>
    );
}
