// digest.ts: what My play keeps of a finished game: the sums of its review, for the seats that are mine, and the worst slips with all that
// an exercise needs. docs/my-play.md describes the format.
import { kindOf, stepBefore, type Decision, type Fact, type Reviewed } from "../review/types";
import type { SavedSeat } from "../engine/keep";

/** Of one kind of move: how often there was a choice, how often it was a slip, and what the slips cost in all. */
export interface KindSum {
    choices: number;
    slips: number;
    loss: number;
}
/** Slips in which another kind of move was better. */
export interface Instead {
    played: string;
    best: string;
    n: number;
    loss: number;
}
/** How often an exercise was tried, and when it comes back: exercise.ts. */
export interface Practice {
    tries: number;
    box: number;
    due: number;
}
export interface Slip {
    row: number;
    step: number; // of the replay: what the seat saw when it decided
    played: string;
    best: string;
    loss: number; // positive
    error: number;
    chance: number; // of winning, before it
    why: Fact[];
    practice?: Practice;
}
export interface Mine {
    seat: number;
    result: number; // = start + own + luck + others + rest
    start: number;
    own: number;
    luck: number;
    error: number; // of the luck
    others: number;
    rest: number;
    accuracy: number;
    choices: number;
    slips: number;
    kinds: Record<string, KindSum>;
    instead: Instead[];
    worst: Slip[];
}
export interface Digest {
    format: 1;
    id: string; // of the table
    where: "here" | "server" | "file";
    game: string;
    rules: number;
    when: number; // ms
    seats: SavedSeat[];
    takes: number; // so often a move was taken back
    hints: number; // so often a hint was asked for or the coach asked, as far as this browser knows
    nodes: number; // of the review
    record: string;
    mine: Mine[]; // empty: there is nothing to count
}
/** What is known of a game without its review. */
export type Played = Pick<Digest, "id" | "where" | "when" | "takes" | "hints" | "record"> & { mine: number[] };

/** So many slips of a game can become exercises. */
const keptSlips = 8;

const first = (move: string): string => move.split(" ")[0]!;

function slip(d: Decision, r: Reviewed): Slip {
    return {
        row: d.row,
        step: stepBefore(r.steps, d.row),
        played: d.played!,
        best: d.best!,
        loss: -d.loss[d.seat]!,
        error: d.error,
        chance: r.values[d.row]![d.seat]!,
        why: d.why ?? [],
    };
}
function mine(r: Reviewed, seat: number): Mine {
    const own = r.seats[seat]!,
        decisions = r.decisions.filter((d) => d.seat === seat && d.kind !== "forced"),
        slips = decisions.filter((d) => d.kind === "slip"),
        kinds: Record<string, KindSum> = {},
        instead = new Map<string, Instead>();
    for (const d of decisions) {
        const loss = -d.loss[seat]!,
            sum = kinds[kindOf(d)] ?? { choices: 0, slips: 0, loss: 0 };
        kinds[kindOf(d)] = sum;
        sum.choices++;
        if (loss > 0) sum.slips++;
        sum.loss += Math.max(0, loss);
    }
    for (const d of slips) {
        const played = first(d.played!),
            best = first(d.best!),
            key = `${played} ${best}`;
        if (played === best) continue;
        const sum = instead.get(key) ?? { played, best, n: 0, loss: 0 };
        sum.n++;
        sum.loss -= d.loss[seat]!;
        instead.set(key, sum);
    }
    return {
        ...{ seat, result: own.result, start: own.start, own: own.own, luck: own.luck, others: own.others, rest: own.rest },
        ...{ accuracy: own.accuracy, choices: own.choices, slips: own.slips },
        error: own.luck_error,
        kinds,
        instead: [...instead.values()].sort((a, b) => b.loss - a.loss),
        worst: slips
            .map((d) => slip(d, r))
            .sort((a, b) => b.loss - a.loss)
            .slice(0, keptSlips),
    };
}

export function digest(r: Reviewed, played: Played): Digest {
    return {
        ...played,
        format: 1,
        game: r.game,
        rules: r.rules,
        seats: r.seats.map(({ name }) => (name.startsWith("bot:") ? { kind: "bot", name: name.slice(4) } : { kind: "person", name })),
        nodes: r.nodes,
        mine: r.over ? played.mine.map((seat) => mine(r, seat)) : [], // who breaks off has not lost by his slips
    };
}
