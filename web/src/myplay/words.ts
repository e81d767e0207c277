// words.ts: numbers and things of My play in words.
import { kinds } from "../../gen/kinds";
import { language, list, t } from "../i18n";
import { botName, gameTitle, personName, readable } from "../words";
import type { Digest } from "./digest";
import type { Game } from "./sums";

const format = (x: number, least: number, most: number, style?: "percent"): string =>
    new Intl.NumberFormat(language.get(), { minimumFractionDigits: least, maximumFractionDigits: most, ...(style && { style }) })
        .format(x)
        .replace("-", "−");
/** A sum of wins: "+1.32". What is nothing when rounded has no sign. */
export function wins(x: number, digits = 2, sign = true): string {
    const rounded = Number(x.toFixed(digits)) || 0;
    return (sign && rounded > 0 ? "+" : "") + format(rounded, digits, digits);
}
export const accuracyText = (x: number): string => format(x / 100, 0, 0, "percent");
/** What a slip costs, in percent of a win: "16 %", "0.4 %". */
export const cost = (x: number): string => format(x, 0, x < 0.095 ? 1 : 0, "percent");
export const day = (ms: number): string => new Intl.DateTimeFormat(language.get(), { day: "numeric", month: "short" }).format(ms);

/** A kind of move, as a thing one does. */
export const kindName = (game: string, kind: string): string =>
    kind === "resign" ? t("Resign") : t(kinds[game]?.names?.[kind] ?? readable(kind));
export const callsOf = (game: string) => kinds[game]?.calls ?? [];

export const endText = (game: Game): string => (game.result >= 1 ? t("won") : game.result <= 0 ? t("lost") : t("shared win"));

/** The game, and with whom; equal names once, with their number. */
export function digestTitle(d: Digest, seat = d.mine[0]?.seat): string {
    const names = d.seats.flatMap((s, i) => (i === seat ? [] : [s.kind === "bot" ? botName(s.name) : personName(s.name, i)])),
        times = (name: string): number => names.filter((n) => n === name).length;
    return t("{game} with {players}", {
        game: gameTitle(d.game),
        players: list([...new Set(names)].map((name) => (times(name) > 1 ? `${name} ×${times(name)}` : name))),
    });
}
