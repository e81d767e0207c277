// options.ts: short names of Gacha's options, their values and presets.
import type { OptionWords } from "@/games";
import { mark } from "@/i18n";

export const options: OptionWords = {
    names: {
        first: mark("Who begins"),
        end: mark("End of the game"),
        tokens_turn: mark("Tokens: one more turn"),
        tokens_joker: mark("Tokens: 2 jokers"),
        tokens_points: mark("Tokens: 3 points"),
    },
    values: { printed: mark("one last turn each"), round: mark("to the end of the round") },
    presets: { round: mark("Equal turns") },
};
