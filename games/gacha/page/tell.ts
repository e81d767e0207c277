// tell.ts: Gacha's events in words.
import { t, tn } from "@/i18n";
import type { GameEvent } from "@/table/types";
import { capsules } from "./step";
import { offers, type Ctx, type Figure, type TokenName, type Trigger } from "./types";
import { backName, counted, figureName, setText, tokenName, triggerText } from "./words";

/** Your own draw is told in two beats: the capsule first, what is in it when it has been opened and the next one comes up. Unless none
 *  does. As a whole frame it is told at once. */
export const closed = (events: GameEvent[], ctx: Ctx): boolean => !!ctx.telling && events.length === 1 && capsules.has(events[0]!);
export function opened(events: GameEvent[], ctx: Ctx): GameEvent | undefined {
    const last = ctx.events[ctx.events.length - events.length - 1];
    return ctx.telling && events.length === 1 && events[0]!.event === "top" && last?.event === "draw" && last.figure ? last : undefined;
}

export function tell(events: GameEvent[], ctx: Ctx): string[] {
    const lines: string[] = [],
        inside = opened(events, ctx);
    if (inside) lines.push(t("You open the capsule: {figure}", { figure: figureName(String(inside.figure)) }));
    for (const [i, e] of events.entries()) {
        const you = e.seat === ctx.you,
            name = e.seat === undefined ? "" : ctx.name(e.seat),
            n = (v: unknown): number => Number(v ?? 0);
        const back = typeof e.back === "string" ? backName(e.back.split(" ") as Figure[]) : "";
        switch (e.event) {
            case "first":
                lines.push(you ? t("You begin") : t("{name} begins", { name }));
                break;
            case "draw":
                if (closed(events, ctx)) lines.push(t("You draw from pile {n}: {figures}", { n: n(e.pile), figures: back }));
                else if (e.figure) lines.push(t("You draw: {figure} (pile {n})", { figure: figureName(String(e.figure)), n: n(e.pile) }));
                else lines.push(t("{name} draws from pile {n}: {figures}", { name, n: n(e.pile), figures: back }));
                break;
            case "claim": {
                const paid = events
                        .slice(i + 1)
                        .filter((x) => x.event === "pay")
                        .map((x) => String(x.figure)),
                    jokers = n(events.find((x) => x.event === "jokers")?.jokers);
                const what = counted([...paid, ...Array.from({ length: jokers }, () => "joker")]);
                lines.push(
                    you
                        ? tn("You claim {n} point for {what}", "You claim {n} points for {what}", n(e.points), { what })
                        : tn("{name} claims {n} point for {what}", "{name} claims {n} points for {what}", n(e.points), { name, what }),
                );
                break;
            }
            case "reward": {
                // what came in the place of a claimed one; all four at the beginning are for everybody to look at
                const offer =
                    events.filter((x) => x.event === "reward").length > 1 ? undefined : offers(ctx).find((o) => o.reward === e.reward);
                if (offer)
                    lines.push(
                        tn("New in the market: {set}, {n} point", "New in the market: {set}, {n} points", offer.points, {
                            set: setText(offer),
                        }),
                    );
                break;
            }
            case "pair":
                lines.push(you ? t("You put two half tickets together") : t("{name} puts two half tickets together", { name }));
                break;
            case "token":
                lines.push(
                    you
                        ? t("You take a bonus token: {token}", { token: tokenName(e.token as TokenName) })
                        : t("{name} takes a bonus token: {token}", { name, token: tokenName(e.token as TokenName) }),
                );
                break;
            case "colour":
                lines.push(
                    you
                        ? t("The halves match in colour: you take one more card")
                        : t("The halves match in colour: {name} takes one more card", { name }),
                );
                break;
            case "no-card":
                lines.push(t("There is no card to take"));
                break;
            case "again":
                lines.push(you ? t("You use a token: one more turn!") : t("{name} uses a token: one more turn!", { name }));
                break;
            case "pass":
                lines.push(you ? t("You can do nothing and pass") : t("{name} can do nothing and passes", { name }));
                break;
            case "split":
                lines.push(
                    tn(
                        "Pile {to} is empty: it gets {n} card of pile {from}",
                        "Pile {to} is empty: it gets {n} cards of pile {from}",
                        n(e.cards),
                        { to: n(e.to), from: n(e.from) },
                    ),
                );
                break;
            case "reshuffle":
                lines.push(tn("The discard pile is shuffled: {n} card", "The discard pile is shuffled: {n} cards", n(e.cards)));
                break;
            case "trigger":
                lines.push(`${triggerText(e.by as Trigger)} ${t("The last turns begin")}`);
                break;
            case "score":
                if (n(e.rank) !== 0) break;
                if (events.filter((x) => x.event === "score" && n(x.rank) === 0).length > 1)
                    lines.push(
                        you
                            ? tn("You share the win with {n} point", "You share the win with {n} points", n(e.points))
                            : tn("{name} shares the win with {n} point", "{name} shares the win with {n} points", n(e.points), { name }),
                    );
                else
                    lines.push(
                        you
                            ? tn("You win with {n} point", "You win with {n} points", n(e.points))
                            : tn("{name} wins with {n} point", "{name} wins with {n} points", n(e.points), { name }),
                    );
                break;
        }
    }
    return lines;
}
