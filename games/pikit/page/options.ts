// options.ts: short names of PiKiT's options, their values and presets.
import type { OptionWords } from "@/games";
import { mark, t } from "@/i18n";

export const options: OptionWords = {
    names: { first: mark("Who begins"), memory: mark("Memory") },
    values: { second: mark("the other list") },
    effects: {
        memory: (v) =>
            v === "on" ? t("Cards that everybody saw stay marked in the hands.") : t("Everybody has to remember the cards they saw."),
    },
    errors: {
        "pikit-first": mark("Player {player} does not play here: choose somebody else to begin."),
        "pikit-deck-two": mark("With this deck two cannot play: it has too few cards of number {number}."),
        "pikit-deck-few": mark("This deck has too few cards for so many players: {cards} instead of {need}."),
    },
    presets: { expert: mark("From memory"), second: mark("The other list of cards") },
};
