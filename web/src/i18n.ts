// i18n.ts: words in the player's language. English is the key; the catalogues are po/*.po, made JSON by the build.
import { assets } from "./assets";
import { store } from "./store";

/** The languages we speak: English, and each that has a catalogue. */
export type Language = string;
export const english = "en";
/** Their own names. */
export const languages: Record<Language, string> = Object.fromEntries([
    [english, "English"],
    ...Object.entries(assets.words).map(([code, { name }]) => [code, name]),
]);

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
let format = formats(english);
export const language = store<Language>(english);

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
        at = assets.words[language.get()]?.forms.indexOf(format.rules.select(n)) ?? -1;
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
        if (short in languages) return short;
    }
    return english;
}

const fetched = async (address: string | undefined): Promise<Words> => (address ? ((await (await fetch(address)).json()) as Words) : {});
const late = new Set<Record<string, string>>();
let wanted = english,
    nth = 0,
    newest = Promise.resolve();
/** Adds the words of a part that is loaded late, by language; from then on they come with every language. */
export function moreWords(addresses: Record<string, string>): Promise<void> {
    if (late.has(addresses)) return newest; // they may be on their way
    late.add(addresses);
    return setLanguage(wanted);
}
export function setLanguage(next: Language): Promise<void> {
    wanted = next;
    newest = load(next, ++nth);
    return newest;
}
async function load(next: Language, mine: number): Promise<void> {
    let found: Words = {};
    try {
        const more = [...late].map((of) => fetched(of[next]).catch(() => ({})));
        found = Object.assign(found, ...(await Promise.all([fetched(assets.words[next]?.at), ...more])));
    } catch {
        next = english;
    }
    if (mine !== nth) return newest; // it has all that this one has, and more: whichever comes first
    words = found;
    format = formats(next);
    document.documentElement.lang = next;
    language.set(next);
}
