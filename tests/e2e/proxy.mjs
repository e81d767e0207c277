// proxy.mjs: a network that can be spoilt: a proxy of TCP that freezes, delays, cuts and half-closes what goes through it.
import { connect, createServer } from "node:net";

/** Between a browser and the server at `to` (a URL). { url, close(), made: connections so far, and the ways to spoil them }. If `to` is
 *  changed, new connections lead there. */
export async function proxy(to) {
    const pairs = new Set(),
        sockets = new Set();
    const own = { made: 0, open: true, delay: 0, to };
    const server = createServer((near) => {
        own.made++;
        if (!own.open) {
            near.on("error", () => undefined).resetAndDestroy();
            return;
        }
        const target = new URL(own.to),
            far = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true }),
            pair = { near, far, up: true, down: true };
        pairs.add(pair);
        for (const s of [near, far]) sockets.add(s.on("close", () => sockets.delete(s)));
        const pass = (from, into, way) => {
            from.on("data", (bytes) => {
                if (!pair[way]) return; // swallowed
                if (own.delay) setTimeout(() => into.write(bytes), own.delay);
                else into.write(bytes);
            });
            from.on("end", () => pair[way] && into.end());
            from.on("error", () => into.destroy());
            from.on("close", () => {
                pairs.delete(pair);
                if (pair[way]) into.destroy();
            });
        };
        pass(near, far, "up");
        pass(far, near, "down");
    });
    server.on("connection", (s) => (s.allowHalfOpen = true));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return Object.assign(own, {
        url: `http://127.0.0.1:${server.address().port}`,
        /** Connections there are now carry nothing any more in this direction (up: to the server, down: to the browser), and do not end. */
        freeze(...ways) {
            for (const pair of pairs) for (const way of ways.length ? ways : ["up", "down"]) pair[way] = false;
        },
        cut() {
            for (const { near, far } of [...pairs]) {
                near.resetAndDestroy();
                far.destroy();
            }
        },
        /** The browser hears that the server has nothing more to say; the other direction stays open. */
        halfClose() {
            for (const pair of pairs) {
                pair.down = false;
                pair.near.end();
            }
        },
        close() {
            for (const s of sockets) s.destroy();
            return new Promise((resolve) => server.close(resolve));
        },
    });
}
