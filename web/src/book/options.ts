// options.ts: what the catalogue says of a game's options, for books: nothing in a book is typed in that the rules know.
import { t } from "../i18n";
import { optionsOf } from "../options";
import { presetName } from "../words_options";

/** An option's value where nobody chose one. */
export function optionDefault(game: string, name: string): number {
    const option = optionsOf(game).options.find((o) => o.name === name);
    if (!option) throw new Error(`${game} has no option ${name}`);
    return option.default;
}
/** Variants by the names that the form for a new table has; the printed rules are what the book tells. */
export const presetsOf = (game: string): { name: string; title: string; help: string }[] =>
    optionsOf(game)
        .presets.filter((p) => p.name !== "printed")
        .map((p) => ({ name: p.name, title: presetName(game, p.name), help: t(p.help) }));
