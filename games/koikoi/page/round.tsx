// round.tsx: the end of a round: who won it with what, both hands laid open; and why the game ended as it did.
import { number, t, tn } from "@/i18n";
import type { GameEvent } from "@/table/types";
import { Crest } from "@/ui/kit";
import type { Context } from "@/board";
import { Card } from "@cards/hanafuda/page/card";
import { yakuMeaning, yakuName } from "./yaku";
import { note, sheet } from "./sheet";
import type { KoikoiView } from "./types";

type Ctx = Context<KoikoiView>;

export interface RoundEnd {
    winner: number | undefined;
    sum: number;
    pays: number;
    won: { yaku: string; coins: number }[];
    hands: [string[], string[]];
    paid: { seat: number; coins: number; purse: [number, number] } | undefined;
}

export function roundEnd(events: GameEvent[]): RoundEnd | null {
    const agari = events.find((e) => e.event === "agari"),
        exhausted = events.some((e) => e.event === "exhausted");
    if (!agari && !exhausted) return null;
    const paid = events.find((e) => e.event === "paid");
    const hands: [string[], string[]] = [[], []];
    for (const e of events) if (e.event === "show") hands[e.seat as 0 | 1].push(String(e.card));
    return {
        winner: agari?.seat,
        sum: Number(agari?.sum ?? 0),
        pays: Number(agari?.pays ?? 0),
        won: events.filter((e) => e.event === "won-with").map((e) => ({ yaku: String(e.yaku), coins: Number(e.coins) })),
        hands,
        paid: paid && { seat: paid.seat!, coins: Number(paid.coins), purse: [Number(paid.purse0), Number(paid.purse1)] },
    };
}

function RoundPanel({ end, ctx }: { end: RoundEnd; ctx: Ctx }) {
    const you = ctx.you,
        title =
            end.winner === undefined
                ? t("A drawn round")
                : end.winner === you
                  ? t("You win the round")
                  : t("{name} wins the round", { name: ctx.name(end.winner) });
    const factor = end.sum ? end.pays / end.sum : 1;
    const held = (y: string): string[] =>
        end.winner === undefined ? [] : (ctx.view.players[end.winner]!.yaku.find((o) => o.yaku === y)?.cards ?? []);
    return (
        <div class="koikoi-round">
            <h2>{title}</h2>
            {end.won.length > 0 && (
                <ul class="won-with">
                    {end.won.map((y) => (
                        <li key={y.yaku}>
                            <b>{yakuName(y.yaku)}</b> <small>{yakuMeaning(y.yaku)}</small>{" "}
                            <span>{tn("{n} coin", "{n} coins", y.coins)}</span>
                            {held(y.yaku).length > 0 && (
                                <div class="made-of">
                                    {held(y.yaku).map((c) => (
                                        <Card key={c} name={c} />
                                    ))}
                                </div>
                            )}
                        </li>
                    ))}
                    {factor !== 1 && (
                        <li>
                            <b>{t("multiplier")}</b> <span>×{number(factor)}</span>
                        </li>
                    )}
                </ul>
            )}
            {end.paid && (
                <ul class="purses" aria-label={t("Purses")}>
                    {[you ?? 0, 1 - (you ?? 0)].map((s) => (
                        <li key={s}>
                            <Crest seat={s} size={16} /> {s === you ? t("You") : ctx.name(s)}:{" "}
                            <b>{tn("{n} coin", "{n} coins", end.paid!.purse[s]!)}</b>{" "}
                            <small>
                                ({s === end.winner ? "+" : "−"}
                                {number(end.paid!.coins)})
                            </small>
                        </li>
                    ))}
                </ul>
            )}
            {end.hands.map(
                (h, s) =>
                    h.length > 0 && (
                        <div class="shown-hand" key={s}>
                            <span>
                                <Crest seat={s} size={16} /> {s === you ? t("Your hand") : t("Hand: {name}", { name: ctx.name(s) })}
                            </span>
                            <div>
                                {h.map((c) => (
                                    <Card key={c} name={c} />
                                ))}
                            </div>
                        </div>
                    ),
            )}
        </div>
    );
}

export function pause(events: GameEvent[], _next: KoikoiView, ctx: Ctx) {
    const end = roundEnd(events);
    if (end) note(ctx.table.id, ctx.view.round, end);
    return end && <RoundPanel end={end} ctx={ctx} />;
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

export function Why({ ctx }: { ctx: Ctx }) {
    const { view } = ctx,
        [a, b] = [view.players[0].coins, view.players[1].coins];
    const you = ctx.you ?? 0,
        mine = view.players[you]!.coins,
        theirs = view.players[1 - you]!.coins;
    const broke = a <= 0 || b <= 0;
    return (
        <>
            {view.phase === "over" && ( // else somebody resigned, and the coins decide nothing
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
            )}
            <Sheet ctx={ctx} />
        </>
    );
}
