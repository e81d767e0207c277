// tell.ts: Koi-Koi's events in words.
import { mark, t, tn } from "@/i18n";
import type { GameEvent } from "@/table/types";
import type { Context } from "@/board";
import { cardShort, word, card } from "@cards/hanafuda/page/cards";
import { gained } from "./stage";
import { yakuName } from "./yaku";
import type { KoikoiView } from "./types";

const reasons: Record<string, string> = {
    "four of a suit on the table": mark("four of a suit on the table"),
    "four of a suit in a hand": mark("four of a suit in a hand"),
    "three of a suit on the table": mark("three of a suit on the table"),
    "four pairs": mark("four pairs"),
    "a tenho in both hands": mark("a tenho in both hands"),
};

export function tell(events: GameEvent[], ctx: Context<KoikoiView>): string[] {
    const lines: string[] = [];
    const say = (e: GameEvent, you: () => string, other: () => string) => lines.push(e.seat === ctx.you ? you() : other());
    for (const [i, e] of events.entries()) {
        const name = e.seat === undefined ? "" : ctx.name(e.seat),
            c = typeof e.card === "string" ? cardShort(e.card) : "",
            before = events[i - 1],
            next = events[i + 1];
        const n = (v: unknown): number => Number(v ?? 0);
        switch (e.event) {
            case "round":
                lines.push(
                    n(e.sensei) === ctx.you
                        ? t("Round {n}. You deal", { n: n(e.round) })
                        : t("Round {n}. {name} deals", { n: n(e.round), name: ctx.name(n(e.sensei)) }),
                );
                break;
            case "redeal":
                lines.push(t("Dealt again: {reason}", { reason: t(reasons[String(e.reason)] ?? String(e.reason)) }));
                break;
            case "play":
                if (next?.event !== "lay")
                    say(
                        e,
                        () => t("You play {card}", { card: c }),
                        () => t("{name} plays {card}", { name, card: c }),
                    );
                break;
            case "turn":
                say(
                    e,
                    () => t("You turn {card}", { card: c }),
                    () => t("{name} turns {card}", { name, card: c }),
                );
                break;
            case "take":
                say(
                    e,
                    () => t("You take {card}", { card: word(card(String(e.taken)).picture) }),
                    () => t("{name} takes {card}", { name, card: word(card(String(e.taken)).picture) }),
                );
                break;
            case "lay":
                if (before?.event !== "play") lines.push(t("No match: it stays on the field"));
                else
                    say(
                        e,
                        () => t("Yours stays on the field: {card}", { card: c }),
                        () => t("{name} leaves on the field: {card}", { name, card: c }),
                    );
                break;
            case "yaku":
                if (gained(e) <= 0) break; // it was made before
                say(
                    e,
                    () => tn("You make {yaku}: {n} coin", "You make {yaku}: {n} coins", n(e.coins), { yaku: yakuName(String(e.yaku)) }),
                    () =>
                        tn("{name} makes {yaku}: {n} coin", "{name} makes {yaku}: {n} coins", n(e.coins), {
                            name,
                            yaku: yakuName(String(e.yaku)),
                        }),
                );
                break;
            case "koi-koi":
                say(
                    e,
                    () => t("You call koi-koi!"),
                    () => t("{name} calls koi-koi!", { name }),
                );
                break;
            case "agari": {
                const coins = n(events.slice(i).find((x) => x.event === "paid")?.coins ?? e.pays); // a purse may hold less
                if (/tenho$/.test(String(next?.yaku)))
                    say(
                        e,
                        () => tn("You show tenho and win {n} coin", "You show tenho and win {n} coins", coins),
                        () => tn("{name} shows tenho and wins {n} coin", "{name} shows tenho and wins {n} coins", coins, { name }),
                    );
                else
                    say(
                        e,
                        () => tn("You stop and win {n} coin", "You stop and win {n} coins", coins),
                        () => tn("{name} stops and wins {n} coin", "{name} stops and wins {n} coins", coins, { name }),
                    );
                break;
            }
            case "exhausted":
                lines.push(t("The cards are used up: a drawn round"));
                break;
            case "over":
                lines.push(t("The game is over: {a} to {b}", { a: n(e.purse0), b: n(e.purse1) }));
                break;
        }
    }
    return lines;
}
