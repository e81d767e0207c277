// words.ts: the words and the style of evenings, loaded with the first screen that shows some of it (po.mjs: lateTexts); kinds, points,
// tie-breaks and people in words.
import { loadStyle } from "../board";
import { errorWords } from "../form/errors";
import { formWords } from "../form/words";
import { list, mark, moreWords, number, t, tn } from "../i18n";
import { meetWords } from "../meet/words";
import { assets } from "../review/assets";
import { botName, isolated, nameless, readable } from "../words";
import { drawn, missing, winners } from "./event";
import type { EventTable, Evening, Kind } from "./types";

/** Before anything of it is shown. Without a network it may stay English. */
export const eveningWords = async (): Promise<void> => {
    await Promise.all([moreWords(assets.eveningWords), formWords(), meetWords(), loadStyle(assets.evening)]);
};

/** Why something was refused: where an evening has words of its own. */
export const refusedWords = (m: { error?: unknown }): string =>
    m.error === "unknown-event"
        ? t("There is no evening with this code.")
        : m.error === "seat"
          ? t("The host has closed this evening to you.")
          : errorWords(m);

/** What a kind is called, and what it is. */
export const kindWords: Record<Kind, [name: string, what: string]> = {
    "round-robin": [mark("Round robin"), mark("Everybody plays everybody. Fair, and best for a few people.")],
    swiss: [mark("Swiss"), mark("A few rounds; in each you play somebody who did about as well as you so far. Best for many.")],
    arena: [mark("Arena"), mark("Play as many games as you can until the time is up. People come and go as they like.")],
};
/** Tie-breaks: a short name for the head of a column, and what it is. */
const breakWords: Record<string, [name: string, what: string]> = {
    buchholz: [mark("Opponents"), mark("the points of all those they played; who met stronger people is ahead")],
    wins: [mark("Wins"), mark("how many games they won")],
    direct: [mark("Head to head"), mark("what they won against those who are equal with them so far")],
};
export const breakName = (name: string): string => {
    const own = breakWords[name]?.[0];
    return own ? t(own) : readable(name);
};
/** How ties are broken, one sentence for each step. */
export const breakSteps = (names: readonly string[]): string[] =>
    names.map((name) => t("{option}: {value}", { option: breakName(name), value: t(breakWords[name]?.[1] ?? readable(name)) }));

/** Points may be parts of one: "2½", "1.33". */
export function points(n: number): string {
    const whole = Math.floor(n);
    if (Math.abs(n - whole - 0.5) < 0.001) return whole ? `${whole}½` : "½";
    return number(Math.round(n * 100) / 100);
}

/** Somebody's name; several bots are numbered, and who gave no name is called by their place in the list. */
export function nameOf(e: Evening, i: number): string {
    const p = e.people[i];
    if (!p) return "";
    if (!p.bot) return p.name && p.name !== nameless ? isolated(p.name) : t("Player {n}", { n: i + 1 });
    const bots = e.people.filter((x) => x.bot);
    return bots.length > 1 ? t("Bot {n}", { n: bots.indexOf(p) + 1 }) : botName(p.name);
}
export const namesOf = (e: Evening, all: readonly number[]): string => list(all.map((i) => nameOf(e, i)));

/** "Round 2 of 5", "Round 2". Other texts than those of a round of a game, which has another word in some languages. */
export const roundOf = (e: Evening, round = e.round): string =>
    e.rounds > 0 && e.kind !== "arena" ? t("Round {round} of {rounds}", { round, rounds: e.rounds }) : t("Round {round}", { round });

/** What became of a table. */
export function outcome(e: Evening, at: EventTable): string {
    if (!at.ranks) return t("They play");
    const won = winners(at),
        away = missing(at);
    if (!won.length) return t("Nobody came");
    if (drawn(at)) return t("A draw");
    const text = won.length === 1 ? t("{name} wins", { name: namesOf(e, won) }) : t("Shared win: {names}", { names: namesOf(e, won) });
    return away.length ? `${text} (${t("not there: {names}", { names: namesOf(e, away) })})` : text;
}
/** "2 minutes", "4 seconds": how long until something begins. */
export const wait = (seconds: number): string =>
    seconds >= 90 ? tn("in {n} minute", "in {n} minutes", Math.round(seconds / 60)) : tn("in {n} second", "in {n} seconds", seconds);
/** Where somebody stands. */
export const placed = (e: Evening, i: number): string => t("Place {n} of {all}", { n: e.people[i]!.place, all: e.people.length });
