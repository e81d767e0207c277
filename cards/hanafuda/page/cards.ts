// cards.ts: the 48 cards in words. What each is comes from the library (gen/components.json).
import components from "@/../gen/components.json";
import { mark, t } from "@/i18n";
import type { Topic } from "@/board";

export type Kind = "plain" | "ribbon" | "animal" | "bright";

export interface CardInfo {
    card: string;
    month: number;
    month_name: string;
    plant: string;
    kind: Kind;
    picture: string;
}
const all = new Map((components.hanafuda as CardInfo[]).map((c) => [c.card, c]));
export const names = [...all.keys()];
export const card = (name: string): CardInfo => all.get(name)!;

const words: Record<string, string> = {
    January: mark("January"),
    February: mark("February"),
    March: mark("March"),
    April: mark("April"),
    May: mark("May"),
    June: mark("June"),
    July: mark("July"),
    August: mark("August"),
    September: mark("September"),
    October: mark("October"),
    November: mark("November"),
    December: mark("December"),
    pine: mark("pine"),
    plum: mark("plum"),
    cherry: mark("cherry"),
    wisteria: mark("wisteria"),
    iris: mark("iris"),
    peony: mark("peony"),
    "bush clover": mark("bush clover"),
    "pampas grass": mark("pampas grass"),
    chrysanthemum: mark("chrysanthemum"),
    maple: mark("maple"),
    willow: mark("willow"),
    paulownia: mark("paulownia"),
    crane: mark("crane"),
    nightingale: mark("nightingale"),
    curtain: mark("curtain"),
    cuckoo: mark("cuckoo"),
    bridge: mark("bridge"),
    butterfly: mark("butterfly"),
    boar: mark("boar"),
    moon: mark("moon"),
    geese: mark("geese"),
    "sake cup": mark("sake cup"),
    deer: mark("deer"),
    "rain man": mark("rain man"),
    swallow: mark("swallow"),
    lightning: mark("lightning"),
    phoenix: mark("phoenix"),
    "poetry ribbon": mark("poetry ribbon"),
    "red ribbon": mark("red ribbon"),
    "blue ribbon": mark("blue ribbon"),
    plain: mark("plain card"),
    bright: mark("bright"),
    animal: mark("animal"),
    ribbon: mark("ribbon"),
};
export const word = (w: string): string => t(words[w] ?? w);

/** "August, pampas grass: moon, bright" */
export function cardName(name: string): string {
    const c = card(name);
    const parts =
        c.kind === "bright" || c.kind === "animal"
            ? `${word(c.picture)}, ${word(c.kind)}`
            : c.picture === "lightning"
              ? `${word(c.picture)}, ${word("plain")}`
              : word(c.picture);
    return `${word(c.month_name)}, ${word(c.plant)}: ${parts}`;
}
/** Short, for the log: "moon (August)" */
export const cardShort = (name: string): string =>
    t("{picture} ({month})", { picture: word(card(name).picture), month: word(card(name).month_name) });

export function markOf(c: CardInfo): string {
    if (c.picture === "rain man") return "rain";
    if (c.picture === "sake cup") return "sake";
    if (c.kind === "ribbon") return c.picture === "poetry ribbon" ? "poem" : c.picture === "blue ribbon" ? "blue" : "red";
    return c.kind;
}

export const cardTopic = (name: string, lines: string[] = []): Topic => ({
    title: cardName(name),
    picture: { symbol: `hf-${name}`, box: "0 0 300 480" },
    lines,
    rules: [],
});
