// link.ts: the connection to the server: one state machine for tables, the lobby and requests (docs/connection.md). It looks whether the
// connection is alive, opens another one when it is in doubt, repeats what has no answer, and never throws a token away. Clock, sockets,
// requests and storage are given to it, so that tests can play with all of them.

/** idle: nobody needs a connection. slow: no answer in time, another connection is being opened. old: page and server speak different
 *  versions. unknown: the server does not know who we are. banned: it does not let us in. */
export type LinkState = "idle" | "connecting" | "open" | "slow" | "lost" | "busy" | "store" | "old" | "unknown" | "banned";
type Trouble = Exclude<LinkState, "idle" | "connecting" | "open" | "slow">;
export type Message = { type: string; [member: string]: unknown };

export interface Socket {
    send(text: string): void;
    close(): void;
}
export interface SocketEvents {
    opened(): void;
    heard(text: string): void;
    closed(code: number): void;
}
export interface Reply {
    status: number;
    text: string;
}
export interface Env {
    now(): number;
    /** Calls once after so many milliseconds; what it returns prevents that. */
    later(fn: () => void, ms: number): () => void;
    random(): number;
    /** A socket whose address has the code of this table in it, if any: a proxy may choose the node by it. */
    socket(events: SocketEvents, table: string | undefined): Socket;
    fetch(path: string, token: string | undefined, signal: AbortSignal): Promise<Reply>;
    online(): boolean;
    hidden(): boolean;
    name(): string;
    /** What this device is called, in a list of several. */
    label?(): string;
    keep: { get(key: string): string | null; set(key: string, value: string): void };
}
/** A table that wants its messages. */
export interface Member {
    seq(): number | undefined;
    heard(m: Message): void;
    connection(state: LinkState): void;
}

export const times = {
    beat: 6000, // nothing was heard for so long: a ping
    hiddenBeat: 25000,
    pong: 3000, // a ping without an answer: doubt
    answer: 4000, // a command without an answer: doubt
    hello: 4000, // a connection that does not get as far as the hello: given up
    woken: 2000, // after sleep or a change of network, a ping has less time
    call: 8000, // a request over HTTP
    first: 250, // the wait after the first failure; it doubles
    longest: 8000,
    banned: 60000, // until we ask again whether we may come in
    idle: 5000, // nobody needs the connection any more
    late: 4000, // a timer that fires later than this: the machine slept
    patience: 8000, // how long somebody waits who asked for something that can be asked again
};
export const protocol = 1;
export const tokenKey = "irori token",
    asideKey = "irori tokens aside";
/** So many tokens are kept aside. */
const asideMost = 8;

interface Line {
    socket: Socket;
    since: number;
    table: string | undefined; // in its address
    sticky: boolean; // the server has several nodes, and the people of a table had better be at one of them
    tokens: (string | undefined)[]; // those not refused yet; undefined: as a new person
}
interface Ask {
    message: Message;
    again: boolean; // may be sent twice: the server knows it by its id, or it changes nothing
    join: string | undefined; // the answer is the first frame of this table
    sent: number; // 0: not on this line
    late: boolean; // its answer is what the line is doubted for
    waits: number; // refused for a passing reason, and sent again then
    tries: number;
    trouble: Trouble | undefined;
    until: number;
    done: (m: Message) => void;
}
interface Ear {
    type: string;
    fn: (m: Message) => void;
    ask: Message | undefined; // on every line
    id: number; // of its question
}
interface Call {
    path: string;
    auth: boolean;
    tokens: (string | undefined)[];
    sent: number;
    waits: number;
    tries: number;
    trouble: Trouble | undefined;
    until: number;
    abort: AbortController | undefined;
    done: (reply: Reply | Trouble) => void;
}

/** A refusal that passes by itself, as what is shown meanwhile. */
const passing: Record<string, Trouble> = { store: "store", busy: "busy", rate: "busy" };
/** The refusal of something that was given up. */
const codes: Partial<Record<LinkState, string>> = {
    store: "store",
    busy: "busy",
    old: "protocol",
    unknown: "unknown-person",
    banned: "banned",
};
const tableOf = (m: Message): string | undefined => (typeof m.table === "string" ? m.table : (m.table as { id?: string } | undefined)?.id);

export class Link {
    private line: Line | undefined; // has said hello
    private next: Line | undefined; // has not yet
    private tries = 0; // lines that failed since the last hello
    private failing: Trouble | undefined; // why the last of them did
    private retryAt = 0;
    private doubted = false; // an answer is overdue on the line
    private doubts = 0; // times that happened in a row: patience grows with them
    private heardAt = 0;
    private pingAt = 0; // when the ping was sent that has no answer
    private pingMs = 0; // how long it may take
    private idleAt = 0;
    /** Banned until then. */
    until = 0;
    private fresh = false; // the person agreed to be somebody new
    private readonly tables = new Map<string, Member>();
    private readonly asks = new Map<number, Ask>();
    private readonly calls = new Set<Call>();
    private readonly ears = new Set<Ear>();
    private readonly watchers = new Set<(state: LinkState) => void>();
    private shown: LinkState = "idle";
    private dueAt = 0;
    private cancel: (() => void) | undefined;
    private id: number;

    constructor(private readonly env: Env) {
        this.id = env.now(); // ids of commands rise, also after the page is loaded again
    }

    /* ---- for those who use it ---- */

    get state(): LinkState {
        return this.shown;
    }
    watch(fn: (state: LinkState) => void): () => void {
        this.watchers.add(fn);
        return () => this.watchers.delete(fn);
    }
    nextId(): number {
        return ++this.id;
    }
    /** The tokens that may be us: the one in use, then those kept aside. */
    tokens(): string[] {
        const current = this.env.keep.get(tokenKey);
        return current ? [current, ...this.aside().filter((t) => t !== current)] : this.aside();
    }
    join(code: string, member: Member): void {
        this.tables.set(code, member);
        this.askJoin(code);
        if (this.line?.sticky && this.line.table !== code && this.tables.size === 1 && !this.next) this.connect();
        this.settle();
    }
    /** Its frames do not fit: again from a whole one. */
    rejoin(code: string): void {
        if (!this.joinOf(code)) this.askJoin(code);
        this.settle();
    }
    leave(code: string): void {
        this.tables.delete(code);
        for (const [id, a] of this.asks) if (a.message.table === code) this.asks.delete(id);
        this.tell({ type: "leave", table: code });
        this.settle();
    }
    /** Sends what needs no answer; false: there is no connection now. */
    tell(m: Message): boolean {
        if (!this.line) return false;
        this.line.socket.send(JSON.stringify(m));
        return true;
    }
    /** Sends it, again on every new connection if it may be sent twice, until there is an answer. Without `patience` for ever; with it the
     *  answer is a refusal then. */
    ask(message: Message, { again = true, patience = 0 } = {}): Promise<Message> {
        return new Promise((done) => {
            this.put(message, { again, done, until: patience && this.env.now() + patience });
            this.settle();
        });
    }
    /** Hears every message of this type, answers too. With `ask` the connection stays open for it, and this is asked on every new one: its
     *  refusal is heard as well. What it returns ends it. */
    hear(type: string, fn: (m: Message) => void, ask?: Message): () => void {
        const ear: Ear = { type, fn, ask, id: 0 };
        this.ears.add(ear);
        this.askEar(ear);
        this.settle();
        return () => {
            this.ears.delete(ear);
            this.asks.delete(ear.id);
            this.settle();
        };
    }
    /** A request over HTTP, repeated until there is an answer. What it returns stops that. */
    get(path: string, auth: boolean, done: (reply: Reply | Trouble) => void, patience = 0): () => void {
        const call: Call = {
            ...{ path, auth, done, tokens: auth ? this.tokens() : [undefined], sent: 0, waits: 0, tries: 0 },
            ...{ trouble: undefined, until: patience && this.env.now() + patience, abort: undefined },
        };
        this.calls.add(call);
        this.run(call);
        this.settle();
        return () => {
            this.calls.delete(call);
            call.abort?.abort();
            this.settle();
        };
    }
    /** Something may have changed (network, sleep, a tab in sight again, a person who asks): looks at once instead of waiting. */
    look(): void {
        const now = this.env.now();
        if (this.line && !this.doubted) this.ping(times.woken);
        if (this.retryAt || (this.next && now > this.next.since + 1000) || (this.stuck && !this.line && !this.next)) {
            this.tries = 0;
            this.connect();
        }
        this.runAll();
        this.settle();
    }
    /** The person agrees to be somebody new here. The tokens so far are tried once more, and are kept. */
    beNew(): void {
        this.fresh = true;
        if (!this.line && !this.next) this.connect();
        this.look();
    }

    /* ---- identity ---- */

    private aside(): string[] {
        try {
            return JSON.parse(this.env.keep.get(asideKey) ?? "[]") as string[];
        } catch {
            return [];
        }
    }
    /** The server knows this token. The one in use before is kept aside. */
    private adopt(token: string): void {
        const before = this.env.keep.get(tokenKey);
        if (before === token) return;
        const aside = [before, ...this.aside()].filter((t) => t && t !== token);
        this.env.keep.set(asideKey, JSON.stringify([...new Set(aside)].slice(0, asideMost)));
        this.env.keep.set(tokenKey, token);
    }

    /* ---- lines ---- */

    private get wanted(): boolean {
        return this.tables.size > 0 || this.asks.size > 0 || [...this.ears].some((e) => e.ask);
    }
    /** Waits for the person, also when nobody needs the connection any more. */
    private get stuck(): boolean {
        return this.failing === "unknown" || this.failing === "old";
    }
    private wait(tries: number): number {
        return Math.min(times.longest, times.first * 2 ** Math.min(tries, 16)) * (0.75 + this.env.random() / 2);
    }
    private patience(ms: number): number {
        return ms * 2 ** Math.min(2, Math.max(this.tries, this.doubts));
    }
    private drop(line: Line | undefined): void {
        if (this.line === line) this.line = undefined;
        if (this.next === line) this.next = undefined;
        line?.socket.close();
    }
    private connect(): void {
        this.drop(this.next);
        this.retryAt = 0;
        const known = this.tokens(),
            table = [...this.tables.keys()].at(-1),
            line: Partial<Line> = {
                since: this.env.now(),
                table,
                sticky: false,
                tokens: known.length && !this.fresh ? known : [...known, undefined],
            };
        const mine = line as Line; // whole before any of its events
        try {
            mine.socket = this.env.socket(
                {
                    opened: () => this.next === mine && this.sayHello(mine),
                    heard: (text) => {
                        if (mine !== this.line && mine !== this.next) return; // given up
                        this.heard(mine, JSON.parse(text) as Message);
                        this.settle();
                    },
                    closed: (code) => {
                        if (mine === this.next) this.fail(code === 1008 || code === 1013 ? "busy" : "lost");
                        else if (mine === this.line) this.closed(code === 1008 || code === 1013 ? "busy" : "lost");
                        this.settle();
                    },
                },
                table,
            );
            this.next = mine;
        } catch {
            this.fail("lost");
        }
    }
    private sayHello(line: Line): void {
        const token = line.tokens[0],
            name = this.env.name();
        const who = token ? { token } : { label: this.env.label?.() };
        line.socket.send(JSON.stringify({ type: "hello", protocol, deltas: true, ...who, ...(name && { name }) }));
    }
    /** The line that was being opened is none; another one follows. */
    private fail(why: Trouble | undefined, wait = this.wait(this.tries)): void {
        this.drop(this.next);
        this.tries++;
        this.failing = why;
        this.retryAt = this.env.now() + wait;
        // what has not been sent waits for the person to ask again, rather than for a connection that may take long
        if (why && this.tries > 1) for (const [id, a] of this.asks) if (!a.again && !a.sent) this.giveUp(id, a);
    }
    /** The line we had is gone. */
    private closed(why: Trouble, wait?: number): void {
        this.drop(this.line);
        this.unsent();
        this.failing = why;
        this.pingAt = 0;
        this.doubted = false;
        if (!this.next && !this.retryAt) this.retryAt = this.env.now() + (wait ?? this.wait(this.tries));
    }
    /** Nothing is on a line any more; what must not be sent twice is given up. */
    private unsent(): void {
        for (const [id, a] of this.asks) {
            if (a.sent && !a.again) this.giveUp(id, a);
            a.sent = a.waits = 0;
            a.late = false;
            a.trouble = undefined;
        }
    }
    private greeted(line: Line, m: Message): void {
        const token = typeof m.token === "string" ? m.token : line.tokens[0];
        if (token) this.adopt(token);
        this.next = undefined;
        this.drop(this.line);
        this.unsent();
        this.line = line;
        line.sticky = m.sticky === true;
        this.fresh = this.doubted = false;
        this.tries = this.retryAt = this.pingAt = 0;
        this.heardAt = this.env.now();
        this.failing = undefined;
        for (const code of this.tables.keys()) this.askJoin(code);
        for (const ear of this.ears) this.askEar(ear);
        this.runAll();
    }
    /** Is an answer overdue? */
    private overdue(): boolean {
        const now = this.env.now();
        for (const a of this.asks.values()) if (a.again && a.sent) a.late = now >= a.sent + this.patience(times.answer);
        return this.pingAt > 0 && now >= this.pingAt + this.pingMs ? true : this.late();
    }
    private late(): boolean {
        for (const a of this.asks.values()) if (a.late) return true;
        return false;
    }
    /** The line stays until another one is there, or until what was late arrives. */
    private doubt(): void {
        this.doubted = true;
        this.doubts++;
        if (!this.next && !this.retryAt) this.connect();
    }
    private ping(ms: number): void {
        if (!this.pingAt) this.pingAt = this.env.now();
        this.pingMs = ms;
        this.tell({ type: "ping", id: this.nextId() });
    }

    /* ---- what the server says ---- */

    private heard(line: Line, m: Message): void {
        if (line === this.next) {
            this.hello(line, m);
            return;
        }
        this.heardAt = this.env.now();
        this.pingAt = 0;
        if (m.type === "bye") this.closed("lost", m.retry_ms as number);
        else this.answer(m);
        if (this.doubted && !this.late()) {
            this.doubted = false; // it was only slow
            this.drop(this.next);
            this.tries = this.retryAt = 0;
            this.failing = undefined;
        } else if (!this.doubted && m.type === "pong") this.doubts = 0;
    }
    private hello(line: Line, m: Message): void {
        const error = m.error as string;
        if (m.type === "hello") {
            if (m.protocol === protocol) this.greeted(line, m);
            else this.fail("old");
        } else if (m.type === "bye") this.fail("lost", m.retry_ms as number);
        else if (m.type !== "refused") return;
        else if (error === "protocol") this.fail("old");
        else if (error === "banned") {
            this.until = m.until as number;
            this.fail("banned", times.banned);
        } else if (error === "unknown-person" || error === "login") {
            line.tokens.shift(); // older servers say login
            if (line.tokens.length) this.sayHello(line);
            else this.fail("unknown");
        } else this.fail(passing[error] ?? "busy");
    }
    private answer(m: Message): void {
        const code = tableOf(m),
            joined = code && (m.type === "frame" || (m.type === "refused" && !m.id)) ? this.joinOf(code) : undefined;
        const id = (m.ack ?? m.id ?? joined) as number | undefined,
            a = id ? this.asks.get(id) : undefined;
        const why = m.type === "refused" ? passing[m.error as string] : undefined;
        if (why && a?.again) {
            a.sent = 0;
            a.late = false;
            a.waits = this.env.now() + this.wait(a.tries++);
            a.trouble = why;
            return;
        }
        if (why && code && !id && this.tables.has(code)) {
            this.askJoin(code, why); // the server dropped us from a table
            return;
        }
        if (joined && joined !== id) this.asks.delete(joined);
        if (a) {
            this.asks.delete(id!);
            if (a.sent && this.env.now() < a.sent + times.answer) this.doubts = 0;
        }
        if (code) this.tables.get(code)?.heard(m);
        a?.done(m);
        for (const ear of [...this.ears]) if (ear.type === m.type) ear.fn(m);
    }

    /* ---- questions ---- */

    private put(message: Message, more: Partial<Ask>): void {
        const id = (message.id as number | undefined) ?? this.nextId();
        const usual: Ask = {
            ...{ message: { ...message, id }, again: true, join: undefined, sent: 0, late: false, waits: 0 },
            ...{ tries: 0, trouble: undefined, until: 0, done: () => undefined },
        };
        this.asks.set(id, { ...usual, ...more });
    }
    private askEar(ear: Ear): void {
        if (!ear.ask || this.asks.has(ear.id)) return;
        ear.id = this.nextId();
        this.put({ ...ear.ask, id: ear.id }, { done: (m) => m.type === "refused" && ear.fn(m) });
    }
    private joinOf(code: string): number | undefined {
        for (const [id, a] of this.asks) if (a.join === code) return id;
        return undefined;
    }
    private askJoin(code: string, trouble?: Trouble): void {
        const before = this.joinOf(code),
            tries = before ? this.asks.get(before)!.tries : 0;
        if (before) this.asks.delete(before);
        const seq = this.tables.get(code)?.seq(),
            waits = trouble ? this.env.now() + this.wait(tries) : 0;
        this.put(
            { type: "join", table: code, ...(seq !== undefined && { seq }) },
            {
                ...{ join: code, tries: trouble ? tries + 1 : tries, trouble, waits },
                done: (m) => tableOf(m) || this.tables.get(code)?.heard(m), // what is no code is not repeated
            },
        );
    }
    private giveUp(id: number, a: Ask): void {
        const error = codes[this.compute()] ?? "offline";
        this.asks.delete(id);
        a.done({ type: "refused", error, why: "the server does not answer" });
    }
    /** Sends what can be sent: joins first, and commands of a table when its join is done. */
    private flush(): void {
        const now = this.env.now();
        for (const joins of [true, false])
            for (const a of this.asks.values()) {
                if (!this.line || a.sent || a.waits > now || !!a.join !== joins) continue;
                if (!joins && typeof a.message.table === "string" && this.joinOf(a.message.table)) continue;
                a.sent = now;
                a.waits = 0;
                this.tell(a.message);
            }
    }

    /* ---- requests ---- */

    private run(c: Call): void {
        c.waits = 0;
        if (!this.env.online()) {
            c.trouble = "lost"; // look() comes when that changes
            return;
        }
        const abort = new AbortController();
        c.abort = abort;
        c.sent = this.env.now();
        this.env.fetch(c.path, c.tokens[0], abort.signal).then(
            (reply) => c.abort === abort && this.replied(c, reply),
            () => c.abort === abort && this.noReply(c, "lost"),
        );
    }
    /** Those that wait, and those under way as somebody we are not any more: at once. */
    private runAll(): void {
        const tokens = this.tokens();
        for (const c of this.calls) {
            if (c.sent && (!c.auth || c.tokens[0] === tokens[0])) continue;
            if (c.auth) c.tokens = [...tokens];
            c.abort?.abort();
            this.run(c);
        }
    }
    private noReply(c: Call, why: Trouble): void {
        c.abort?.abort();
        c.abort = undefined;
        c.sent = 0;
        if (!this.calls.has(c)) return;
        c.trouble = why;
        c.waits = this.env.now() + (why === "unknown" ? times.longest : this.wait(c.tries++));
        if (c.auth) c.tokens = this.tokens();
        if (why === "lost" && this.line && !this.doubted) this.ping(times.woken);
        this.settle();
    }
    private replied(c: Call, reply: Reply): void {
        if (!this.calls.has(c)) return;
        const error = /^\{"error":"([a-z-]+)"/.exec(reply.text)?.[1] ?? "";
        if (reply.status === 502 || reply.status === 504) this.noReply(c, "lost");
        else if (reply.status === 503 || reply.status === 429) this.noReply(c, passing[error] ?? "busy");
        else if (reply.status === 401 && error === "unknown-person" && c.tokens.length > 1) {
            c.tokens.shift();
            this.run(c);
        } else if (reply.status === 401 && error === "unknown-person") this.noReply(c, "unknown");
        else {
            if (reply.status < 300 && c.auth && c.tokens[0]) this.adopt(c.tokens[0]);
            this.calls.delete(c);
            this.runAll();
            c.done(reply);
        }
        this.settle();
    }

    /* ---- time ---- */

    private compute(): LinkState {
        let asked: Trouble | undefined;
        for (const a of this.asks.values()) asked ??= a.trouble;
        if (this.wanted || this.next) {
            if (!this.line) return this.failing ?? "connecting";
            return this.doubted ? (this.failing ?? "slow") : (asked ?? "open");
        }
        for (const c of this.calls) if (c.trouble) return c.trouble;
        return this.stuck ? this.failing! : "idle";
    }
    /** After everything that happens: sends what waits, says what changed, and sets the clock for what comes next. */
    private settle(): void {
        if (this.wanted) {
            this.idleAt = 0;
            if (!this.line && !this.next && !this.retryAt) this.connect();
        } else if (!this.idleAt && (this.line || this.next || this.retryAt)) this.idleAt = this.env.now() + times.idle;
        this.flush();
        const state = this.compute();
        if (state !== this.shown) {
            this.shown = state;
            for (const table of this.tables.values()) table.connection(state);
            for (const fn of [...this.watchers]) fn(state);
        }
        this.arm();
    }
    /** Everything the clock has to do, as times; 0: nothing. */
    private due(): number[] {
        const at = [this.retryAt, this.idleAt];
        if (this.next) at.push(this.next.since + this.patience(times.hello));
        if (this.line && !this.pingAt) at.push(this.heardAt + (this.env.hidden() ? times.hiddenBeat : times.beat));
        if (this.line && this.pingAt && !this.doubted) at.push(this.pingAt + this.pingMs);
        for (const a of this.asks.values()) {
            at.push(a.until, this.line ? a.waits : 0);
            if (a.again && a.sent && !this.doubted) at.push(a.sent + this.patience(times.answer));
        }
        for (const c of this.calls) at.push(c.until, c.waits, c.sent && c.sent + times.call);
        return at.filter((t) => t > 0);
    }
    private arm(): void {
        this.cancel?.();
        const at = this.due();
        this.dueAt = at.length ? Math.min(...at) : 0;
        this.cancel = this.dueAt ? this.env.later(() => this.tick(), Math.max(0, this.dueAt - this.env.now())) : undefined;
    }
    private tick(): void {
        const now = this.env.now(),
            late = now - this.dueAt;
        this.cancel = undefined;
        if (late > times.late) {
            // the machine slept: that time counts for nobody
            if (this.pingAt) this.pingAt = now;
            for (const a of [...this.asks.values(), ...this.calls]) {
                if (a.sent) a.sent = now;
                if (a.until) a.until += late + times.woken;
            }
            this.look();
            return;
        }
        if (this.idleAt && now >= this.idleAt) this.rest();
        if (this.next && now >= this.next.since + this.patience(times.hello)) this.fail(this.line ? undefined : "lost");
        if (this.retryAt && now >= this.retryAt) this.connect();
        if (this.line && !this.doubted && this.overdue()) this.doubt();
        else if (this.line && !this.pingAt && now >= this.heardAt + (this.env.hidden() ? times.hiddenBeat : times.beat))
            this.ping(this.patience(times.pong));
        for (const [id, a] of [...this.asks]) if (a.until && now >= a.until) this.giveUp(id, a);
        for (const c of [...this.calls]) {
            if (c.until && now >= c.until) {
                this.calls.delete(c);
                c.abort?.abort();
                c.done(c.trouble ?? "lost");
            } else if (c.sent && now >= c.sent + times.call) this.noReply(c, "lost");
            else if (c.waits && now >= c.waits) this.run(c);
        }
        this.settle();
    }
    /** Nobody has needed it for a while. */
    private rest(): void {
        this.idleAt = this.retryAt = this.tries = this.pingAt = this.doubts = 0;
        if (!this.stuck) this.failing = undefined;
        this.doubted = this.fresh = false;
        this.drop(this.next);
        this.drop(this.line);
    }
}
