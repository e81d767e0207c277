// model.ts: what a review says of one seat, step by step, for the graph, the lists and the tables. Pure.
import { kindOf, stepBefore, stepOf, type Chance, type Decision, type Reviewed, type ReviewSeat } from "./types";

/** A step of the replay, for one seat. All in chances of winning. */
export interface StepOf {
    step: number;
    value: number; // after it
    own: number; // this seat's slip
    others: number; // what slips of others did to it
    luck: number; // what the cards did
    error: number; // of the luck
    mover: number | undefined; // whose move it was
}
export function stepsOf(r: Reviewed, seat: number): StepOf[] {
    const out: StepOf[] = r.steps.map((rows, step) => ({
        step,
        value: r.values[rows]![seat]!,
        own: 0,
        others: 0,
        luck: 0,
        error: 0,
        mover: undefined,
    }));
    for (const d of r.decisions) {
        const s = out[stepOf(r.steps, d.row)]!;
        s[d.seat === seat ? "own" : "others"] += d.loss[seat]!;
        s.mover ??= d.seat;
    }
    for (const c of r.chances) {
        const s = out[stepOf(r.steps, c.row)]!;
        s.luck += c.luck[seat]!;
        s.error = Math.hypot(s.error, c.error[seat]!);
    }
    return out;
}

/** An error as it is shown: twice the standard error. */
export const shownError = (error: number): number => 2 * error;

/** The decision that is made next in a position; undefined: the game is over, or cards come. */
export const decisionAt = (r: Reviewed, step: number): Decision | undefined =>
    r.decisions.find((d) => d.row === r.steps[step] && d.kind !== "resign");

/** Where to look at a decision: the position in which it was made. */
export const whereDecided = (r: Reviewed, d: Decision): number => stepBefore(r.steps, d.row);
/** Where to look at what the cards did: the position after it. */
export const whereDealt = (r: Reviewed, c: Chance): number => stepOf(r.steps, c.row);

/** Slips by size, the most expensive first; seat undefined: of everybody. */
export function slips(r: Reviewed, seat: number | undefined, least: number): Decision[] {
    return r.decisions
        .filter((d) => d.kind === "slip" && (seat === undefined || d.seat === seat) && -d.loss[d.seat]! >= least)
        .sort((a, b) => a.loss[a.seat]! - b.loss[b.seat]!);
}

/** So much of the chance of winning is worth telling. */
export const worthTelling = 0.01;

/** The round a row belongs to, counted from 1; 0: the game has none. */
export function roundOf(r: Reviewed, row: number): number {
    return r.rounds.length > 1 ? r.rounds.filter((first) => first <= row).length : 0;
}

export interface Part {
    before: number;
    own: number;
    luck: number;
    others: number;
    after: number;
}
export function byRound(r: Reviewed, seat: number): Part[] {
    if (r.rounds.length < 2) return [];
    return r.rounds.map((first, i) => {
        const end = r.rounds[i + 1] ?? r.rows,
            last = i === r.rounds.length - 1,
            within = (row: number): boolean => row >= first && (row < end || last);
        const part = { before: r.values[first]![seat]!, own: 0, luck: 0, others: 0, after: r.values[end]![seat]! };
        for (const d of r.decisions) if (within(d.row)) part[d.seat === seat ? "own" : "others"] += d.loss[seat]!;
        for (const c of r.chances) if (within(c.row)) part.luck += c.luck[seat]!;
        return part;
    });
}

export interface Kind {
    kind: string;
    choices: number;
    slips: number;
    lost: number;
}
/** Decisions with a choice, by the first word of the move; the most expensive kind first. */
export function byKind(r: Reviewed, seat: number): Kind[] {
    const kinds = new Map<string, Kind>();
    for (const d of r.decisions) {
        if (d.seat !== seat || d.kind === "forced" || d.kind === "resign") continue;
        const name = kindOf(d),
            kind = kinds.get(name) ?? { kind: name, choices: 0, slips: 0, lost: 0 };
        kinds.set(name, kind);
        kind.choices++;
        kind.slips += d.kind === "slip" ? 1 : 0;
        kind.lost -= d.loss[seat]!;
    }
    return [...kinds.values()].sort((a, b) => b.lost - a.lost || b.choices - a.choices);
}

/** The levels one may have played like, the weakest first: the most likely one, all others that are likely, too, and what lies between
 *  them; with how likely it is that it was one of these. */
export function likely(like: Record<string, number>): { levels: string[]; chance: number } {
    const all = Object.entries(like),
        most = Math.max(...all.map(([, chance]) => chance)),
        some = all.flatMap(([, chance], i) => (chance === most || chance > 0.1 ? [i] : [])),
        range = all.slice(some[0], (some.at(-1) ?? -1) + 1);
    return { levels: range.map(([level]) => level), chance: range.reduce((sum, [, chance]) => sum + chance, 0) };
}

/** So sure one has to be of a level, or of two that are neighbours. */
const sure = 0.8;
/** What is told of each seat: nothing that is doubtful, and nothing of two seats of which the one that lost less would be the weaker. */
export function told(seats: Pick<ReviewSeat, "like" | "own">[]): (ReturnType<typeof likely> | undefined)[] {
    const all = seats.map(({ like, own }) => {
        const found = likely(like),
            at = (level: string | undefined): number => Object.keys(like).indexOf(level ?? "");
        return found.levels.length > 0 && found.levels.length < 3 && found.chance >= sure
            ? { found, own, low: at(found.levels[0]), high: at(found.levels.at(-1)) }
            : undefined;
    });
    type Told = NonNullable<(typeof all)[number]>;
    const weaker = (a: Told, b: Told): boolean => a.low <= b.low && a.high <= b.high && a.low + a.high < b.low + b.high,
        contradict = (a: Told, b: Told): boolean => (a.own > b.own && weaker(a, b)) || (b.own > a.own && weaker(b, a));
    return all.map((a) => (a && !all.some((b) => b && contradict(a, b)) ? a.found : undefined));
}

/** Where the review begins: my seat. In a record of this device that is "You" or the name in the settings; else the first person. */
export function mySeat(r: Reviewed, name: string): number {
    const of = (test: (n: string) => boolean): number => r.seats.findIndex((s) => test(s.name)),
        person = (n: string): boolean => !n.startsWith("bot:");
    const found = [of((n) => n === name && person(n)), of((n) => n === "You"), of(person)].find((i) => i >= 0);
    return found ?? 0;
}
