// names.ts: moves and what happened in words, of any step of a record: the board says them, from what the seat saw then.
import type { Board, Context } from "../board";
import type { ReplayTable } from "../table/replay";
import type { Frame } from "../table/types";
import { seatName } from "../words";
import { whereDecided } from "./model";
import type { Decision, Reviewed } from "./types";

/** A board's context of a frame at which nothing is done. */
export const contextOf = (frame: Frame): Context => ({
    table: frame.table,
    view: frame.view,
    events: frame.events,
    you: frame.table.you,
    name: (seat) => seatName(frame.table.seats[seat], seat, frame.table.seats),
    legal: [],
    play: () => undefined,
    pending: null,
    hint: null,
    help: () => undefined,
    wide: false,
});

export class Names {
    private readonly moves = new Map<string, Promise<string>>();
    private readonly told = new Map<number, Promise<string>>();

    constructor(
        private readonly r: Reviewed,
        private readonly table: ReplayTable,
        private readonly board: Board,
    ) {}

    private async frame(step: number, seat: number): Promise<Context> {
        return contextOf(await this.table.peek(step, seat));
    }
    /** A move that was possible at this decision. */
    move(d: Decision, move: string): Promise<string> {
        const key = `${d.row} ${move}`,
            made = this.moves.get(key) ?? this.frame(whereDecided(this.r, d), d.seat).then((ctx) => this.board.move(move, ctx));
        this.moves.set(key, made);
        return made;
    }
    /** What a step told the one who looks. */
    step(step: number, seat: number): Promise<string> {
        const key = step * 16 + seat,
            made =
                this.told.get(key) ??
                this.frame(step, seat).then((ctx) =>
                    this.board
                        .tell(ctx.events, ctx)
                        .filter((s) => s)
                        .join(" · "),
                );
        this.told.set(key, made);
        return made;
    }
}
