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
let rules = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");
export const language = store<Language>("en");

function fill(text: string, values: Values | undefined): string {
    return text.replace(/\{(\w+)\}/g, (whole, key: string) => {
        const value = values?.[key];
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
        form = rules.select(n),
        at = forms[language.get()].indexOf(form);
    const text = Array.isArray(own) ? (own[at < 0 ? own.length - 1 : at] ?? other) : n === 1 ? one : other; // English has its own rule
    return fill(text, { n, ...values });
}

/** Marks a text for translation where it is data; t() comes later. */
export const mark = (text: string): string => text;

export const number = (n: number): string => numbers.format(n).replace("-", "−");
export const percent = (x: number): string =>
    new Intl.NumberFormat(language.get(), { style: "percent", maximumFractionDigits: 0 }).format(x);
export const list = (items: string[]): string => new Intl.ListFormat(language.get(), { type: "conjunction" }).format(items);
export const date = (ms: number): string => new Intl.DateTimeFormat(language.get(), { dateStyle: "medium", timeStyle: "short" }).format(ms);

/** The language of the browser, if we speak it. */
export function browserLanguage(): Language {
    for (const wanted of navigator.languages ?? [navigator.language]) {
        const short = wanted.slice(0, 2).toLowerCase();
        if (short in languages) return short as Language;
    }
    return "en";
}

export async function setLanguage(next: Language): Promise<void> {
    const address = assets.words[next];
    try {
        words = address ? ((await (await fetch(address)).json()) as Words) : {};
    } catch {
        words = {};
        next = "en";
    }
    rules = new Intl.PluralRules(next);
    numbers = new Intl.NumberFormat(next);
    document.documentElement.lang = next;
    language.set(next);
}
