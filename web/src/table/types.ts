// types.ts: frames as docs/protocol.md has them. A game's own part of a view is typed by its board.
import type { ComponentChildren } from "preact";
import type { LinkState } from "../net/link";
import type { Fact } from "../review/types";

export interface GameEvent {
    event: string;
    seat?: number;
    [field: string]: string | number | undefined;
}
export interface View {
    game: string;
    options: string;
    seats: number;
    seat?: number;
    turn: number | "chance" | "over";
    legal?: string[];
    [member: string]: unknown;
}
export interface Seat {
    kind: "open" | "person" | "bot";
    name?: string;
    ready?: boolean;
    away?: boolean;
    resigned?: boolean;
    late?: boolean; // the patience with this person ran out
    left?: number;
    holiday?: number; // in a slow game: away until then, and the clock stands still
}
/** What people at the table, or the table itself, did around the game. */
export interface Act {
    act: string;
    seat?: number;
    by?: number;
    what?: string;
    days?: number;
}
/** What a frame told, kept for those who come later. */
export interface Past {
    seq: number;
    acts?: Act[];
    events: GameEvent[];
}
export interface TableInfo {
    id: string;
    stage: "gathering" | "playing" | "over";
    paused: boolean;
    locked?: boolean; // before the start: nobody else may sit down
    deserted?: boolean; // by itself, because no person was left to play
    you?: number;
    host?: boolean;
    people?: (string | null)[]; // who sits where, told to those who sit here: a name may be anybody's
    settings: string;
    evening?: string; // the code of the evening whose table this is
    since: number;
    wake?: number | null;
    seats: Seat[];
    asking: { what: string; by: number; agreed: number[] } | null;
    asked?: number[];
    answered?: boolean;
    may: string[];
    fair: { commit: string; salts: (string | null)[]; secret: string | null };
    result: { points: number[]; ranks: number[]; won: number[]; resigned: number | null } | null;
    next: string | null;
}
export interface Frame {
    seq: number;
    ack?: number;
    now: number;
    table: TableInfo;
    acts?: Act[];
    events: GameEvent[];
    view: View;
}
/** A line of the log. */
export interface Line {
    key: number;
    text: string;
    seq: number;
    seat?: number | undefined; // whose doing it is
    mine?: boolean; // it belongs to a move of the player
    picture?: ComponentChildren; // of what it speaks
    bot?: number; // made by a bot for this seat
    act?: Act; // no part of the game
}
export interface HintMove {
    move: string;
    value: number; // 0 … 1 for bots that search
    samples: number;
    why?: Fact[]; // that the first move is better than this one
}
export interface Refusal {
    error: string;
    why: string;
    code?: string; // with values: the same for programs
    values?: Record<string, string | number>;
}
export type Connection = "local" | LinkState;

/** What a table says besides frames. */
export type News =
    | { type: "frame"; frame: Frame; still?: boolean } // still: it does not follow the last one, so nothing moves
    | { type: "connection"; connection: Connection }
    | { type: "presence"; here: boolean[]; watching: number }
    | { type: "react"; seat: number; react: string }
    | { type: "refused"; refusal: Refusal };

/** A game in progress, wherever it lives. Frames come in order; each is for the seat `you`. */
export interface Table {
    readonly code: string;
    readonly local: boolean;
    /** Seats whose players share this device: more than one is pass and play. */
    readonly mine: readonly number[];
    /** The first game of somebody who learns: a bot says what it would play. */
    readonly teaches?: boolean;
    advice?(seat?: number): Promise<string>;
    /** Begins to tell. News so far (the last frame) is told at once. */
    watch(fn: (seat: number | undefined, news: News) => void): () => void;
    /** Carries a command out for one of my seats; the answer is null, or why not. `auto`: a move that makes itself. */
    do(command: string, seat?: number, auto?: boolean): Promise<Refusal | null>;
    hint(seat?: number): Promise<HintMove[]>;
    /** The bytes of what a seat that is asked sees, to be judged elsewhere. Left out: only hints judge here. */
    sight?(seat: number): Promise<Uint8Array>;
    /** What happened so far, as this seat may know it. Left out: nothing is kept. */
    story?(seat?: number): Promise<Past[]>;
    react(what: string): void;
    /** The stage has shown this frame: bots wait for that. */
    shown?(frame: Frame): void;
    /** The record of a finished game; after a form feed, the deck it was played with if that was somebody's own. */
    record(): Promise<string>;
    close(): void;
}
export const reactions = ["hello", "nice", "oops", "think", "thanks", "again"] as const;
/** Moves may take hours or days, and nobody need be there. */
export const slow = (table: TableInfo): boolean => /\bclock=slow\b/.test(table.settings);
/** The result changes ratings (src/profile). */
export const rated = (table: TableInfo): boolean => /\brated=on\b/.test(table.settings);
/** The coach (src/coach) helps everybody at this table. */
export const coached = (table: TableInfo): boolean => /\bcoach=on\b/.test(table.settings);
