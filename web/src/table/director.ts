// director.ts: brings frames onto the stage (stage.ts) one after another, beat by beat, and says when they were shown: bots wait for
// that. Holds everything a table's screen shows that is no part of a frame. With several players on one device it also draws the
// curtain between them.
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Board, Context, Lesson, Topic } from "../board";
import { t } from "../i18n";
import { settings } from "../settings";
import { ready } from "../ui/drawing";
import { errorText, refusalText, seatName } from "../words";
import { actText, announced } from "./acts";
import { Coach } from "./coach";
import { beats, grouped, haste, Stage, type Beat } from "./stage";
import type { Connection, Frame, GameEvent, HintMove, Line, Past, Refusal, Table } from "./types";

interface Waiting {
    frame: Frame;
    still: boolean; // shown at once, without motion
}

const spectator = -1;
const logLines = 400;
/** Whose doing it is, as far as events tell. */
const actor = (events: GameEvent[]): number | undefined => events.find((e) => e.seat !== undefined)?.seat;

/** Whose table is on the screen. */
export const seated = signal<Director | undefined>(undefined);

export class Director {
    readonly shown = signal<Frame | undefined>(undefined);
    readonly game = signal<string | undefined>(undefined);
    readonly curtain = signal<number | undefined>(undefined); // the seat the device is to be passed to
    readonly pause = signal<VNode | null>(null);
    readonly question = signal<{ text: string; yes: () => void } | null>(null);
    readonly pending = signal<string | null>(null);
    readonly hint = signal<HintMove[] | "asked" | null>(null);
    readonly topic = signal<Topic | null>(null);
    readonly mark = signal<VNode | null>(null); // the coach's, of the player's last move
    readonly toast = signal("");
    readonly spoken = signal(""); // what a sheet says that came by itself
    readonly refused = signal(""); // why there is nothing to see here
    readonly refusals = signal(0); // so often this player was told that something is not possible
    readonly log = signal<Line[]>([]);
    readonly connection = signal<Connection>("connecting");
    readonly here = signal<boolean[]>([]);
    readonly watching = signal(0);
    /** What "your turn" (src/turn) adds: how many other tables wait, and a line in the place of the recap. */
    readonly extra = signal<{ count?: VNode | null; band?: VNode | null }>({});
    readonly moving = signal(false);
    /** What happened since the player's last move: away, if it was never shown. */
    readonly recap = signal<"closed" | "open" | "away">("closed");
    readonly stage: Stage;
    viewer: number | undefined;
    wide = false;
    readonly coach: Coach;
    /** Asks about a move before it is played (src/coach); false: it has no question. */
    guard: ((move: string, play: () => void) => boolean) | undefined;

    root: HTMLElement | null = null;
    private readonly queues = new Map<number, Waiting[]>();
    private readonly latest = new Map<number, Frame>();
    private readonly last = new Map<number, Frame>(); // shown to each seat of this device
    private readonly logs = new Map<number, Line[]>();
    private busy = false;
    private closed = false;
    private drawn: (() => void)[] = [];
    private release: (() => void) | undefined;
    private toasting: ReturnType<typeof setTimeout> | undefined;
    private lines = 0;
    private readonly recalled = new Map<number, number>(); // up to this frame the log is whole, whatever waits to be shown
    private readonly unseen = signal(0); // frames that came while nobody looked
    private missed = false; // something happened while nobody looked
    private hurries = 0; // taps since the player's last turn
    private passing = false; // a move made itself
    private boarded: (() => void) | undefined;
    private readonly withBoard: Promise<void>;
    private readonly unwatch: () => void;

    constructor(
        readonly table: Table,
        private board?: Board,
    ) {
        this.coach = new Coach(table);
        const d = this;
        this.stage = new Stage({
            get root() {
                return d.closed ? null : d.root;
            },
            drawn: () => new Promise((resolve) => this.drawn.push(resolve)),
            get left() {
                return d.left;
            },
        });
        this.withBoard = board ? Promise.resolve() : new Promise((resolve) => (this.boarded = resolve));
        const seen = (): void => {
            if (document.hidden) return;
            if (this.missed && this.since().length) this.recap.value = "away";
            this.missed = false;
            void this.pump();
        };
        addEventListener("visibilitychange", seen);
        const unwatch = table.watch((seat, news) => {
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
        this.unwatch = () => {
            unwatch();
            removeEventListener("visibilitychange", seen);
        };
    }

    close(): void {
        this.closed = true;
        this.unwatch();
        clearTimeout(this.toasting);
        this.stage.hurry();
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

    private arrive(seat: number, frame: Frame, still: boolean): void {
        if (still) this.forget(seat, frame);
        if (this.viewer === undefined && this.table.mine.length < 2) this.viewer = seat;
        if (seat !== this.viewer && this.table.mine.length < 2) this.viewer = seat; // a spectator sat down, or stood up
        if (document.hidden) this.unseen.value++;
        const before = this.latest.get(seat);
        this.latest.set(seat, frame);
        // it begins in the middle, or has a hole: whoever keeps the story tells what is missing
        if (frame.table.stage !== "gathering" && (!before || frame.seq > before.seq + 1)) {
            const missed = !!before && before.table.stage !== "gathering" && !still;
            void this.recall(seat, frame.events.length || frame.acts?.length ? frame.seq - 1 : frame.seq, missed);
        }
        this.game.value = frame.view?.game;
        const queue = this.queues.get(seat) ?? [];
        this.queues.set(seat, queue);
        queue.push({ frame, still });
        void this.pump();
    }
    /** What happened up to this frame comes into the log, before what is told since. */
    private async recall(seat: number, upTo: number, missed: boolean): Promise<void> {
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
            lines = past.filter((p) => p.seq <= upTo).flatMap((p) => this.toldAgain(p, frame));
        const since = (seat === this.viewer ? this.log.value : (this.logs.get(seat) ?? [])).filter((l) => l.seq > upTo);
        const log = [...lines, ...since].slice(-logLines);
        this.recalled.set(seat, upTo);
        this.logs.set(seat, log);
        if (seat === this.viewer) this.log.value = log;
        if (seat === this.viewer && missed && this.since().length) this.recap.value = "away";
    }
    /** What a frame or a beat told, in lines; `as`: a frame of whoever reads them; `mine`: whether they moved; `first`: with its acts;
     *  `telling`: beat by beat. */
    private told(past: Past, as: Frame, mine: boolean, first = true, telling = this.moving.value): Line[] {
        const ctx = { ...this.context(as), telling },
            seq = past.seq,
            bot = past.acts?.find((a) => a.act === "bot")?.seat,
            spoken = past.events.find((e) => this.board!.tell([e], ctx).some(Boolean)), // others may only have let it pass
            more = { seq, mine, seat: spoken?.seat, picture: this.board!.picture?.(past.events, ctx) };
        const acts = (first ? (past.acts ?? []) : []).map((act) => ({ act, text: actText(act, ctx) })).filter((a) => a.text);
        const events = this.board!.tell(past.events, ctx).filter((s) => s);
        return [
            ...acts.map((a) => ({ key: ++this.lines, ...a, seq })),
            ...events.map((text, i) => ({
                ...(i ? { ...more, picture: undefined } : more),
                ...{ key: ++this.lines, text },
                ...(bot === undefined ? {} : { bot }),
            })),
        ];
    }
    /** The lines of a frame that was told before, beat by beat as it was then. */
    private toldAgain(past: Past, as: Frame): Line[] {
        const mine = this.own(past, as),
            groups = past.events.length ? grouped(this.board!, past.events, as.view, as.view) : [[]];
        return groups.flatMap((events, i) => {
            const sofar = { ...as, events: groups.slice(0, i + 1).flat() };
            return this.told({ ...past, events }, sofar, mine, i === 0, true);
        });
    }
    /** Is it a move of whoever sees this frame? Not if a bot made it, nor if it made itself. */
    private own(past: Past, as: Frame): boolean {
        const { you } = as.table;
        return you !== undefined && actor(past.events) === you && !this.passing && !past.acts?.some((a) => a.act === "bot");
    }
    /** It is the player's turn: when that was told, or at once if nobody looks. */
    get asked(): boolean {
        void this.unseen.value;
        const frame = document.hidden ? this.latest.get(this.viewer ?? spectator) : this.shown.value;
        return frame?.table.stage === "playing" && !!frame.view?.legal?.length;
    }
    /** What was told since the player's last move. */
    since(): Line[] {
        const log = this.log.value;
        return log.slice(log.map((l) => !!l.mine).lastIndexOf(true) + 1);
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
        const upTo = frame.events.length ? frame.seq - 1 : frame.seq; // what it does not tell again stays
        this.log.value = now && frame.seq <= now.seq ? this.log.value.filter((l) => l.seq <= upTo) : [];
        this.queues.clear();
        this.recalled.clear();
        this.stage.hurry();
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
        if (this.latest.size < this.table.mine.length) return undefined; // the frames of the others come in a moment
        if (!asked.length) return this.viewer === undefined ? this.table.mine[0] : undefined;
        return asked.includes(this.viewer ?? spectator) ? undefined : asked[0];
    }
    lift(): void {
        this.viewer = this.curtain.value;
        this.curtain.value = undefined;
        this.shown.value = this.last.get(this.viewer!);
        this.log.value = this.logs.get(this.viewer!) ?? [];
        this.hint.value = null;
        this.recap.value = "closed";
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
            // a table of this device waits while nobody looks
            if (playing && (!this.board || (document.hidden && this.table.local && this.shown.value && frame.events.length))) {
                queue!.unshift(next);
                break;
            }
            if (playing) await this.perform(next, () => queue!.length);
            else this.shown.value = frame;
            this.last.set(this.viewer!, frame);
            this.table.shown?.(frame);
        }
        this.busy = false;
        if (!this.table.mine.length) this.calm(); // there is no turn to skip to
        if (!this.closed && this.shown.value?.table.stage !== "over") this.curtain.value = this.wanted();
        this.byItself();
    }

    /** Shows a frame: beat by beat if it follows the one on the stage. `waiting`: how many frames wait behind it. */
    private async perform({ frame, still }: Waiting, waiting: () => number): Promise<void> {
        const board = this.board!,
            before = this.shown.value?.view && this.shown.value.table.stage !== "gathering" ? this.shown.value : undefined,
            recalled = frame.seq <= (this.recalled.get(this.viewer!) ?? -1);
        const mine = this.own(frame, frame);
        if (actor(frame.events) !== undefined) this.passing = false;
        this.hint.value = null;
        const say = (events: GameEvent[], first: boolean, as: Frame): Line[] => {
            const { acts, seq } = frame,
                lines = recalled ? [] : this.told({ seq, events, ...(acts && { acts }) }, as, mine, first);
            if (lines.length) this.log.value = [...this.log.value, ...lines].slice(-logLines);
            this.logs.set(this.viewer!, this.log.value);
            this.coach.happened(events);
            return lines;
        };
        const ctx = this.context(frame),
            news = (frame.acts ?? []).filter((a) => announced(a, ctx)).map((a) => actText(a, ctx));
        if (still || !frame.events.length || (document.hidden && before)) {
            this.missed ||= !still && frame.events.length > 0;
            this.shown.value = frame;
            say(frame.events, true, frame);
        } else {
            const all = this.beats(before, frame),
                speed = (): number => haste(waiting(), mine ? 1 : frame.table.seats.length - 1, this.hasty());
            this.moving.value = true;
            const reading = this.stage.skipping ? undefined : ready(board.pictures?.(frame.view));
            if (reading) await reading;
            for (const [i, beat] of all.entries()) {
                if (before) await this.pauseFor(beat, i ? all[i - 1]!.frame : { ...before, events: [] }, frame);
                if (this.left || this.closed) break;
                await this.stage.play(board, beat, speed(), () => {
                    this.shown.value = beat.frame;
                    return { lines: say(beat.events, i === 0, beat.frame), ctx: this.context(beat.frame) };
                });
            }
            const asked = !!frame.view.legal?.length || frame.view.turn === this.viewer;
            if (asked || frame.table.stage === "over") this.calm();
            if (!this.left && !this.closed) {
                this.shown.value = frame;
                if (!asked) await this.stage.linger(speed());
            }
            this.moving.value = false;
        }
        if (news.length && frame.table.stage !== "over") this.say(news.join(". ")); // else the result says it, and this would lie over it
    }
    /** The player's time runs while this is told. */
    private hasty(): boolean {
        const { table, view } = this.latest.get(this.viewer!)!;
        return !!table.wake && !!view.legal?.length;
    }
    /** A board that cannot tell a frame shows it at once. */
    private beats(before: Frame | undefined, frame: Frame): Beat[] {
        try {
            return beats(this.board!, before, frame);
        } catch (e) {
            console.error(e);
            return [{ events: frame.events, frame }];
        }
    }
    /** Something to look at before a beat; whoever skips is stopped by it. */
    private async pauseFor(beat: Beat, before: Frame, next: Frame): Promise<void> {
        this.pause.value = this.board!.pause(beat.events, next.view, this.context(before));
        if (!this.pause.value) return;
        this.calm();
        this.moving.value = false;
        await new Promise<void>((resolve) => (this.release = resolve));
        this.pause.value = null;
        this.spoken.value = "";
        this.moving.value = true;
    }
    /** Nobody hurries any more. */
    private calm(): void {
        this.stage.skipping = false;
        this.hurries = 0;
    }

    /** The sentences for a beginner that fit what is shown. */
    lessons(ctx: Context): Lesson[] {
        return this.board && this.shown.value ? this.coach.lessons(this.board, ctx, this.shown.value.seq) : [];
    }
    learned(id: string): void {
        if (this.game.value) this.coach.say(this.game.value, id);
    }

    /** A tap anywhere ends the beat that is shown; the second one before the player's turn skips to it. Was there anything? */
    hurry(): boolean {
        const told = this.stage.hurry();
        if (told && ++this.hurries > 1) this.skip();
        return told;
    }
    /** Everything up to the player's turn is told without taking time. */
    skip(): void {
        if (!this.moving.value) return;
        this.stage.skipping = true;
        this.stage.hurry();
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
            telling: this.moving.value,
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
        if (!move) return;
        this.passing = true;
        void this.send(move, true);
    }

    private play(move: string): void {
        if (this.pending.value || !this.shown.value) return;
        const send = () => void this.send(move),
            costly = settings.get().confirm ? this.board!.costly(move, this.context(this.shown.value)) : null;
        if (this.guard?.(move, send)) return;
        if (costly) this.ask(costly, send);
        else send();
    }
    private async send(move: string, auto = false): Promise<void> {
        this.pending.value = move;
        this.hint.value = null;
        this.recap.value = "closed";
        this.hurries = 0;
        if (this.game.value) this.coach.moved(this.game.value);
        const refusal = await this.table.do(`move ${move}`, this.viewer, auto);
        this.pending.value = null;
        if (refusal) this.refuse(refusal);
    }
    private refuse(refusal: Refusal): void {
        this.say(refusalText(refusal));
        this.refusals.value++;
    }
    /** Any other command; refusals are told. */
    async do(command: string): Promise<boolean> {
        const refusal = await this.table.do(command, this.viewer === spectator ? undefined : this.viewer);
        if (refusal) this.refuse(refusal);
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
