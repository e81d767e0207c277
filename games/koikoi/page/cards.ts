// cards.ts: the 48 cards in words. What each is comes from the rules (gen/components.json).
import components from "@/../gen/components.json";
import { mark, t } from "@/i18n";
import type { Topic } from "@/board";
import type { Kind } from "./types";

export interface CardInfo {
    card: string;
    month: number;
    month_name: string;
    plant: string;
    kind: Kind;
    picture: string;
}
const all = new Map((components.koikoi as CardInfo[]).map((c) => [c.card, c]));
export const card = (name: string): CardInfo => all.get(name)!;

const words: Record<string, string> = {
    January: mark("January"), February: mark("February"), March: mark("March"), April: mark("April"), May: mark("May"), June: mark("June"),
    July: mark("July"), August: mark("August"), September: mark("September"), October: mark("October"), November: mark("November"), December: mark("December"),
    pine: mark("pine"), plum: mark("plum"), cherry: mark("cherry"), wisteria: mark("wisteria"), iris: mark("iris"), peony: mark("peony"),
    "bush clover": mark("bush clover"), "pampas grass": mark("pampas grass"), chrysanthemum: mark("chrysanthemum"), maple: mark("maple"),
    willow: mark("willow"), paulownia: mark("paulownia"),
    crane: mark("crane"), nightingale: mark("nightingale"), curtain: mark("curtain"), cuckoo: mark("cuckoo"), bridge: mark("bridge"),
    butterfly: mark("butterfly"), boar: mark("boar"), moon: mark("moon"), geese: mark("geese"), "sake cup": mark("sake cup"), deer: mark("deer"),
    "rain man": mark("rain man"), swallow: mark("swallow"), lightning: mark("lightning"), phoenix: mark("phoenix"),
    "poetry ribbon": mark("poetry ribbon"), "red ribbon": mark("red ribbon"), "blue ribbon": mark("blue ribbon"), plain: mark("plain card"),
    bright: mark("bright"), animal: mark("animal"), ribbon: mark("ribbon"),
};
export const word = (w: string): string => t(words[w] ?? w);

/** "August, pampas grass: moon, bright" */
export function cardName(name: string): string {
    const c = card(name);
    const parts = c.kind === "bright" || c.kind === "animal" ? `${word(c.picture)}, ${word(c.kind)}` : c.picture === "lightning" ? `${word(c.picture)}, ${word("plain")}` : word(c.picture);
    return `${word(c.month_name)}, ${word(c.plant)}: ${parts}`;
}
/** Short, for the log: "moon (August)" */
export const cardShort = (name: string): string => t("{picture} ({month})", { picture: word(card(name).picture), month: word(card(name).month_name) });

export function markOf(c: CardInfo): string {
    if (c.picture === "rain man") return "rain";
    if (c.picture === "sake cup") return "sake";
    if (c.kind === "ribbon") return c.picture === "poetry ribbon" ? "poem" : c.picture === "blue ribbon" ? "blue" : "red";
    return c.kind;
}

const yakuWords: Record<string, [string, string]> = {
    kasu: [mark("Kasu"), mark("plain cards")], tane: [mark("Tane"), mark("animals")], tanzaku: [mark("Tanzaku"), mark("ribbons")],
    tsukimi: [mark("Tsukimi"), mark("sake under the moon")], hanami: [mark("Hanami"), mark("sake under the cherry")],
    sanko: [mark("Sanko"), mark("three brights")], "ame-shiko": [mark("Ame-shiko"), mark("three brights and the rain man")],
    shiko: [mark("Shiko"), mark("four brights")], goko: [mark("Goko"), mark("all five brights")],
    "ino-shika-cho": [mark("Ino-shika-cho"), mark("boar, deer, butterfly")], "aka-tan": [mark("Aka-tan"), mark("poetry ribbons")],
    "ao-tan": [mark("Ao-tan"), mark("blue ribbons")], "both-tan": [mark("Both ribbon sets"), mark("aka-tan and ao-tan")],
    "month-cards": [mark("Cards of the month"), mark("all four of the round’s month")], tenho: [mark("Tenho"), mark("a win in the dealt hand")],
    "double-tenho": [mark("Double tenho"), mark("a win in the dealt hand")],
};
const yakuRules: Record<string, string> = {
    kasu: "KK5.1", tane: "KK5.2", tanzaku: "KK5.3", tsukimi: "KK5.4", hanami: "KK5.5", sanko: "KK5.6", "ame-shiko": "KK5.7", shiko: "KK5.8", goko: "KK5.9",
    "ino-shika-cho": "KK5.10", "aka-tan": "KK5.11", "ao-tan": "KK5.12", tenho: "KK5.13", "double-tenho": "KK5.13", "both-tan": "KK1.6", "month-cards": "KK1.6",
};
export const yakuName = (y: string): string => t(yakuWords[y]?.[0] ?? y);
export const yakuMeaning = (y: string): string => t(yakuWords[y]?.[1] ?? "");
export const yakuRule = (y: string): string => yakuRules[y] ?? "KK5";

export const cardTopic = (name: string, lines: string[] = []): Topic => ({
    title: cardName(name), picture: { symbol: `kk-${name}`, box: "0 0 300 480" }, lines, rules: [],
});
