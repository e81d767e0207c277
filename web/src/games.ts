// games.ts: what a game says about itself before its board is loaded: games/NAME/page/about.ts, listed by scripts/games.py. All of it
// may be left out, and so may the file: the catalogue has a title for every game, and the rest is not shown.
import { abouts } from "../gen/games";
import type { Fact } from "./review/types";
import type { GameEvent } from "./table/types";

/** Texts are marked for translation (`mark`), not translated: the language may change while the page is open. */
export interface About {
    title?: string; // if it has another name in some language
    tagline?: string; // a sentence for the first screen
    short?: string[]; // the game in short, for somebody who asks in the middle of it
    credits?(): string; // who made it
    lesson?: number; // what the first game is dealt from: a good first hand, something to decide soon. The board has the lessons
    switches?: { key: string; label: string; help: string }[]; // settings that only this game has; on until somebody switches them off
}
/** Words of its options (games/NAME/page/options.ts). What is missing is shown as the program calls it. */
export interface OptionWords {
    names?: Record<string, string>;
    values?: Record<string, string>; // by "option/word", or by the word alone
    presets?: Record<string, string>;
    /** What an option changes with this value, in a sentence. Without one its help is shown. */
    effects?: Record<string, (value: string) => string | undefined>;
    /** What is wrong, by the code of the game's errors; {names} are the error's values, {player} is the player of `first`. */
    errors?: Record<string, string>;
    /** Options that most people leave alone, in folds of their own. */
    groups?: { title: string; options: string[] }[];
}
/** Words of its kinds of moves (games/NAME/page/kinds.ts), for reviews. A kind is the first word of a move. */
export interface KindWords {
    names?: Record<string, string>;
    /** Where the question is when: doing `now` where `wait` is better is early, the reverse is late. */
    calls?: { now: string; wait: string; early: string; late: string }[];
}
/** What somebody made in a game (games/NAME/page/feats.ts), for profiles: the favourite is the one made most often, the best the one that is
 *  worth most. */
export interface Feat {
    what: string; // kept; `name` makes words of it
    worth: number;
}
export interface Feats {
    /** From everything that happened in a game. */
    made(events: GameEvent[], seat: number): Feat[];
    name(what: string): string;
    favourite: string; // what the one made most often is called: "Favourite yaku"
    best: string; // and the one that is worth most
    worth(n: number): string;
}

/** What puzzles are about (games/NAME/page/themes.ts). */
export interface Themes {
    names: Record<string, string>; // in the order in which people choose one
    /** From the best move, the next best, and the facts of why one is better, the weightiest first; undefined: nothing that has a name. */
    of(best: string, next: string, why: Fact[]): string | undefined;
}

export const about = (game: string): About => abouts[game] ?? {};
