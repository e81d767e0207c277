// sums.ts: many digests as the figures of the charts. Games in which a move was taken back or a hint was asked for stand in the lists, but
// no figure counts them: they are not what this player can do alone.
import type { Digest, Instead, KindSum, Mine } from "./digest";

/** A game of mine: one seat of a digest. */
export interface Game extends Mine {
    of: Digest;
    helped: boolean;
}
/** All games with something to count, the oldest first; `game`: only these. */
export const gamesOf = (all: Digest[], game = ""): Game[] =>
    all
        .filter((d) => !game || d.game === game)
        .flatMap((d) => d.mine.map((m) => ({ ...m, of: d, helped: d.takes + d.hints > 0 })))
        .sort((a, b) => a.of.when - b.of.when);

export interface Totals {
    games: number;
    choices: number;
    won: number; // shares of wins
    start: number;
    own: number;
    luck: number;
    error: number; // of the luck
    others: number;
    rest: number;
    accuracy: number; // over all decisions with a choice
}
export function totals(all: Game[]): Totals {
    const games = all.filter((g) => !g.helped),
        sum = (of: (g: Game) => number): number => games.reduce((n, g) => n + of(g), 0),
        choices = sum((g) => g.choices);
    return {
        games: games.length,
        choices,
        won: sum((g) => g.result),
        start: sum((g) => g.start),
        own: sum((g) => g.own),
        luck: sum((g) => g.luck),
        error: Math.sqrt(sum((g) => g.error ** 2)),
        others: sum((g) => g.others),
        rest: sum((g) => g.rest),
        accuracy: choices ? sum((g) => g.accuracy * g.choices) / choices : 0,
    };
}

/** So many games make a mean that says something and still moves. */
export const meanOf = 8;
/** Accuracy game by game, with the mean of the last few games that count, by decisions. */
export function accuracies(all: Game[]): { game: Game; mean: number }[] {
    const last: Game[] = [];
    return all.map((game) => {
        if (!game.helped && game.choices) last.push(game);
        if (last.length > meanOf) last.shift();
        const n = last.reduce((s, g) => s + g.choices, 0);
        return { game, mean: n ? last.reduce((s, g) => s + g.accuracy * g.choices, 0) / n : game.accuracy };
    });
}

/** The sum of luck after each game that counts, with its error. */
export function lucks(all: Game[]): { game: Game; sum: number; error: number }[] {
    let sum = 0,
        square = 0;
    return all
        .filter((g) => !g.helped)
        .map((game) => {
            sum += game.luck;
            square += game.error ** 2;
            return { game, sum, error: Math.sqrt(square) };
        });
}

/** Losses by game and kind, the most expensive first. */
export function kindSums(all: Game[]): ({ game: string; kind: string } & KindSum)[] {
    const sums = new Map<string, { game: string; kind: string } & KindSum>();
    for (const g of all.filter((x) => !x.helped))
        for (const [kind, k] of Object.entries(g.kinds)) {
            const sum = sums.get(`${g.of.game} ${kind}`) ?? { game: g.of.game, kind, choices: 0, slips: 0, loss: 0 };
            sum.choices += k.choices;
            sum.slips += k.slips;
            sum.loss += k.loss;
            sums.set(`${g.of.game} ${kind}`, sum);
        }
    return [...sums.values()].sort((a, b) => b.loss - a.loss || b.choices - a.choices);
}

/** One kind of move instead of another, the most expensive first. */
export function insteads(all: Game[]): (Instead & { game: string })[] {
    const sums = new Map<string, Instead & { game: string }>();
    for (const g of all.filter((x) => !x.helped))
        for (const i of g.instead) {
            const key = `${g.of.game} ${i.played} ${i.best}`,
                sum = sums.get(key) ?? { game: g.of.game, played: i.played, best: i.best, n: 0, loss: 0 };
            sum.n += i.n;
            sum.loss += i.loss;
            sums.set(key, sum);
        }
    return [...sums.values()].sort((a, b) => b.loss - a.loss);
}
