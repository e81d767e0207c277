// host.ts: keeps one local table: carries commands out, stores every row before it is shown, asks for bots' moves, watches the clock.
import type { Frame, Past, Refusal } from "../table/types";
import { Calls, type Port } from "./calls";
import { keep, type Saved, type SavedRow } from "./keep";
import { Refused, type Wasm as WasmType, Wasm } from "./wasm";

/** What the host posts without being asked. */
export type HostMessage =
    | { kind: "frames"; frames: { seat: number; frame: Frame }[]; still: boolean } // still: the table has jumped
    | { kind: "refused"; refusal: Refusal } // a bot cannot be fetched
    | { kind: "thinker" }; // wants to be connected with a worker that thinks

const hex = (n: number): string => Array.from(crypto.getRandomValues(new Uint8Array(n)), (b) => b.toString(16).padStart(2, "0")).join("");
const letters = "abcdefghijkmnpqrstuvwxyz23456789";
const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(10)), (b) => letters[b % letters.length]).join("");

export class Host {
    private wasm: WasmType | undefined;
    private saved: Saved | undefined;
    private rows: SavedRow[] = [];
    private timer: ReturnType<typeof setTimeout> | undefined;
    private past = new Map<number, Past[]>(); // what happened before this table was opened here, by seat
    private asked = new Set<string>(); // thoughts under way
    private thinker: Promise<Calls> | undefined;
    private connected: ((thinker: Calls) => void) | undefined;
    private queue: Promise<unknown> = Promise.resolve();
    private seen = -1; // up to this frame the stage has shown what happened
    private waiting: (() => void)[] = []; // bots that have thought and wait for the stage
    private course = 0; // counts the times a move was taken back: what was thought before is of no use then

    constructor(
        private readonly module: (goesOn: boolean) => Promise<WebAssembly.Module>,
        private readonly post: (message: HostMessage) => void,
    ) {}

    private people(): number[] {
        return this.saved!.seats.flatMap((s, i) => (s.kind === "person" ? [i] : []));
    }

    async create(a: {
        game: string;
        seats: Saved["seats"];
        options: string;
        settings: string;
        deck: string;
        lesson?: string;
        from?: string;
        secret?: string;
    }): Promise<Saved> {
        const saved: Saved = {
            ...a,
            id: newId(),
            secret: a.lesson ?? a.secret ?? hex(32),
            begun: Date.now(),
            played: Date.now(),
            over: false,
            lesson: !!a.lesson,
        };
        await this.begin(saved);
        await this.commandAll(saved);
        return this.saved!;
    }

    async resume(a: { id: string }): Promise<Saved> {
        const kept = await keep.load(a.id);
        if (!kept) throw new Refused("unknown-table", "this game is not kept in this browser");
        await this.begin(kept.saved);
        this.fold(kept.rows);
        if (!kept.rows.length) await this.commandAll(kept.saved);
        this.postFrames(false);
        this.wish();
        return this.saved!;
    }

    private async begin(saved: Saved): Promise<void> {
        this.wasm = await Wasm.load(await this.module(!!saved.from));
        this.open(saved);
    }
    private open(saved: Saved): void {
        this.saved = saved;
        this.rows = [];
        this.past = new Map(this.people().map((seat) => [seat, []]));
        if (saved.from) {
            saved.options = this.wasm!.openFrom({ ...saved, from: saved.from }).options;
            return;
        }
        // what is dealt depends on the secret, on the salts and on the table's id: those of a lesson are fixed
        saved.options = this.wasm!.open({ ...saved, id: saved.lesson ? "lesson" : saved.id, seats: saved.seats.length }).options;
    }
    /** Makes the table what it was after these rows. */
    private fold(rows: SavedRow[]): void {
        for (const r of rows) {
            if (this.wasm!.fold(r.row, r.seq, r.sub, r.who, r.id, r.time))
                for (const seat of this.people()) this.past.get(seat)!.push(...this.told(seat, r.seq));
            this.rows.push(r);
        }
    }
    /** What the frame told that was folded last; and that somebody came back to it. */
    private told(seat: number, seq: number): Past[] {
        const past = this.wasm!.story<Past>(seat),
            back = this.saved!.taken?.includes(seq) ? [{ seq, acts: [{ act: "takeback", seat }], events: [] }] : [];
        return [past, ...back];
    }

    /** Seats everybody, and all are ready: the game begins. */
    private async commandAll(saved: Saved): Promise<void> {
        if (saved.from) this.seat("start", 0);
        else this.sit(saved);
        await keep.rows(this.rows, this.saved!); // nobody has seen any of it yet: one transaction for all
        this.postFrames(true);
        this.wish();
    }
    private sit(saved: Saved): void {
        for (const [i, s] of saved.seats.entries())
            this.seat(s.kind === "person" ? `sit ${i} ${s.name}` : `bot ${i} ${s.name}`, s.kind === "person" ? i + 1 : 1);
        for (const i of this.people()) this.seat(`ready ${saved.lesson ? "0".repeat(32) : hex(16)}`, i + 1);
    }

    /** Carries a command out: the row it makes, which take() makes so. */
    private make(text: string, who: number, id: number, seq?: number, auto?: boolean): { row: SavedRow; closed: boolean } {
        const now = Date.now(),
            { closed, ...made } = this.wasm!.do(text, who, id, seq ?? this.wasm!.wish(now).seq, now);
        return { row: { table: this.saved!.id, n: this.rows.length, ...made, who, id, time: now, ...(auto && { auto }) }, closed };
    }
    private take(row: SavedRow): void {
        this.wasm!.take();
        this.rows.push(row);
    }
    private seat(text: string, who: number): void {
        this.take(this.make(text, who, 0).row);
    }

    /** One command: its row is kept, then the table moves on, then its frames are posted. */
    private async row(text: string, who: number, id: number, seq?: number, auto?: boolean): Promise<void> {
        const { row, closed } = this.make(text, who, id, seq, auto);
        this.saved!.played = row.time;
        await keep.rows([row], this.saved!);
        this.take(row);
        this.postFrames(true, closed);
    }

    /** The row of the player's last decision; -1: there is none to come back to. People decide together whether a move is taken back, and
     *  a lesson goes its own way. */
    private decision(): number {
        if (this.saved!.over || this.saved!.lesson || this.people().length !== 1) return -1;
        return this.rows.map((r) => r.who > 0 && !r.auto && /^(\d|@ answer)/m.test(r.row)).lastIndexOf(true);
    }
    /** Back to the player's last decision. Bots do not mind what was turned up since; the secret stays, so the same cards come again. The
     *  time that has passed is given back, too. */
    private async takeBack(): Promise<void> {
        const at = this.decision(),
            kept = this.rows.slice(0, Math.max(at, 0)),
            last = kept.at(-1);
        if (!last) throw new Refused("stage", "there is no move to take back");
        const now = Date.now(),
            late = now - last.time,
            rows = kept.map((r) => ({ ...r, time: r.time + late }));
        const { seq } = kept.filter((r) => r.row.replace(/^@ answer.*\n/gm, "")).at(-1)!, // secret answers alone do not make a frame
            before = (this.saved!.taken ?? []).filter((n) => n <= seq),
            saved = { ...this.saved!, played: now, taken: [...before, seq], takes: (this.saved!.takes ?? 0) + 1 };
        await keep.cut(rows, saved);
        this.course++;
        this.shown({ seq: -1 }); // nobody waits for what will not come
        this.seen = -1;
        this.open(saved);
        this.fold(rows);
        this.postFrames(false, true, true);
    }

    private postFrames(withEvents: boolean, closed = true, still = false): void {
        const now = Date.now(),
            people = this.people();
        const frames = people.map((seat) => ({ seat, frame: this.wasm!.frame<Frame>(seat, withEvents && closed, 0, now) }));
        const last = frames[0]!.frame;
        if (still) last.acts = [{ act: "takeback", seat: people[0]! }];
        if (last.table.stage === "over" && !this.saved!.over) {
            const { result } = last.table;
            this.saved = {
                ...this.saved!,
                over: true,
                summary: result?.points.join(" : ") ?? "",
                ...(result?.resigned != null && { resigned: result.resigned }),
            };
            void keep.head(this.saved);
        }
        if (this.decision() > 0) last.table.may.push("takeback");
        this.post({ kind: "frames", frames, still });
    }

    /** What the table wants now: bots' moves, or to be woken. */
    private wish(): void {
        const wish = this.wasm!.wish(Date.now());
        clearTimeout(this.timer);
        for (const { seat, bot } of wish.think) {
            const key = `${this.course}/${wish.seq}/${this.rows.length}/${seat}`;
            if (this.asked.has(key)) continue;
            this.asked.add(key);
            void this.think(seat, bot, wish.seq);
        }
        if (wish.wake)
            this.timer = setTimeout(
                () => void this.do({ text: "time", who: 0, id: 0 }).catch(() => this.wish()),
                Math.max(0, wish.wake - Date.now()) + 5,
            );
    }

    /** The worker that thinks comes with the first bot's move. */
    ask(a: { port: Port }): void {
        this.connected!(new Calls(a.port));
    }
    private async think(seat: number, bot: string, seq: number): Promise<void> {
        const { game, lesson } = this.saved!,
            { course } = this,
            view = this.wasm!.look(seat); // now: the table may move on while the thinker is awaited
        const seed = lesson ? BigInt(seq) : crypto.getRandomValues(new BigUint64Array(1))[0]!;
        if (!this.thinker) {
            this.thinker = new Promise((resolve) => (this.connected = resolve));
            this.post({ kind: "thinker" });
        }
        try {
            const { best } = await (await this.thinker).call<{ best: string }>("think", { game, bot, view, seed, nodes: 0 }, [view.buffer]);
            while (this.seen < seq && this.course === course) await new Promise<void>((resolve) => this.waiting.push(resolve));
            if (this.course !== course) return;
            await this.do({ text: `play ${seat} ${best}`, who: 0, id: 0, seq });
        } catch (e) {
            // the table has moved on, or a bot cannot be fetched: the second is worth telling
            if (!(e instanceof Refused)) throw e;
            if (e.error === "net") this.post({ kind: "refused", refusal: { error: e.error, why: e.why } });
        }
    }

    /** Commands go one after another. */
    do(a: { text: string; who: number; id: number; seq?: number; auto?: boolean }): Promise<void> {
        const done = this.queue.then(async () => {
            if (a.text === "takeback") await this.takeBack();
            else await this.row(a.text, a.who, a.id, a.seq, a.auto);
            this.wish();
        });
        this.queue = done.catch(() => undefined);
        return done;
    }

    /** The stage has shown the frames up to this one: a bot may make its move. */
    shown(a: { seq: number }): void {
        this.seen = Math.max(this.seen, a.seq);
        for (const go of this.waiting.splice(0)) go();
    }

    /** hint: somebody asked for advice, which is remembered. */
    look(a: { seat: number; hint?: boolean }): Uint8Array {
        if (a.hint) {
            this.saved!.hints = (this.saved!.hints ?? 0) + 1;
            void keep.head(this.saved!);
        }
        return this.wasm!.look(a.seat);
    }

    story(a: { seat: number }): Past[] {
        return this.past.get(a.seat) ?? [];
    }

    record(): string {
        const record = this.wasm!.record(this.rows.map((r) => r.row + "\f").join("")),
            n = this.saved!.takes;
        return n ? record.replace("\n", `\n# taken back ${n}\n`) : record;
    }
}
