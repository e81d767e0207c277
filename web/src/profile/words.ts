// words.ts: the words and the style of profiles, ratings and leaderboards, loaded with whatever shows some of it first (po.mjs: lateTexts).
import { loadStyle } from "../board";
import { language, moreWords, t } from "../i18n";
import { assets } from "../review/assets";
import { reviewWords } from "../review/words";
import type { Rating, Ratings } from "../review/types";
import { level } from "../words";

/** Before anything of it is shown. Without a network it may stay English. */
export const profileWords = async (): Promise<void> => {
    await Promise.all([moreWords(assets.profileWords), reviewWords(), loadStyle(assets.profile), loadStyle(assets.my)]);
};
/** Points are whole, and written as one word: 1500. */
export const points = (at: number): string => new Intl.NumberFormat(language.get(), { useGrouping: false }).format(Math.round(at));
/** The strength is that far away at most, 19 times in 20: which is not known to a point. */
export const spread = (error: number): number => 1.96 * error;
export const tens = (x: number): number => Math.round(x / 10) * 10;
export const within = (error: number): string => `± ${points(tens(spread(error)))}`;
/** A day without its hours; without its year, too, if that is this one and `short`. */
export const onDay = (ms: number, short = false): string =>
    new Intl.DateTimeFormat(
        language.get(),
        short && new Date(ms).getFullYear() === new Date().getFullYear() ? { day: "numeric", month: "short" } : { dateStyle: "medium" },
    ).format(ms);
/** How many of 100 games somebody so many points ahead wins. */
export const ofHundred = (ahead: number): number => Math.min(99, Math.max(1, Math.round(100 / (1 + 10 ** (-ahead / 400)))));
/** Why the number of one of two moved that way. */
export const changeWords = (won: number[], you: number): string =>
    won.length > 1
        ? t("A draw brings the two numbers closer together.")
        : won.includes(you)
          ? t("You won, so yours goes up: the less expected, the more.")
          : t("You lost, so yours goes down: the less expected, the more.");
/** As strong as which bots. */
export function likeBots([below, above]: [string | null, string | null]): string {
    if (below && above) return t("between {a} and {b}", { a: level(below), b: level(above) });
    if (below) return t("stronger than {bot}", { bot: level(below) });
    return above ? t("weaker than {bot}", { bot: level(above) }) : "";
}
/** The same as far as it is known: while the interval of a provisional rating has more levels in it than the two beside the number, or
 *  reaches over the only one, the levels around the interval are named instead, or all of them if none is outside. */
export function likeBotsNow({ rating, bots, between }: Pick<Ratings, "rating" | "bots" | "between">): string {
    const low = rating.at - spread(rating.error),
        high = rating.at + spread(rating.error),
        inside = bots.filter((b) => b.at > low && b.at < high);
    const named = between.includes(null) ? !inside.length : inside.every((b) => between.includes(b.name));
    if (!rating.provisional || named) return likeBots(between);
    const below = bots.filter((b) => b.at <= low).at(-1),
        above = bots.find((b) => b.at >= high);
    if (!below !== !above) return likeBots([below?.name ?? null, above?.name ?? null]);
    const [a, b] = [below ?? bots[0]!, above ?? bots.at(-1)!];
    return rating.at < a.at || rating.at > b.at ? "" : t("somewhere between {a} and {b}", { a: level(a.name), b: level(b.name) });
}
/** Two numbers for one strength that are no further apart than one of them may be wrong. */
export const agree = (a: Rating, b: Rating): boolean => Math.abs(a.at - b.at) <= spread(Math.max(a.error, b.error));
