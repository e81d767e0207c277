// options.ts: short names of Koi-Koi's options, their values and presets.
import type { OptionWords } from "@/games";
import { mark, t, tn } from "@/i18n";

export const options: OptionWords = {
    names: {
        rounds: mark("Number of rounds"),
        coins: mark("Coins at the start"),
        sensei: mark("First sensei"),
        seven: mark("7 coins or more: ×2"),
        koikoi_bonus: mark("After your own koi-koi"),
        counter: mark("After the opponent’s koi-koi: ×2"),
        nobles: mark("Brights on the table at the deal"),
        sake: mark("Sake pairs"),
        sake_rain: mark("Sake pairs and the rain man"),
        sake_both3: mark("Both sake pairs"),
        sake_nobles: mark("Sake pairs beside brights"),
        redeal: mark("Redeal"),
        koikoi_limit: mark("Limit of koi-koi calls"),
        limit_shared: mark("Shared limit"),
        sets: mark("Sets and further cards"),
        ribbons_both: mark("Both ribbon sets"),
        viewing_early: mark("Sake pairs before koi-koi"),
        viewing_late: mark("Sake pairs after koi-koi"),
        month_cards: mark("Cards of the month"),
        tenho: mark("Tenho"),
        last_card: mark("Yaku on the last card"),
        exhaust: mark("What a drawn round pays"),
        draw_dealer: mark("Who leads after a drawn round"),
        purse: mark("Purse"),
        kasu: mark("Kasu"),
        tane: mark("Tane"),
        tanzaku: mark("Tanzaku"),
        sanko: mark("Sanko"),
        ame_shiko: mark("Ame-shiko"),
        shiko: mark("Shiko"),
        goko: mark("Goko"),
        ino_shika_cho: mark("Ino-shika-cho"),
        aka_tan: mark("Aka-tan"),
        ao_tan: mark("Ao-tan"),
        month_coins: mark("Coins for the cards of the month"),
        kusa_tan: mark("Kusa-tan"),
        ame_sanko: mark("Ame-sanko"),
        shima: mark("Shima"),
        kasu_from: mark("Plain cards for kasu"),
        tane_from: mark("Animals for tane"),
        tanzaku_from: mark("Ribbons for tanzaku"),
        further: mark("Each further card"),
        sake_plain: mark("Sake cup as a plain card"),
        tenho_coins: mark("Coins for tenho"),
        tenho_double: mark("Coins for double tenho"),
        tenho_times: mark("Multipliers for tenho"),
        tenho_both: mark("Tenho in both hands"),
        dealer_coins: mark("Coins for the sensei after a drawn round"),
        next_dealer: mark("The next sensei"),
        target: mark("Coins that end the game"),
        lay: mark("A card that matches"),
        lightning: mark("The lightning card"),
    },
    values: {
        double: mark("double each"),
        step: mark("times calls + 1"),
        plus: mark("a coin for each call"),
        none: mark("nothing"),
        field4: mark("full suit on the table"),
        hand4: mark("also in a hand"),
        strict: mark("strict"),
        add: mark("add"),
        absorb: mark("absorb"),
        ask: mark("ask"),
        stop: mark("stop"),
        nothing: mark("nothing"),
        dealer1: mark("1 coin to the sensei"),
        last_yaku: mark("the last yaku"),
        same: mark("the same player"),
        other: mark("the other player"),
        debt: mark("may go below zero"),
        score: mark("the winner adds"),
        "purse/stop": mark("nobody pays more than they have"),
        both: mark("times the calls of both + 1"),
        times: mark("times their number"),
        any: mark("any willow card spoils them"),
        "sake_rain/on": mark("the rain man spoils them"),
        "nobles/on": mark("times their number + 1"),
        suit: mark("a full suit only"),
        pairs: mark("four pairs only"),
        first: mark("who moves first wins"),
        void: mark("cards are dealt again"),
        winner: mark("the winner"),
        alternate: mark("in turn"),
        must: mark("always captures"),
        free: mark("may also be laid down"),
        plain: mark("a willow card like others"),
        joker: mark("a joker that takes any card"),
    },
    presets: {
        nintendo: mark("As on consoles"),
        arcade: mark("Arcade"),
        hanafubuki: mark("Hanafubuki"),
        bga_soft: mark("Board Game Arena, soft"),
        bga_hard: mark("Board Game Arena, hard"),
        flash: mark("Dear brights"),
    },
    effects: {
        seven: (v) =>
            v === "on" ? t("A win of 7 coins or more pays double.") : t("A win of 7 coins or more pays no more than it is worth."),
        koikoi_bonus: (v) =>
            ({
                double: t("Each koi-koi that the winner called doubles the win."),
                step: t("The win counts once more for each koi-koi that the winner called."),
                plus: t("Each koi-koi that the winner called adds a coin to the win."),
                none: t("Calling koi-koi does not raise one’s own win."),
                both: t("The win counts once more for each koi-koi that either player called."),
            })[v],
        counter: (v) =>
            v === "on"
                ? t("Whoever wins after the opponent’s koi-koi is paid double.")
                : t("The opponent’s koi-koi does not change the win."),
        nobles: (v) =>
            ({
                off: t("Brights on the table at the deal change nothing."),
                on: t("One bright on the table at the deal doubles the win, two treble it."),
                times: t("Two brights on the table at the deal double the win, three treble it."),
            })[v],
        sake: (v) =>
            v === "on"
                ? t("The sake cup makes a yaku with the moon and one with the curtain.")
                : t("The sake cup makes no yaku of its own."),
        sake_rain: (v) =>
            ({
                off: t("The rain man does not harm the sake pairs."),
                on: t("Whoever has the rain man gets nothing for sake pairs."),
                any: t("Whoever has any willow card gets nothing for sake pairs."),
            })[v],
        sake_both3: (v) =>
            v === "on" ? t("Both sake pairs together bring 3 coins each.") : t("Both sake pairs together are worth as much as each alone."),
        koikoi_limit: (v) =>
            v === "0"
                ? t("Everybody may call koi-koi as often as they like.")
                : tn("A player may call koi-koi {n} time a round.", "A player may call koi-koi {n} times a round.", Number(v)),
        sets: (v) =>
            v === "add"
                ? t("Sets and rows count beside each other.")
                : t("Ino-shika-cho, aka-tan and ao-tan grow with further cards, and tane and tanzaku do not count beside them."),
        last_card: (v) =>
            v === "ask" ? t("Koi-koi can be called on the last card, too.") : t("A yaku on one’s last card ends the round at once."),
        exhaust: (v) =>
            ({
                nothing: t("A round that runs out of cards pays nobody."),
                dealer1: t("A round that runs out of cards pays the sensei."),
                last_yaku: t("A round that runs out of cards pays whoever made the last yaku."),
            })[v],
        purse: (v) =>
            ({
                stop: t("The loser pays the winner, but never more than there is in the purse."),
                debt: t("The loser pays the winner in full, even below zero."),
                score: t("Points are counted: the winner adds them, and nobody pays."),
            })[v],
        next_dealer: (v) => (v === "winner" ? t("Whoever won the round is the next sensei.") : t("The players are sensei in turn.")),
        target: (v) =>
            v === "0"
                ? t("All rounds are played.")
                : tn(
                      "With {n} coin or more after a round the game ends.",
                      "With {n} coins or more after a round the game ends.",
                      Number(v),
                  ),
        lay: (v) => (v === "must" ? t("A card that matches captures.") : t("A card that matches may be laid down without capturing.")),
        lightning: (v) =>
            v === "plain" ? t("The lightning card takes willow cards only.") : t("The lightning card takes any card of the table."),
    },
    errors: {
        "koikoi-coins-points": mark("The number of coins cannot be chosen when purses count points."),
        "koikoi-shared-no-limit": mark("A limit of koi-koi calls can be shared only if there is one."),
        "koikoi-ribbons-absorb": mark("Where sets absorb further cards, they decide by themselves what both ribbon sets are worth."),
        "koikoi-sake-off": mark("Without sake pairs nothing can be changed about them."),
        "koikoi-sake-both": mark("Where both sake pairs bring 3 coins each, their worth cannot be chosen."),
        "koikoi-tenho-off": mark("Without tenho nothing can be changed about it."),
        "koikoi-dealer-coins": mark("The sensei’s coins can be chosen only where a drawn round pays the sensei."),
        "koikoi-month-coins": mark("Coins for the cards of the month can be chosen only where these cards count."),
        "koikoi-draw-dealer": mark("Where the players are sensei in turn, nobody can choose who leads after a drawn round."),
        "koikoi-target": mark("The coins that end the game must be more than the {coins} that the players start with."),
    },
    groups: [
        {
            title: mark("Worth of the yaku"),
            options: [
                ...["kasu", "tane", "tanzaku", "sanko", "ame_shiko", "shiko", "goko", "ino_shika_cho", "aka_tan", "ao_tan"],
                ...["kusa_tan", "ame_sanko", "shima", "kasu_from", "tane_from", "tanzaku_from", "further", "sets", "ribbons_both"],
                ...["month_cards", "month_coins"],
            ],
        },
        {
            title: mark("The sake cup"),
            options: ["sake_rain", "sake_both3", "sake_nobles", "sake_plain", "viewing_early", "viewing_late"],
        },
        { title: mark("Tenho"), options: ["tenho", "tenho_coins", "tenho_double", "tenho_times", "tenho_both"] },
        { title: mark("Dealing and playing cards"), options: ["sensei", "next_dealer", "draw_dealer", "redeal", "lay", "lightning"] },
        {
            title: mark("End of a round and of the game"),
            options: ["koikoi_limit", "limit_shared", "last_card", "exhaust", "dealer_coins", "purse", "target"],
        },
    ],
};
