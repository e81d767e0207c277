// still.ts: a position of a record as a table that asks for one move: what its seat saw then, with the moves it had. A move is not made but
// handed over.
import { legal } from "../review/engine";
import { ReplayTable } from "../table/replay";
import type { Frame, HintMove, News, Refusal, Table } from "../table/types";

export class StillTable implements Table {
    readonly code = "";
    readonly local = true;
    readonly mine: readonly number[] = [];
    private readonly watchers = new Set<(seat: number | undefined, news: News) => void>();
    private open = true;
    /** Hears the move that was chosen. */
    chosen: ((move: string) => void) | undefined;

    private constructor(
        private readonly replay: ReplayTable,
        private readonly seat: number,
        private readonly frame: Frame,
        private readonly moves: string[],
    ) {}

    static async open(a: { record: string; step: number; row: number; seat: number }): Promise<StillTable> {
        const moves = await legal(a),
            replay = await ReplayTable.open(a.record);
        await replay.go(a.step, a.seat);
        let frame: Frame | undefined;
        replay.watch((_, news) => {
            if (news.type === "frame") frame = news.frame;
        })();
        return new StillTable(replay, a.seat, frame!, moves);
    }
    get game(): string {
        return this.replay.game;
    }

    private news(): News {
        const { view, ...rest } = this.frame;
        return { type: "frame", frame: { ...rest, events: [], view: { ...view, legal: this.open ? this.moves : [] } }, still: true };
    }
    /** Whether a move can be chosen. */
    ask(open: boolean): void {
        this.open = open;
        for (const fn of [...this.watchers]) fn(this.seat, this.news());
    }
    watch(fn: (seat: number | undefined, news: News) => void): () => void {
        this.watchers.add(fn);
        fn(undefined, { type: "connection", connection: "local" });
        fn(this.seat, this.news());
        return () => this.watchers.delete(fn);
    }
    /** `auto`: a move that makes itself is no answer. */
    async do(command: string, _seat?: number, auto?: boolean): Promise<Refusal | null> {
        if (!auto && this.open) this.chosen?.(command.replace(/^move /, ""));
        return null;
    }
    async hint(): Promise<HintMove[]> {
        return [];
    }
    react(): void {
        /* nobody is here */
    }
    record(): Promise<string> {
        return this.replay.record();
    }
    close(): void {
        this.watchers.clear();
        this.replay.close();
    }
}
