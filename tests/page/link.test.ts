// link.test.ts: every transition of the connection's state machine, with a clock, sockets and a store of the test's own. No time passes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settled } from "./browser";
import { asideKey, Link, protocol, times, tokenKey, type LinkState, type Message, type Reply, type SocketEvents } from "@/net/link";

class Timer {
    constructor(
        readonly at: number,
        readonly fn: () => void,
    ) {}
}
/** One socket of the link, seen from the server. */
class Peer {
    said: Message[] = [];
    closed = false;
    constructor(
        readonly number: number,
        readonly events: SocketEvents,
        readonly table: string | undefined,
    ) {}
    say(m: Message): void {
        this.events.heard(JSON.stringify(m));
    }
    /** The messages of one type, and forgets all. */
    take(type: string): Message[] {
        const all = this.said.filter((m) => m.type === type);
        this.said = [];
        return all;
    }
}
class World {
    now = 1_000_000;
    timers = new Set<Timer>();
    peers: Peer[] = [];
    kept = new Map<string, string>();
    online = true;
    hidden = false;
    name = "";
    noSockets = false;
    sticky = false; // the server has several nodes
    fetched: { path: string; token: string | undefined; reply: (r: Reply) => void; fail: () => void }[] = [];
    states: LinkState[] = [];
    link = new Link({
        now: () => this.now,
        later: (fn, ms) => {
            const timer = new Timer(this.now + ms, fn);
            this.timers.add(timer);
            return () => this.timers.delete(timer);
        },
        random: () => 0.5,
        socket: (events, table) => {
            if (this.noSockets) throw new Error("no sockets here");
            const peer = new Peer(this.peers.length, events, table);
            this.peers.push(peer);
            return { send: (text) => void peer.said.push(JSON.parse(text) as Message), close: () => (peer.closed = true) };
        },
        fetch: (path, token, signal) =>
            new Promise((resolve, reject) => {
                signal.addEventListener("abort", () => reject(new Error("aborted")));
                this.fetched.push({ path, token, reply: resolve, fail: () => reject(new Error("no network")) });
            }),
        online: () => this.online,
        hidden: () => this.hidden,
        name: () => this.name,
        keep: { get: (key) => this.kept.get(key) ?? null, set: (key, value) => void this.kept.set(key, value) },
    });

    constructor({ token = "old", aside = [] as string[] } = {}) {
        if (token) this.kept.set(tokenKey, token);
        if (aside.length) this.kept.set(asideKey, JSON.stringify(aside));
        this.link.watch((state) => this.states.push(state));
    }
    /** Time passes, and every timer fires when it is due. */
    pass(ms: number): void {
        const end = this.now + ms;
        for (;;) {
            const next = [...this.timers].filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
            if (!next) break;
            this.timers.delete(next);
            this.now = Math.max(this.now, next.at);
            next.fn();
        }
        this.now = end;
    }
    /** Time passes while the machine sleeps: what was due fires afterwards. */
    sleep(ms: number): void {
        this.now += ms;
        this.pass(0);
    }
    get last(): Peer {
        return this.peers.at(-1)!;
    }
    /** The newest socket opens and is greeted by a server that knows these tokens. */
    greet(knows: string[] = ["old"], fresh = "fresh"): Message {
        const peer = this.last;
        peer.events.opened();
        for (;;) {
            const said = peer.take("hello").at(-1);
            assert.ok(said, "a hello");
            assert.equal(said.protocol, protocol);
            if (said.token !== undefined && !knows.includes(said.token as string)) {
                peer.say({ type: "refused", error: "unknown-person", why: "" });
                if (peer.closed) return said;
            } else {
                peer.say({
                    type: "hello",
                    protocol,
                    who: "x",
                    name: "",
                    sticky: this.sticky,
                    ...(said.token === undefined && { token: fresh }),
                });
                return said;
            }
        }
    }
    refuse(error: string): void {
        this.last.events.opened();
        this.last.say({ type: "refused", error, why: "" });
    }
    table(code = "t1", seq?: number): { heard: Message[]; states: LinkState[] } {
        const heard: Message[] = [],
            states: LinkState[] = [];
        this.link.join(code, { seq: () => seq, heard: (m) => void heard.push(m), connection: (s) => void states.push(s) });
        return { heard, states };
    }
    frame(code = "t1", more: object = {}): Message {
        return { type: "frame", seq: 1, table: { id: code }, ...more };
    }
    /** A link with a table that is playing. */
    static playing(): { w: World; heard: Message[]; states: LinkState[] } {
        const w = new World(),
            t = w.table();
        w.greet();
        w.last.say(w.frame());
        assert.equal(w.link.state, "open");
        return { w, ...t };
    }
}
const { beat, pong, answer, hello, longest, first, woken } = times;

test("nothing wanted, nothing opened; a table opens, and after the last one the connection rests", () => {
    const w = new World();
    assert.equal(w.link.state, "idle");
    w.link.look();
    w.pass(60_000);
    assert.equal(w.peers.length, 0);
    w.table("t1", 7);
    assert.equal(w.link.state, "connecting");
    assert.equal(w.greet().token, "old");
    assert.deepEqual(
        w.last.take("join").map((m) => [m.table, m.seq]),
        [["t1", 7]],
    );
    assert.equal(w.link.state, "open");
    w.link.leave("t1");
    assert.equal(w.last.take("leave").length, 1);
    w.pass(times.idle - 1);
    assert.equal(w.last.closed, false);
    w.pass(1);
    assert.equal(w.last.closed, true);
    assert.equal(w.link.state, "idle");
    w.pass(600_000);
    assert.equal(w.peers.length, 1);
    assert.equal(w.timers.size, 0);
    assert.deepEqual(w.states, ["connecting", "open", "idle"]);
});

test("somebody who comes back soon finds the same connection", () => {
    const { w } = World.playing();
    w.link.leave("t1");
    w.pass(times.idle - 1);
    w.table("t2");
    assert.equal(w.last.take("join").at(-1)!.table, "t2");
    w.last.say(w.frame("t2"));
    w.pass(times.idle);
    assert.equal(w.last.closed, false);
    assert.equal(w.peers.length, 1);
});

test("the first hello makes a person, and says the name", () => {
    const w = new World({ token: "" });
    w.name = "Anna";
    w.table();
    const said = w.greet([], "mine");
    assert.equal(said.token, undefined);
    assert.equal(said.name, "Anna");
    assert.equal(w.kept.get(tokenKey), "mine");
    assert.deepEqual(w.link.tokens(), ["mine"]);
});

test("silence is followed by a ping; any message is an answer", () => {
    const { w } = World.playing();
    w.pass(beat - 1);
    assert.equal(w.last.take("ping").length, 0);
    w.pass(1);
    assert.equal(w.last.take("ping").length, 1);
    w.last.say({ type: "pong", id: 1 });
    w.pass(beat);
    assert.equal(w.last.take("ping").length, 1);
    w.last.say(w.frame());
    w.pass(beat - 1);
    w.last.say(w.frame()); // a busy table needs no pings
    w.pass(beat - 1);
    assert.equal(w.last.take("ping").length, 0);
    assert.equal(w.peers.length, 1);
});

test("a hidden page pings rarely", () => {
    const { w } = World.playing();
    w.hidden = true;
    w.pass(times.hiddenBeat - 1);
    assert.equal(w.last.take("ping").length, 0);
    w.pass(1);
    assert.equal(w.last.take("ping").length, 1);
});

test("a frozen connection is replaced in less than ten seconds, whoever's turn it is", () => {
    const { w, heard } = World.playing(),
        frozen = w.last,
        start = w.now;
    while (w.peers.length === 1) w.pass(10);
    assert.equal(w.link.state, "slow");
    assert.equal(frozen.closed, false); // it stays until the other one is there
    w.greet();
    assert.equal(frozen.closed, true);
    w.last.say(w.frame("t1", { seq: 2 }));
    assert.equal(w.link.state, "open");
    assert.equal(heard.at(-1)!.seq, 2);
    assert.ok(w.now - start <= beat + pong + 20 && w.now - start < 10_000, `${w.now - start} ms`);
});

test("a command without an answer: said after four seconds, sent again with the same id, answered once", async () => {
    const { w } = World.playing(),
        frozen = w.last;
    const answers: Message[] = [];
    void w.link.ask({ type: "do", table: "t1", id: 77, seq: 1, do: "move a" }).then((m) => answers.push(m));
    assert.equal(frozen.take("do").length, 1);
    w.pass(answer - 1);
    assert.equal(w.link.state, "open");
    w.pass(1);
    assert.equal(w.link.state, "slow");
    assert.equal(frozen.take("do").length, 0); // never twice on one connection
    w.greet();
    assert.equal(w.last.take("do").length, 0); // first the table
    w.last.say(w.frame("t1", { seq: 1 }));
    assert.deepEqual(
        w.last.take("do").map((m) => m.id),
        [77],
    );
    frozen.events.heard(JSON.stringify({ type: "ok", table: "t1", id: 77, seq: 2 })); // it thaws: nobody listens
    w.last.say({ type: "ok", table: "t1", id: 77, seq: 2 });
    await settled();
    assert.equal(answers.length, 1);
    w.pass(answer * 4);
    assert.equal(w.last.take("do").length, 0);
});

test("a connection that was only slow stays", async () => {
    const { w, heard } = World.playing(),
        slow = w.last;
    const done = w.link.ask({ type: "do", table: "t1", id: 5, seq: 1, do: "move a" });
    w.pass(answer);
    assert.equal(w.link.state, "slow");
    slow.say({ type: "presence", table: "t1" }); // alive, but this is not the answer
    assert.equal(w.link.state, "slow");
    slow.say(w.frame("t1", { seq: 2, ack: 5 }));
    assert.equal(w.link.state, "open");
    assert.equal(w.last.closed, true); // the other one is not needed
    assert.equal(slow.closed, false);
    assert.equal(((await done) as { seq?: number }).seq, 2);
    assert.equal(heard.filter((m) => m.ack === 5).length, 1);
    // where answers take long, patience grows
    void w.link.ask({ type: "do", table: "t1", id: 6, seq: 2, do: "move b" });
    w.pass(answer * 2 - 1);
    assert.equal(w.link.state, "open");
    w.pass(1);
    assert.equal(w.link.state, "slow");
    slow.say({ type: "ok", table: "t1", id: 6, seq: 3 });
    slow.say({ type: "pong", id: 1 });
    // ... and is as before once they are quick again
    void w.link.ask({ type: "do", table: "t1", id: 7, seq: 3, do: "move c" });
    slow.say({ type: "ok", table: "t1", id: 7, seq: 4 });
    void w.link.ask({ type: "do", table: "t1", id: 8, seq: 4, do: "move d" });
    w.pass(answer);
    assert.equal(w.link.state, "slow");
});

test("a late command that the database refuses: that is the reason, and the connection is trusted again", () => {
    const { w } = World.playing(),
        slow = w.last;
    void w.link.ask({ type: "do", table: "t1", id: 5, seq: 1, do: "move a" });
    w.pass(answer);
    assert.equal(w.link.state, "slow");
    slow.say({ type: "refused", table: "t1", id: 5, error: "store", why: "" });
    assert.equal(w.link.state, "store");
    assert.deepEqual([slow.closed, w.last.closed], [false, true]);
});

test("pings that are answered bring patience back to what it was", () => {
    const { w } = World.playing(),
        slow = w.last;
    w.pass(beat + pong);
    assert.equal(w.link.state, "slow");
    slow.say({ type: "presence", table: "t1" });
    assert.equal(w.link.state, "open");
    w.pass(beat);
    slow.say({ type: "pong", id: 1 });
    void w.link.ask({ type: "do", table: "t1", id: 5, seq: 1, do: "move a" });
    w.pass(answer);
    assert.equal(w.link.state, "slow");
});

test("a frozen network: one connection after another, further and further apart, and the first that answers is taken", () => {
    const { w } = World.playing();
    w.pass(600_000);
    assert.equal(w.link.state, "slow");
    const tried = w.peers.length - 1;
    assert.ok(tried > 20 && tried < 50, `${tried} connections in ten minutes`);
    assert.equal(w.peers.filter((p) => !p.closed).length, 2); // the frozen one and the newest
    w.pass(longest * 2);
    w.greet();
    assert.equal(w.link.state, "open");
    assert.equal(w.peers.filter((p) => !p.closed).length, 1);
});

test("a connection that closes is opened again, with growing pauses", () => {
    const { w, states } = World.playing();
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
        const before = w.peers.length,
            at = w.now;
        w.last.events.closed(1006);
        assert.equal(w.link.state, "lost");
        while (w.peers.length === before) w.pass(1);
        waits.push(w.now - at);
    }
    assert.deepEqual(waits, [first, first, first * 2, first * 4, first * 8, first * 16, longest, longest]);
    w.greet();
    assert.deepEqual(states, ["connecting", "open", "lost", "open"]);
    w.last.events.closed(1006);
    const before = w.peers.length;
    w.pass(first);
    assert.equal(w.peers.length, before + 1); // the next loss begins anew
});

test("half closed: the socket says it is closed, and nothing it says later counts", () => {
    const { w, heard } = World.playing(),
        half = w.last;
    half.events.closed(1006);
    const before = heard.length;
    half.say(w.frame("t1", { seq: 9 }));
    assert.equal(heard.length, before);
    w.pass(first);
    w.greet();
    assert.equal(w.link.state, "open");
});

test("a connection that opens and stays silent is given up", () => {
    const w = new World();
    w.table();
    w.last.events.opened();
    w.pass(hello - 1);
    assert.equal(w.link.state, "connecting");
    w.pass(1);
    assert.equal(w.link.state, "lost");
    assert.equal(w.last.closed, true);
    w.pass(first);
    assert.equal(w.peers.length, 2);
    w.pass(hello * 2 - 1); // slower each time, for networks that are
    assert.equal(w.last.closed, false);
});

test("a browser that cannot open a socket at all is tried again", () => {
    const w = new World();
    w.noSockets = true;
    w.table();
    assert.equal(w.link.state, "lost");
    w.noSockets = false;
    w.pass(longest);
    w.greet();
    assert.equal(w.link.state, "open");
});

test("the server says good-bye: back when it said", () => {
    const { w } = World.playing();
    w.last.say({ type: "bye", why: "", retry_ms: 1700 });
    assert.equal(w.link.state, "lost");
    assert.equal(w.last.closed, true);
    w.pass(1699);
    assert.equal(w.peers.length, 1);
    w.pass(1);
    assert.equal(w.peers.length, 2);
    w.last.events.opened();
    w.last.say({ type: "bye", why: "", retry_ms: 900 }); // it is still going
    w.pass(899);
    assert.equal(w.peers.length, 2);
    w.pass(1);
    assert.equal(w.peers.length, 3);
});

for (const [name, event] of [
    ["network, tab or person", (w: World) => w.link.look()],
    ["wake from sleep", (w: World) => w.sleep(3_600_000)],
] as const) {
    test(`${name}: a connection that waits for its turn is opened at once`, () => {
        const { w } = World.playing();
        for (let i = 0; i < 6; i++) {
            const before = w.peers.length;
            w.last.events.closed(1006);
            while (w.peers.length === before) w.pass(1);
        }
        w.last.events.closed(1006);
        const before = w.peers.length;
        event(w);
        assert.equal(w.peers.length, before + 1);
        w.last.events.closed(1006); // in vain: the pauses are short again
        w.pass(first);
        assert.equal(w.peers.length, before + 2);
    });
    test(`${name}: an open connection is asked at once, and has two seconds`, () => {
        const { w } = World.playing();
        event(w);
        assert.equal(w.last.take("ping").length, 1);
        w.pass(woken - 1);
        assert.equal(w.peers.length, 1);
        w.pass(1);
        assert.equal(w.link.state, "slow");
        assert.equal(w.peers.length, 2);
    });
    test(`${name}: a connection that hangs while opening is replaced`, () => {
        const w = new World();
        w.table();
        w.pass(1500);
        event(w);
        assert.equal(w.peers.length, 2);
        assert.equal(w.peers[0]!.closed, true);
    });
}

test("time asleep counts for nobody", async () => {
    const { w } = World.playing();
    let late = false;
    void w.link.ask({ type: "hint", table: "t1" }, { patience: times.patience }).then(() => (late = true));
    w.sleep(3_600_000);
    await settled();
    assert.equal(w.link.state, "open");
    assert.equal(late, false);
});

test("the database does not answer the hello: ten minutes of it, and everybody is who they were", () => {
    const w = new World();
    w.name = "Anna";
    const { states } = w.table("t1", 12);
    const end = w.now + 600_000;
    let hellos = 0;
    while (w.now < end) {
        const n = w.peers.length;
        w.refuse("store");
        assert.equal(w.link.state, "store");
        hellos++;
        while (w.peers.length === n) w.pass(50);
    }
    assert.ok(hellos >= 600_000 / longest && hellos < 100, `${hellos} hellos in ten minutes`);
    const said = w.greet();
    assert.deepEqual([said.token, said.name], ["old", "Anna"]);
    assert.equal(w.last.take("join").at(-1)?.seq ?? 12, 12);
    w.last.say(w.frame());
    assert.equal(w.link.state, "open");
    assert.deepEqual(states, ["connecting", "store", "open"]);
    assert.deepEqual(w.link.tokens(), ["old"]);
});

for (const [error, state] of [
    ["store", "store"],
    ["busy", "busy"],
    ["rate", "busy"],
    ["full", "busy"],
    ["something-new", "busy"],
] as const)
    test(`a hello refused with ${error} is shown as ${state} and tried again`, () => {
        const w = new World();
        w.table();
        w.refuse(error);
        assert.equal(w.link.state, state);
        assert.equal(w.last.closed, true);
        w.pass(first);
        assert.equal(w.peers.length, 2);
        w.greet();
        assert.equal(w.link.state, "open");
        assert.deepEqual(w.link.tokens(), ["old"]);
    });

test("a server that closes because it has too many is busy", () => {
    const w = new World();
    w.table();
    w.last.events.closed(1008);
    assert.equal(w.link.state, "busy");
    w.pass(first);
    w.greet();
    w.last.events.closed(1013);
    assert.equal(w.link.state, "busy");
    w.last.events.closed(1006); // of a socket that is not ours any more
    assert.equal(w.link.state, "busy");
});

test("another protocol: nothing is erased, and it is tried again", () => {
    const w = new World({ aside: ["older"] });
    w.table();
    w.refuse("protocol");
    assert.equal(w.link.state, "old");
    w.pass(first);
    w.last.events.opened();
    w.last.say({ type: "hello", protocol: protocol + 1, token: "trap" }); // a server that greets in a language we do not speak
    assert.equal(w.link.state, "old");
    assert.deepEqual(w.link.tokens(), ["old", "older"]);
    w.pass(longest);
    w.greet();
    assert.equal(w.link.state, "open");
    assert.deepEqual(w.link.tokens(), ["old", "older"]);
});

for (const error of ["unknown-person", "login"])
    test(`six seconds of another store (${error}): asked, not replaced`, () => {
        const w = new World();
        w.table();
        w.refuse(error);
        const start = w.now;
        for (; w.now < start + 6000; w.pass(50)) if (!w.last.closed) w.refuse(error);
        assert.equal(w.link.state, "unknown");
        assert.ok(w.peers.length > 3, `${w.peers.length} hellos`);
        for (const p of w.peers) assert.ok(p.said.every((m) => m.type !== "hello" || m.token === "old"));
        while (w.last.closed) w.pass(50);
        w.greet();
        assert.equal(w.link.state, "open");
        assert.deepEqual(w.link.tokens(), ["old"]);
    });

test("a person who agrees is somebody new; the old token is kept aside and comes back by itself", () => {
    const w = new World();
    w.table();
    w.refuse("unknown-person");
    w.link.beNew();
    w.greet([], "second");
    assert.equal(w.link.state, "open");
    assert.deepEqual(w.link.tokens(), ["second", "old"]);
    w.last.events.closed(1006); // the right store is back: it knows the old one, and not the new
    w.pass(first);
    assert.equal(w.greet(["old"]).token, "old");
    assert.deepEqual(w.link.tokens(), ["old", "second"]);
    w.last.events.closed(1006); // and again the other one
    w.pass(first);
    assert.equal(w.greet(["second"]).token, "second");
    assert.deepEqual(w.link.tokens(), ["second", "old"]);
    w.last.events.closed(1006); // where both are known, who plays goes on playing
    w.pass(first);
    assert.equal(w.greet(["old", "second"]).token, "second");
});

test("whoever agrees in the moment the right store is back stays who they are", () => {
    const w = new World();
    w.table();
    w.refuse("unknown-person");
    w.link.beNew();
    assert.equal(w.greet(["old"]).token, "old");
    assert.deepEqual(w.link.tokens(), ["old"]);
    w.last.events.closed(1006); // and has not agreed for the next time
    w.pass(first);
    w.greet([]);
    assert.equal(w.link.state, "unknown");
    assert.deepEqual(w.link.tokens(), ["old"]);
});

test("what another tab chose is seen", () => {
    const w = new World();
    w.table();
    w.refuse("unknown-person");
    w.kept.set(tokenKey, "other");
    w.kept.set(asideKey, '["old"]');
    w.pass(longest);
    assert.equal(w.greet(["other"]).token, "other");
});

test("a store that is broken or full of nonsense does no harm", () => {
    const w = new World();
    w.kept.set(asideKey, "{");
    w.table();
    w.greet();
    assert.deepEqual(w.link.tokens(), ["old"]);
    for (let i = 0; i < 20; i++) {
        w.last.events.closed(1006);
        w.pass(first);
        w.greet([]);
        w.link.beNew();
        w.greet([], `n${i}`);
    }
    assert.equal(w.link.tokens().length, 9);
    assert.equal(w.link.tokens()[0], "n19");
});

test("a join or a command that the database refuses is repeated, and said", async () => {
    const w = new World(),
        { heard } = w.table();
    w.greet();
    w.last.say({ type: "refused", table: "t1", error: "store", why: "" }); // without its id, as the server does it
    assert.equal(w.link.state, "store");
    assert.equal(heard.length, 0);
    w.last.take("join");
    const done = w.link.ask({ type: "do", table: "t1", id: 9, seq: 1, do: "ready" });
    w.pass(first);
    assert.deepEqual(
        w.last.said.map((m) => m.type),
        ["join"],
    ); // the command waits for it
    w.last.say(w.frame());
    assert.equal(w.link.state, "open");
    assert.equal(w.last.take("do").length, 1);
    for (const error of ["store", "busy"]) {
        w.last.say({ type: "refused", table: "t1", id: 9, error, why: "" });
        assert.equal(w.link.state, error);
        w.pass(first * 4);
        assert.deepEqual(
            w.last.take("do").map((m) => m.id),
            [9],
        );
    }
    w.last.say(w.frame("t1", { seq: 2, ack: 9 }));
    assert.equal((await done).seq, 2);
    assert.equal(w.link.state, "open");
});

test("a refusal that does not pass goes to the table", async () => {
    const w = new World(),
        { heard } = w.table("t1");
    w.greet();
    w.last.say({ type: "refused", table: "t1", error: "unknown-table", why: "" });
    assert.equal(heard.length, 1);
    const { heard: odd } = w.table("no code");
    const { id } = w.last.take("join").at(-1)!;
    w.last.say({ type: "refused", id: id as number, error: "unknown-table", why: "" }); // nothing a code could be is repeated
    assert.equal(odd.length, 1);
    const done = w.link.ask({ type: "do", table: "t1", id: 3, seq: 1, do: "move z" });
    w.last.say({ type: "refused", table: "t1", id: 3, error: "move", why: "" });
    assert.equal((await done).error, "move");
    assert.equal(w.link.state, "open");
});

test("frames that do not fit: joined once more, once", () => {
    const { w } = World.playing();
    w.last.take("join");
    w.link.rejoin("t1");
    w.link.rejoin("t1");
    assert.equal(w.last.take("join").length, 1);
    w.last.say(w.frame());
    w.link.rejoin("t1");
    assert.equal(w.last.take("join").length, 1);
    w.last.say({ type: "refused", table: "t1", error: "store", why: "" });
    w.last.say(w.frame());
    w.last.take("join");
    w.last.say({ type: "refused", table: "t1", error: "store", why: "" }); // the server dropped us, unasked
    w.pass(first);
    assert.equal(w.last.take("join").length, 1);
});

test("what must not be sent twice is given up with its connection", async () => {
    const { w } = World.playing();
    const done = w.link.ask({ type: "create", game: "x" }, { again: false, patience: 8000 });
    assert.equal(w.last.take("create").length, 1);
    w.last.events.closed(1006);
    assert.equal((await done).error, "offline");
    w.pass(first);
    w.greet();
    assert.equal(w.last.take("create").length, 0);
});

test("a new table where there is no connection: refused soon, with the reason", async () => {
    for (const [refusal, error] of [
        ["store", "store"],
        ["busy", "busy"],
        ["protocol", "protocol"],
        ["unknown-person", "unknown-person"],
        ["", "offline"],
    ] as const) {
        const w = new World(),
            start = w.now;
        const done = w.link.ask({ type: "create", game: "x" }, { again: false, patience: 8000 });
        for (let i = 0; i < 2; i++) {
            if (refusal) w.refuse(refusal);
            else w.last.events.closed(1006);
            w.pass(first);
        }
        assert.equal((await done).error, error);
        assert.ok(w.now - start < 1000);
    }
    const w = new World(),
        done = w.link.ask({ type: "create", game: "x" }, { again: false, patience: 8000 });
    w.pass(8000); // a network that swallows everything
    assert.equal((await done).error, "offline");
    w.pass(60_000);
    assert.equal(w.link.state, "idle");
});

test("who could not open a table because nobody knows them is still asked, and then can", async () => {
    const w = new World();
    const vain = w.link.ask({ type: "create", game: "x" }, { again: false, patience: 8000 });
    for (let i = 0; i < 2; i++) {
        w.refuse("unknown-person");
        w.pass(first);
    }
    assert.equal((await vain).error, "unknown-person");
    w.pass(60_000);
    assert.equal(w.link.state, "unknown");
    assert.equal(w.timers.size, 0); // nobody needs it: it waits for the person
    const before = w.peers.length;
    w.link.look();
    assert.equal(w.peers.length, before + 1);
    w.greet([]);
    assert.equal(w.link.state, "unknown");
    w.link.beNew();
    w.greet([], "second");
    assert.equal(w.link.state, "idle");
    const made = w.link.ask({ type: "create", game: "x" }, { again: false, patience: 8000 });
    w.last.say({ type: "created", id: w.last.take("create")[0]!.id, table: "t1" });
    assert.equal((await made).table, "t1");
});

test("what needs no answer is sent only over a connection", () => {
    const w = new World();
    assert.equal(w.link.tell({ type: "react" }), false);
    const p = World.playing().w;
    assert.equal(p.link.tell({ type: "react" }), true);
    assert.equal(p.last.take("react").length, 1);
});

/* ---- requests ---- */

function call(w: World, path = "/api/mine", patience = 0): { got: (Reply | string)[]; stop: () => void } {
    const got: (Reply | string)[] = [];
    return { got, stop: w.link.get(path, path === "/api/mine", (r) => void got.push(r), patience) };
}

test("a request is asked again until there is an answer, and everybody sees why", async () => {
    const w = new World(),
        { got } = call(w);
    assert.equal(w.fetched[0]!.token, "old");
    const troubles: [() => void, LinkState][] = [
        [() => w.fetched.at(-1)!.fail(), "lost"],
        [() => w.fetched.at(-1)!.reply({ status: 502, text: "" }), "lost"],
        [() => w.fetched.at(-1)!.reply({ status: 503, text: '{"error":"store","why":""}' }), "store"],
        [() => w.fetched.at(-1)!.reply({ status: 503, text: "<html>" }), "busy"],
        [() => w.fetched.at(-1)!.reply({ status: 429, text: '{"error":"rate","why":""}' }), "busy"],
        [() => w.fetched.at(-1)!.reply({ status: 401, text: '{"error":"unknown-person","why":""}' }), "unknown"],
        [() => w.pass(times.call), "lost"], // no answer at all
    ];
    for (const [cause, state] of troubles) {
        const before = w.fetched.length;
        cause();
        await settled();
        assert.equal(w.link.state, state);
        w.pass(longest);
        assert.equal(w.fetched.length, before + 1, state);
    }
    w.fetched.at(-1)!.reply({ status: 200, text: "{}" });
    await settled();
    assert.equal(got.length, 1);
    assert.equal(w.link.state, "idle");
    assert.equal(w.timers.size, 0);
});

test("any other answer is an answer", async () => {
    for (const status of [200, 401, 404, 409]) {
        const w = new World(),
            { got } = call(w);
        w.fetched[0]!.reply({ status, text: '{"error":"login","why":""}' });
        await settled();
        assert.deepEqual(got, [{ status, text: '{"error":"login","why":""}' }]);
    }
});

test("a request tries the tokens that are kept aside", async () => {
    const w = new World({ aside: ["older"] }),
        { got } = call(w);
    w.fetched[0]!.reply({ status: 401, text: '{"error":"unknown-person","why":""}' });
    await settled();
    assert.equal(w.fetched[1]!.token, "older");
    w.fetched[1]!.reply({ status: 200, text: "{}" });
    await settled();
    assert.equal(got.length, 1);
    assert.deepEqual(w.link.tokens(), ["older", "old"]);
});

test("in the lobby, too, a person can agree to be somebody new", async () => {
    const w = new World(),
        { got } = call(w);
    w.fetched[0]!.reply({ status: 401, text: '{"error":"unknown-person","why":""}' });
    await settled();
    assert.equal(w.link.state, "unknown");
    assert.equal(w.peers.length, 0);
    w.pass(longest - 1);
    assert.equal(w.fetched.length, 1); // a browser complains of every answer 401: not more of them than needed
    w.link.beNew();
    w.greet([], "second");
    assert.equal(w.fetched.at(-1)!.token, "second");
    w.fetched.at(-1)!.reply({ status: 200, text: "{}" });
    await settled();
    assert.equal(got.length, 1);
    w.pass(times.idle);
    assert.equal(w.last.closed, true);
    assert.equal(w.link.state, "idle");
});

test("without a network no request is made until there is one", () => {
    const w = new World();
    w.online = false;
    const { stop } = call(w);
    assert.equal(w.link.state, "lost");
    w.pass(600_000);
    assert.equal(w.fetched.length, 0);
    w.online = true;
    w.link.look();
    assert.equal(w.fetched.length, 1);
    stop();
    assert.equal(w.link.state, "idle");
});

test("a request that is not wanted any more is stopped, and one with patience ends", async () => {
    const w = new World(),
        { got, stop } = call(w);
    stop();
    w.fetched[0]!.reply({ status: 200, text: "{}" });
    await settled();
    assert.equal(got.length, 0);
    assert.equal(w.timers.size, 0);
    const short = call(w, "/api/tables/x/record", 8000);
    w.fetched.at(-1)!.reply({ status: 503, text: '{"error":"store","why":""}' });
    await settled();
    while (w.timers.size) {
        w.pass(100);
        if (w.fetched.length > 2) for (const f of w.fetched.splice(2)) f.reply({ status: 503, text: '{"error":"store","why":""}' });
        await settled();
    }
    assert.deepEqual(short.got, ["store"]);
});

test("a request that fails asks the open connection, and a hello helps waiting requests", async () => {
    const { w } = World.playing();
    call(w);
    w.fetched[0]!.fail();
    await settled();
    assert.equal(w.last.take("ping").length, 1);
    assert.equal(w.link.state, "open"); // the table goes on
    w.last.events.closed(1006);
    w.pass(first);
    const before = w.fetched.length;
    w.greet();
    assert.ok(w.fetched.length >= before);
    w.fetched.at(-1)!.reply({ status: 200, text: "{}" });
    await settled();
});

test("the address of a socket has the code of its table", () => {
    const { w } = World.playing();
    assert.equal(w.last.table, "t1");
    w.link.leave("t1");
    w.table("t2");
    assert.equal(w.peers.length, 1); // one server: no reason for another connection
});

test("with several nodes, a table that was opened elsewhere moves to the node of its code", async () => {
    const w = new World();
    w.sticky = true;
    const created = w.link.ask({ type: "create" }, { again: false });
    assert.equal(w.last.table, undefined);
    w.greet();
    w.last.say({ type: "created", id: w.last.take("create")[0]!.id, table: "t1" });
    await created;
    const { heard } = w.table("t1");
    assert.equal(w.peers.length, 2);
    assert.equal(w.last.table, "t1");
    w.peers[0]!.say(w.frame()); // the connection it had goes on meanwhile
    assert.equal(heard.length, 1);
    w.greet();
    assert.ok(w.peers[0]!.closed);
    assert.equal(w.last.take("join")[0]!.table, "t1");
    w.last.say(w.frame());
    assert.equal(heard.length, 2);
    assert.equal(w.link.state, "open");
    w.pass(100);
    assert.equal(w.peers.length, 2); // and stays there
});

test("what is heard by its type is asked for on every connection, keeps it open, and ends", () => {
    const w = new World(),
        heard: Message[] = [],
        turns: Message[] = [];
    w.link.hear("turn", (m) => turns.push(m)); // asks nothing, and needs no connection of its own
    w.pass(60_000);
    assert.equal(w.peers.length, 0);
    const end = w.link.hear("mine", (m) => heard.push(m), { type: "mine" });
    w.greet();
    const [asked] = w.last.take("mine");
    w.last.say({ type: "mine", id: asked!.id, tables: [] });
    w.last.say({ type: "mine", tables: [1] });
    w.last.say({ type: "turn", table: "t1" }); // of a table that is not open here
    assert.deepEqual(
        heard.map((m) => m.tables),
        [[], [1]],
    );
    assert.equal(turns.length, 1);
    w.pass(times.idle * 2);
    assert.equal(w.last.closed, false); // somebody listens
    w.last.say({ type: "pong" });
    w.last.events.closed(1006);
    w.pass(first);
    w.greet();
    const again = w.last.take("mine");
    assert.equal(again.length, 1); // once
    w.last.say({ type: "refused", id: again[0]!.id, error: "store", why: "" });
    w.pass(first * 2);
    const third = w.last.take("mine");
    assert.equal(third.length, 1); // a reason that passes
    w.last.say({ type: "refused", id: third[0]!.id, error: "no-such", why: "" });
    assert.equal(heard.at(-1)!.error, "no-such");
    end();
    w.last.say({ type: "mine", tables: [2] });
    assert.equal(heard.length, 3);
    w.pass(times.idle);
    assert.ok(w.last.closed);
});
