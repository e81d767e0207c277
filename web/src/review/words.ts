// words.ts: the words of reviews, of My play and of reasons. They are loaded with whatever needs them first (po.mjs: lateTexts).
import { moreWords } from "../i18n";
import { assets } from "./assets";

/** Before anything of it is shown. Without a network it may stay English. */
export const reviewWords = (): Promise<void> => moreWords(assets.words);
