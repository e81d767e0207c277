// engine.ts: workers that run libirori.
import { assets } from "../assets";
import { Calls } from "./calls";
import { Refused } from "./wasm";

export class Engine<Message = never> extends Calls<Message> {
    private readonly worker: Worker;

    constructor() {
        const worker = new Worker(assets.worker, { type: "module" });
        super(worker);
        this.worker = worker;
        // Its script could not be loaded: the network was gone just then. (What goes wrong in a worker that runs has a message.)
        worker.onerror = (e) => e.message || this.end(new Refused("part", "A worker's script could not be loaded."));
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

/** That worker, or a new one if there is none or it never came up. */
export const working = <M>(engine: Engine<M> | undefined): Engine<M> => (engine && !engine.ended ? engine : new Engine<M>());

let shared: Engine | undefined;
/** The one that thinks and reads records. */
export const tools = (): Engine => (shared = working(shared));
