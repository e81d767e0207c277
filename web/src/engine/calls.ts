// calls.ts: questions and answers over a port: to a worker, or from one worker to another.
import { Refused, refused } from "./wasm";

/** A Worker, a MessagePort, or a worker's own side of its port. */
export interface Port {
    postMessage(message: unknown, transfer?: Transferable[]): void;
    onmessage: ((event: MessageEvent) => void) | null;
}
type Answer = { n?: number; value?: unknown; refused?: object; broken?: string };

export class Calls<Message = never> {
    private readonly waiting = new Map<number, { resolve: (value: never) => void; reject: (e: Error) => void }>();
    private n = 0;
    /** Why it answers no more. */
    ended: Error | undefined;
    /** Hears what the other side says without being asked. */
    heard: ((t: Message) => void) | undefined;

    constructor(protected readonly port: Port) {
        port.onmessage = (event: MessageEvent) => {
            const answer = event.data as Answer;
            if (answer.n === undefined) {
                this.heard?.(event.data as Message);
                return;
            }
            const asked = this.waiting.get(answer.n);
            this.waiting.delete(answer.n);
            if (answer.refused) asked?.reject(refused(answer.refused));
            else if (answer.broken !== undefined) asked?.reject(new Error(answer.broken));
            else asked?.resolve(answer.value as never);
        };
    }

    /** Nobody is on the other side: whoever asked, or asks, is told so. */
    protected end(why: Error): void {
        this.ended = why;
        for (const { reject } of this.waiting.values()) reject(why);
        this.waiting.clear();
    }
    call<T>(call: string, args: unknown, transfer: Transferable[] = []): Promise<T> {
        return new Promise<T>((resolve, reject) => {
            if (this.ended) return reject(this.ended);
            this.waiting.set(++this.n, { resolve: resolve as (value: never) => void, reject });
            this.port.postMessage({ n: this.n, call, args }, transfer);
        });
    }
}

/** The other side: answers every question that comes over a port. */
export function answer(port: Port, calls: Record<string, (a: never) => unknown>): void {
    port.onmessage = async (event: MessageEvent) => {
        const { n, call, args } = event.data as { n: number; call: string; args: unknown };
        try {
            port.postMessage({ n, value: await calls[call]!(args as never) });
        } catch (e) {
            if (e instanceof Refused) port.postMessage({ n, refused: { ...e } });
            else port.postMessage({ n, broken: String(e instanceof Error ? (e.stack ?? e.message) : e) });
        }
    };
}
