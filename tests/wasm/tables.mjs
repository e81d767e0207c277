// tables.mjs: instances of the page's wasm in node, and games of bots in them.
import { readFileSync } from "node:fs";

export const { games } = JSON.parse(readFileSync(new URL("../../web/gen/catalogue.json", import.meta.url), "utf8"));
export const secret = "5a".repeat(32),
    salt = "c3".repeat(16);
export const load = (path) => new WebAssembly.Module(readFileSync(path));

export function open(module) {
    const x = new WebAssembly.Instance(module, {}).exports;
    const put = (text) => {
        const bytes = new TextEncoder().encode(text + "\0");
        if (bytes.length > x.page_in_size()) throw new Error("too long");
        new Uint8Array(x.memory.buffer, x.page_in_at()).set(bytes);
    };
    const get = (n) => JSON.parse(new TextDecoder().decode(new Uint8Array(x.memory.buffer, x.page_out_at(), n)));
    const ask = (text, call, ...args) => {
        put(text);
        return get(x[call](...args));
    };
    return { x, put, ask };
}

/** Plays a game between bots of a level, the first of them a person; returns the table and its rows. */
export function play(module, game, seats, bot, options = "") {
    const t = open(module),
        log = [];
    let time = 1700000000000n,
        seed = 1n;
    t.ask([game, "abc123", seats, options, "", 1, secret, ""].join("\n"), "page_open");
    const run = (text, who, seq) => {
        const made = t.ask(text, "page_do", who, 0n, seq ?? BigInt(t.ask("", "page_wish", time).seq), ++time);
        if (made.error) throw new Error(`${text}: ${made.why}`);
        const taken = t.ask("", "page_take");
        if (taken.error || !t.ask("", "page_take").error) throw new Error(`${text}: taken ${taken.error ? "not at all" : "twice"}`);
        log.push({ ...made, who, time });
    };
    run("sit 0 Anna", 1n);
    for (let i = 1; i < seats; i++) run(`bot ${i} ${bot}`, 1n);
    run(`ready ${salt}`, 1n);
    for (let i = 0; i < 5000; i++) {
        const wish = t.ask("", "page_wish", time),
            seat = wish.think[0]?.seat ?? 0; // where no bot is asked, the person is, and plays as they do
        if (t.x.page_look(seat)) {
            if (wish.think.length) throw new Error("a bot is asked that is not asked");
            break;
        }
        const { best } = t.ask(`${game}\n${bot}\n`, "page_think", seed++, 0n);
        if (wish.think.length) run(`play ${seat} ${best}`, 0n, BigInt(wish.seq));
        else run(`move ${best}`, 1n, BigInt(wish.seq));
    }
    return { t, log, time };
}
