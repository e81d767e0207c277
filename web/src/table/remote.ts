// remote.ts: a table on the server (docs/protocol.md). One socket for all tables of this page; it comes back by itself.
import { Refused } from "../engine/wasm";
import { settings } from "../settings";
import { applied, type Changes } from "./changes";
import type { Connection, Frame, HintMove, News, Refusal, Table } from "./types";

const tokenKey = "irori token";
/** How long a player waits for a server that does not answer. */
const patience = 8000;
/** Who we are to the server; null: nobody yet. */
export const token = (): string | null => localStorage.getItem(tokenKey);
type Message = { type: string; [member: string]: unknown };

/** The connection: says hello, comes back after a loss, hands messages to whoever waits for them. */
class Wire {
    private socket: WebSocket | undefined;
    private tries = 0;
    private greeted = false;
    private next: ReturnType<typeof setTimeout> | undefined;
    readonly tables = new Map<string, RemoteTable>();
    readonly answers = new Map<number, (m: Message) => void>();
    state: Connection = "connecting";
    private id = Date.now(); // command ids rise, also after the page is loaded again

    nextId = (): number => ++this.id;

    open(): void {
        if (this.socket || this.next) return;
        const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, "irori.1");
        this.socket = socket;
        socket.onopen = () => {
            const token = localStorage.getItem(tokenKey);
            socket.send(
                JSON.stringify({
                    type: "hello",
                    protocol: 1,
                    deltas: true,
                    ...(token ? { token } : {}),
                    ...(settings.get().name ? { name: settings.get().name } : {}),
                }),
            );
        };
        socket.onmessage = (event: MessageEvent<string>) => this.heard(JSON.parse(event.data) as Message);
        socket.onclose = () => {
            this.socket = undefined;
            this.greeted = false;
            this.change("lost");
            if (!this.tables.size && !this.answers.size) return;
            const wait = Math.min(8000, 250 * 2 ** this.tries++) * (0.75 + Math.random() / 2);
            this.next = setTimeout(() => {
                this.next = undefined;
                this.open();
            }, wait);
        };
    }

    private change(state: Connection): void {
        this.state = state;
        for (const table of this.tables.values()) table.connection(state);
    }

    private heard(m: Message): void {
        if (m.type === "hello") {
            if (typeof m.token === "string") localStorage.setItem(tokenKey, m.token);
            this.greeted = true;
            this.tries = 0;
            this.change("open");
            for (const fn of this.waiting.splice(0)) fn();
            for (const table of this.tables.values()) table.rejoin();
        } else if (m.type === "bye") {
            this.socket?.close();
        } else if (m.type === "refused" && m.error === "login" && !this.greeted) {
            localStorage.removeItem(tokenKey);
            this.socket?.close();
        } else {
            const id = (m.ack ?? m.id) as number | undefined,
                answer = id ? this.answers.get(id) : undefined;
            const code = typeof m.table === "string" ? m.table : (m.table as { id?: string } | undefined)?.id;
            if (code) this.tables.get(code)?.heard(m);
            if (answer && id) {
                this.answers.delete(id);
                answer(m);
            }
        }
    }

    private readonly waiting: (() => void)[] = [];
    /** Resolves when the server knows us. */
    ready(): Promise<void> {
        this.open();
        return this.greeted ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
    }
    /** False: there is no connection now. */
    send(m: Message): boolean {
        if (!this.greeted || this.socket?.readyState !== WebSocket.OPEN) return false;
        this.socket.send(JSON.stringify(m));
        return true;
    }
    async ask(m: Message): Promise<Message> {
        await this.ready();
        const id = this.nextId();
        return new Promise((resolve) => {
            this.answers.set(id, resolve);
            this.send({ ...m, id });
        });
    }
    idle(): void {
        if (!this.tables.size) this.socket?.close();
    }
}
const wire = new Wire();

export interface NewRemote {
    game: string;
    seats: number;
    options: string;
    settings: string;
    deck?: string;
    bots: (string | null)[];
}
/** Opens a table on the server; its code, or why not. */
export async function createRemote(a: NewRemote): Promise<string | Refusal> {
    const { name } = settings.get();
    if (name) void wire.ready().then(() => wire.send({ type: "name", name }));
    const late = new Promise<Message>((resolve) =>
        setTimeout(() => resolve({ type: "refused", error: "offline", why: "the server does not answer" }), patience),
    );
    const answer = await Promise.race([wire.ask({ type: "create", ...a }), late]);
    return answer.type === "created" ? (answer.table as string) : { error: answer.error as string, why: answer.why as string };
}

export class RemoteTable implements Table {
    readonly local = false;
    mine: number[] = [];
    private last: Frame | undefined;
    private told: Frame | undefined; // the last one as the server told it
    private pending: { id: number; command: string; seq: number; resolve: (r: Refusal | null) => void } | undefined;
    private readonly watchers = new Set<(seat: number | undefined, news: News) => void>();

    constructor(readonly code: string) {
        wire.tables.set(code, this);
        void wire.ready();
        if (wire.state === "open") this.rejoin();
    }

    private tell(news: News): void {
        for (const fn of [...this.watchers]) fn(this.mine[0], news);
    }
    connection(connection: Connection): void {
        this.tell({ type: "connection", connection });
    }
    /** After every hello: what was missed, and the command whose answer was lost. */
    rejoin(): void {
        wire.send({ type: "join", table: this.code, ...(this.last ? { seq: this.last.seq } : {}) });
        if (this.pending) this.sendPending();
    }
    private sendPending(): void {
        const { id, command, seq } = this.pending!;
        wire.send({ type: "do", table: this.code, id, seq, do: command });
    }

    /** The frame that a delta tells; undefined: it does not fit what we have, which the server does not let happen. */
    private whole(delta: Message): Message | undefined {
        if (!this.told || delta.after !== this.told.seq) return undefined;
        const { changes, ...rest } = delta;
        const { table, view } = this.told;
        try {
            return { ...rest, type: "frame", ...applied({ table, view }, changes as Changes) };
        } catch {
            return undefined;
        }
    }

    heard(message: Message): void {
        const m = message.type === "delta" ? this.whole(message) : message;
        if (!m) {
            this.rejoin();
            return;
        }
        if (m.type === "frame") {
            const frame = m as unknown as Frame;
            this.told = frame;
            if (this.last && frame.seq <= this.last.seq && !frame.ack) {
                if (frame.seq < this.last.seq) return;
            } else if (this.last && frame.seq > this.last.seq + 1 && frame.events.length) frame.events = [];
            this.last = frame;
            this.mine = frame.table.you === undefined ? [] : [frame.table.you];
            this.tell({ type: "frame", frame });
            if (this.pending && frame.ack === this.pending.id) this.answered(null);
        } else if (m.type === "ok" && this.pending && m.id === this.pending.id) {
            // a secret answer makes no frame before the question is closed: the last one, with the answer in
            if (this.last && this.pending.command.startsWith("move ")) {
                this.last = {
                    ...this.last,
                    events: [],
                    table: { ...this.last.table, answered: true },
                    view: { ...this.last.view, legal: [] },
                };
                this.tell({ type: "frame", frame: this.last });
            }
            this.answered(null);
        } else if (m.type === "refused" && this.pending && m.id === this.pending.id)
            this.answered({ error: m.error as string, why: m.why as string });
        else if (m.type === "refused") this.tell({ type: "refused", refusal: { error: m.error as string, why: m.why as string } });
        else if (m.type === "presence") this.tell({ type: "presence", here: m.here as boolean[], watching: m.watching as number });
        else if (m.type === "react") this.tell({ type: "react", seat: m.seat as number, react: m.react as string });
    }
    private answered(refusal: Refusal | null): void {
        const { resolve } = this.pending!;
        this.pending = undefined;
        resolve(refusal);
    }

    watch(fn: (seat: number | undefined, news: News) => void): () => void {
        this.watchers.add(fn);
        fn(this.mine[0], { type: "connection", connection: wire.state });
        if (this.last) fn(this.mine[0], { type: "frame", frame: this.last });
        return () => this.watchers.delete(fn);
    }

    do(command: string): Promise<Refusal | null> {
        if (this.pending) return Promise.resolve({ error: "rate", why: "the last command has no answer yet" });
        return new Promise((resolve) => {
            this.pending = { id: wire.nextId(), command, seq: this.last?.seq ?? 0, resolve };
            wire.answers.set(this.pending.id, (m) => m.table === undefined && this.heard(m));
            this.sendPending();
        });
    }

    async hint(): Promise<HintMove[]> {
        const answer = await wire.ask({ type: "hint", table: this.code });
        if (answer.type !== "hint") throw new Refused(answer.error as string, answer.why as string);
        return answer.moves as HintMove[];
    }
    react(what: string): void {
        wire.send({ type: "react", table: this.code, react: what });
    }
    async record(): Promise<string> {
        const answer = await fetch(`/api/tables/${this.code}/record`);
        if (!answer.ok) {
            const { error, why } = (await answer.json()) as Refusal;
            throw new Refused(error, why);
        }
        return answer.text();
    }
    close(): void {
        wire.send({ type: "leave", table: this.code });
        this.watchers.clear();
        wire.tables.delete(this.code);
        wire.idle();
    }
}
