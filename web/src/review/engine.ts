// engine.ts: reviews and judgements, made in a worker that is started when the first is wanted.
import { Calls } from "../engine/calls";
import { assets } from "./assets";
import type { Decision, Fact, Review, Reviewed } from "./types";

/** As much as `irori review` thinks about each move. */
export const usualNodes = 20000;

interface Progress {
    id: number;
    progress: number;
}
let calls: Calls<Progress> | undefined,
    reviews = 0;
const watched = new Map<number, (progress: number) => void>();

function reviewer(): Calls<Progress> {
    if (!calls) {
        calls = new Calls<Progress>(new Worker(assets.worker, { type: "module" }));
        calls.heard = ({ id, progress }) => watched.get(id)?.(progress);
    }
    return calls;
}

/** Explains a record. The same record, nodes and seed give the same review. If `signal` says stop, it rejects as fetch does. */
export async function review(
    record: string,
    {
        nodes = usualNodes,
        seed = 1,
        progress,
        signal,
    }: { nodes?: number; seed?: number; progress?: (part: number) => void; signal?: AbortSignal } = {},
): Promise<Reviewed> {
    const stopped = (): DOMException => new DOMException("nobody wants this review any more", "AbortError"),
        id = ++reviews;
    if (signal?.aborted) throw stopped();
    const stop = (): void => void reviewer().call("give", { id });
    signal?.addEventListener("abort", stop);
    if (progress) watched.set(id, progress);
    try {
        const made = await reviewer().call<{ json: string; steps: number[] } | null>("review", { id, record, nodes, seed });
        if (!made || signal?.aborted) throw stopped();
        progress?.(1);
        return { ...(JSON.parse(made.json) as Review), steps: made.steps };
    } finally {
        watched.delete(id);
        signal?.removeEventListener("abort", stop);
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
export const why = (asked: { game: string; sight: Uint8Array; played: string; better: string }): Promise<Fact[]> =>
    reviewer().call("why", asked);
