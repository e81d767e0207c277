// words_options.ts: short names of options, their values and presets. A name without words here is shown as the program calls it.
import { mark, t } from "./i18n";

const names: Record<string, string> = {
    rounds: mark("Number of rounds"), coins: mark("Coins at the start"), sensei: mark("First sensei"), seven: mark("7 coins or more: ×2"),
    koikoi_bonus: mark("After your own koi-koi"), counter: mark("After the opponent’s koi-koi: ×2"), nobles: mark("Brights on the table at the deal"),
    sake: mark("Sake pairs"), sake_rain: mark("Sake pairs and the rain man"), sake_both3: mark("Both sake pairs"), sake_nobles: mark("Sake pairs beside brights"),
    redeal: mark("Redeal"), koikoi_limit: mark("Limit of koi-koi calls"), limit_shared: mark("Shared limit"), sets: mark("Sets and further cards"),
    ribbons_both: mark("Both ribbon sets"), viewing_early: mark("Sake pairs before koi-koi"), viewing_late: mark("Sake pairs after koi-koi"),
    month_cards: mark("Cards of the month"), tenho: mark("Tenho"), last_card: mark("Yaku on the last card"), exhaust: mark("What a drawn round pays"),
    draw_dealer: mark("Who leads after a drawn round"), purse: mark("Purse"),
    clock: mark("Clock"), seconds: mark("Seconds"), increment: mark("Increment"), reaction: mark("Time to cancel"), absent: mark("Patience with the absent"),
    undo: mark("Undo"), hints: mark("Hints"), watch: mark("Spectators"), listed: mark("Listed in public"), memory: mark("Memory"), deck: mark("Deck"), end: mark("End of the game"),
    first: mark("Who begins"), tokens_turn: mark("Tokens: one more turn"), tokens_joker: mark("Tokens: 2 jokers"), tokens_points: mark("Tokens: 3 points"),
};
const values: Record<string, string> = {
    on: mark("on"), off: mark("off"), random: mark("random"), double: mark("double each"), step: mark("times calls + 1"), plus: mark("a coin each"), none: mark("none"),
    field4: mark("full suit on the table"), hand4: mark("also in a hand"), strict: mark("strict"), add: mark("add"), absorb: mark("absorb"), ask: mark("ask"), stop: mark("stop"),
    nothing: mark("nothing"), dealer1: mark("1 coin to the sensei"), last_yaku: mark("the last yaku"), same: mark("the same player"), other: mark("the other player"),
    standard: mark("the usual one"), second: mark("the other list"), custom: mark("your own"),
    debt: mark("may go below zero"), score: mark("the winner adds"), move: mark("per move"), game: mark("per game"), printed: mark("one last turn each"), round: mark("to the end of the round"),
};
const presets: Record<string, string> = {
    printed: mark("Printed rules"), nintendo: mark("As on consoles"), arcade: mark("Arcade"), expert: mark("From memory"), second: mark("The other list of cards"), round: mark("Equal turns"),
};
/** What an option's word means where the same word means something else in another option. */
const own: Record<string, string> = { "purse/stop": mark("nobody pays more than they have") };

export const optionName = (name: string): string => t(names[name] ?? name);
export const wordName = (option: string, word: string): string => (/^\d$/.test(word) ? t("player {n}", { n: Number(word) + 1 }) : t(own[`${option}/${word}`] ?? values[word] ?? word));
export const presetName = (name: string): string => t(presets[name] ?? name);
