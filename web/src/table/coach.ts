// coach.ts: what a first game teaches, one sentence at a time: which ones fit this moment, and which were said (kept in this browser).
// The sentences are the board's; they are made of what is on the table, so they cannot get out of step with it.
import { signal } from "@preact/signals";
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
/** The first game was taught to its end. */
export const taught = (game: string): boolean => load().includes(`${game}/end`);
export const forgetSaid = (game: string): void => save(load().filter((s) => !s.startsWith(`${game}/`)));

export class Coach {
    private since: GameEvent[] = [];
    private pointed = new Set<string>(); // what the player was asked to do in this position
    farewell = false; // the last sentence stands on the screen, until it is read or the player moves
    private asked: number | undefined; // the frame for which advice was asked
    private readonly advised = signal<{ seq: number; move: string } | undefined>(undefined);
    private readonly times = signal(0); // something was said: what is kept in the browser tells nobody that it has changed

    constructor(private readonly table: Table) {}

    happened(events: GameEvent[]): void {
        this.since.push(...events);
    }
    /** The player moves: what was asked for is done, or something else is. */
    moved(game: string): void {
        this.since = [];
        for (const id of this.pointed) this.say(game, id);
        this.pointed.clear();
        this.farewell = false;
    }
    say(game: string, id: string): void {
        const all = load(),
            one = `${game}/${id}`;
        if (!all.includes(one)) save([...all, one]);
        this.farewell = false;
        this.times.value++;
    }
    /** It stands on the screen; what waits for a move is said when the move is made. The last one is said as soon as it is shown: who plays on
     *  without a press on it, or leaves, is not to find it in the next game. */
    show(game: string, lesson: Lesson): void {
        if (lesson.act) this.pointed.add(lesson.id);
        if (lesson.id !== "end" || this.farewell) return;
        this.say(game, "end");
        this.farewell = true;
    }

    lessons(board: Board, ctx: Context, seq: number): Lesson[] {
        if (!board.lessons || !settings.get().teach || ctx.you === undefined || !ctx.legal.length || this.table.mine.length > 1) return [];
        void this.times.value;
        const all = load(),
            said = (id: string): boolean => all.includes(`${ctx.view.game}/${id}`);
        if (said("end") && !this.farewell) return [];
        if (this.table.teaches && this.asked !== seq) {
            this.asked = seq;
            void this.table.advice!(ctx.you).then((move) => {
                if (this.asked === seq) this.advised.value = { seq, move };
            });
        }
        const advised = this.advised.value?.seq === seq ? this.advised.value : undefined;
        if (this.table.teaches && !advised) return []; // it comes in a moment
        return board
            .lessons(ctx, { said, since: this.since, advice: advised?.move })
            .filter((l) => (this.farewell ? l.id === "end" : !said(l.id)));
    }
}
