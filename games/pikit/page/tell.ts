// tell.ts: PiKiT's events in words, a line each, for the log and for screen readers.
import { list, t, tn } from "@/i18n";
import type { GameEvent } from "@/table/types";
import { points } from "@/ui/score";
import type { Ctx } from "./types";
import { effectText, reason } from "./words";

const n = (v: string | number | undefined): number => Number(v);

/** Cards of the same event and seat in one line: "You take 3 and 5". */
function gathered(events: GameEvent[], from: number): GameEvent[] {
    const first = events[from]!;
    let to = from + 1;
    while (events[to]?.event === first.event && events[to]!.seat === first.seat) to++;
    return events.slice(from, to);
}
const cards = (events: GameEvent[]): string =>
    list(events.flatMap((e) => Array.from({ length: e.count === undefined ? 1 : n(e.count) }, () => String(e.card))));

/** One line; `mine` when the seat is the viewer. */
function line(e: GameEvent, ctx: Ctx, group: GameEvent[]): string {
    const mine = e.seat !== undefined && e.seat === ctx.you,
        name = e.seat === undefined ? "" : ctx.name(e.seat);
    const who = (field: string | number | undefined): string => ctx.name(n(field));
    const values = { name, card: String(e.card ?? ""), n: String(e.double ?? "") };
    switch (e.event) {
        case "first":
            return mine ? t("You begin") : t("{name} begins", values);
        case "market":
            return t("In the centre: {cards}", { cards: cards(group) });
        case "deal":
            return mine ? t("You are dealt {cards}", { cards: cards(group) }) : t("{name} is dealt {cards}", { name, cards: cards(group) });
        case "roll":
            return mine
                ? t("You roll {a} and {b}", { a: n(e.first), b: n(e.second) })
                : t("{name} rolls {a} and {b}", { name, a: n(e.first), b: n(e.second) });
        case "dice":
            return t("The dice now show {a} and {b}", { a: n(e.first), b: n(e.second) });
        case "play": {
            const effect = effectText(String(e.effect), ctx);
            return mine ? t("You play {card}: {effect}", { ...values, effect }) : t("{name} plays {card}: {effect}", { ...values, effect });
        }
        case "cancel":
            return mine
                ? t("You cancel {what} with {card}", { ...values, what: String(e.cancels) })
                : t("{name} cancels {what} with {card}", { ...values, what: String(e.cancels) });
        case "cancelled":
            return t("The {card} is cancelled", values);
        case "fizzled":
            return t("The {card} does nothing: that hand is empty", values);
        case "draw":
            if (mine && e.card !== undefined) return t("You draw {card}", values);
            return mine ? t("You draw a card") : t("{name} draws a card", values);
        case "stolen":
            if (mine) return t("You steal {card} from {victim}", { ...values, victim: who(e.from) });
            return n(e.from) === ctx.you
                ? t("{name} steals {card} from you", values)
                : t("{name} steals {card} from {victim}", { ...values, victim: who(e.from) });
        case "stolen-mecha":
            if (mine) return t("You steal the mecha {n}‑{n} from {victim}", { ...values, victim: who(e.from) });
            return n(e.from) === ctx.you
                ? t("{name} steals the mecha {n}‑{n} from you", values)
                : t("{name} steals the mecha {n}‑{n} from {victim}", { ...values, victim: who(e.from) });
        case "wound":
            return mine ? t("You are wounded by the 3: 3 points less") : t("{name} is wounded by the 3: 3 points less", values);
        case "take":
            return mine ? t("You take {cards}", { cards: cards(group) }) : t("{name} takes {cards}", { name, cards: cards(group) });
        case "mecha":
            return mine ? t("You take the mecha {n}‑{n}", values) : t("{name} takes the mecha {n}‑{n}", values);
        case "try":
            if (mine) return t("You try to steal the mecha {n}‑{n} from {victim}", { ...values, victim: who(e.of) });
            return n(e.of) === ctx.you
                ? t("{name} tries to steal the mecha {n}‑{n} from you", values)
                : t("{name} tries to steal the mecha {n}‑{n} from {victim}", { ...values, victim: who(e.of) });
        case "nothing":
            return mine ? t("You take nothing") : t("{name} takes nothing", values);
        case "refill":
            return t("New in the centre: {cards}", { cards: cards(group) });
        case "last":
            return t("The end is near: {why}. Everybody has one last turn", { why: reason(String(e.reason)) });
        case "points":
            return mine
                ? t("You have {points}", { points: points(n(e.points)) })
                : t("{name} has {points}", { name, points: points(n(e.points)) });
        case "over":
            return tn("The game is over after {n} turn", "The game is over after {n} turns", n(e.turns));
        case "turn":
            return n(e.last) > 0 ? (mine ? t("Your last turn") : t("Last turn: {name}", values)) : "";
        default:
            return ""; // asked, passed, resolved, shown: the line before or after says it
    }
}

export function tell(events: GameEvent[], ctx: Ctx): string[] {
    const lines: string[] = [];
    for (let i = 0; i < events.length; ) {
        const group = gathered(events, i);
        const together = ["market", "deal", "take", "refill"].includes(group[0]!.event);
        if (together) lines.push(line(group[0]!, ctx, group));
        else for (const e of group) lines.push(line(e, ctx, [e]));
        i += group.length;
    }
    return lines;
}
