// round.tsx: the end of a round: who won it with what, what that pays and why; and why the game ended as it did.
import type { ComponentChildren } from "preact";
import { list, number, t, tn } from "@/i18n";
import type { GameEvent } from "@/table/types";
import { Crest } from "@/ui/kit";
import type { Context } from "@/board";
import { cardShort } from "@cards/hanafuda/page/cards";
import { Coin, Fan, Picture, tenhoCards } from "./moments";
import { yakuCards, yakuMeaning, yakuName } from "./yaku";
import { note, sheet, type Line } from "./sheet";
import type { KoikoiView } from "./types";

type Ctx = Context<KoikoiView>;

/** Why a win pays more than its yaku: what it is, and the factor or the coins it adds. */
export interface Factor {
    why: "plus" | "seven" | "koikoi" | "counter" | "nobles";
    n: number;
}
export interface RoundEnd {
    winner: number | undefined;
    sum: number;
    pays: number;
    calls: number;
    won: { yaku: string; coins: number }[];
    factors: Factor[];
    cards: string[]; // that won it
    hands: [string[], string[]];
    paid: { seat: number; coins: number; purse: [number, number] } | undefined;
}

/** `view`: the table when the round had ended. */
export function roundEnd(events: readonly GameEvent[], view: KoikoiView): RoundEnd | null {
    const agari = events.find((e) => e.event === "agari"),
        exhausted = events.some((e) => e.event === "exhausted");
    if (!agari && !exhausted) return null;
    const paid = events.find((e) => e.event === "paid"),
        won = events.filter((e) => e.event === "won-with").map((e) => ({ yaku: String(e.yaku), coins: Number(e.coins) }));
    const hands: [string[], string[]] = [[], []];
    for (const e of events) if (e.event === "show") hands[e.seat as 0 | 1].push(String(e.card));
    const winner = agari?.seat ?? view.last_round?.winner ?? undefined,
        sum = Number(agari?.sum ?? 0),
        pays = Number(agari?.pays ?? 0);
    const factors: Factor[] = [];
    let cards: string[] = [];
    if (agari) {
        const { plus, koikoi, counter, nobles } = view.players[agari.seat!]!.multipliers,
            seven = pays / ((sum + plus) * koikoi * counter * nobles); // what is left: the view may be older than the last yaku
        if (plus) factors.push({ why: "plus", n: plus });
        for (const [why, n] of Object.entries({ seven, koikoi, counter, nobles }))
            if (n !== 1) factors.push({ why: why as Factor["why"], n });
        const made = won.flatMap((w) => yakuCards(w.yaku, view.players[agari.seat!]!));
        cards = won.some((w) => /tenho$/.test(w.yaku)) ? tenhoCards(hands[agari.seat as 0 | 1]) : [...new Set(made)];
    }
    return {
        winner,
        sum,
        pays,
        calls: Number(agari?.calls ?? 0),
        won,
        factors,
        cards,
        hands,
        paid: paid && { seat: paid.seat!, coins: Number(paid.coins), purse: [Number(paid.purse0), Number(paid.purse1)] },
    };
}

function factorText({ why, n }: Factor, calls: number): { what: string; more: string; by: string } {
    const by = why === "plus" ? `+${number(n)}` : `×${number(n)}`;
    switch (why) {
        case "plus":
        case "koikoi":
            return { what: t("Koi-koi"), more: tn("called {n} time", "called {n} times", calls), by };
        case "seven":
            return { what: t("7 or more"), more: t("the yaku are worth 7 coins or more"), by };
        case "counter":
            return { what: t("Against koi-koi"), more: t("the loser had called koi-koi"), by };
        case "nobles":
            return { what: t("Brights on the table"), more: t("when the cards were dealt"), by };
    }
}

const Row = ({ what, more, by, x }: { what: string; more: string; by: string; x?: boolean }) => (
    <li class={x ? "x" : ""}>
        <b>{what}</b>
        <small>{more}</small>
        <span class="display">{by}</span>
    </li>
);

/** How full the purses are, as bars. */
export function Purses({ ctx, purse, change }: { ctx: Ctx; purse: [number, number]; change?: [number, number] }) {
    const me = ctx.you ?? 0,
        most = Math.max(1, purse[0] + purse[1]);
    return (
        <ul class="koikoi-purses" aria-label={t("Purses")}>
            {[me, 1 - me].map((s) => (
                <li key={s}>
                    <Crest seat={s} size={20} />
                    <span>{s === ctx.you ? t("You") : ctx.name(s)}</span>
                    <i style={{ "--part": `${(Math.max(0, purse[s]!) / most) * 100}%` }} />
                    <b class="display">{number(purse[s]!)}</b>
                    {change && (
                        <small>{change[s]! > 0 ? `+${number(change[s]!)}` : change[s]! < 0 ? `−${number(-change[s]!)}` : "±0"}</small>
                    )}
                </li>
            ))}
        </ul>
    );
}

/** What a round without a winner means. */
function drawn(end: RoundEnd, next: KoikoiView, ctx: Ctx): string[] {
    const out = [t("All cards are played and nobody has stopped.")];
    const who = (s: number) => (s === ctx.you ? t("You") : ctx.name(s));
    if (end.paid)
        out.push(tn("{name}: {n} coin for dealing.", "{name}: {n} coins for dealing.", end.paid.coins, { name: who(end.paid.seat) }));
    else out.push(t("Yaku that were made count for nothing, and no coins change hands."));
    if (next.phase !== "over") out.push(t("Next deal: {name}.", { name: who(next.sensei) }));
    return out;
}

function RoundPanel({ end, ctx, next }: { end: RoundEnd; ctx: Ctx; next: KoikoiView }) {
    const you = ctx.you,
        view = ctx.view,
        title =
            end.winner === undefined
                ? t("A drawn round")
                : end.winner === you
                  ? t("You win the round")
                  : t("{name} wins the round", { name: ctx.name(end.winner) });
    const coins = end.paid?.coins ?? 0;
    return (
        <div class={`koikoi-round ${end.winner === undefined ? "drawn" : end.winner === you ? "won" : "lost"}`}>
            <p class="soft">{t("Round {n} of {all}", { n: view.round, all: view.rounds })}</p>
            <h2 class="display">{title}</h2>
            {end.cards.length > 0 && <Fan cards={end.cards} />}
            {end.winner === undefined &&
                drawn(end, next, ctx).map((l) => (
                    <p key={l} class="koikoi-meaning">
                        {l}
                    </p>
                ))}
            {end.won.length > 0 && (
                <ul class="koikoi-made">
                    {end.won.map((y) => (
                        <Row key={y.yaku} what={yakuName(y.yaku)} more={yakuMeaning(y.yaku)} by={number(y.coins)} />
                    ))}
                    {end.factors.map((f) => (
                        <Row key={f.why} x {...factorText(f, end.calls)} />
                    ))}
                </ul>
            )}
            {end.winner !== undefined && coins > 0 && (
                <div class="koikoi-sum display">
                    <Coin />
                    {end.factors.length > 0 && <small>{formula(end)} =</small>} +{number(end.pays || coins)}
                </div>
            )}
            {end.pays > coins && (
                <p class="koikoi-meaning">{tn("The loser's purse held only {n} coin.", "The loser's purse held only {n} coins.", coins)}</p>
            )}
            {end.paid && <Purses ctx={ctx} purse={end.paid.purse} change={paidChange(end, view)} />}
            {end.hands.map(
                (h, s) =>
                    h.length > 0 && (
                        <div class="shown-hand" key={s}>
                            <span>
                                <Crest seat={s} size={16} /> {s === you ? t("Your hand") : t("Hand: {name}", { name: ctx.name(s) })}
                                <span class="unseen">: {list(h.map(cardShort))}</span>
                            </span>
                            <div>
                                {h.map((c) => (
                                    <Picture key={c} name={c} />
                                ))}
                            </div>
                        </div>
                    ),
            )}
        </div>
    );
}
/** "11 × 2 × 2" */
function formula(end: RoundEnd): string {
    const plus = end.factors.find((f) => f.why === "plus")?.n,
        times = end.factors.filter((f) => f.why !== "plus").map((f) => ` × ${number(f.n)}`);
    return `${plus ? (times.length ? `(${end.sum} + ${plus})` : `${end.sum} + ${plus}`) : end.sum}${times.join("")}`;
}
/** What each purse gained; where nobody pays (purse=score) the other loses nothing. */
function paidChange(end: RoundEnd, view: KoikoiView): [number, number] {
    const { seat, coins } = end.paid!,
        lost = /purse=score/.test(view.options) ? 0 : -coins;
    return seat === 0 ? [coins, lost] : [lost, coins];
}

/** Before the next round is dealt, or the game is over. */
export function pause(beat: GameEvent[], next: KoikoiView, ctx: Ctx) {
    if (!/^(round|over)$/.test(beat[0]!.event)) return null;
    const end = roundEnd(ctx.events, ctx.view);
    if (end) note(ctx.table.id, ctx.view.round, end);
    return end && <RoundPanel end={end} ctx={ctx} next={next} />;
}

/** How each round ended, as far as this browser saw it. */
export function Sheet({ ctx }: { ctx: Ctx }) {
    const lines = sheet(ctx.table.id),
        me = ctx.you ?? 0;
    if (!lines.length) return null;
    return (
        <table class="koikoi-sheet">
            <caption>{t("Coin sheet")}</caption>
            <thead>
                <tr>
                    <th scope="col">{t("Round")}</th>
                    <th scope="col">{t("Won by")}</th>
                    <th scope="col">{t("Coins")}</th>
                    <th scope="col">
                        {t("Purses")}
                        <small>
                            <Crest seat={me} size={14} /> : <Crest seat={1 - me} size={14} />
                        </small>
                    </th>
                </tr>
            </thead>
            <tbody>
                {lines.map((l) => (
                    <tr key={l.round}>
                        <td>{l.round}</td>
                        <td>
                            {l.winner === null ? t("nobody") : l.winner === ctx.you ? t("You") : ctx.name(l.winner)}
                            <small>{l.yaku.map(yakuName).join(", ")}</small>
                        </td>
                        <td>{l.coins}</td>
                        <td>{l.purse ? `${l.purse[me]} : ${l.purse[1 - me]}` : "–"}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/** The round in which the winner gained most. */
function deciding(ctx: Ctx): Line | undefined {
    const won = ctx.table.result?.won ?? [];
    if (won.length !== 1) return undefined;
    const lines = sheet(ctx.table.id).filter((l) => l.winner === won[0] && l.coins > 0);
    return lines.sort((a, b) => b.coins - a.coins)[0];
}

export function Why({ ctx }: { ctx: Ctx }): ComponentChildren {
    const { view } = ctx,
        [a, b] = [view.players[0].coins, view.players[1].coins];
    const you = ctx.you ?? 0,
        mine = view.players[you]!.coins,
        theirs = view.players[1 - you]!.coins;
    const broke = a <= 0 || b <= 0,
        best = deciding(ctx);
    return (
        <>
            {view.phase === "over" && ( // else somebody resigned, and the coins decide nothing
                <>
                    <Purses ctx={ctx} purse={[a, b]} />
                    {best && (
                        <div class="koikoi-deciding">
                            <p>
                                {best.winner === ctx.you
                                    ? tn(
                                          "Round {round} decided it: {n} coin for you",
                                          "Round {round} decided it: {n} coins for you",
                                          best.coins,
                                          {
                                              round: best.round,
                                          },
                                      )
                                    : tn(
                                          "Round {round} decided it: {n} coin for {name}",
                                          "Round {round} decided it: {n} coins for {name}",
                                          best.coins,
                                          { round: best.round, name: ctx.name(best.winner!) },
                                      )}
                            </p>
                            {best.cards && best.cards.length > 0 && <Fan cards={best.cards} />}
                            <p class="display">{best.yaku.map(yakuName).join(" · ")}</p>
                        </div>
                    )}
                    <p class="why">
                        {broke
                            ? t("A purse is empty, so the game ends in round {n}.", { n: view.round })
                            : tn(
                                  "{n} round was played; the richer player wins.",
                                  "{n} rounds were played; the richer player wins.",
                                  view.rounds,
                              )}{" "}
                        {mine === theirs
                            ? t("Both have the same.")
                            : tn("The difference is {n} coin.", "The difference is {n} coins.", Math.abs(mine - theirs))}
                    </p>
                </>
            )}
            <Sheet ctx={ctx} />
        </>
    );
}
