// remote.ts: a table on the server (docs/protocol.md). All tables of this page share its link, which comes back by itself.
import { Refused } from "../engine/wasm";
import { link } from "../net/browser";
import { times, type LinkState, type Member, type Message } from "../net/link";
import { settings } from "../settings";
import { applied, type Changes } from "./changes";
import { offline, text } from "./lists";
import type { Frame, HintMove, News, Past, Refusal, Table } from "./types";

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
    if (!navigator.onLine || link.state === "lost") return offline;
    if (name) link.tell({ type: "name", name }); // a new connection says it in its hello
    const answer = await link.ask({ type: "create", ...a }, { again: false, patience: times.patience });
    return answer.type === "created" ? (answer.table as string) : (answer as unknown as Refusal);
}

export class RemoteTable implements Table, Member {
    readonly local = false;
    mine: number[] = [];
    private last: Frame | undefined;
    private received: Frame | undefined; // the last one as the server sent it
    private hinted: { seq: number | undefined; moves: Promise<HintMove[]> } | undefined;
    private pending: { id: number; command: string; resolve: (r: Refusal | null) => void } | undefined;
    private readonly watchers = new Set<(seat: number | undefined, news: News) => void>();

    constructor(readonly code: string) {
        link.join(code, this);
    }

    private emit(news: News): void {
        for (const fn of [...this.watchers]) fn(this.mine[0], news);
    }
    connection(connection: LinkState): void {
        this.emit({ type: "connection", connection });
    }
    seq(): number | undefined {
        return this.last?.seq;
    }

    /** The frame that a delta tells; undefined: it does not fit what we have, which the server does not let happen. */
    private whole(delta: Message): Message | undefined {
        if (!this.received || delta.after !== this.received.seq) return undefined;
        const { changes, ...rest } = delta;
        const { table, view } = this.received;
        try {
            return { ...rest, type: "frame", ...applied({ table, view }, changes as Changes) };
        } catch {
            return undefined;
        }
    }

    heard(message: Message): void {
        const m = message.type === "delta" ? this.whole(message) : message;
        if (!m) {
            link.rejoin(this.code);
            if (this.pending && message.ack === this.pending.id) this.answered(null);
            return;
        }
        if (m.type === "frame") {
            const frame = m as unknown as Frame;
            this.received = frame;
            if (this.last && frame.seq > this.last.seq + 1 && frame.events.length) frame.events = [];
            const still = !!this.last && frame.seq < this.last.seq; // an older backup was restored: what the server has is the truth
            this.last = frame;
            this.mine = frame.table.you === undefined ? [] : [frame.table.you];
            this.emit({ type: "frame", frame, still });
            if (this.pending && frame.ack === this.pending.id) this.answered(null);
        } else if (m.type === "ok" && this.pending && m.id === this.pending.id) {
            // a secret answer makes no frame before the question is closed: the last one, with the answer in
            if (this.last && (m.seq as number) > this.last.seq && this.pending.command.startsWith("move ")) {
                this.last = {
                    ...this.last,
                    events: [],
                    table: { ...this.last.table, answered: true },
                    view: { ...this.last.view, legal: [] },
                };
                this.emit({ type: "frame", frame: this.last });
            }
            this.answered(null);
        } else if (m.type === "refused" && this.pending && m.id === this.pending.id)
            this.answered({ error: m.error as string, why: m.why as string });
        else if (m.type === "refused") this.emit({ type: "refused", refusal: { error: m.error as string, why: m.why as string } });
        else if (m.type === "presence") this.emit({ type: "presence", here: m.here as boolean[], watching: m.watching as number });
        else if (m.type === "consent" || m.type === "chat") void import("../meet/chat").then((c) => c.heardChat(this.code, m, this.last));
        else if (m.type === "rated") void import("../profile/change").then((c) => c.heardRated(this.code, m));
        else if (m.type === "react") this.emit({ type: "react", seat: m.seat as number, react: m.react as string });
    }
    private answered(refusal: Refusal | null): void {
        const { resolve } = this.pending!;
        this.pending = undefined;
        resolve(refusal);
    }

    watch(fn: (seat: number | undefined, news: News) => void): () => void {
        this.watchers.add(fn);
        fn(this.mine[0], { type: "connection", connection: link.state });
        if (this.last) fn(this.mine[0], { type: "frame", frame: this.last });
        return () => this.watchers.delete(fn);
    }

    do(command: string): Promise<Refusal | null> {
        if (this.pending) return Promise.resolve({ error: "rate", why: "the last command has no answer yet" });
        return new Promise((resolve) => {
            const id = link.nextId(),
                seq = this.last?.seq ?? 0;
            this.pending = { id, command, resolve };
            // until there is an answer, on as many connections as that takes: the server carries an id out once
            void link.ask({ type: "do", table: this.code, id, seq, do: command }).then((m) => m.table === undefined && this.heard(m));
        });
    }

    /** Of one position the server is asked once: the coach and the player may both want it. */
    hint(): Promise<HintMove[]> {
        const seq = this.seq();
        if (this.hinted?.seq !== seq || seq === undefined) {
            const moves = link.ask({ type: "hint", table: this.code }, { patience: times.patience }).then((answer) => {
                if (answer.type !== "hint") throw new Refused(answer.error as string, answer.why as string);
                return answer.moves as HintMove[];
            });
            this.hinted = { seq, moves };
            moves.catch(() => (this.hinted = undefined));
        }
        return this.hinted!.moves;
    }
    async story(): Promise<Past[]> {
        const answer = await link.ask({ type: "story", table: this.code }, { patience: times.patience });
        if (answer.type !== "story") throw new Refused(answer.error as string, answer.why as string);
        return answer.frames as Past[];
    }
    /** The server's bots wait for this (docs/protocol.md). */
    shown({ seq, table, view }: Frame): void {
        const next = table.stage === "playing" && typeof view.turn === "number" ? table.seats[view.turn] : undefined;
        if (table.you !== undefined && (next?.kind === "bot" || next?.away || next?.resigned))
            link.tell({ type: "shown", table: this.code, seq });
    }
    react(what: string): void {
        link.tell({ type: "react", table: this.code, react: what });
    }
    record(): Promise<string> {
        return text(`/api/tables/${this.code}/record`);
    }
    close(): void {
        this.watchers.clear();
        link.leave(this.code);
    }
}
