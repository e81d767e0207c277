// turn.ts: judges the moves of one turn in the background, while the player thinks.
import { judge } from "../review/engine";
import type { Decision } from "../review/types";
import type { Table } from "../table/types";
import { hinted, judged, others, type Found } from "./decide";

/** Moves that are judged before they are played, at most: a phone has other things to do. */
const most = 60;

/** What is known of a position whose player is asked. It fills while they think. */
export class Turn {
    readonly found = new Map<string, Found>();
    private sight: Promise<Uint8Array> | undefined;
    private over = false;

    constructor(
        readonly table: Table,
        readonly game: string,
        readonly seq: number,
        readonly seat: number,
        readonly legal: readonly string[],
        private readonly known: () => void = () => {}, // all that will be
        private readonly judging = judge,
    ) {}

    /** Begins; what fails is not known, then. */
    async judge(): Promise<void> {
        if (this.legal.length < 2) return;
        try {
            if (this.table.sight) await this.local();
            else for (const [move, found] of hinted(await this.table.hint(this.seat), this.legal)) this.found.set(move, found);
        } catch {
            /* the table has moved on, or there is no network */
        }
        this.known();
    }
    /** The game has moved on: nothing more is judged ahead. */
    end(): void {
        this.over = true;
    }
    /** What one move is worth, judged now if it was not. */
    async of(move: string): Promise<Found | undefined> {
        if (!this.found.has(move) && this.sight)
            try {
                this.found.set(move, judged(await this.ask(move)));
            } catch {
                return undefined;
            }
        return this.found.get(move);
    }

    private async ask(move?: string): Promise<Decision> {
        return this.judging({ game: this.game, sight: await this.sight!, ...(move !== undefined && { move }) });
    }
    private async local(): Promise<void> {
        this.sight = this.table.sight!(this.seat);
        const first = await this.ask();
        if (first.played) this.found.set(first.played, judged(first));
        for (const move of others(first, this.legal).slice(0, most)) {
            if (this.over) return;
            if (!this.found.has(move)) this.found.set(move, judged(await this.ask(move)));
        }
    }
}
