// engine.ts: reviews and judgements. One worker is started when the first is wanted, and stays; others help with a review and are ended
// after it.
import { Calls } from "../engine/calls";
import { assets } from "./assets";
import { together } from "./together";
import type { Decision, Fact, PuzzleRating, PuzzleTry, Rated, Ratings, Review, Reviewed, WhyAsked } from "./types";

/** As much as `irori review` thinks about each move. */
export const usualNodes = 20000;

/** How many work on a review at most: more would cost a phone too much memory. */
const workers = 4;
/** How many positions are judged at a stretch: some 40 ms. */
const stretch = 8;

const start = (): Worker => new Worker(assets.worker, { type: "module" });
let calls: Calls | undefined;
/** The worker that stays. */
const reviewer = (): Calls => (calls ??= new Calls(start()));

let queue: Promise<unknown> = Promise.resolve();
/** Explains a record. The same record, nodes and seed give the same review, however many workers there are. One review is made after
 *  another. If `signal` says stop, it rejects as fetch does. */
export function review(
    record: string,
    {
        nodes = usualNodes,
        seed = 1,
        progress = () => undefined,
        signal,
    }: { nodes?: number; seed?: number; progress?: (part: number) => void; signal?: AbortSignal } = {},
): Promise<Reviewed> {
    const stopped = new Promise<never>((_, reject) => {
        const stop = (): void => reject(new DOMException("nobody wants this review any more", "AbortError"));
        if (signal?.aborted) stop();
        signal?.addEventListener("abort", stop, { once: true });
    });
    const made = queue.then(() => (signal?.aborted ? stopped : make({ record, nodes, seed }, progress, stopped)));
    queue = made.catch(() => undefined);
    return Promise.race([made, stopped]);
}

async function make(
    asked: { record: string; nodes: number; seed: number },
    progress: (part: number) => void,
    stopped: Promise<never>,
): Promise<Reviewed> {
    const first = reviewer(),
        steps = await first.call<number[]>("steps", asked),
        positions = steps.at(-1)! + 1,
        count = Math.ceil(positions / stretch);
    const extra = Array.from({ length: Math.min(workers, navigator.hardwareConcurrency || 1, count) - 1 }, start);
    const judging =
        (by: Calls) =>
        (piece: number): Promise<Uint8Array> =>
            by.call("part", { ...asked, from: piece * stretch, to: Math.min(positions, (piece + 1) * stretch) });
    try {
        const parts = await together(
            count,
            judging(first),
            extra.map((w) => judging(new Calls(w))),
            (there) => progress(there / count),
            stopped,
        );
        return { ...(JSON.parse(await first.call<string>("join", { ...asked, parts })) as Review), steps };
    } catch (e) {
        void first.call("stop", {});
        throw e;
    } finally {
        for (const w of extra) w.terminate();
    }
}

/** Judges one position as its seat can know it: from the bytes that `look` gives, or from a record, before a row. `move` counts as the one
 *  that is played; without it, the best. */
export function judge({
    nodes = usualNodes,
    seed = 1,
    row = 0,
    ...asked
}: { game: string; move?: string; nodes?: number; seed?: number } & (
    | { sight: Uint8Array; row?: number }
    | { record: string; row: number; seat: number }
)): Promise<Decision> {
    return reviewer().call<Decision>("judge", { ...asked, nodes, seed, row });
}

/** The moves that a seat had before a row of a record. */
export const legal = (asked: { record: string; row: number; seat: number }): Promise<string[]> => reviewer().call("legal", asked);
/** The facts that tell why one move is better than another, as a seat can know it. */
export const why = (
    asked: { game: string; played: string; better: string } & ({ sight: Uint8Array } | { record: string; row: number; seat: number }),
): Promise<Fact[]> => reviewer().call("why", asked);
/** The same for many decisions at once. */
export const whys = (game: string, all: WhyAsked[]): Promise<Fact[][]> => reviewer().call("whys", { game, all });
/** Somebody's rating after a try at a puzzle. */
export const puzzleRate = (asked: PuzzleTry): Promise<PuzzleRating> => reviewer().call("puzzleRate", asked);
/** Somebody's rating, from the games they played (docs/ratings.md). */
export const rate = (asked: Rated): Promise<Ratings> => reviewer().call("rate", asked);
