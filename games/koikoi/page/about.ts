// about.ts: what the page says of Koi-Koi before its board is loaded.
import type { About } from "@/games";
import { mark, t } from "@/i18n";

export const about: About = {
    title: mark("Koi-Koi"),
    tagline: mark("Match the flowers of the months, make combinations, and dare to go on."),
    short: [
        mark("Collect cards and make yaku out of them: combinations that win coins. After the last round the richer player wins."),
        mark(
            "In your turn a card of your hand takes a card with the same number, its month, from the middle. Then the top card of the deck does the same.",
        ),
        mark("With a yaku you may stop and get the coins, or play on for more and risk them."),
    ],
    credits: () => t("A traditional Japanese game for hanafuda, the cards of flowers."),
    lesson: 118,
    switches: [
        { key: "months", label: mark("Months on the cards"), help: mark("The number of the month in the corner of every flower card.") },
        { key: "kinds", label: mark("Kinds on the cards"), help: mark("The sign of its kind: bright, animal, ribbon, plain.") },
    ],
};
