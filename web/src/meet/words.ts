// words.ts: the words and the style of meeting people, loaded with the first screen that shows some of it (po.mjs: lateTexts), and tables,
// clocks and paces in a line.
import { loadStyle } from "../board";
import { levels } from "../catalogue";
import { formWords } from "../form/words";
import { differs } from "../form/rules";
import { list, mark, moreWords, t, tn } from "../i18n";
import { assets } from "../review/assets";
import { botName, isolated, nameless, personName } from "../words";
import type { Listing } from "./types";

/** Before anything of it is shown. Without a network it may stay English. */
export const meetWords = async (): Promise<void> => {
    await Promise.all([moreWords(assets.meetWords), formWords(), loadStyle(assets.meet)]);
};

/** What a pace is called, and what it is. */
export const paceWords: Record<string, [name: string, what: string]> = {
    quick: [mark("Quick"), mark("A minute for each move.")],
    calm: [mark("Calm"), mark("No clock: both have time.")],
    slow: [mark("Slow"), mark("A day for each move. You can go away and come back.")],
};

/** The clock of a table, by its settings. */
export function clockLine(settings: string): string {
    const of = (name: string): string | undefined => new RegExp(`(?:^|,)${name}=([^,]*)`).exec(settings)?.[1];
    const seconds = Number(of("seconds") ?? 60),
        hours = Number(of("hours") ?? 24),
        minutes = Math.round(seconds / 60);
    switch (of("clock")) {
        case "move":
            return tn("{n} second for each move", "{n} seconds for each move", seconds);
        case "game":
            return seconds < 120
                ? tn("{n} second for the game", "{n} seconds for the game", seconds)
                : tn("{n} minute for the game", "{n} minutes for the game", minutes);
        case "slow":
            return hours % 24
                ? tn("{n} hour for each move", "{n} hours for each move", hours)
                : tn("{n} day for each move", "{n} days for each move", hours / 24);
        default:
            return t("no clock");
    }
}
/** Rules and clock of a table in one line. */
export const rulesClock = (game: string, options: string, settings: string | undefined): string =>
    [differs(game, options) || t("printed rules"), ...(settings === undefined ? [] : [clockLine(settings)])].join(" · ");

/** Who sits there, and how many seats are free. */
export function whoLine({ game, seats }: Listing): string {
    const names = seats.flatMap((s, i) => (s === null ? [] : [levels(game).includes(s) ? botName(s) : personName(s, i)])),
        free = seats.length - names.length;
    return [...(names.length ? [list(names)] : []), ...(free ? [tn("{n} free seat", "{n} free seats", free)] : [])].join(" · ");
}
/** A name by itself; who gave none is somebody. */
export const named = (name: string): string => (name && name !== nameless ? isolated(name) : t("Somebody"));
