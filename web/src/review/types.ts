// types.ts: a review as docs/analysis.md describes it. All values are chances of winning, 0 to 1; lists have an entry for each seat.

/** A fact that tells why a move is better: its name, what it is true of, and the members of this fact. */
export interface Fact {
    fact: string;
    of?: "better" | "played"; // left out: of the position
    [member: string]: string | number | undefined;
}

/** Why is one move of a record's decision better than another? */
export interface WhyAsked {
    record: string;
    row: number;
    seat: number;
    played: string;
    better: string;
}

/** A legal move of a decision, as its seat could judge it. */
export interface ReviewMove {
    move: string;
    value?: number; // the mover's chance; left out: nobody looked at it, because another move is never worse
    error?: number; // of its difference from the move played, if it was judged
    points?: number; // when the playout ends, if it was judged
    samples: number;
    judged: boolean; // in fresh worlds. Only the values of judged moves can be compared with each other
}

export interface Decision {
    row: number; // of the record, from 0
    seat: number;
    kind: "forced" | "good" | "slip" | "resign";
    legal?: number; // how many moves were possible; left out where somebody resigned
    played?: string;
    best?: string; // the move played, unless it is a slip
    loss: number[]; // what it did to each seat; not positive for the mover
    error: number; // of the mover's loss
    margin?: number; // of a good move: by how much it is better than the next best
    doubt?: number; // the error of that
    why?: Fact[]; // of a slip
    moves?: ReviewMove[]; // judged ones first, best first
    rest?: number[]; // too small to be called a slip; left out if it was judged by itself
}

export interface Chance {
    row: number;
    rows: number;
    kind: "draw" | "deal" | "hidden"; // one card or throw, several, or what others held
    outcome?: string; // of a draw
    seat?: number; // of a hidden one: who moved
    luck: number[];
    error: number[];
}

export interface ReviewSeat {
    seat: number;
    name: string; // as in the record: "bot:hard", "You", ""
    result: number; // = start + own + luck + others + rest
    start: number;
    own: number;
    luck: number;
    luck_error: number; // less than that of its events, whose errors cancel out
    others: number;
    rest: number;
    accuracy: number; // 0 to 100
    loss: number; // mean of a decision with a choice
    spread: number;
    choices: number;
    slips: number;
    like: Record<string, number>; // level: how likely; empty: not known
    worst: number | null; // index in decisions
    finest: number | null;
    lucky: number | null; // index in chances
    unlucky: number | null;
}

/** What made the difference between the winner's chance at the start and the win. */
export type Decided = "rest" | "neither" | "luck" | "play" | "despite" | "mostly_luck" | "mostly_play" | "both";

export interface Review {
    type: "review";
    format: number;
    game: string;
    rules: number;
    match: string;
    over: boolean;
    rows: number;
    nodes: number;
    seed: number;
    spent: number;
    winner: number | null; // the only one
    verdict: Decided | null; // null: there is no winner
    decisive: number | null; // index in decisions: the slip of others that gave the winner most
    turning: number | null; // a row
    rounds: number[]; // the row with which each begins; [0] if the game has none
    seats: ReviewSeat[];
    decisions: Decision[];
    chances: Chance[];
    values: number[][]; // before each row, and after the last
}

/** A review in the page, which also knows the steps of the replay. */
export interface Reviewed extends Review {
    steps: number[]; // how many rows have happened after each step of the replay; steps[0] is 0
}

/** The step in which a row happens: the replay shows it when it goes to this step. */
export function stepOf(steps: number[], row: number): number {
    const at = steps.findIndex((rows) => rows > row);
    return at < 0 ? steps.length - 1 : at;
}

/** The last step before a row. A move begins a step: before a decision it is what its seat saw when it decided. */
export function stepBefore(steps: number[], row: number): number {
    const at = steps.findIndex((rows) => rows > row);
    return at < 0 ? steps.length - 1 : Math.max(0, at - 1);
}

/** The kind of a decision: the first word of the move that was played. */
export const kindOf = (d: Decision): string => (d.played ?? "resign").split(" ")[0]!;

/** How well somebody solves puzzles: Glicko-2, with no games yet: 0 everywhere. */
export interface PuzzleRating {
    at: number;
    error: number;
    drift: number;
    games: number;
}
export interface PuzzleTry {
    mine: PuzzleRating;
    days: number; // since the last one
    puzzle: { at: number; error: number };
    solved: boolean;
}

/** Games of one person, in any order, to be rated (docs/ratings.md). */
export interface Rated {
    game: string;
    games: {
        when: number; // when it ended, in milliseconds since 1970
        seat: number; // whose rating it is
        ranks: number[]; // of every seat: 0 is best
        bots: (string | null)[]; // of every seat: a bot's name; null: a person, also `seat` itself
        share?: number | null; // result - luck of that seat, from a review
    }[];
    now?: number; // today: the longer ago the last game is, the less sure the rating
}
export interface Rating {
    at: number;
    error: number; // the strength is within 1.96 errors of it, in 95 of 100 cases
    games: number;
    provisional: boolean;
}
export interface Ratings {
    rating: Rating;
    judged: Rating | null; // luck taken out; null: of no game a share is known
    course: number[]; // the rating after each game
    bots: { name: string; at: number; error: number }[]; // the levels, weakest first, with as many seats as in the last game; empty: never measured
    between: [string | null, string | null]; // the levels below and above the rating; null: there is none
}
