// watch.ts: the coach at a table: it judges while the player thinks, asks before a costly slip, marks what was played, and tells a beginner
// one idea a game. It never makes anybody wait: what is not judged yet is played without a question.
import { effect, signal, untracked } from "@preact/signals";
import { settings } from "../settings";
import type { Director } from "../table/director";
import type { Frame } from "../table/types";
import type { judge } from "../review/engine";
import { asks, markOf, worse, type Found, type Mark } from "./decide";
import { asked, countAsked } from "./memory";
import { Turn } from "./turn";

/** A move that waits for an answer. */
export interface Asking {
    seq: number;
    move: string;
    found: Found;
    play(): void;
}

export class Watch {
    readonly asking = signal<Asking | null>(null);
    readonly mark = signal<Mark | undefined>(undefined);
    readonly judged = signal<number | undefined>(undefined); // the position of which all is known
    turn: Turn | undefined; // of the position that is shown, or comes
    private tried: { turn: Turn; move: string } | undefined; // what the player chose: others play by themselves
    private last = -1; // the position of the player's last move
    private turns = 0; // a turn may have several decisions, which share a mark
    private others = true; // somebody else has moved since
    private readonly told = new Set<string>(); // questions about this position: nobody is asked the same twice
    private readonly ends: (() => void)[];

    constructor(
        private readonly d: Director,
        private readonly judging?: typeof judge,
    ) {
        const unwatch = d.table.watch((_, news) => {
            if (news.type === "frame") this.arrive(news.frame);
        });
        d.guard = (move, play) => this.before(move, play);
        this.ends = [
            unwatch,
            effect(() => {
                const sent = d.pending.value,
                    { tried } = this;
                if (tried && sent === tried.move) untracked(() => void this.played(tried));
            }),
            effect(() => {
                const seq = d.shown.value?.seq;
                if (this.asking.value && this.asking.value.seq !== seq) this.asking.value = null; // the game has moved on
            }),
        ];
    }
    close(): void {
        for (const end of this.ends) end();
        this.d.guard = undefined;
        this.d.mark.value = null;
        this.turn?.end();
    }

    private arrive({ seq, table, view }: Frame): void {
        if (table.stage === "playing" && typeof view.turn === "number" && view.turn !== table.you) this.others = true;
        if (seq <= this.last) this.begin(); // it was taken back
        if (seq === this.turn?.seq && table.you === this.turn.seat) return;
        // with several people at one device the frames of the others come, too
        if (table.you !== undefined && this.d.table.mine.length > 1 && !view.legal?.length) return;
        this.turn?.end();
        this.turn = undefined;
        if (table.stage !== "playing" || table.you === undefined || !view.legal?.length || table.paused) return;
        this.told.clear();
        this.turn = new Turn(this.d.table, view.game, seq, table.you, view.legal, () => (this.judged.value = seq), this.judging);
        void this.turn.judge();
    }

    private before(move: string, play: () => void): boolean {
        const { turn, d } = this,
            seq = d.shown.value?.seq;
        this.tried = turn && { turn, move };
        if (!turn || turn.seq !== seq || turn.seat !== d.viewer || this.told.has(move)) return false;
        const game = d.table.mine.length > 1 ? `${d.table.code}/${turn.seat}` : d.table.code, // each at one device has their own questions
            found = turn.found.get(move),
            times = { legal: turn.legal.length, asked: asked(game), most: settings.get().asks };
        if (!asks(found, times)) return false;
        this.told.add(move);
        countAsked(game);
        this.asking.value = { seq, move, found: found!, play };
        return true;
    }
    answer(yes: boolean): void {
        const { value } = this.asking;
        this.asking.value = null;
        if (yes && value && value.seq === this.d.shown.value?.seq) value.play();
    }

    private async played({ turn, move }: { turn: Turn; move: string }): Promise<void> {
        this.tried = undefined;
        if (this.others) this.begin();
        this.others = false;
        this.last = turn.seq;
        if (turn.legal.length < 2) return;
        const now = this.turns,
            found = await turn.of(move);
        await this.toldOf(turn.seq);
        if (found && this.turns === now) this.mark.value = worse(this.mark.value, markOf(found));
    }
    /** A turn begins: the mark of the last one goes. */
    private begin(): void {
        this.mark.value = undefined;
        this.turns++;
        this.last = -1;
    }
    /** A move is marked when it was told, and not before. */
    private toldOf(seq: number): Promise<void> {
        return new Promise((resolve) => {
            const end = effect(() => {
                if (!this.d.log.value.some((l) => l.mine && l.seq > seq)) return;
                resolve();
                queueMicrotask(() => end());
            });
            this.ends.push(() => end());
        });
    }
}
