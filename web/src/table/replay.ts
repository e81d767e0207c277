// replay.ts: a recorded game as a table: its steps are frames, and all one can do is go through them. The worker keeps it open, so
// that a step costs a few moves and not the whole game.
import { signal } from "@preact/signals";
import { tools } from "../engine/engine";
import type { Opened } from "../engine/wasm";
import { t } from "../i18n";
import type { Frame, HintMove, News, Refusal, Seat, Table } from "./types";

/** Who played at a screen of one's own without a name is called so in the record. Only to that seat it is a name. */
const unnamed = (name: string | undefined): boolean => name === "You" || name === t("You");

export class ReplayTable implements Table {
    readonly code = "";
    readonly local = true;
    readonly mine: readonly number[] = [];
    private readonly at = signal({ step: 0, seat: 0 });
    private last: Frame | undefined;
    private chosen: ((move: string) => void) | undefined;
    private readonly watchers = new Set<(seat: number | undefined, news: News) => void>();

    private constructor(
        private readonly text: string,
        private readonly opened: Opened & { id: number },
    ) {}

    static async open(record: string): Promise<ReplayTable> {
        const table = new ReplayTable(record, await tools().call<Opened & { id: number }>("replayOpen", { record }));
        await table.go(0);
        return table;
    }
    get step(): number {
        return this.at.value.step;
    }
    get seat(): number {
        return this.at.value.seat;
    }
    get game(): string {
        return this.opened.game;
    }
    get steps(): number {
        return this.opened.steps;
    }
    get seats(): Seat[] {
        return this.last?.table.seats ?? [];
    }

    /** Shows a step as a seat saw it. The next step moves; anywhere else is shown as it is. */
    async go(step: number, seat = this.seat): Promise<void> {
        const still = step !== this.step + 1 || seat !== this.seat;
        this.at.value = { step, seat };
        const frame = await this.peek(step, seat);
        this.last = frame;
        this.chosen = undefined;
        for (const fn of [...this.watchers]) fn(seat, { type: "frame", frame, still });
    }
    /** Offers moves in the position that is shown: the board lets one be chosen, but it is not made. Without moves: no more. */
    offer(legal?: string[], chosen?: (move: string) => void): void {
        this.chosen = chosen;
        const frame = this.last && { ...this.last, events: [], view: { ...this.last.view, ...(legal && { legal }) } };
        if (frame) for (const fn of [...this.watchers]) fn(this.seat, { type: "frame", frame, still: true });
    }
    /** A step as a seat saw it, without going there. */
    async peek(step: number, seat: number): Promise<Frame> {
        return this.named(await tools().call<Frame>("replayFrame", { id: this.opened.id, step, seat }), seat);
    }
    private named(frame: Frame, seat: number): Frame {
        const seats = frame.table.seats.map((s, i) =>
            s.kind === "person" && unnamed(s.name) ? { ...s, name: i === seat ? t("You") : "" } : s,
        );
        return { ...frame, table: { ...frame.table, seats, id: `replay ${frame.table.id}` } };
    }

    watch(fn: (seat: number | undefined, news: News) => void): () => void {
        this.watchers.add(fn);
        fn(undefined, { type: "connection", connection: "local" });
        if (this.last) fn(this.seat, { type: "frame", frame: this.last, still: true });
        return () => this.watchers.delete(fn);
    }
    async do(command: string, _seat?: number, auto = false): Promise<Refusal | null> {
        if (this.chosen && command.startsWith("move ")) {
            if (!auto) this.chosen(command.slice(5));
            return null;
        }
        return { error: "stage", why: "this game was played already" };
    }
    async hint(): Promise<HintMove[]> {
        return [];
    }
    react(): void {
        /* nobody is here */
    }
    async record(): Promise<string> {
        return this.text;
    }
    close(): void {
        this.watchers.clear();
        void tools().call("replayClose", { id: this.opened.id });
    }
}
