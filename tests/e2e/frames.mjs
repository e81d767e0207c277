// frames.mjs: frames of whole games, made by the page's wasm in node, and a table that shows them: the test is the server.
import { readFileSync } from "node:fs";

const secret = "5a".repeat(32),
    salt = "c3".repeat(16);

/** The engine's program, which is beside what the page is made of. */
export const program = () => new WebAssembly.Module(readFileSync(new URL("../../web/gen/irori.wasm", import.meta.url)));

/** All frames of a game as seat 0 sees them, bots playing for everybody, with legal moves where seat 0 was asked. Secret number `n`. */
export function recorded(module, game, seats, n = 0) {
    const x = new WebAssembly.Instance(module, {}).exports;
    const ask = (text, call, ...args) => {
        new Uint8Array(x.memory.buffer, x.page_in_at()).set(new TextEncoder().encode(`${text}\0`));
        const size = x[call](...args);
        return JSON.parse(new TextDecoder().decode(new Uint8Array(x.memory.buffer, x.page_out_at(), size)));
    };
    const { name, roles } = game,
        bot = roles?.weakest ?? "easy";
    let time = 1700000000000n,
        seed = BigInt(n + 1);
    const frames = [],
        own = (n.toString(16).padStart(2, "0") + secret.slice(2)).slice(0, 64);
    ask([name, "abc123", seats, "", "", 1, own, ""].join("\n"), "page_open");
    const run = (text, who, seq) => {
        const made = ask(text, "page_do", who, 0n, seq ?? BigInt(ask("", "page_wish", time).seq), ++time);
        if (made.error) throw new Error(`${text}: ${made.why}`);
        ask("", "page_take");
        if (made.closed) frames.push(ask("", "page_frame", 0, 1, 0n, time));
    };
    run("sit 0 Anna", 1n);
    for (let i = 1; i < seats; i++) run(`bot ${i} ${bot}`, 1n);
    run(`ready ${salt}`, 1n);
    for (let i = 0; i < 5000; i++) {
        const wish = ask("", "page_wish", time),
            seat = wish.think[0]?.seat ?? 0;
        if (x.page_look(seat)) break;
        const { best } = ask(`${name}\n${bot}\n`, "page_think", seed++, 0n);
        if (wish.think.length) run(`play ${seat} ${best}`, 0n, BigInt(wish.seq));
        else run(`move ${best}`, 1n, BigInt(wish.seq));
    }
    return frames.filter((f) => f.table.stage !== "gathering");
}

/** The server of a page's sockets: shows what it is told to, and answers nothing but what is needed to stay connected. */
export async function tableOf(page, code) {
    const sockets = new Set();
    let seq = 0,
        now,
        past = [];
    const wire = (frame) => ({ type: "frame", ...frame, seq, now: Date.now(), table: { ...frame.table, id: code, since: Date.now() } });
    await page.routeWebSocket(/\/ws/, (ws) => {
        sockets.add(ws);
        const say = (m) => ws.send(JSON.stringify(m));
        ws.onClose(() => sockets.delete(ws));
        ws.onMessage((text) => {
            const m = JSON.parse(text);
            if (m.type === "hello") say({ type: "hello", protocol: 1, who: "x", name: "Anna", token: "t", now: Date.now() });
            else if (m.type === "join") say(wire({ ...now, events: [] }));
            else if (m.type === "ping") say({ type: "pong", id: m.id, now: Date.now() });
            else if (m.type === "story") say({ type: "story", table: code, id: m.id, seq, whole: true, frames: past });
        });
    });
    return {
        /** Frames before the first one, for the log. */
        tells: (frames) => {
            past = frames.map(({ acts, events }, i) => ({ seq: i + 1, acts, events }));
            seq = frames.length;
        },
        /** Shows a frame, and waits until nothing moves any more. Events are left out unless they are to be seen. */
        async show(frame, events = []) {
            now = frame;
            seq++;
            for (const ws of sockets) ws.send(JSON.stringify(wire({ ...frame, events })));
            return seq;
        },
        get seq() {
            return seq;
        },
    };
}
