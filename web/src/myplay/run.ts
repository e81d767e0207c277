// run.ts: reviews finished games one after the other, the newest first, and keeps their digests. It can be stopped at any time: what is
// done is kept, and the rest is done another time.
import { signal } from "@preact/signals";
import { review } from "../review/engine";
import { digest, type Digest } from "./digest";
import type { Found } from "./mine";
import { digests } from "./store";

export interface Work {
    at: Found;
    done: number;
    of: number;
    part: number; // of this one, 0 to 1
}

export class Run {
    /** What is being done. */
    readonly work = signal<Work | undefined>(undefined);
    /** Games that could not be reviewed, and why; they are tried again another time. Undefined: this player has no seat there. */
    readonly failed = signal<ReadonlyMap<string, unknown>>(new Map());
    private control: AbortController | undefined;

    constructor(private readonly made: (d: Digest) => void) {}

    async start(all: Found[]): Promise<void> {
        this.stop();
        const control = new AbortController(),
            { signal: stopped } = control,
            queue = [...all].sort((a, b) => b.when - a.when);
        this.control = control;
        for (const [done, at] of queue.entries()) {
            if (stopped.aborted) return;
            const show = (part: number): void => {
                if (!stopped.aborted) this.work.value = { at, done, of: queue.length, part };
            };
            show(0);
            try {
                const played = await at.load();
                if (stopped.aborted) return;
                if (!played) {
                    this.leave(at, undefined);
                    continue;
                }
                const made = digest(await review(played.record, { progress: show, signal: stopped }), played);
                await digests.put(made);
                if (!stopped.aborted) this.made(made);
            } catch (e) {
                if (stopped.aborted) return;
                this.leave(at, e);
            }
        }
        if (!stopped.aborted) this.work.value = undefined;
    }
    private leave({ id }: Found, why: unknown): void {
        this.failed.value = new Map([...this.failed.value, [id, why]]);
    }
    stop(): void {
        this.control?.abort();
        this.work.value = undefined;
    }
}
