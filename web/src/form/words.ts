// words.ts: the words of the form: of options, their effects and errors. They are loaded with whatever shows them first (po.mjs: lateTexts).
import { moreWords } from "../i18n";
import { assets } from "../review/assets";

/** Before anything of it is shown. Without a network it may stay English. */
export const formWords = (): Promise<void> => moreWords(assets.form);
