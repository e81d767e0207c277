// options.ts: short names of Gacha's options, their values and presets.
import type { OptionWords } from "@/games";
import { mark, t } from "@/i18n";

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
    effects: {
        end: (v) =>
            v === "printed"
                ? t("When the end begins, everybody else has one last turn.")
                : t("When the end begins, the round is finished: all have equally many turns."),
    },
    errors: {
        "gacha-first": mark("Player {player} does not play here: choose somebody else to begin."),
        "gacha-tokens-sum": mark("The chosen tokens are {sum} in all, but {in_play} are in play with {seats} players."),
        "gacha-tokens-box": mark("The box has only {box} of these tokens."),
    },
};
