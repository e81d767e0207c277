// words.ts: words for things of the catalogue that several screens show.
import { gameInfo } from "./catalogue";
import { about } from "./games";
import { mark, t } from "./i18n";
import type { Seat } from "./table/types";

const levelWords: Record<string, string> = { easy: mark("easy"), normal: mark("normal"), hard: mark("hard"), master: mark("master") };
export const level = (bot: string): string => t(levelWords[bot] ?? bot);
export const botName = (bot: string): string => t("Bot ({level})", { level: level(bot) });

/** What the program calls something, for people: to_win → To win. For things that have no words of their own. */
export function readable(name: string): string {
    const text = name
        .replace(/_/g, " ")
        .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
        .trim();
    return text.charAt(0).toUpperCase() + text.slice(1);
}

export const gameTitle = (game: string): string => t(about(game).title ?? gameInfo(game)?.title ?? game);
export const tagline = (game: string): string => t(about(game).tagline ?? "");
/** What a game is about, for somebody who asks in the middle of it. */
export const inShort = (game: string): string[] => (about(game).short ?? []).map((s) => t(s));

/** What the server calls somebody who gave no name. */
export const nameless = "Guest";
export const personName = (name: string | undefined, seat: number): string =>
    name && name !== nameless ? isolated(name) : t("Player {n}", { n: seat + 1 });
/** A name in a sentence. All our languages are written from the left, so only a name that is not needs the marks (U+2068, U+2069) that
 *  keep it from turning what stands around it. */
export const isolated = (name: string): string =>
    /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(name) ? `\u2068${name}\u2069` : name;

/** A name for seat n. Several bots at a table are numbered, so that they can be told apart in words; how strong they are is left out:
 *  it makes every sentence long, and was chosen before the game. */
export function seatName(seat: Seat | undefined, n: number, all: Seat[] = []): string {
    if (!seat || seat.kind === "open") return t("Free seat");
    if (seat.kind === "person") return personName(seat.name, n);
    const bots = all.filter((s) => s.kind === "bot");
    return bots.length > 1 ? t("Bot {n}", { n: bots.indexOf(seat) + 1 }) : t("Bot");
}

/** Why something was refused (docs/protocol.md), in the player's language. The sentence of the server is added where it says what to
 *  change, and used alone where we have no words. What has a code is told better by form/errors.ts, which is loaded late. */
const refusals: Record<string, string> = {
    stale: mark("The table has moved on. Look again."),
    turn: mark("It is not your turn."),
    move: mark("This move is not possible"),
    seat: mark("This seat is taken or not yours."),
    stage: mark("This is not possible now."),
    command: mark("The server did not understand this. Load the page again."),
    option: mark("A table with these rules cannot be opened."),
    seats: mark("This number of players is not possible here."),
    deck: mark("This deck cannot be used."),
    record: mark("This is no record of a game, or not all of it, or something in it was changed."),
    full: mark("The server is full. Try again in a moment."),
    rate: mark("Too fast. Try again in a moment."),
    size: mark("This is too long."),
    store: mark("The server could not keep this. Try again in a moment."),
    "unknown-table": mark("There is no table with this code."),
    busy: mark("The server is busy. Try again in a moment."),
    broken: mark("This game cannot be read by the server. It is kept, and whoever runs the server knows."),
    "unknown-person": mark("This server does not know you."),
    protocol: mark("This page is out of date."),
    banned: mark("You may not play on this server for now."),
    ended: mark("This device does not play as you any more. Load the page again."),
    friends: mark("Only friends can do this, and everybody at the table has to agree."),
    login: mark("The server does not know you any more. Load the page again."),
    offline: mark("There is no connection to the server. Against bots and on one device you can play without one."),
    part: mark("A part of the page could not be fetched. Try again."),
    net: mark("This bot has to be fetched once, and there is no network now."),
};
/** Sentences of the server that say more than their code; a test finds each in its sources. */
export const sentences: Record<string, string> = Object.fromEntries(
    [
        mark("This table does not allow spectators."),
        mark("The game begins, and this table does not allow spectators."),
        mark(
            "You have made too many tables that are not over. Finish some of them first; after a week without a change one no longer counts.",
        ),
        mark("You are at too many tables at once. Leave one first."),
        mark("Somebody here has a name that looks like yours. Choose one that can be told apart."),
        mark("This name would pass for the server or its owner. Choose another one."),
        mark("The owner of this server has taken this name from you. Choose another one."),
        mark("A name needs at least one letter that can be seen."),
        mark("A name cannot begin as those of bots do."),
    ].map((sentence) => [sentence, sentence]),
);
sentences["You have made too many tables and events that are not over. Finish some of them first."] = mark(
    "You have made too many tables and evenings that are not over. Finish some of them first.",
);
const detailed = new Set(["option", "seats", "deck"]);
export function refusalText(r: { error: string; why: string; code?: string }): string {
    const own = sentences[r.why] ?? refusals[r.error];
    if (!own) return r.why;
    return detailed.has(r.error) && r.why && !r.code ? `${t(own)} ${r.why}` : t(own);
}
/** Of anything that was thrown. */
export const errorText = (e: unknown): string =>
    e instanceof Error && "error" in e ? refusalText(e as never) : e instanceof Error ? e.message : String(e);
