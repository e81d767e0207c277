// players.tsx: the players: cells above the table, everything that is public about one in a panel, the rail with all of them.
import { percent, t, tn } from "@/i18n";
import { Clock } from "@/ui/clock";
import { Crest, Icon } from "@/ui/kit";
import { points, seatWords } from "@/ui/score";
import { Card, Face, Hatch, Picture, Sign, Ticket, Token } from "./parts";
import { figures, isMover, others, tokenNames, type Ctx, type HandCard, type Player, type Reward } from "./types";
import {
    backName,
    backSymbol,
    figureName,
    figureTopic,
    halfName,
    halfTopic,
    rewardName,
    rewardTopic,
    tokenName,
    tokenTopic,
} from "./words";

export const tokenCount = (p: Player): number => tokenNames.reduce((n, k) => n + p.tokens[k].taken, 0);
export const tokenWords = (p: Player): string =>
    tokenNames
        .flatMap((k) => {
            const { taken, unused } = p.tokens[k];
            return taken ? [unused ? `${tokenName(k)} ×${unused}` : t("{token} used", { token: tokenName(k) })] : [];
        })
        .join(", ");

/** Tokens of a player: what is left of each sort, and those that are spent. */
export function Tokens({ p, press }: { p: Player; press?: (k: (typeof tokenNames)[number]) => void }) {
    return (
        <span class="ga-tokens">
            {tokenNames.flatMap((k) => {
                const { taken, unused } = p.tokens[k];
                return Array.from({ length: taken }, (_, i) => {
                    const used = i >= unused,
                        label = used ? t("{token} used", { token: tokenName(k) }) : tokenName(k);
                    const inside = (
                        <>
                            <Token token={used ? "back" : k} />
                            {used && <Hatch />}
                        </>
                    );
                    return press ? (
                        <button
                            key={`${k}${i}`}
                            class={`ga-tok ${used ? "used" : ""}`}
                            data-token={k}
                            aria-label={label}
                            onClick={() => press(k)}
                        >
                            {inside}
                        </button>
                    ) : (
                        <span key={`${k}${i}`} class={`ga-tok ${used ? "used" : ""}`} data-token={k} role="img" aria-label={label}>
                            {inside}
                        </span>
                    );
                });
            })}
        </span>
    );
}

/** A reward somebody has: small, points and ticket only. With a context it can be pressed. */
export function Got({ r, ctx, keyed }: { r: Reward & { half_used: boolean }; ctx?: Ctx; keyed?: boolean }) {
    const waits = r.half !== "none" && !r.half_used,
        cls = `card ga got ${waits ? "waits" : ""}`,
        label = `${rewardName(r)}${waits ? `, ${halfName(r.half)}: ${t("waits for its pair")}` : ""}`,
        inside = (
            <>
                <Face reward={r} got />
                {r.half_used && <Hatch />}
            </>
        );
    return ctx ? (
        <button class={cls} onClick={() => ctx.help(rewardTopic(r))} aria-label={label}>
            {inside}
        </button>
    ) : (
        <span class={cls} data-key={keyed ? `w${r.reward}` : undefined}>
            {inside}
        </span>
    );
}

/** A card in another hand: its back, and its figure in a dotted frame where everybody can know it. */
const Held = ({ c }: { c: HandCard }) =>
    c.figure ? (
        <Card symbol={`ga-${c.figure}`} class="ga-known" label={t("{figure}, known to all", { figure: figureName(c.figure) })} />
    ) : (
        <Card symbol={backSymbol(c.back)} label={backName(c.can ?? c.back)} />
    );
export function Backs({ p }: { p: Player }) {
    return (
        <span class="ga-backs" role="group" aria-label={tn("{n} card in hand", "{n} cards in hand", p.cards)}>
            {p.hand.map((c, i) => (
                <Held key={i} c={c} />
            ))}
        </span>
    );
}

export function Name({ ctx, seat }: { ctx: Ctx; seat: number }) {
    const turn = isMover(ctx, seat);
    return (
        <span class="ga-who">
            <Crest seat={seat} size={18} />
            <b>{seatWords(ctx, seat)}</b>
            {turn && <span class="unseen">{seat === ctx.you ? t("are to move") : t("is to move")}</span>}
        </span>
    );
}

export const parts = (p: Player): string =>
    t("rewards {a}, tokens {b}, cards {c}, jokers {d}", { a: p.score.rewards, b: p.score.tokens, c: p.score.cards, d: p.score.jokers });

/** All that is public about a player. */
export function PlayerPanel({ ctx, seat }: { ctx: Ctx; seat: number }) {
    const p = ctx.view.players[seat]!,
        info = ctx.table.seats[seat];
    return (
        <section
            class={`ga-player ${isMover(ctx, seat) ? "turn" : ""}`}
            data-seat={seat}
            data-key={`p${seat}`}
            aria-label={seatWords(ctx, seat)}
        >
            <div class="ga-line">
                <Name ctx={ctx} seat={seat} />
                <Clock table={ctx.table} view={ctx.view} seat={seat} />
                <b class="ga-points">{points(p.score.total)}</b>
            </div>
            {info?.away && <span class="tag">{t("A bot plays at this seat")}</span>}
            <div class="ga-line things">
                <Backs p={p} />
            </div>
            <div class="ga-line things">
                {p.rewards.length > 0 ? (
                    <span class="ga-gots">
                        {p.rewards.map((r) => (
                            <Got key={r.reward} r={r} ctx={ctx} />
                        ))}
                    </span>
                ) : (
                    <small>{t("no rewards yet")}</small>
                )}
                <span class="ga-mine">
                    {p.half && (
                        <button class="ga-half" aria-label={t("a half waits for its pair")} onClick={() => ctx.help(halfTopic(p.half!))}>
                            <Ticket half={p.half} />
                        </button>
                    )}
                    <Tokens p={p} press={(k) => ctx.help(tokenTopic(k))} />
                </span>
            </div>
        </section>
    );
}

/** A player in a cell; a press opens the panel. `roomy`: the backs of the hand are shown. */
function Cell({
    ctx,
    seat,
    open,
    kind,
    roomy,
}: {
    ctx: Ctx;
    seat: number;
    open: () => void;
    kind: "" | "tiny" | "slim" | "bare";
    roomy: boolean;
}) {
    const p = ctx.view.players[seat]!,
        last = ctx.view.end.turns_left?.includes(seat);
    const label = [
        t("{name}: {points}", { name: ctx.name(seat), points: points(p.score.total) }),
        tn("{n} card in hand", "{n} cards in hand", p.cards),
        tn("{n} reward", "{n} rewards", p.rewards.length),
        tokenWords(p),
        p.half ? halfName(p.half) : "",
        isMover(ctx, seat) ? t("is to move") : "",
        last ? t("last turn") : "",
    ]
        .filter(Boolean)
        .join(", ");
    return (
        <button
            class={`ga-cell ${isMover(ctx, seat) ? "turn" : ""} ${kind}`}
            data-seat={seat}
            data-key={`p${seat}`}
            aria-label={label}
            onClick={open}
        >
            <span class="ga-who">
                <Crest seat={seat} size={kind === "tiny" ? 14 : 18} />
                {kind !== "bare" && <b>{ctx.name(seat)}</b>}
            </span>
            {roomy && (
                <span class="ga-backs" style={{ "--n": p.hand.length }}>
                    {p.hand.map((c, i) => (
                        <span key={i} class="card ga">
                            <Picture id={c.figure ? `ga-${c.figure}` : backSymbol(c.back)} />
                        </span>
                    ))}
                </span>
            )}
            <span class="ga-facts" aria-hidden="true">
                <b class="ga-points display">{p.score.total}</b>
                {kind !== "bare" && (
                    <span class="ga-fact">
                        <Icon name="cards" size={kind ? 12 : 14} />
                        {p.cards}
                    </span>
                )}
                {!kind && (
                    <span class="ga-fact">
                        <Icon name="trophy" size={14} />
                        {p.rewards.length}
                    </span>
                )}
                {tokenCount(p) > 0 && kind !== "bare" && (
                    <span class="ga-fact">
                        <Token token="back" />
                        {tokenCount(p)}
                    </span>
                )}
                {p.half && kind !== "bare" && <Ticket half={p.half} />}
                {last && (
                    <span class="ga-last-turn">
                        <Icon name="warn" size={14} />
                    </span>
                )}
            </span>
        </button>
    );
}
/** The others: in a row above the table, or in a column beside it. */
export function Cells({ ctx, open, room, plan }: { ctx: Ctx; open: (seat: number) => void; room?: { height: number }; plan: string }) {
    const all = others(ctx),
        each = (room?.height ?? 0) / Math.max(1, all.length),
        column = plan === "side" || plan === "table";
    return (
        <div class={`ga-cells n${all.length} ${column ? "column" : ""}`} role="group" aria-label={t("Players")}>
            {all.map((s) => (
                <Cell
                    key={s}
                    ctx={ctx}
                    seat={s}
                    open={() => open(s)}
                    kind={plan === "least" ? "bare" : plan === "side" ? "slim" : !column && all.length > 3 ? "tiny" : ""}
                    roomy={column ? each > 92 : plan === "portrait" && all.length < 4}
                />
            ))}
        </div>
    );
}

/** How many of each figure are where. */
function FigureTable({ ctx }: { ctx: Ctx }) {
    return (
        <table class="ga-figures">
            <caption>{t("Figures")}</caption>
            <thead>
                <tr>
                    <th scope="col">
                        <span class="unseen">{t("Figure")}</span>
                    </th>
                    <th scope="col">{t("in hands you know")}</th>
                    <th scope="col">{t("discarded")}</th>
                    <th scope="col">{t("unseen")}</th>
                </tr>
            </thead>
            <tbody>
                {figures.map((f) => {
                    const n = ctx.view.figures[f];
                    return (
                        <tr key={f}>
                            <th scope="row">
                                <button class="text" onClick={() => ctx.help(figureTopic(f, ctx))}>
                                    <Sign figure={f} /> {figureName(f)}
                                </button>
                            </th>
                            <td>{n.known}</td>
                            <td>{n.discarded}</td>
                            <td>{n.unseen}</td>
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}
function TokenTable({ ctx }: { ctx: Ctx }) {
    if (!ctx.view.supply) return null;
    return (
        <p class="ga-token-odds">
            {tn("The face-down token may be:", "A face-down token may be:", ctx.view.supply)}{" "}
            {tokenNames.map((k) => (
                <button key={k} class="text" onClick={() => ctx.help(tokenTopic(k))}>
                    {t("{token} {percent}", { token: tokenName(k), percent: percent(ctx.view.token_odds[k] / 1000) })}
                </button>
            ))}
        </p>
    );
}
export function Rail({ ctx }: { ctx: Ctx }) {
    return (
        <div class="ga-rail">
            {others(ctx).map((s) => (
                <PlayerPanel key={s} ctx={ctx} seat={s} />
            ))}
            <FigureTable ctx={ctx} />
            <TokenTable ctx={ctx} />
        </div>
    );
}
