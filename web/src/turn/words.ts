// words.ts: the words and the style of "your turn", loaded with whatever shows some of it first (po.mjs: lateTexts).
import { loadStyle } from "../board";
import { levels } from "../catalogue";
import { list, moreWords, t } from "../i18n";
import { assets } from "../review/assets";
import { botName, gameTitle, personName } from "../words";
import type { News } from "./mine";
import { moment } from "./when";

/** Before anything of it is shown. Without a network it may stay English. */
export const turnWords = async (): Promise<void> => {
    await Promise.all([moreWords(assets.turnWords), loadStyle(assets.turn)]);
};

const names = ({ game, people }: News): string =>
    list(people.map(([name, i]) => (name === null ? t("Free seat") : levels(game).includes(name) ? botName(name) : personName(name, i))));
/** In a line, and what it is about. */
export function newsText(news: News, now = Date.now()): [what: string, about: string] {
    const game = gameTitle(news.game),
        by = { name: names(news), game, players: names(news), time: moment(news.due ?? 0, now) };
    const title = news.evening ? t("{game} with {players}, at the evening", by) : t("{game} with {players}", by);
    switch (news.kind) {
        case "turn":
            return [t("Your turn"), news.due ? t("{game} with {players}, until {time}", by) : title];
        case "still":
            return [t("It is still your turn"), news.due ? t("{game} with {players}, until {time}", by) : title];
        case "seated":
            return [t("Your table is ready"), title];
        case "joined":
            return [t("{name} has sat down at your table", by), game];
        case "begun":
            return [t("The game begins"), title];
        case "over":
            return [t("The game is over"), title];
        case "paired":
            return [t("{name} is here to play", by), game];
        case "invite":
            return [t("{name} invites you", by), game];
    }
}
