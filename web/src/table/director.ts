// director.ts: brings frames onto the stage one after another: notes where things are, shows the frame, lets its events move, and
// goes on. Holds everything a table's screen shows that is no part of a frame. With several players on one device it also draws
// the curtain between them.
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Board, Context, Lesson, Topic } from "../board";
import { t } from "../i18n";
import { pace, settings } from "../settings";
import { Motion, places } from "../ui/motion";
import { errorText, refusalText, seatName } from "../words";
import { actText, announced } from "./acts";
import { Coach } from "./coach";
import type { Connection, Frame, HintMove, Line, Past, Table } from "./types";

interface Waiting {
    frame: Frame;
    still: boolean; // shown at once, without motion
}

const spectator = -1;
/** More frames than these behind: they are not played, only the last is shown. */
const behind = 3;
const logLines = 400;

export class Director {
    readonly shown = signal<Frame | undefined>(undefined);
    readonly game = signal<string | undefined>(undefined);
    readonly curtain = signal<number | undefined>(undefined); // the seat the device is to be passed to
    readonly pause = signal<VNode | null>(null);
    readonly question = signal<{ text: string; yes: () => void } | null>(null);
    readonly pending = signal<string | null>(null);
    readonly hint = signal<HintMove[] | "asked" | null>(null);
    readonly topic = signal<Topic | null>(null);
    readonly toast = signal("");
    readonly refused = signal(""); // why there is nothing to see here
    readonly log = signal<Line[]>([]);
    readonly connection = signal<Connection>("connecting");
    readonly here = signal<boolean[]>([]);
    readonly watching = signal(0);
    readonly moving = signal(false);
    viewer: number | undefined;
    wide = false;
    readonly coach: Coach;

    root: HTMLElement | null = null;
    private readonly queues = new Map<number, Waiting[]>();
    private readonly latest = new Map<number, Frame>();
    private readonly last = new Map<number, Frame>(); // shown to each seat of this device
    private readonly logs = new Map<number, Line[]>();
    private busy = false;
    private closed = false;
    private motion: Motion | undefined;
    private drawn: (() => void)[] = [];
    private release: (() => void) | undefined;
    private toasting: ReturnType<typeof setTimeout> | undefined;
    private lines = 0;
    private readonly recalled = new Map<number, number>(); // up to this frame the log is whole, whatever waits to be shown
    private boarded: (() => void) | undefined;
    private readonly withBoard: Promise<void>;
    private readonly unwatch: () => void;

    constructor(
        readonly table: Table,
        private board?: Board,
    ) {
        this.coach = new Coach(table);
        this.withBoard = board ? Promise.resolve() : new Promise((resolve) => (this.boarded = resolve));
        this.unwatch = table.watch((seat, news) => {
            if (news.type === "frame") this.arrive(seat ?? spectator, news.frame, !!news.still);
            else if (news.type === "connection") this.connection.value = news.connection;
            else if (news.type === "presence") {
                this.here.value = news.here;
                this.watching.value = news.watching;
            } else if (news.type === "react") this.say(`${this.seatName(news.seat)}: ${reactionWords()[news.react] ?? ""}`);
            else {
                if (!this.latest.size) this.refused.value = refusalText(news.refusal);
                this.say(refusalText(news.refusal));
            }
        });
    }

    close(): void {
        this.closed = true;
        this.unwatch();
        clearTimeout(this.toasting);
        this.motion?.finish();
    }
    setBoard(board: Board): void {
        this.board = board;
        this.boarded?.();
        void this.pump();
    }
    /** The screen calls this when what was asked for is in the document. */
    layout(): void {
        for (const fn of this.drawn.splice(0)) fn();
    }
    private shownNow(): Promise<void> {
        return new Promise((resolve) => this.drawn.push(resolve));
    }

    private arrive(seat: number, frame: Frame, still: boolean): void {
        if (still) this.forget(seat, frame);
        if (this.viewer === undefined && this.table.mine.length < 2) this.viewer = seat;
        if (seat !== this.viewer && this.table.mine.length < 2) this.viewer = seat; // a spectator sat down, or stood up
        const before = this.latest.get(seat);
        this.latest.set(seat, frame);
        // it begins in the middle, or has a hole: whoever keeps the story tells what is missing
        if (frame.table.stage !== "gathering" && (!before || frame.seq > before.seq + 1))
            void this.recall(seat, frame.events.length || frame.acts?.length ? frame.seq - 1 : frame.seq);
        this.game.value = frame.view?.game;
        const queue = this.queues.get(seat) ?? [];
        this.queues.set(seat, queue);
        queue.push({ frame, still });
        void this.pump();
    }
    /** What happened up to this frame comes into the log, before what is told since. */
    private async recall(seat: number, upTo: number): Promise<void> {
        if (!this.table.story) return;
        let past: Past[];
        try {
            past = await this.table.story(seat === spectator ? undefined : seat);
        } catch {
            return; // the log begins later, then
        }
        await this.withBoard;
        if (this.closed) return;
        const frame = this.latest.get(seat)!,
            lines = past.filter((p) => p.seq <= upTo).flatMap((p) => this.told(p, frame));
        const since = (seat === this.viewer ? this.log.value : (this.logs.get(seat) ?? [])).filter((l) => l.seq > upTo);
        const log = [...lines, ...since].slice(-logLines);
        this.recalled.set(seat, upTo);
        this.logs.set(seat, log);
        if (seat === this.viewer) this.log.value = log;
    }
    /** What a frame told, in lines; `as`: a frame of whoever reads them. */
    private told(past: Past, as: Frame): Line[] {
        const ctx = this.context(as),
            seq = past.seq,
            bot = past.acts?.find((a) => a.act === "bot")?.seat;
        const acts = (past.acts ?? []).map((act) => ({ act, text: actText(act, ctx) })).filter((a) => a.text);
        const events = this.board!.tell(past.events, ctx).filter((s) => s);
        return [
            ...acts.map((a) => ({ key: ++this.lines, ...a, seq })),
            ...events.map((text) => ({ key: ++this.lines, text, seq, ...(bot === undefined ? {} : { bot }) })),
        ];
    }
    /** How many moves a bot has made for this player since it began to. */
    botMoves(): number {
        const log = this.log.value,
            began = log.map((l) => l.act?.seat === this.viewer && /^(flag|away)$/.test(l.act?.act ?? "")).lastIndexOf(true);
        return new Set(log.slice(began + 1).flatMap((l) => (l.bot === this.viewer ? [l.seq] : []))).size;
    }

    /** The table has jumped: drops what waits to be shown, ends what moves, and takes back what the log tells of later frames. */
    private forget(seat: number, frame: Frame): void {
        const now = seat === this.viewer ? this.latest.get(seat) : undefined; // forward, the log would have a hole: it begins again
        this.log.value = now && frame.seq <= now.seq ? this.log.value.filter((l) => l.seq < frame.seq) : [];
        this.queues.clear();
        this.recalled.clear();
        this.motion?.finish();
        this.goOn();
    }
    /** It has jumped while a frame was being shown. */
    private get left(): boolean {
        return !!this.queues.get(this.viewer ?? spectator)?.[0]?.still;
    }

    /** A seat of this device that is asked for a move while another is looking. */
    private wanted(): number | undefined {
        if (this.table.mine.length < 2) return undefined;
        const asked = this.table.mine.filter((s) => this.latest.get(s)?.view?.legal?.length && !this.latest.get(s)!.table.answered);
        if (!asked.length) return this.viewer === undefined ? this.table.mine[0] : undefined;
        return asked.includes(this.viewer ?? spectator) ? undefined : asked[0];
    }
    lift(): void {
        this.viewer = this.curtain.value;
        this.curtain.value = undefined;
        this.shown.value = this.last.get(this.viewer!);
        this.log.value = this.logs.get(this.viewer!) ?? [];
        this.hint.value = null;
        void this.pump();
    }

    private async pump(): Promise<void> {
        if (this.busy || this.closed || this.curtain.value !== undefined) return;
        this.busy = true;
        while (!this.closed) {
            const queue = this.viewer === undefined ? undefined : this.queues.get(this.viewer),
                next = queue?.shift();
            if (!next) break;
            const { frame } = next,
                playing = frame.table.stage !== "gathering";
            if (playing && !this.board) {
                queue!.unshift(next);
                break;
            }
            if (playing) await this.stage(next, queue!.length >= behind);
            else this.shown.value = frame;
            this.last.set(this.viewer!, frame);
        }
        this.busy = false;
        if (!this.closed && this.shown.value?.table.stage !== "over") this.curtain.value = this.wanted();
        this.byItself();
    }

    private async stage({ frame, still }: Waiting, late: boolean): Promise<void> {
        const jump = still || late;
        const board = this.board!,
            before = this.shown.value?.view && this.shown.value.table.stage !== "gathering" ? this.shown.value : undefined;
        this.hint.value = null;
        if (before && frame.events.length && !still) {
            this.pause.value = board.pause(frame.events, frame.view, this.context(before));
            if (this.pause.value) {
                await new Promise<void>((resolve) => (this.release = resolve));
                this.pause.value = null;
                if (this.left) return;
            }
        }
        const old = this.root && pace() && !jump ? places(this.root) : new Map(); // to look where things are costs a layout
        this.shown.value = frame;
        this.moving.value = frame.events.length > 0;
        const ctx = this.context(frame);
        if (frame.seq > (this.recalled.get(this.viewer!) ?? -1))
            this.log.value = [...this.log.value, ...this.told(frame, frame)].slice(-logLines);
        const news = (frame.acts ?? []).filter((a) => announced(a, ctx)).map((a) => actText(a, ctx));
        if (news.length) this.say(news.join(". "));
        this.logs.set(this.viewer!, this.log.value);
        this.coach.happened(frame.events);
        if (jump || !frame.events.length || this.closed) {
            this.moving.value = false;
            return;
        }
        await this.shownNow();
        if (this.root && !this.closed && !this.left) {
            this.motion = new Motion(this.root, old);
            await board.animate(this.motion, frame.events, ctx);
            // somebody else's move stays a moment before the next one
            if (frame.view.turn !== this.viewer && !this.motion.stopped) await this.motion.wait(250);
            this.motion = undefined;
        }
        this.moving.value = false;
    }

    /** The sentences for a beginner that fit what is shown. */
    lessons(ctx: Context): Lesson[] {
        return this.board && this.shown.value ? this.coach.lessons(this.board, ctx, this.shown.value.seq) : [];
    }
    learned(id: string): void {
        if (this.game.value) this.coach.say(this.game.value, id);
    }

    /** A tap anywhere ends what is moving; was there anything? */
    hurry(): boolean {
        this.motion?.finish();
        return !!this.motion;
    }
    goOn(): void {
        this.release?.();
        this.release = undefined;
    }

    context(frame: Frame): Context {
        const you = frame.table.you;
        const free =
            !this.moving.value && !this.pending.value && !this.pause.value && !frame.table.paused && frame.table.stage === "playing";
        return {
            table: frame.table,
            view: frame.view,
            events: frame.events,
            you,
            wide: this.wide,
            pending: this.pending.value,
            name: (seat) => seatName(frame.table.seats[seat], seat, frame.table.seats),
            legal: free ? (frame.view.legal ?? []) : [],
            hint: Array.isArray(this.hint.value) ? this.hint.value : null,
            log: this.log.value,
            play: (move) => this.play(move),
            help: (topic) => (this.topic.value = topic),
        };
    }

    /** Answers where there is nothing to decide, if the player likes that. */
    private byItself(): void {
        if (!settings.get().autoPass || !this.shown.value || this.curtain.value !== undefined || !this.board?.auto) return;
        const ctx = this.context(this.shown.value),
            move = ctx.legal.length ? this.board.auto(ctx) : null;
        if (move) void this.send(move);
    }

    private play(move: string): void {
        if (this.pending.value || !this.shown.value) return;
        const costly = settings.get().confirm ? this.board!.costly(move, this.context(this.shown.value)) : null;
        if (costly) this.ask(costly, () => void this.send(move));
        else void this.send(move);
    }
    private async send(move: string): Promise<void> {
        this.pending.value = move;
        this.hint.value = null;
        if (this.game.value) this.coach.moved(this.game.value);
        const refusal = await this.table.do(`move ${move}`, this.viewer);
        this.pending.value = null;
        if (refusal) this.say(refusalText(refusal));
    }
    /** Any other command; refusals are told. */
    async do(command: string): Promise<boolean> {
        const refusal = await this.table.do(command, this.viewer === spectator ? undefined : this.viewer);
        if (refusal) this.say(refusalText(refusal));
        return !refusal;
    }
    ask(text: string, yes: () => void): void {
        this.question.value = { text, yes };
    }
    answer(yes: boolean): void {
        const q = this.question.value;
        this.question.value = null;
        if (yes) q?.yes();
    }
    async askHint(): Promise<void> {
        this.hint.value = "asked";
        try {
            this.hint.value = await this.table.hint(this.viewer);
        } catch (e) {
            this.hint.value = null;
            this.say(errorText(e));
        }
    }
    say(text: string): void {
        this.toast.value = text;
        clearTimeout(this.toasting);
        this.toasting = setTimeout(() => (this.toast.value = ""), 5000);
    }
    /** Of any seat, from whatever frame there is. */
    seatName(seat: number): string {
        const any = this.shown.value ?? [...this.latest.values()][0];
        return seatName(any?.table.seats[seat], seat, any?.table.seats);
    }
}

export const reactionWords = (): Record<string, string> => ({
    hello: t("Hello!"),
    nice: t("Well played!"),
    oops: t("Oops!"),
    think: t("Let me think…"),
    thanks: t("Thank you!"),
    again: t("One more?"),
});
