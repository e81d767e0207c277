// yaku.ts: the combinations in words.
import { mark, t } from "@/i18n";
import { card } from "@cards/hanafuda/page/cards";
import type { Player } from "./types";

const yakuWords: Record<string, [string, string]> = {
    kasu: [mark("Kasu"), mark("plain cards")],
    tane: [mark("Tane"), mark("animals")],
    tanzaku: [mark("Tanzaku"), mark("ribbons")],
    tsukimi: [mark("Tsukimi"), mark("sake under the moon")],
    hanami: [mark("Hanami"), mark("sake under the cherry")],
    sanko: [mark("Sanko"), mark("three brights")],
    "ame-shiko": [mark("Ame-shiko"), mark("three brights and the rain man")],
    shiko: [mark("Shiko"), mark("four brights")],
    goko: [mark("Goko"), mark("all five brights")],
    "ino-shika-cho": [mark("Ino-shika-cho"), mark("boar, deer, butterfly")],
    "aka-tan": [mark("Aka-tan"), mark("poetry ribbons")],
    "ao-tan": [mark("Ao-tan"), mark("blue ribbons")],
    "both-tan": [mark("Both ribbon sets"), mark("aka-tan and ao-tan")],
    "month-cards": [mark("Cards of the month"), mark("all four of the round’s month")],
    "kusa-tan": [mark("Kusa-tan"), mark("plain red ribbons")],
    "ame-sanko": [mark("Ame-sanko"), mark("two brights and the rain man")],
    shima: [mark("Shima"), mark("all four cards of a month")],
    tenho: [mark("Tenho"), mark("a win in the dealt hand")],
    "double-tenho": [mark("Double tenho"), mark("a win in the dealt hand")],
};
const yakuRules: Record<string, string> = {
    kasu: "KK5.1",
    tane: "KK5.2",
    tanzaku: "KK5.3",
    tsukimi: "KK5.4",
    hanami: "KK5.5",
    sanko: "KK5.6",
    "ame-shiko": "KK5.7",
    shiko: "KK5.8",
    goko: "KK5.9",
    "ino-shika-cho": "KK5.10",
    "aka-tan": "KK5.11",
    "ao-tan": "KK5.12",
    tenho: "KK5.13",
    "double-tenho": "KK5.13",
    "both-tan": "KK1.6",
    "month-cards": "KK1.6",
    "kusa-tan": "KK5.15",
    "ame-sanko": "KK5.16",
    shima: "KK5.17",
};
export const yakuName = (y: string): string => t(yakuWords[y]?.[0] ?? y);
export const yakuMeaning = (y: string): string => t(yakuWords[y]?.[1] ?? "");
export const yakuRule = (y: string): string => yakuRules[y] ?? "KK5";

/** Where the rulebook speaks of it. */
export const yakuPlace = (y: string): string => `yaku-${y}`;
export const kindPlace = (k: string): string => `kind-${k}`;

const pictures: Record<string, string[]> = {
    tsukimi: ["moon", "sake cup"],
    hanami: ["curtain", "sake cup"],
    "ino-shika-cho": ["boar", "deer", "butterfly"],
    "aka-tan": ["poetry ribbon"],
    "ao-tan": ["blue ribbon"],
    "both-tan": ["poetry ribbon", "blue ribbon"],
};
const kind: Record<string, keyof Player["pool"]> = { kasu: "plain", tane: "animal", tanzaku: "ribbon" };
/** The captured cards to show with a yaku: those the view names, or those its name means if the view is of another time. */
export function yakuCards(y: string, p: Player): string[] {
    const held = p.yaku.find((o) => o.yaku === y)?.cards ?? [];
    if (held.length) return held;
    const wanted = pictures[y];
    return wanted
        ? Object.values(p.pool)
              .flat()
              .filter((c) => wanted.includes(card(c).picture))
        : p.pool[kind[y] ?? "bright"];
}
