// words_options.ts: short names of options, their values and presets: a game's own first, then those that any game may have and the
// table's settings. A name without words is shown as the program calls it.
import { options } from "../gen/options";
import { mark, t } from "./i18n";
import { readable } from "./words";

const names: Record<string, string> = {
    clock: mark("Clock"),
    seconds: mark("Seconds"),
    increment: mark("Increment"),
    hours: mark("Hours for a move"),
    late: mark("When the hours are over"),
    reaction: mark("Time to cancel"),
    absent: mark("How long to wait for somebody absent"),
    undo: mark("Undo"),
    hints: mark("Hints"),
    coach: mark("Coach"),
    watch: mark("Spectators"),
    listed: mark("Listed in public"),
    deck: mark("Which deck"),
};
const values: Record<string, string> = {
    on: mark("on"),
    off: mark("off"),
    none: mark("none"),
    random: mark("random"),
    standard: mark("the usual one"),
    custom: mark("your own"),
    move: mark("per move"),
    game: mark("per game"),
    slow: mark("slow, hours for a move"),
    wait: mark("the others decide"),
    bot: mark("a bot plays"),
};
const presets: Record<string, string> = { printed: mark("Printed rules") };

/** For the build, which writes these names into the rules instead of what the program calls them. */
export const common = { names, values, presets, options };

/** `game`: undefined for the settings of a table. */
type Game = string | undefined;
const own = (game: Game) => (game && options[game]) || {};

export const optionName = (game: Game, name: string): string => t(own(game).names?.[name] ?? names[name] ?? readable(name));
export function wordName(game: Game, option: string, word: string): string {
    if (/^\d$/.test(word)) return t("player {n}", { n: Number(word) + 1 });
    const mine = own(game).values;
    return t(mine?.[`${option}/${word}`] ?? mine?.[word] ?? values[word] ?? readable(word));
}
export const presetName = (game: Game, name: string): string => t(own(game).presets?.[name] ?? presets[name] ?? readable(name));
/** What an option changes with this value. */
export const optionEffect = (game: Game, name: string, value: string): string | undefined => own(game).effects?.[name]?.(value);
/** The sentence for a game's own error; marked, not translated. */
export const gameError = (game: Game, code: string): string | undefined => own(game).errors?.[code];
/** The folds of a form: those of the game, with titles. */
export const optionGroups = (game: Game): { title: string; options: string[] }[] =>
    (own(game).groups ?? []).map(({ title, options: of }) => ({ title: t(title), options: of }));
