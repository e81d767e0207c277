// i18n.ts: words in the player's language. English is the key; the catalogues are po/*.po, made JSON by the build.
import { assets } from "./assets";
import { store } from "./store";

export type Language = "en" | "uk" | "pl" | "ru";
export const languages: Record<Language, string> = { en: "English", uk: "Українська", pl: "Polski", ru: "Русский" };
/** CLDR's categories in the order of gettext's forms. */
const forms: Record<Language, Intl.LDMLPluralRule[]> = {
    en: ["one", "other"],
    uk: ["one", "few", "many"],
    pl: ["one", "few", "many"],
    ru: ["one", "few", "many"],
};

type Words = Record<string, string | string[]>;
type Values = Record<string, string | number>;
let words: Words = {};
/** What writes numbers and lists; to make one takes as long as a hundred uses of it. */
const formats = (of: Language) => ({
    rules: new Intl.PluralRules(of),
    numbers: new Intl.NumberFormat(of),
    percents: new Intl.NumberFormat(of, { style: "percent", maximumFractionDigits: 0 }),
    lists: new Intl.ListFormat(of, { type: "conjunction" }),
});
let format = formats("en");
export const language = store<Language>("en");

function fill(text: string, values: Values | undefined): string {
    if (!values) return text;
    return text.replace(/\{(\w+)\}/g, (whole, key: string) => {
        const value = values[key];
        return value === undefined ? whole : typeof value === "number" ? number(value) : value;
    });
}

/** A text with {names} filled in. */
export function t(text: string, values?: Values): string {
    const own = words[text];
    return fill(typeof own === "string" ? own : text, values);
}

/** A text that depends on a number, which is also its {n}. */
export function tn(one: string, other: string, n: number, values?: Values): string {
    const own = words[one],
        form = format.rules.select(n),
        at = forms[language.get()].indexOf(form);
    const text = Array.isArray(own) ? (own[at < 0 ? own.length - 1 : at] ?? other) : n === 1 ? one : other; // English has its own rule
    return fill(text, { n, ...values });
}

/** Marks a text for translation where it is data; t() comes later. */
export const mark = (text: string): string => text;

export const number = (n: number): string => format.numbers.format(n).replace("-", "−");
export const percent = (x: number): string => format.percents.format(x);
export const list = (items: string[]): string => format.lists.format(items);
export const date = (ms: number): string => new Intl.DateTimeFormat(language.get(), { dateStyle: "medium", timeStyle: "short" }).format(ms);

/** The language of the browser, if we speak it. */
export function browserLanguage(): Language {
    for (const wanted of navigator.languages ?? [navigator.language]) {
        const short = wanted.slice(0, 2).toLowerCase();
        if (short in languages) return short as Language;
    }
    return "en";
}

const fetched = async (address: string | undefined): Promise<Words> => (address ? ((await (await fetch(address)).json()) as Words) : {});
const late: Record<string, string>[] = [];
/** Adds the words of a part that is loaded late, by language; from then on they come with every language. */
export async function moreWords(addresses: Record<string, string>): Promise<void> {
    if (late.includes(addresses)) return;
    late.push(addresses);
    await setLanguage(language.get());
}
export async function setLanguage(next: Language): Promise<void> {
    try {
        const all = [fetched(assets.words[next]), ...late.map((of) => fetched(of[next]).catch(() => ({})))];
        words = Object.assign({}, ...(await Promise.all(all))) as Words;
    } catch {
        words = {};
        next = "en";
    }
    format = formats(next);
    document.documentElement.lang = next;
    language.set(next);
}
