// worker.ts: reviews in Web Workers of their own: parts of them, in slices, so that a part can be given up at any time, and a single
// position is judged in between. One worker joins the parts.
import { answer, type Port } from "../engine/calls";
import { Refused } from "../engine/wasm";
import { catalogue } from "../catalogue";
import { assets } from "./assets";
import type { Fact, PuzzleTry, Rated, WhyAsked } from "./types";
import { Judge } from "./wasm";

/** Nodes of a slice: some milliseconds. */
const slice = 5000n;

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
const rater = once(async () => Judge.load(await moduleOf(wasm)));
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

let working: { record: string; judge: Judge } | undefined, // on parts of this record
    turn = 0; // of what was asked last; whatever was begun before is given up
async function prepared(record: string): Promise<Judge> {
    if (working?.record !== record) working = { record, judge: await opened(record) };
    return working.judge;
}
/** Lets what was asked meanwhile be heard. */
const channel = new MessageChannel(),
    breathing: (() => void)[] = [];
channel.port1.onmessage = () => breathing.shift()?.();
const breathe = (): Promise<void> =>
    new Promise((resolve) => {
        breathing.push(resolve);
        channel.port2.postMessage(0);
    });

interface Work {
    record: string;
    nodes: number;
    seed: number;
}
async function begun(a: Work): Promise<{ judge: Judge; steps: number[]; stale: () => boolean }> {
    const mine = ++turn,
        judge = await prepared(a.record),
        stale = (): boolean => turn !== mine;
    return { judge, steps: stale() ? [] : judge.reviewOpen(BigInt(a.nodes), BigInt(a.seed)).steps, stale };
}

type Sight = { game: string } & ({ sight: Uint8Array } | { record: string; row: number; seat: number });
/** A judge who sees a position as its seat does. */
async function looking(a: Sight): Promise<Judge> {
    const judge = await ("sight" in a ? judges(a.game) : reopened(a.record));
    if ("sight" in a) judge.sight(a.sight);
    else judge.sightAt(a.row, a.seat);
    return judge;
}

answer(self as unknown as Port, {
    /** How many rows have happened after each step. */
    async steps(a: Work) {
        return (await begun(a)).steps;
    },
    /** What is found in the positions from `from` until before `to`. */
    async part(a: Work & { from: number; to: number }) {
        const { judge, stale } = await begun(a);
        if (!stale()) judge.reviewRows(a.from, a.to);
        while (!stale() && judge.reviewStep(slice) < 1000) await breathe();
        if (stale()) throw new Error("another part was asked for");
        return judge.reviewPart();
    },
    /** The review, from all its parts. */
    async join(a: Work & { parts: Uint8Array[] }) {
        const { judge } = await begun(a);
        for (const part of a.parts) judge.reviewJoin(part);
        [open, working] = [working, undefined];
        return judge.reviewResult();
    },
    stop() {
        turn++;
        working = undefined;
    },
    async legal(a: { record: string; row: number; seat: number }) {
        return (await reopened(a.record)).legal(a.row, a.seat);
    },
    async why(a: Sight & { played: string; better: string }) {
        return (await looking(a)).why(a.game, a.played, a.better);
    },
    /** The same for many decisions, one after the other. Facts need no network of the game. */
    async whys(a: { game: string; all: WhyAsked[] }) {
        const judge = await rater("whys"),
            found: Fact[][] = [];
        let open = "";
        for (const { record, row, seat, played, better } of a.all) {
            if (record !== open) judge.replayOpen(record);
            open = record;
            judge.sightAt(row, seat);
            found.push(judge.why(a.game, played, better));
            if (found.length % 8 === 0) {
                await breathe();
                open = ""; // somebody else may have asked meanwhile
            }
        }
        return found;
    },
    /** Needs no network of the game. */
    async rate(a: Rated) {
        return (await rater("")).rate(a);
    },
    async puzzleRate(a: PuzzleTry) {
        return (await rater("")).puzzleRate(a);
    },
    async judge(a: Sight & { move?: string; nodes: number; seed: number; row: number }) {
        const judge = await looking(a);
        return judge.judge(a.game, a.move ?? "", BigInt(a.nodes), BigInt(a.seed), a.row);
    },
});
