// types.ts: an evening as the server tells it (docs/evenings.md).
export type Kind = "round-robin" | "swiss" | "arena";
export const kinds: readonly Kind[] = ["round-robin", "swiss", "arena"];

export interface Person {
    name: string;
    bot: boolean;
    here: boolean;
    gone: boolean; // left, or was removed
    points: number;
    breaks: number[]; // as Evening.breaks names them
    place: number;
    table: string | null; // where they play now
    byes: number;
    bye_rounds: number[]; // in which they had one
    games: number; // that are over
}
export interface EventTable {
    table: string;
    round: number;
    people: number[];
    ranks: (number | null)[] | null; // 0 is the best, null did not come; no ranks: they still play
}
export interface Evening {
    name: string;
    game: string;
    kind: Kind;
    options: string;
    settings: string;
    seats: number;
    rounds: number; // 0: not known before the start, or an arena
    minutes: number;
    bots: boolean; // play for those who are absent
    host: boolean;
    you: number | null;
    stage: "open" | "playing" | "over";
    round: number;
    ends: number | null; // of an arena
    people: Person[];
    breaks: string[];
    tables: EventTable[];
    wait: number | null; // when the next round begins
}
/** What is asked for. */
export interface NewEvening {
    name: string;
    game: string;
    kind: Kind;
    seats: number;
    options: string;
    settings: string;
    rounds: number; // 0: as many as the kind needs
    minutes: number; // of an arena
    bots: string | null;
}
