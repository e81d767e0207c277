// options.ts: short names of Koi-Koi's options, their values and presets.
import type { OptionWords } from "@/games";
import { mark } from "@/i18n";

export const options: OptionWords = {
    names: {
        rounds: mark("Number of rounds"), coins: mark("Coins at the start"), sensei: mark("First sensei"), seven: mark("7 coins or more: ×2"),
        koikoi_bonus: mark("After your own koi-koi"), counter: mark("After the opponent’s koi-koi: ×2"), nobles: mark("Brights on the table at the deal"),
        sake: mark("Sake pairs"), sake_rain: mark("Sake pairs and the rain man"), sake_both3: mark("Both sake pairs"), sake_nobles: mark("Sake pairs beside brights"),
        redeal: mark("Redeal"), koikoi_limit: mark("Limit of koi-koi calls"), limit_shared: mark("Shared limit"), sets: mark("Sets and further cards"),
        ribbons_both: mark("Both ribbon sets"), viewing_early: mark("Sake pairs before koi-koi"), viewing_late: mark("Sake pairs after koi-koi"),
        month_cards: mark("Cards of the month"), tenho: mark("Tenho"), last_card: mark("Yaku on the last card"), exhaust: mark("What a drawn round pays"),
        draw_dealer: mark("Who leads after a drawn round"), purse: mark("Purse"),
    },
    values: {
        double: mark("double each"), step: mark("times calls + 1"), plus: mark("a coin each"), field4: mark("full suit on the table"), hand4: mark("also in a hand"),
        strict: mark("strict"), add: mark("add"), absorb: mark("absorb"), ask: mark("ask"), stop: mark("stop"), nothing: mark("nothing"),
        dealer1: mark("1 coin to the sensei"), last_yaku: mark("the last yaku"), same: mark("the same player"), other: mark("the other player"),
        debt: mark("may go below zero"), score: mark("the winner adds"), "purse/stop": mark("nobody pays more than they have"),
    },
    presets: { nintendo: mark("As on consoles"), arcade: mark("Arcade") },
};
