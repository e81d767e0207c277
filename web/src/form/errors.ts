// errors.ts: why something was refused, by the code of the error and its values (docs/protocol.md), in the reader's language and with the
// names that people know. A code without words here is told by the sentence of the server or of the rules, which is English.
import { list, mark, t } from "../i18n";
import { optionsOf, tableSettings } from "../options";
import { catalogue } from "../catalogue";
import type { Refusal } from "../table/types";
import { errorText, gameTitle, isolated, refusalText } from "../words";
import { formWords } from "./words";
import { gameError, optionName, presetName, wordName } from "../words_options";

type Values = Record<string, string | number>;

const gameOf = (v: Values): string | undefined => catalogue.games.find((g) => g.name === v.game)?.name;
const option = (v: Values): string => optionName(gameOf(v), String(v.option));
/** What an option takes, as the form has it. */
function takes(v: Values): string {
    const game = gameOf(v),
        o = (game ? optionsOf(game).options : tableSettings).find((x) => x.name === v.option);
    if (!o) return "";
    return o.words
        ? list(o.words.map((w) => wordName(game, o.name, w)))
        : t("a number from {least} to {most}", { least: o.min, most: o.max });
}
const changed = mark("This record was changed: line {line} does not add up."),
    unreadable = mark("Line {line} of this record cannot be read."),
    none = mark("This is no record of a game."),
    notNow = mark("This is not possible now.");

const sentences: Record<string, string | ((v: Values) => string)> = {
    "option-unknown": (v) =>
        t("These rules have something in them that is not known here: {option}.", { option: isolated(String(v.option)) }),
    "option-empty": (v) => t("Nothing is chosen for “{option}”. Possible: {takes}.", { option: option(v), takes: takes(v) }),
    "option-value": (v) => t("“{option}” cannot be {value}. Possible: {takes}.", { option: option(v), value: v.value!, takes: takes(v) }),
    "option-twice": (v) => t("“{option}” is chosen twice.", { option: option(v) }),
    "option-comma": mark("These rules break off in the middle."),
    "preset-unknown": (v) => t("There are no rules called “{preset}” here.", { preset: presetName(gameOf(v), String(v.preset)) }),
    seats: (v) => t("Players in {game}: {most}.", { game: gameTitle(String(v.game)), most: v.most! }),
    "seats-range": (v) => t("Players in {game}: {least} to {most}.", { game: gameTitle(String(v.game)), least: v.least!, most: v.most! }),
    "deck-missing": mark("Paste the text of your deck, or choose another deck."),
    "deck-line": mark("This deck cannot be used. Line {line}: {what}"),
    "deck-whole": mark("This deck cannot be used: {what}"),
    "move-turn": mark("It is not your turn."),
    "move-impossible": mark("This move is not possible"),
    "move-over": notNow,
    "resign-seat": notNow,
    "record-line": unreadable,
    "record-word": unreadable,
    "record-game": mark("This record is of a game that is not known here."),
    "record-revision": (v) => t("This game was played by other rules of {game} than there are now.", { game: gameTitle(String(v.game)) }),
    "record-deck": mark("This game was played with another deck than the one here."),
    "record-changed": changed,
    "record-result": changed,
    "record-early": changed,
    "record-secret": changed,
    "record-move": changed,
    "record-binary": none,
    "record-empty": none,
    "record-breaks-off": mark("This record breaks off after line {line}."),
};

/** The sentence for a code, or undefined if there are no words for it. */
export function codeWords(code: string, values: Values = {}): string | undefined {
    const v: Values = { ...values, player: Number(values.first) + 1 };
    const game = catalogue.games.map((g) => gameError(g.name, code)).find((s) => s !== undefined);
    const own = game ?? sentences[code];
    if (own === undefined) return undefined;
    const what = typeof own === "string" ? t(own, v) : own(v);
    return v.line !== undefined && !/^(record|deck)-/.test(code) ? t("Line {line} of this record: {what}", { line: v.line, what }) : what;
}
/** The same for those who did not load the words yet. */
export const said = async (e: unknown): Promise<string> => {
    await formWords();
    return errorWords(e);
};
/** Of anything that was thrown or refused. */
export function errorWords(e: unknown): string {
    const { code, values, why, error } = (e ?? {}) as Partial<Refusal>;
    return (code && (codeWords(code, values) ?? why)) || (error ? refusalText({ error, why: why ?? "" }) : errorText(e));
}
