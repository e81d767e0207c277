// rated.mjs: people behind sockets who fill a server: they play rated games by the protocol alone, become friends, and say who may see their
// profiles. They live in a page, which has WebSockets; no part of the page's program is used.

/** Runs in a page: window.crowd, with what these people can do. `patience`: ms until an unanswered call is given up. */
function crowd(patience) {
    const calls = [];
    let numbers = 0;
    class Somebody {
        constructor(name) {
            this.name = name;
            this.waits = [];
            this.frames = new Map();
        }
        say(m) {
            this.socket.send(JSON.stringify(m));
        }
        /** The first message from now on for which `fits` says yes. */
        hears(what, fits) {
            return new Promise((resolve, reject) => {
                const late = setTimeout(
                    () => reject(new Error(`${this.name} waits for ${what}; last heard: ${calls.slice(-5).join("\n")}`)),
                    patience,
                );
                this.waits.push({ fits, resolve, late });
            });
        }
        async comes(token) {
            this.socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`, "irori.1");
            this.socket.onmessage = ({ data }) => {
                const m = JSON.parse(data);
                calls.push(`${this.name} hears ${data.slice(0, 300)}`);
                if (m.type === "frame" && m.table?.id) this.frames.set(m.table.id, m);
                const open = this.waits.filter((w) => w.fits(m));
                this.waits = this.waits.filter((w) => !open.includes(w));
                for (const w of open) {
                    clearTimeout(w.late);
                    w.resolve(m);
                }
            };
            await new Promise((resolve, reject) => Object.assign(this.socket, { onopen: resolve, onerror: reject }));
            const hello = this.hears("hello", (m) => m.type === "hello");
            this.say({ type: "hello", protocol: 1, ...(token ? { token } : { name: this.name }) });
            const { who, token: mine = token } = await hello;
            Object.assign(this, { who, token: mine });
        }
        /** Whoever is too quick asks again, as docs/protocol.md has it. */
        async asks(m) {
            for (;;) {
                const id = ++numbers,
                    answer = this.hears(m.type, (a) => a.id === id || a.ack === id);
                this.say({ ...m, id });
                const said = await answer;
                if (said.type !== "refused") return said;
                if (said.error !== "rate") throw new Error(`${this.name}: ${JSON.stringify(m)}: ${said.error}, ${said.why}`);
                await new Promise((r) => setTimeout(r, 200));
            }
        }
        async joins(table) {
            const frame = this.hears("the table", (m) => m.type === "frame" && m.table?.id === table);
            this.say({ type: "join", table });
            await frame;
        }
        /** A command at a table; if somebody was quicker, once more. */
        async does(table, what) {
            for (;;)
                try {
                    return await this.asks({ type: "do", table, seq: this.frames.get(table).seq, do: what });
                } catch (e) {
                    if (!/: stale, /.test(e.message)) throw e;
                    await this.joins(table);
                }
        }
        async api(path, body) {
            const answer = await fetch(path, {
                headers: { authorization: `Bearer ${this.token}`, ...(body && { "content-type": "application/json" }) },
                ...(body && { method: "POST", body: JSON.stringify(body) }),
            });
            if (!answer.ok) throw new Error(`${this.name}: ${path}: ${answer.status} ${await answer.text()}`);
            return answer.json();
        }
    }
    const all = new Map();
    const salt = () => Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join("");
    window.crowd = {
        async come(name, token) {
            const one = new Somebody(name);
            await one.comes(token);
            all.set(name, one);
            return { who: one.who, token: one.token };
        },
        /** A rated game of two, which the second resigns; until both have heard their ratings. */
        async beats(winner, loser, game) {
            const [a, b] = [all.get(winner), all.get(loser)],
                { table } = await a.asks({ type: "create", game, seats: 2, settings: "rated=on" });
            await a.joins(table);
            await b.joins(table);
            await b.does(table, `sit 1 ${loser}`);
            const heard = [a, b].map((p) => p.hears("ratings", (m) => m.type === "rated" && m.table === table));
            await a.does(table, `ready ${salt()}`);
            await b.does(table, `ready ${salt()}`);
            await b.does(table, "resign");
            await Promise.all(heard);
            for (const p of [a, b]) p.say({ type: "leave", table });
            return table;
        },
        async friends(one, other) {
            for (const [a, b] of [
                [one, other],
                [other, one],
            ])
                await all.get(a).asks({ type: "tie", who: all.get(b).who, be: "friend" });
        },
        show: (name, visible) => all.get(name).api("/api/profile", { visible }),
        leaders: (name, query) => all.get(name).api(`/api/leaders?${query}`),
        profile: (name) => all.get(name).api("/api/profile/me"),
    };
}

/** The crowd of a page that is at the server: { come, beats, friends, show, leaders, profile }, as above. */
export async function gather(page, patience) {
    await page.evaluate(crowd, patience);
    const names = ["come", "beats", "friends", "show", "leaders", "profile"];
    return Object.fromEntries(
        names.map((what) => [what, (...args) => page.evaluate(([what, args]) => window.crowd[what](...args), [what, args])]),
    );
}
