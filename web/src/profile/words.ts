// words.ts: the words and the style of profiles, ratings and leaderboards, loaded with whatever shows some of it first (po.mjs: lateTexts).
import { loadStyle } from "../board";
import { language, moreWords, t } from "../i18n";
import { assets } from "../review/assets";
import { reviewWords } from "../review/words";
import { level } from "../words";

/** Before anything of it is shown. Without a network it may stay English. */
export const profileWords = async (): Promise<void> => {
    await Promise.all([moreWords(assets.profileWords), reviewWords(), loadStyle(assets.profile), loadStyle(assets.my)]);
};
/** Points are whole, and written as one word: 1500. */
export const points = (at: number): string => new Intl.NumberFormat(language.get(), { useGrouping: false }).format(Math.round(at));
/** The strength is that far away at most, 19 times in 20: which is not known to a point. */
export const spread = (error: number): number => 1.96 * error;
export const within = (error: number): string => `± ${points(Math.round(spread(error) / 10) * 10)}`;
/** As strong as which bots. */
export function likeBots([below, above]: [string | null, string | null]): string {
    if (below && above) return t("between {a} and {b}", { a: level(below), b: level(above) });
    if (below) return t("stronger than {bot}", { bot: level(below) });
    return above ? t("weaker than {bot}", { bot: level(above) }) : "";
}
