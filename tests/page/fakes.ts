// fakes.ts: a table that says what the test tells it to, a board that notes what it is asked, and frames.
import type { Board, Lesson } from "@/board";
import type { Frame, GameEvent, HintMove, News, Past, Refusal, Table, TableInfo, View } from "@/table/types";

interface Made extends Partial<Omit<Frame, "table" | "view">> {
    table?: Partial<TableInfo>;
    view?: Partial<View>;
}
/** Frame number seq; its one event is called by the number. */
export function frame(seq: number, { table, view, ...rest }: Made = {}): Frame {
    return {
        seq,
        now: 0,
        events: [{ event: `e${seq}` }],
        table: {
            id: "test",
            stage: "playing",
            paused: false,
            you: 0,
            settings: "",
            since: 0,
            asking: null,
            may: [],
            next: null,
            result: null,
            seats: [
                { kind: "person", name: "Anna" },
                { kind: "person", name: "Bo" },
            ],
            fair: { commit: "", salts: [], secret: null },
            ...table,
        },
        view: { game: "fake", options: "", seats: 2, turn: 0, ...view },
        ...rest,
    };
}

export class FakeTable implements Table {
    readonly code = "test";
    readonly local = true;
    teaches = false;
    readonly done: { command: string; seat: number | undefined }[] = [];
    /** Answers of do(), in the order they were asked for. */
    readonly answers: ((refusal: Refusal | null) => void)[] = [];
    /** What it says happened before; undefined: it keeps nothing. */
    story: (() => Promise<Past[]>) | undefined;
    hints: () => Promise<HintMove[]> = () => Promise.resolve([]);
    advise: () => Promise<string> = () => Promise.resolve("a");
    private readonly watchers = new Set<(seat: number | undefined, news: News) => void>();

    constructor(readonly mine: readonly number[] = [0]) {}

    tell(seat: number | undefined, news: News): void {
        for (const fn of this.watchers) fn(seat, news);
    }
    show(seat: number | undefined, ...frames: Frame[]): void {
        for (const frame of frames) this.tell(seat, { type: "frame", frame });
    }
    get watched(): boolean {
        return this.watchers.size > 0;
    }
    watch(fn: (seat: number | undefined, news: News) => void): () => void {
        this.watchers.add(fn);
        return () => this.watchers.delete(fn);
    }
    do(command: string, seat?: number): Promise<Refusal | null> {
        this.done.push({ command, seat });
        return new Promise((resolve) => this.answers.push(resolve));
    }
    hint(): Promise<HintMove[]> {
        return this.hints();
    }
    advice(): Promise<string> {
        return this.advise();
    }
    /** The frames that the stage has shown. */
    readonly seen: number[] = [];
    shown(frame: Frame): void {
        this.seen.push(frame.seq);
    }
    react(): void {}
    record(): Promise<string> {
        return Promise.resolve("");
    }
    close(): void {}
}

export interface FakeBoard extends Board {
    /** The first event of every frame that was animated. */
    animated: string[];
    /** Resolves when the test says that the motion has ended; undefined: at once. */
    motion: Promise<void> | undefined;
}
export function fakeBoard(own: Partial<Board> = {}): FakeBoard {
    const first = (events: GameEvent[]): string => events[0]?.event ?? "";
    const board: FakeBoard = {
        animated: [],
        motion: undefined,
        status: () => [],
        prompt: () => "",
        Center: () => null,
        Rail: () => null,
        railTitle: () => "",
        railIcon: "",
        Why: () => null,
        animate: async (_, events) => {
            board.animated.push(first(events));
            await board.motion;
        },
        tell: (events) => [first(events), ""],
        pause: () => null,
        move: (move) => move,
        costly: () => null,
        ...own,
    };
    return board;
}
export const lesson = (id: string, act = false): Lesson => ({ id, text: id, at: ".x", act });
