// worker.ts: libirori in a Web Worker. One worker keeps a table, another thinks and reads records: neither ever blocks the page.
import { assets } from "../assets";
import { answer, type Port } from "./calls";
import { Host } from "./host";
import { Refused, Wasm } from "./wasm";
import { catalogue, gameInfo } from "../catalogue";

const plain = WebAssembly.validate(new Uint8Array(assets.probe)) ? 0 : 1;
const compiled = (wasm: string): Promise<WebAssembly.Module> =>
    WebAssembly.compileStreaming(fetch(wasm)).catch(async () => WebAssembly.compile(await (await fetch(wasm)).arrayBuffer()));
const module = compiled(assets.wasm[plain]);
let tools: Promise<Wasm> | undefined;
const records: (Wasm | undefined)[] = []; // an instance for each that is open
const nets = new Map<string, Promise<void>>();

async function loaded(): Promise<Wasm> {
    tools ??= module.then((m) => Wasm.load(m));
    return tools;
}

/** Fetches the network of a game for the bots that need one. */
async function learned(game: string): Promise<void> {
    let net = nets.get(game);
    if (!net) {
        net = (async () => {
            const answer = await fetch(assets.net[game]!);
            if (!answer.ok) throw new Refused("net", "this bot has to be fetched once, and there is no network now");
            const bytes = new Uint8Array(await answer.arrayBuffer());
            (await loaded()).net(
                catalogue.games.findIndex((g) => g.name === game),
                bytes,
            );
        })();
        net.catch(() => nets.delete(game));
        nets.set(game, net);
    }
    await net;
}

const host = new Host(
    (goesOn) => (goesOn ? compiled(assets.review![plain]) : module), // a game that goes on needs the larger build
    (message) => postMessage(message),
);
const calls: Record<string, (a: never) => unknown> = {
    async think(a: { game: string; bot: string; view: Uint8Array; seed: bigint; nodes: number }) {
        const bots = gameInfo(a.game)?.bots ?? [];
        let bot = bots.find((b) => b.name === a.bot);
        // what it learned is not there at all: the best that does without
        if (bot?.learned && !assets.net[a.game]) bot = bots.filter((b) => b.level && !b.learned).pop() ?? bot;
        if (bot?.learned) await learned(a.game);
        return (await loaded()).think(a.game, bot?.name ?? a.bot, a.view, a.seed, a.nodes);
    },
    async replayOpen(a: { record: string }) {
        const wasm = await Wasm.load(await module),
            opened = wasm.replayOpen(a.record);
        records.push(wasm);
        return { ...opened, id: records.length - 1 };
    },
    replayFrame(a: { id: number; step: number; seat: number }) {
        return records[a.id]!.replayFrame(a.step, a.seat);
    },
    replayClose(a: { id: number }) {
        records[a.id] = undefined;
    },
    async verify(a: { record: string }) {
        return (await loaded()).verify(a.record);
    },
    /** Whether a table with these rules could be opened; refuses as opening it would. */
    async check(a: { game: string; seats: number; options: string; settings: string; deck: string }) {
        return (await loaded()).open({ ...a, id: "check", secret: "0".repeat(64) });
    },
    /** Answers another worker too. */
    serve(a: { port: MessagePort }) {
        answer(a.port, calls);
    },
    ask: host.ask.bind(host),
    create: host.create.bind(host),
    resume: host.resume.bind(host),
    do: host.do.bind(host),
    shown: host.shown.bind(host),
    look: host.look.bind(host),
    story: host.story.bind(host),
    record: host.record.bind(host),
};

answer(self as unknown as Port, calls);
