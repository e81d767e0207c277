// stage.ts: a frame told as beats. A beat is a view to draw, lines for the log, motion, sounds, perhaps a moment, and a short hold; the
// next one begins when it has ended. Beats get shorter together when many wait, but each is shown.
import { signal } from "@preact/signals";
import type { Board, Context, Moment } from "../board";
import { pace, stays } from "../settings";
import { play } from "../sound";
import { fade, Motion, places, type Place } from "../ui/motion";
import type { Frame, GameEvent, Line, View } from "./types";

/** Milliseconds at normal speed. */
const hold = 150, // after a beat
    look = 250, // after somebody else's move
    fades = 100; // a beat in which nothing travels

export interface Beat {
    events: GameEvent[];
    /** What is drawn: the frame as far as it has been told. */
    frame: Frame;
}

/** The events of a frame in groups. A board whose groups are not the events in their order is not believed. */
export function grouped(board: Board, events: GameEvent[], before: View, next: View): GameEvent[][] {
    if (!board.step) return [events];
    const groups = board.beats?.(events, before, next).filter((g) => g.length) ?? events.map((e) => [e]),
        all = groups.flat();
    return all.length === events.length && all.every((e, i) => e === events[i]) ? groups : [events];
}

/** The beats of a frame. Turn, moves and whatever the table says come with the frame itself, when the last beat has ended. */
export function beats(board: Board, before: Frame | undefined, frame: Frame): Beat[] {
    const { events, view: next } = frame,
        first = before?.view ?? board.start?.(next);
    if (!first || !board.step) return [{ events, frame }];
    const table = before?.table ?? { ...frame.table, stage: "playing" as const, result: null };
    const told: GameEvent[] = [];
    let view = first;
    return grouped(board, events, first, next).map((group) => {
        view = { ...board.step!(view, group, next), turn: first.turn };
        if (next.legal) view.legal = [];
        told.push(...group);
        return { events: group, frame: { ...frame, table, view, events: [...told] } };
    });
}

/** How much of its usual length a beat has, if so many frames wait behind it, so many others play, or the player's clock runs. */
export function haste(waiting: number, others: number, clock: boolean): number {
    return Math.max(0.2, 1 / (1 + 0.4 * waiting)) * Math.max(0.6, 1 - 0.1 * Math.max(0, others - 1)) * (clock ? 0.6 : 1);
}

/** What a beat needs of the screen it is shown on. */
interface Screen {
    root: HTMLElement | null;
    /** Resolves when what is to be shown is in the document. */
    drawn(): Promise<void>;
    /** Somebody has left: nothing more of this frame is to be shown. */
    readonly left: boolean;
}

/** A signal by which tests follow what is shown: they put a list there, nobody else does. */
const trace = (what: object): void => void (globalThis as { iroriTrace?: object[] }).iroriTrace?.push(what);

export class Stage {
    readonly moment = signal<(Moment & { pace: number }) | null>(null);
    /** How many beats were shown. */
    readonly shown = signal(0);
    /** Everything up to the player's turn is shown without taking time. */
    skipping = false;
    private motion: Motion | undefined;
    private end: (() => void) | undefined;
    private cut = false;
    private running = false;

    constructor(private readonly screen: Screen) {}

    /** Ends the beat that is shown; was there one? */
    hurry(): boolean {
        this.cut = true;
        this.motion?.finish();
        this.end?.();
        return this.running;
    }
    private wait(ms: number): Promise<void> {
        if (this.cut || !ms) return Promise.resolve();
        return new Promise((resolve) => {
            const timer = setTimeout(() => this.end?.(), ms);
            this.end = () => {
                clearTimeout(timer);
                this.end = undefined;
                resolve();
            };
        });
    }

    /** Shows a beat: `show` puts it onto the screen. Its promise is kept when the beat has ended. */
    async play(board: Board, beat: Beat, haste: number, show: () => { ctx: Context; lines: Line[] }): Promise<void> {
        const { screen } = this,
            speed = pace() * haste,
            still = stays() * haste;
        this.cut = this.skipping;
        this.running = true;
        try {
            const old: Map<string, Place> = screen.root && stays() && !this.cut ? places(screen.root) : new Map(); // costs a layout
            const { ctx, lines } = show();
            this.shown.value++;
            trace({ beat: this.shown.value, seq: beat.frame.seq, events: beat.events, lines: lines.map((l) => l.text) });
            if (this.cut) return;
            await screen.drawn();
            if (!screen.root || screen.left || this.cut) return;
            for (const { sound, at = 0 } of board.sounds?.(beat.events, ctx) ?? []) play(sound, { at: at * (speed || still) });
            this.motion = new Motion(screen.root, old, speed);
            await board.animate(this.motion, beat.events, ctx);
            if (!speed && stays() && !this.cut) {
                fade(screen.root, old, fades);
                await this.wait(fades);
            }
            const moment = screen.left ? undefined : board.moment?.(beat.events, ctx);
            if (moment && !this.cut) {
                this.moment.value = { ...moment, pace: speed };
                await this.wait(moment.ms * still);
                this.moment.value = null;
            }
            await this.wait(hold * still);
        } catch (e) {
            console.error(e); // what cannot be moved is shown all the same
        } finally {
            this.motion = undefined;
            this.moment.value = null;
            this.running = false;
        }
    }
    /** Somebody else's move stays a moment before the next one. */
    async linger(haste: number): Promise<void> {
        this.running = true;
        await this.wait(look * stays() * haste);
        this.running = false;
    }
}
