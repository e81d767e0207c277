// reasons.ts: why a move is better than another, in words. A review gives facts (docs/analysis.md, "Reasons"); games/NAME/page/why.ts makes
// a sentence of each, and is loaded when the first one is needed. A game without that file says nothing.
import { reasons } from "../../gen/reasons";
import { language, number } from "../i18n";
import type { Fact } from "./types";
import { reviewWords } from "./words";

export type { Fact };
export interface ReasonContext {
    /** Whose decision it is. */
    seat: number;
    /** Who reads it; undefined: somebody who did not play. */
    you: number | undefined;
    name(seat: number): string;
}
/** A fact in a sentence; "" if the game has none for it. */
export type Say = (fact: Fact, ctx: ReasonContext) => string;

const said = new Map<string, Say>();

/** Reads a game's sentences and the words of this language: wait for it before reason(). Without them there are no reasons. */
export async function loadReasons(game: string): Promise<void> {
    const load = reasons[game];
    const [, module] = await Promise.all([reviewWords(), said.has(game) || !load ? undefined : load().catch(() => undefined)]);
    if (module) said.set(game, module.say);
}

/** The sentence of a fact. One about a move has no subject ("Takes moon (August)."): it stands beside that move, see fact.of. */
export function reason(game: string, fact: Fact, ctx: ReasonContext): string {
    return said.get(game)?.(fact, ctx) ?? "";
}

/** A chance in percent, as whole ones. "0%" and "100%" are just that. */
export function chance(x: number): string {
    const whole = Math.round(x * 100),
        odd = x > 0 && x < 1 && (whole === 0 || whole === 100);
    return new Intl.NumberFormat(language.get(), { style: "percent", maximumFractionDigits: odd ? 1 : 0 }).format(x);
}
/** A mean has a decimal even if that is 0, so that the noun after it has one form: "4.0". */
export const mean = (x: number, sign = false): string =>
    (sign && x > 0 ? "+" : "") +
    new Intl.NumberFormat(language.get(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(x).replace("-", "−");
/** A difference: "+3", "−2", "0". */
export const signed = (x: number): string => (x > 0 ? "+" : "") + number(x);
/** A member that the fact surely has. */
export const int = (fact: Fact, member: string): number => Number(fact[member]);
export const word = (fact: Fact, member: string): string => String(fact[member]);
