// sw.js: keeps the page for times without a network. One cache a version: a new page comes whole or not at all.
const version = "irori {version}";
const plain = WebAssembly.validate(new Uint8Array({probe})) ? 0 : 1; // with vectors, or for browsers that have none
const files = [...{wasm}.map((builds) => builds[plain]), ...{files}];
const later = new Set({later}); // what is kept once somebody asked for it
const nets = {nets}; // by the drawings of a game: what its best bots learned. Hints and reviews need it, without a network too
const languages = {languages}; // what only the readers of a language need: kept for those somebody chose

/** The languages that an older version of the page kept: a new one keeps them from the beginning. */
async function spoken() {
    const names = (await caches.keys()).filter((n) => n.startsWith("irori ")),
        kept = await Promise.all(names.map(async (n) => (await (await caches.open(n)).keys()).map((r) => new URL(r.url).pathname)));
    return Object.keys(languages).filter((l) => kept.flat().some((path) => path.startsWith(`/a/${l}.`)));
}
async function install() {
    const own = (await spoken()).flatMap((l) => languages[l]);
    await (await caches.open(version)).addAll([...files, ...own]);
    await self.skipWaiting();
}
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("message", (event) => {
    const own = languages[event.data?.language];
    if (own) event.waitUntil(Promise.all(own.map((path) => ahead(path).catch(() => undefined))));
});

self.addEventListener("activate", (event) => {
    event.waitUntil(
        caches.keys()
            .then((names) => Promise.all(names.filter((n) => n.startsWith("irori ") && n !== version).map((n) => caches.delete(n))))
            .then(() => self.clients.claim()),
    );
});

async function fromCache(request) {
    const url = new URL(request.url);
    const cache = await caches.open(version);
    if (request.mode === "navigate") {
        try {
            const fresh = await fetch(request);
            if (fresh.ok) return fresh;
        } catch {
            /* no network: the kept page will do */
        }
        return (await cache.match("/")) ?? Response.error();
    }
    const kept = await cache.match(url.pathname);
    if (kept) return kept;
    const fresh = await fetch(request);
    if (fresh.ok && later.has(url.pathname)) await cache.put(url.pathname, fresh.clone());
    return fresh;
}

/** The server's puzzles grow: the newest if they come soon, those that were kept if not. */
async function newest(request) {
    const { pathname } = new URL(request.url),
        cache = await caches.open(version),
        kept = await cache.match(pathname);
    const fresh = fetch(request).then(async (answer) => {
        if (answer.ok) await cache.put(pathname, answer.clone());
        return answer.ok || answer.status === 404 ? answer : (kept ?? answer);
    });
    if (!kept) return fresh;
    return Promise.race([fresh.catch(() => kept), new Promise((resolve) => setTimeout(resolve, 3000, kept))]);
}

/** Keeps a file that nobody has asked for yet. */
async function ahead(path) {
    const cache = await caches.open(version);
    if (!(await cache.match(path))) await cache.add(path);
}

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin) return;
    if (url.pathname.startsWith("/api/") || url.pathname === "/ws" || url.pathname === "/healthz" || url.pathname === "/metrics") return;
    event.respondWith(/^\/puzzles\/\w+\.(txt|json)$/.test(url.pathname) ? newest(event.request) : fromCache(event.request));
    const net = nets[url.pathname];
    if (net && !navigator.connection?.saveData) event.waitUntil(ahead(net).catch(() => undefined));
});
