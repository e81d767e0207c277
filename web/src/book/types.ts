// types.ts: what a game gives for its rulebook: games/NAME/page/book.tsx exports `book: Book`. The framework knows no game: it draws chapters
// made of the blocks below, and boards out of records that the engine replays.
import type { ComponentChildren } from "preact";
import type { Frame, View } from "../table/types";

/** What a seat sees at a step of a record. */
export type Seen<V extends View = View> = Omit<Frame, "view"> & { view: V };

/** A worked example: a record in games/NAME/book, of which some steps are shown, each with a caption. */
export interface Example<V extends View = View> {
    id: string; // its address in the book: #id
    title(): string;
    record: string; // the text of the record
    seat?: number; // who looks; 0 if left out
    steps: Step<V>[];
}
export interface Step<V extends View = View> {
    at: number; // a step of the record (docs/record-format.md): 0 is before the deal, 1 after it
    /** The caption. Numbers in it come out of what is seen now, or at the step before it in this example. */
    say(now: Seen<V>, before: Seen<V>): string;
    /** What the caption claims in words. The test `page-units` asks it of every step. */
    holds(now: Seen<V>, before: Seen<V>): boolean;
}

/** A picture, and what is seen on it, for those who do not see it. */
export interface Figure {
    picture: ComponentChildren;
    alt: string;
    caption?: string;
}
/** A thing with a name, its picture and what it is worth. Help links to #id. */
export interface Thing {
    id: string;
    name: string;
    meaning?: string;
    worth?: string;
    figure?: Figure;
    lines?: string[];
}
/** A part of the board: a number stands at the first thing that fits the selector, and the list says what it is. */
export interface Part {
    at: string;
    name: string;
    text: string;
}
export type Block =
    | string // a paragraph
    | { list: string[]; numbered?: boolean }
    | { note: string }
    | { figures: Figure[] } // side by side
    | { things: Thing[] }
    | { asked: { q: string; a: string }[] }
    | { board: string; step: number; parts: Part[] } // the board of an example's step (counted from 0), with its parts named
    | { example: string }; // to be stepped through
export interface Chapter {
    id: string;
    title: string;
    blocks: Block[];
    /** Not on the two printed pages. Boards and examples never are. */
    screen?: boolean;
}

export interface Book<V extends View = View> {
    /** The goal of the game, in one sentence. */
    goal(): string;
    examples: Example<V>[];
    /** All chapters in the language of now. `at(id, i)`: what is seen at a step of an example, for numbers and pictures. */
    chapters(at: (example: string, step: number) => Seen<V>): Chapter[];
    /** The addresses that help links to (`book` of a Topic), all that there can be: a test looks for each. */
    linked(): string[];
    /** A board in words, a sentence for each thing that matters. */
    see(now: Seen<V>): string[];
}
