// board.ts: what a game gives the page: its drawing, its motion and its words. All it knows comes with the frames.
//
// A board is loaded when its game is opened (boards below). It draws the middle of the screen (Center: opponents, table, action bar,
// hand), a rail for wide screens which is also a sheet on phones, and tells events in words. It keeps no rules: `view` says what is
// legal and what things are worth.
import type { ComponentChildren, ComponentType, VNode } from "preact";
import { boards } from "../gen/games";
import { assets } from "./assets";
import type { GameEvent, HintMove, TableInfo, View } from "./table/types";
import type { SoundName } from "./sound";
import type { Motion } from "./ui/motion";

/** Something the help panel can show: a card large, with words, and the rule behind it. */
export interface Topic {
    title: string;
    lead?: string; // a line before the pictures
    picture?: { symbol: string; box: string }; // a symbol of the sprite and its viewBox
    drawing?: ComponentChildren; // instead: a card that is put together of several
    pictures?: { symbol: string; box: string; title: string }[]; // several, with their names
    body?: ComponentChildren; // what no picture or line can say
    lines?: string[];
    rules?: string[]; // numbers of rules, to be shown as they stand in the rules page
    book?: string; // where the rulebook speaks of it: the id of a chapter, a thing or an example
}

/** A sentence for somebody who plays for the first time, beside the thing it speaks of. */
export interface Lesson {
    id: string; // each is said once
    text: string;
    at: string; // a selector: what it speaks of. It is said when that is on the screen
    with?: string; // and what belongs to it
    act?: boolean; // the player is to do it: it waits for a move. Otherwise for "Next"
}
/** What a lesson can look back to. */
export interface Past {
    said(id: string): boolean;
    /** What happened since the player's last move, that move included. */
    since: readonly GameEvent[];
    /** The move a bot would make now, at a table that teaches. */
    advice: string | undefined;
}

/** Something big that is shown over the table with a beat: a yaku, a call, a theft, the last round. */
export interface Moment {
    kind: string; // the class "moment KIND" is around the node
    node: VNode;
    ms: number; // how long it stays, at normal speed. The node's own animations multiply their lengths by var(--pace)
    seat?: number; // whose it is: data-seat
}
/** A sound of a beat, and when it begins: ms after the beat. Names are those of web/src/sound. */
export interface Sounding {
    sound: SoundName;
    at?: number;
}

export interface Context<V extends View = View> {
    table: TableInfo;
    view: V;
    /** Whose view this is; undefined for spectators. */
    you: number | undefined;
    /** A name for a seat: the person's, or the bot's level. */
    name(seat: number): string;
    /** The moves that are possible for you now; none while one is being sent or something is still moving. */
    legal: string[];
    play(move: string): void;
    /** The move that was sent and has no answer yet. */
    pending: string | null;
    /** What the bots advise, best first, if somebody asked. */
    hint: HintMove[] | null;
    /** What happened so far in words, the latest last. */
    log?: readonly { key: number; text: string }[];
    /** Shows something in the help panel. */
    help(topic: Topic): void;
    /** What the frame that is shown has told so far, up to this beat: for marks of what just arrived. */
    events: GameEvent[];
    /** A frame is being told: its turn and its moves come when the last beat has ended. */
    telling?: boolean;
    /** The screen has rails. */
    wide: boolean;
}

export interface Board<V extends View = View> {
    /** Short facts for the bar at the top, the most important first. */
    status(ctx: Context<V>): string[];
    /** What this player should do now, or whom the table waits for. */
    prompt(ctx: Context<V>): string;
    Center: ComponentType<{ ctx: Context<V> }>;
    Rail: ComponentType<{ ctx: Context<V> }>;
    railTitle(): string;
    railIcon: string;
    /** The pictures (ui/drawing.tsx) that a view shows: they are read before its first beat. Without a view, those that a game will show
     *  sooner or later, the likeliest first: they are read while nothing happens. */
    pictures?(view?: V): { box: string; inside: string }[];
    // The stage (docs/stage.md): the events of a frame are shown beat by beat. For each beat the view after it is drawn, its lines come
    // into the log, its things move and sound, its moment is shown. All of these may be left out.

    /** Events of a frame, grouped: each group is shown as one beat. Left out: each event is a beat if there is a `step`, else the whole
     *  frame is one. */
    beats?(events: GameEvent[], before: V, next: V): GameEvent[][];
    /** What the table looks like after this beat. Pure bookkeeping, no rules: moves cards, counters and marks as the events say, and
     *  takes from `next` only what this beat changed (derived figures, such as odds or worth, come from `next` with the beat that causes
     *  them). The page keeps `turn` as it was and `legal` empty until the last beat has ended: then `next` is shown. */
    step?(view: V, beat: GameEvent[], next: V): V;
    /** Members of the view that no step keeps, because they come with the frame itself or follow from rules: "phase",
     *  "players.*.worth". All others must be those of the frame after its last beat (tests/page/law.ts). */
    derived?: readonly string[];
    /** The table before the first event of a game, for its first frame, which has no frame before it. Left out: that frame is one beat. */
    start?(next: V): V;
    /** A moment of this beat, after its motion. ctx has the stepped view. */
    moment?(beat: GameEvent[], ctx: Context<V>): Moment | undefined;
    /** The sounds of a beat. */
    sounds?(beat: GameEvent[], ctx: Context<V>): Sounding[];
    /** What the beat was about, as small as a word: cards beside its line in what happened since my last turn. */
    picture?(beat: GameEvent[], ctx: Context<V>): ComponentChildren;
    /** Moves what a beat's events say from where it was (motion.before) to where it is now. ctx has the stepped view. */
    animate(motion: Motion, events: GameEvent[], ctx: Context<V>): Promise<void>;
    /** The events of a beat in words, a line each; empty lines are left out. What happened before the page was opened comes as whole
     *  frames. */
    tell(events: GameEvent[], ctx: Context<V>): string[];
    /** Something to look at before this beat is shown, such as the end of a round before the next is dealt; null: nothing. ctx has the
     *  view before the beat, and in ctx.events what the frame has told so far. */
    pause(events: GameEvent[], next: V, ctx: Context<V>): VNode | null;
    /** A move in words, for hints and questions. */
    move(move: string, ctx: Context<V>): string;
    /** A sentence to agree to before a costly move; null: just do it. */
    costly(move: string, ctx: Context<V>): string | null;
    /** A move to make without asking (the setting "Pass by itself"): where there is nothing to decide. Left out: never. */
    auto?(ctx: Context<V>): string | null;
    /** What a first game teaches: sentences for this very moment, in their order. After the one called "end" there are no more. */
    lessons?(ctx: Context<V>, past: Past): Lesson[];
    /** Why it ended as it did. */
    Why: ComponentType<{ ctx: Context<V> }>;
    /** Why lists the players by their ranks, if the game was played to its end. */
    ranked?: boolean;
}

/** Is there a board made for it? */
export const ownBoard = (game: string): boolean => game in boards;
const styles = new Map<string, Promise<void>>();
/** A style that is loaded late, such as that of a game's board, once; it stands before what has the last word. Without it a game can still
 *  be played. */
export function loadStyle(href: string | undefined): Promise<void> {
    if (!href) return Promise.resolve();
    let promise = styles.get(href);
    if (!promise) {
        const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
        promise = new Promise((resolve) => {
            link.onload = () => resolve();
            link.onerror = () => {
                styles.delete(href);
                link.remove();
                resolve();
            };
        });
        document.getElementById("last-style")!.before(link);
        styles.set(href, promise);
    }
    return promise;
}
/** The style of a game's board, or of another late part. */
export const style = (name: string): Promise<void> => loadStyle(assets.style[name]);
/** The board of a game; a game without one of its own gets the plain board, which draws any game. */
export async function loadBoard(game: string): Promise<Board> {
    const load = boards[game] ?? (() => import("./plain/board"));
    const [module] = await Promise.all([load(), style(ownBoard(game) ? game : "plain")]);
    return module.board as Board;
}
