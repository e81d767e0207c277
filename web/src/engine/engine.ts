// engine.ts: calls to a worker that runs libirori.
import { assets } from "../assets";
import { Refused } from "./wasm";

export class Engine<Told = never> {
    private readonly worker = new Worker(assets.worker, { type: "module" });
    private readonly waiting = new Map<number, { resolve: (value: never) => void; reject: (e: Error) => void }>();
    private n = 0;
    /** Hears what the worker says without being asked. */
    told: ((t: Told) => void) | undefined;

    constructor() {
        this.worker.onmessage = (event: MessageEvent) => {
            const answer = event.data as { n?: number; value?: unknown; refused?: { error: string; why: string }; broken?: string };
            if (answer.n === undefined) {
                this.told?.(event.data as Told);
                return;
            }
            const asked = this.waiting.get(answer.n);
            this.waiting.delete(answer.n);
            if (answer.refused) asked?.reject(new Refused(answer.refused.error, answer.refused.why));
            else if (answer.broken !== undefined) asked?.reject(new Error(answer.broken));
            else asked?.resolve(answer.value as never);
        };
    }

    call<T>(call: string, args: unknown): Promise<T> {
        return new Promise<T>((resolve, reject) => {
            this.waiting.set(++this.n, { resolve: resolve as (value: never) => void, reject });
            this.worker.postMessage({ n: this.n, call, args });
        });
    }

    close(): void {
        this.worker.terminate();
    }
}

let shared: Engine | undefined;
/** The one that thinks and reads records. */
export const tools = (): Engine => (shared ??= new Engine());
