// local.ts: a table in this browser: the host keeps it in a worker, the shared tools think for its bots.
import { gameInfo, type Role } from "../catalogue";
import { type Engine, tools, working } from "../engine/engine";
import type { HostMessage } from "../engine/host";
import type { Saved } from "../engine/keep";
import { Refused } from "../engine/wasm";
import type { Frame, HintMove, News, Past, Refusal, Table } from "./types";

export interface NewTable {
    game: string;
    seats: Saved["seats"];
    options: string;
    settings: string;
    deck: string;
    lesson?: string; // the secret everything is dealt from
    from?: string; // a record that it goes on with
    secret?: string; // what that is dealt from; left out: a new one
}

const seed = (): bigint => crypto.getRandomValues(new BigUint64Array(1))[0]!;

let spare: Engine<HostMessage> | undefined;
/** Starts a worker for the next table, so that it is there when somebody presses Play now. */
export function warmHost(): void {
    spare = working(spare);
}

export class LocalTable implements Table {
    readonly local = true;
    mine: number[] = [];
    code = "";
    private saved: Saved | undefined;
    private readonly host: Engine<HostMessage>;
    private readonly watchers = new Set<(seat: number | undefined, news: News) => void>();
    private readonly last = new Map<number, Frame>();
    private id = 0;

    private constructor() {
        this.host = working(spare);
        spare = undefined;
        this.host.heard = (message) => {
            if (message.kind === "frames")
                for (const { seat, frame } of message.frames) {
                    this.last.set(seat, frame);
                    this.emit(seat, { type: "frame", frame, still: message.still });
                }
            else if (message.kind === "thinker") this.host.connect(tools());
            else this.emit(undefined, { type: "refused", refusal: message.refusal });
        };
    }

    static async create(a: NewTable): Promise<LocalTable> {
        const table = new LocalTable();
        return table.opened(table.host.call<Saved>("create", a));
    }
    static async resume(id: string): Promise<LocalTable> {
        const table = new LocalTable();
        return table.opened(table.host.call<Saved>("resume", { id }));
    }
    private async opened(saved: Promise<Saved>): Promise<LocalTable> {
        try {
            this.saved = await saved;
        } catch (e) {
            this.close();
            throw e;
        }
        this.code = this.saved.id;
        this.mine = this.saved.seats.flatMap((s, i) => (s.kind === "person" ? [i] : []));
        return this;
    }

    private emit(seat: number | undefined, news: News): void {
        for (const fn of [...this.watchers]) fn(seat, news);
    }

    watch(fn: (seat: number | undefined, news: News) => void): () => void {
        this.watchers.add(fn);
        fn(undefined, { type: "connection", connection: "local" });
        for (const [seat, frame] of this.last) fn(seat, { type: "frame", frame });
        return () => this.watchers.delete(fn);
    }

    async do(command: string, seat = this.mine[0] ?? 0, auto = false): Promise<Refusal | null> {
        try {
            await this.host.call("do", { text: command, who: seat + 1, id: ++this.id, seq: this.last.get(seat)?.seq, auto });
            return null;
        } catch (e) {
            if (e instanceof Refused) return { error: e.error, why: e.why };
            throw e;
        }
    }

    shown(frame: Frame): void {
        if ([...this.last.values()].every((f) => f.seq < frame.seq)) return; // it was taken back meanwhile
        void this.host.call("shown", { seq: frame.seq });
    }

    private bot(role: Role): string {
        return gameInfo(this.saved!.game)!.roles[role];
    }
    sight(seat = this.mine[0] ?? 0, hint = false): Promise<Uint8Array> {
        return this.host.call("look", { seat, hint });
    }
    async hint(seat?: number): Promise<HintMove[]> {
        const view = await this.sight(seat, true);
        const { moves } = await tools().call<{ moves: HintMove[] }>("think", {
            game: this.saved!.game,
            bot: this.bot("adviser"),
            view,
            seed: seed(),
            nodes: 0,
        });
        return moves.map((m) => ({ ...m, value: m.value / 1e6 })).sort((a, b) => b.value - a.value);
    }

    story(seat = this.mine[0] ?? 0): Promise<Past[]> {
        return this.host.call<Past[]>("story", { seat });
    }

    get teaches(): boolean {
        return !!this.saved?.lesson;
    }
    async advice(seat?: number): Promise<string> {
        const view = await this.sight(seat);
        return (
            await tools().call<{ best: string }>("think", { game: this.saved!.game, bot: this.bot("default"), view, seed: 1n, nodes: 0 })
        ).best;
    }

    /** What makes the same table once more. */
    again(): NewTable {
        const { game, seats, options, settings, deck } = this.saved!;
        return { game, seats, options, settings, deck };
    }
    react(): void {
        /* nobody else is here to see it */
    }
    async record(): Promise<string> {
        const record = await this.host.call<string>("record", {}),
            { deck } = this.saved!;
        return deck ? `${record}\f\n${deck}` : record;
    }
    close(): void {
        this.watchers.clear();
        this.host.close();
    }
}
