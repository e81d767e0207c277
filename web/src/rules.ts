// rules.ts: the text of the rules, as a whole and sentence by sentence.
import { language } from "./i18n";

/** Addresses of the texts, by language and game; filled in by build.mjs. */
declare const RULES: Record<string, Record<string, string>>;
/** The language that the rules of a game are read in. */
export const rulesLanguage = (game: string): string => (RULES[language.get()]?.[game] ? language.get() : "en");

const texts = new Map<string, Promise<string>>();

export const hasRules = (game: string): boolean => !!RULES.en?.[game];

/** The rules of a game as HTML, in the player's language if there is a translation; "" if nobody wrote any. */
export function rulesText(game: string): Promise<string> {
    const address = RULES[rulesLanguage(game)]?.[game];
    if (!address) return Promise.resolve("");
    let text = texts.get(address);
    if (!text) {
        text = fetch(address).then((r) => (r.ok ? r.text() : Promise.reject(new Error("the rules could not be fetched"))));
        text.catch(() => texts.delete(address));
        texts.set(address, text);
    }
    return text;
}

/** The sentence of the rule with this number, as HTML, for somebody in the middle of a game: without numbers of rules and names of options.
 *  undefined: there is none, or it is a row of a table, which says little by itself. */
export async function rule(game: string, id: string): Promise<string | undefined> {
    const doc = new DOMParser().parseFromString(await rulesText(game), "text/html");
    const e = doc.getElementById(id);
    return e && e.tagName !== "TR" ? forPlayers(e.innerHTML) : undefined;
}
const number = "[A-Z]{2}\\d+(?:\\.\\d+)?";
const aside = new RegExp(`\\s*\\((?:[^()]*<(?:code|span class="option-name")>[^()]*|[^()]*\\b${number}\\b[^()]*)\\)`, "g");
export const forPlayers = (html: string): string =>
    html
        .replace(/<span class="ruling">[^<]*<\/span>\s*/g, "")
        .replace(new RegExp(`^\\s*${number}\\s*`), "")
        .replace(aside, "")
        .trim();
