// coach.ts: what a first game teaches, one sentence at a time: which ones fit this moment, and which were said (kept in this browser).
// The sentences are the board's; they are made of what is on the table, so they cannot get out of step with it.
import type { Board, Context, Lesson } from "../board";
import { settings } from "../settings";
import type { GameEvent, Table } from "./types";

const key = "irori lessons";

function load(): string[] {
    try {
        return JSON.parse(localStorage.getItem(key) ?? "[]") as string[];
    } catch {
        return [];
    }
}
function save(all: string[]): void {
    try {
        localStorage.setItem(key, JSON.stringify(all));
    } catch {
        /* a browser that keeps nothing */
    }
}
/** Was anything taught in this browser? */
export const taughtAnything = (): boolean => load().length > 0;
export const forgetSaid = (game: string): void => save(load().filter((s) => !s.startsWith(`${game}/`)));

export class Coach {
    private since: GameEvent[] = [];
    private pointed = new Set<string>(); // what the player was asked to do in this position
    private advised: { seq: number; move?: string } | undefined;

    constructor(private readonly table: Table, private readonly draw: () => void) {}

    happened(events: GameEvent[]): void {
        this.since.push(...events);
    }
    /** The player moves: what was asked for is done, or something else is. */
    moved(game: string): void {
        this.since = [];
        for (const id of this.pointed) this.say(game, id);
        this.pointed.clear();
    }
    say(game: string, id: string): void {
        const all = load(), one = `${game}/${id}`;
        if (!all.includes(one)) save([...all, one]);
    }
    /** It stands on the screen; what waits for a move is said when the move is made. */
    show(lesson: Lesson): void {
        if (lesson.act) this.pointed.add(lesson.id);
    }

    lessons(board: Board, ctx: Context, seq: number): Lesson[] {
        if (!board.lessons || !settings.get().teach || ctx.you === undefined || !ctx.legal.length || this.table.mine.length > 1) return [];
        const all = load(), said = (id: string): boolean => all.includes(`${ctx.view.game}/${id}`);
        if (said("end")) return [];
        if (this.table.teaches && this.advised?.seq !== seq) {
            this.advised = { seq };
            void this.table.advice!(ctx.you).then((move) => {
                if (this.advised?.seq === seq) this.advised.move = move;
                this.draw();
            });
        }
        if (this.table.teaches && !this.advised?.move) return []; // it comes in a moment
        return board.lessons(ctx, { said, since: this.since, advice: this.advised?.move }).filter((l) => !said(l.id));
    }
}
