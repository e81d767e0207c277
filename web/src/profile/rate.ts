// rate.ts: ratings from the games of this browser. The numbers are libirori's (docs/ratings.md).
import { rate } from "../review/engine";
import type { Rated, Rating, Ratings } from "../review/types";
import { counting, type Own } from "./games";

/** Before that, a rating would say more about the first cards than about the player. */
export const enough = 5;
/** So many are drawn. */
const most = 60;

export interface Point {
    when: number;
    at: number;
    error: number;
    judged: Rating | null;
}
export interface OwnRating extends Ratings {
    game: string;
    played: number; // games that count
    course: number[];
    curve: Point[];
    /** One reviewed game says as much as so many results; undefined: nobody can tell yet. */
    faster?: number;
}

const line = (g: Own): Rated["games"][number] => ({
    ...{ when: g.when, seat: g.seat, ranks: g.ranks },
    bots: g.seats.map((s, i) => (i === g.seat ? null : s.name)),
    share: g.share ?? null,
});
const start = 350; // the error of somebody nobody knows
/** What is known by an error, beyond that: it adds up game by game. */
const known = (error: number): number => 1 / error ** 2 - 1 / start ** 2;
export function faster({ rating, judged }: Pick<Ratings, "rating" | "judged">): number | undefined {
    if (!judged?.games || !rating.games) return undefined;
    const times = known(judged.error) / judged.games / (known(rating.error) / rating.games);
    return Number.isFinite(times) && times > 0 ? times : undefined;
}

/** Without a curve, which takes as many sums as there are games. */
export const ratingNow = (game: string, all: Own[], ask: typeof rate = rate): Promise<Ratings> =>
    ask({ game, games: counting(game, all).map(line), now: Date.now() });
export async function ownRating(game: string, all: Own[], ask: typeof rate = rate): Promise<OwnRating | undefined> {
    const games = counting(game, all).map(line);
    if (!games.length) return undefined;
    const now = await ask({ game, games, now: Date.now() }),
        after = await ask({ game, games }),
        curve: Point[] = [];
    for (let n = Math.max(1, games.length - most + 1); n <= games.length; n++) {
        const then = n === games.length ? after : await ask({ game, games: games.slice(0, n) });
        curve.push({ when: games[n - 1]!.when, at: then.rating.at, error: then.rating.error, judged: then.judged });
    }
    const times = faster(after);
    return { ...now, game, played: games.length, curve, ...(times !== undefined && { faster: times }) };
}
