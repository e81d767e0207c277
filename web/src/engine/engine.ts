// engine.ts: workers that run libirori.
import { assets } from "../assets";
import { Calls } from "./calls";

export class Engine<Message = never> extends Calls<Message> {
    private readonly worker: Worker;

    constructor() {
        const worker = new Worker(assets.worker, { type: "module" });
        super(worker);
        this.worker = worker;
    }
    /** Lets this worker ask another one without the page in between. */
    connect(other: Engine): void {
        const { port1, port2 } = new MessageChannel();
        void other.call("serve", { port: port2 }, [port2]);
        void this.call("ask", { port: port1 }, [port1]);
    }
    close(): void {
        this.worker.terminate();
    }
}

let shared: Engine | undefined;
/** The one that thinks and reads records. */
export const tools = (): Engine => (shared ??= new Engine());
