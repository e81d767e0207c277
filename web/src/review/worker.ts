// worker.ts: reviews in a Web Worker of their own, in slices: a review can be given up at any time, and a single position is judged in
// between.
import { answer, type Port } from "../engine/calls";
import { Refused } from "../engine/wasm";
import { catalogue } from "../catalogue";
import { assets } from "./assets";
import { Judge } from "./wasm";

/** Nodes of a slice: some milliseconds. */
const slice = 5000n;
/** How often progress is told, in milliseconds. */
const often = 60;

const wasm = assets.wasm[WebAssembly.validate(new Uint8Array(assets.probe)) ? 0 : 1];
const fetched = async (address: string, why: string): Promise<Response> => {
    const answer = await fetch(address).catch(() => undefined);
    if (!answer?.ok) throw new Refused("net", why);
    return answer;
};
/** Keeps what was made, unless that failed. */
function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
    const made = new Map<string, Promise<T>>();
    return (key) => {
        const promise = made.get(key) ?? make(key);
        made.set(key, promise);
        promise.catch(() => made.delete(key));
        return promise;
    };
}
const moduleOf = once(async (address) => {
    const answer = await fetched(address, "reviews have to be fetched once, and there is no network now");
    return WebAssembly.compile(await answer.arrayBuffer());
});
const netOf = once(async (game) => {
    const answer = await fetched(assets.net[game]!, "what the judge learned has to be fetched once, and there is no network now");
    return new Uint8Array(await answer.arrayBuffer());
});

/** An instance that can judge this game. */
async function judgeOf(game: string): Promise<Judge> {
    const at = catalogue.games.findIndex((g) => g.name === game);
    const [module, net] = await Promise.all([moduleOf(wasm), assets.net[game] ? netOf(game) : undefined]);
    const judge = await Judge.load(module);
    if (net) judge.net(at, net);
    return judge;
}
const judges = once(judgeOf); // for positions of tables
let open: { record: string; judge: Judge } | undefined; // for positions of a record: the one that was asked for last

/** A record says in its first lines which game it is of. */
async function opened(record: string): Promise<Judge> {
    const probe = await Judge.load(await moduleOf(wasm)),
        { game } = probe.replayOpen(record);
    if (assets.net[game])
        probe.net(
            catalogue.games.findIndex((g) => g.name === game),
            await netOf(game),
        );
    return probe;
}

async function reopened(record: string): Promise<Judge> {
    if (open?.record !== record) open = { record, judge: await opened(record) };
    return open.judge;
}

const given = new Set<number>(); // reviews that nobody wants any more
let queue: Promise<unknown> = Promise.resolve();
/** Lets what was asked meanwhile be heard. */
const channel = new MessageChannel();
const breathe = (): Promise<void> =>
    new Promise((resolve) => {
        channel.port1.onmessage = () => resolve();
        channel.port2.postMessage(0);
    });

async function make(a: { id: number; record: string; nodes: number; seed: number }): Promise<{ json: string; steps: number[] } | null> {
    if (given.has(a.id)) return null;
    const judge = await opened(a.record),
        { steps } = judge.reviewOpen(BigInt(a.nodes), BigInt(a.seed));
    let told = performance.now();
    for (let done = 0; done < 1000; ) {
        done = judge.reviewStep(slice);
        if (performance.now() - told > often) {
            told = performance.now();
            postMessage({ id: a.id, progress: done / 1000 });
        }
        await breathe();
        if (given.has(a.id)) return null;
    }
    open = { record: a.record, judge };
    return { json: judge.reviewResult(), steps };
}

type Asked = { game: string; move?: string; nodes: number; seed: number; row: number } & (
    | { sight: Uint8Array }
    | { record: string; seat: number }
);

answer(self as unknown as Port, {
    /** One review after another. */
    review(a: { id: number; record: string; nodes: number; seed: number }) {
        const made = queue.then(() => make(a));
        queue = made.catch(() => undefined).then(() => given.delete(a.id));
        return made;
    },
    give(a: { id: number }) {
        given.add(a.id);
    },
    async legal(a: { record: string; row: number; seat: number }) {
        return (await reopened(a.record)).legal(a.row, a.seat);
    },
    async why(a: { game: string; sight: Uint8Array; played: string; better: string }) {
        const judge = await judges(a.game);
        judge.sight(a.sight);
        return judge.why(a.game, a.played, a.better);
    },
    async judge(a: Asked) {
        let judge: Judge;
        if ("sight" in a) {
            judge = await judges(a.game);
            judge.sight(a.sight);
        } else {
            judge = await reopened(a.record);
            judge.sightAt(a.row, a.seat);
        }
        return judge.judge(a.game, a.move ?? "", BigInt(a.nodes), BigInt(a.seed), a.row);
    },
});
