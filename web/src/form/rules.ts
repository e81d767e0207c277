// rules.ts: rules of a table as the form has them: a preset and what was changed; from and to the text that the engine reads
// ("arcade,rounds=3"), and in words: what differs from the printed rules, in one line.
import { t } from "../i18n";
import { optionsOf, type GameOptions, type Option } from "../options";
import { optionName, presetName, wordName } from "../words_options";

export interface Rules {
    preset: string;
    changed: Record<string, string>;
}

/** Only what differs is written. */
export const optionsText = (first: string | undefined, changed: Record<string, string>): string =>
    [first, ...Object.entries(changed).map(([k, v]) => `${k}=${v}`)].filter((s) => s !== undefined && s !== "").join(",");
/** The first preset is never written. */
export const rulesText = (game: GameOptions, r: Rules): string =>
    optionsText(r.preset === game.presets[0]?.name ? "" : r.preset, r.changed);

/** The value an option has before anybody changes it. */
export function standard(o: Option, preset: string): string {
    const named = preset.split(",").find((p) => p.startsWith(o.name + "="));
    return named ? named.slice(o.name.length + 1) : o.words ? o.words[o.default - o.min]! : String(o.default);
}
const takes = (o: Option, value: string): boolean =>
    o.words ? o.words.includes(value) : /^\d{1,5}$/.test(value) && Number(value) >= o.min && Number(value) <= o.max;

/** Reads such a text. What is not known here is left out, and `lost` says so. */
export function readRules(game: GameOptions, text: string): Rules & { lost: boolean } {
    const rules: Rules & { lost: boolean } = { preset: game.presets[0]?.name ?? "", changed: {}, lost: false };
    text.split(",").forEach((part, i) => {
        const [name = "", value, more] = part.split("="),
            option = game.options.find((o) => o.name === name);
        if (i === 0 && value === undefined && game.presets.some((p) => p.name === name)) rules.preset = name;
        else if (option && value !== undefined && more === undefined && takes(option, value)) rules.changed[name] = value;
        else rules.lost ||= part !== "";
    });
    return rules;
}

/** By the rules of a preset: only such games say how strong somebody plays (docs/profile.md). */
export function usual(game: GameOptions, text: string): boolean {
    const { lost, changed } = readRules(game, text);
    return !lost && Object.keys(changed).length === 0;
}

const valueName = (game: string, o: Option, value: string): string =>
    o.words ? wordName(game, o.name, value) : /^\d+$/.test(value) ? Number(value).toString() : value;
/** What differs from the printed rules: "Arcade · Number of rounds: 3"; "" if nothing does. */
export function differs(name: string, text: string): string {
    const game = optionsOf(name),
        { preset, changed } = readRules(game, text);
    const parts = preset === game.presets[0]?.name ? [] : [presetName(name, preset)];
    for (const [option, value] of Object.entries(changed)) {
        const o = game.options.find((x) => x.name === option)!;
        // what is switched on is told by its name alone
        if (value === "on" && wordName(name, option, value) === wordName(undefined, "", value)) parts.push(optionName(name, option));
        else parts.push(t("{option}: {value}", { option: optionName(name, option), value: valueName(name, o, value) }));
    }
    return parts.join(" · ");
}
