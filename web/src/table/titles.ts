// titles.ts: what a table on the server is called in lists.
import { levels } from "../catalogue";
import { list, t } from "../i18n";
import { botName, gameTitle, personName } from "../words";
import type { Listed } from "./lists";

/** Names in a list; equal ones once, with their number. */
export const crowd = (names: string[]): string =>
    list(
        [...new Set(names)].map((name) => {
            const n = names.filter((other) => other === name).length;
            return n > 1 ? `${name} ×${n}` : name;
        }),
    );
/** The game, and with whom: nobody plays with themselves. */
export const listedTitle = (m: Listed): string => {
    const names = m.seats.flatMap((s, i) =>
        i === m.you ? [] : [s === null ? t("Free seat") : levels(m.game).includes(s) ? botName(s) : personName(s, i)],
    );
    if (m.you !== undefined && !m.seats.some((s, i) => s !== null && i !== m.you)) return gameTitle(m.game); // alone so far
    return t("{game} with {players}", { game: gameTitle(m.game), players: crowd(names) });
};
