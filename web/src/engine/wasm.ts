// wasm.ts: libirori's exports (src/wasm) with text and JSON instead of pointers.
interface Exports {
    memory: WebAssembly.Memory;
    page_in_at(): number;
    page_in_size(): number;
    page_out_at(): number;
    page_view_at(): number;
    page_view_size(): number;
    page_net_at(game: number, size: number): number;
    page_think(seed: bigint, nodes: bigint): number;
    page_open(): number;
    page_open_from?(): number; // only in review.wasm
    page_do(who: bigint, id: bigint, seq: bigint, now: bigint): number;
    page_take(): number;
    page_fold(seq: bigint, sub: number, who: bigint, id: bigint, time: bigint): number;
    page_frame(seat: number, withEvents: number, ack: bigint, now: bigint): number;
    page_wish(now: bigint): number;
    page_look(seat: number): number;
    page_story(seat: number): number;
    page_record(): number;
    page_replay_open(): number;
    page_replay_frame(step: number, seat: number): number;
    page_verify(): number;
}
/** A record that was opened. */
export interface Opened {
    game: string;
    seats: number;
    steps: number;
}
export class Refused extends Error {
    /** code, values: what says the same to programs (docs/protocol.md); form/errors.ts has words for it. */
    constructor(
        readonly error: string,
        readonly why: string,
        readonly code?: string,
        readonly values?: Record<string, string | number>,
    ) {
        super(why);
    }
}

/** What a worker or a server refused. */
export const refused = (r: object): Refused => {
    const { error, why, code, values } = r as Refused;
    return new Refused(error, why, code, values);
};

/** More: the exports of a larger build. */
export class Wasm<More = unknown> {
    protected constructor(protected readonly x: Exports & More) {}

    protected static async instance<X>(module: WebAssembly.Module): Promise<X> {
        return (await WebAssembly.instantiate(module, {})).exports as unknown as X;
    }
    static async load(module: WebAssembly.Module): Promise<Wasm> {
        return new Wasm(await Wasm.instance<Exports>(module));
    }

    protected put(text: string): void {
        const at = this.x.page_in_at(),
            size = this.x.page_in_size();
        const { written, read } = new TextEncoder().encodeInto(text, new Uint8Array(this.x.memory.buffer, at, size - 1));
        if (read < text.length) throw new Refused("size", "this text is too long");
        new Uint8Array(this.x.memory.buffer, at)[written] = 0;
    }
    protected get<T>(n: number): T {
        const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(this.x.memory.buffer, this.x.page_out_at(), n))) as T & {
            error?: string;
        };
        if (typeof answer.error === "string") throw refused(answer);
        return answer;
    }

    open(a: { game: string; id: string; seats: number; options: string; settings: string; secret: string; deck: string }): {
        options: string;
    } {
        this.put([a.game, a.id, a.seats, a.options, a.settings, 1, a.secret, a.deck].join("\n"));
        return this.get(this.x.page_open());
    }
    /** A table that goes on with a record. */
    openFrom(a: { settings: string; secret: string; from: string }): { options: string } {
        this.put([a.settings, a.secret, a.from].join("\n"));
        return this.get(this.x.page_open_from!());
    }
    /** Carries a command out; take() makes it so, once the row is kept. */
    do(text: string, who: number, id: number, seq: number, now: number): { seq: number; sub: number; closed: boolean; row: string } {
        this.put(text);
        return this.get(this.x.page_do(BigInt(who), BigInt(id), BigInt(seq), BigInt(now)));
    }
    take(): void {
        this.get(this.x.page_take());
    }
    /** True: the row closed a frame. */
    fold(row: string, seq: number, sub: number, who: number, id: number, time: number): boolean {
        this.put(row);
        return this.get<{ closed: boolean }>(this.x.page_fold(BigInt(seq), sub, BigInt(who), BigInt(id), BigInt(time))).closed;
    }
    frame<T>(seat: number, withEvents: boolean, ack: number, now: number): T {
        return this.get(this.x.page_frame(seat, withEvents ? 1 : 0, BigInt(ack), BigInt(now)));
    }
    /** What the frame told that was folded or taken last. */
    story<T>(seat: number): T {
        return this.get(this.x.page_story(seat));
    }
    wish(now: number): { think: { seat: number; bot: string }[]; wake: number; seq: number } {
        return this.get(this.x.page_wish(BigInt(now)));
    }
    /** The bytes of what a seat sees, to be thought about elsewhere. */
    look(seat: number): Uint8Array {
        const n = this.x.page_look(seat);
        if (n) this.get(n);
        return new Uint8Array(this.x.memory.buffer, this.x.page_view_at(), this.x.page_view_size()).slice();
    }
    net(game: number, bytes: Uint8Array): void {
        const at = this.x.page_net_at(game, bytes.length);
        if (!at) throw new Refused("size", "this network is too large");
        new Uint8Array(this.x.memory.buffer, at, bytes.length).set(bytes);
    }
    think(
        game: string,
        bot: string,
        view: Uint8Array,
        seed: bigint,
        nodes: number,
    ): { best: string; moves: { move: string; value: number; samples: number }[] } {
        this.put(`${game}\n${bot}\n`);
        new Uint8Array(this.x.memory.buffer, this.x.page_view_at(), view.length).set(view);
        return this.get(this.x.page_think(seed, BigInt(nodes)));
    }
    record(rows: string): string {
        this.put(rows);
        return this.get<{ record: string }>(this.x.page_record()).record;
    }
    /** Opens a record, and keeps it open. */
    replayOpen(record: string): Opened {
        this.put(record);
        return this.get(this.x.page_replay_open());
    }
    replayFrame<T>(step: number, seat: number): T {
        return this.get(this.x.page_replay_frame(step, seat));
    }
    verify<T>(record: string): T {
        this.put(record);
        return this.get(this.x.page_verify());
    }
}
