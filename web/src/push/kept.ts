// kept.ts: what the page leaves for the service worker, which cannot read its storage: the language, and whose pushes they are.
export interface Kept {
    language?: string;
    token?: string;
    /** What the server was told. */
    endpoint?: string;
}
const name = "irori-push", // no cache of a version: it stays
    at = "/push/kept";

export async function kept(): Promise<Kept> {
    try {
        return ((await (await (await caches.open(name)).match(at))?.json()) as Kept | undefined) ?? {};
    } catch {
        return {};
    }
}
export async function keep(change: Kept): Promise<void> {
    try {
        const old = await kept(),
            next = { ...old, ...change };
        if (JSON.stringify(old) !== JSON.stringify(next)) await (await caches.open(name)).put(at, new Response(JSON.stringify(next)));
    } catch {
        /* a browser that keeps nothing: pushes are in its own language, and end when it changes their address */
    }
}

/** Tells the server where to push; true: it will. */
export async function enrol(token: string, subscription: PushSubscription, before?: string): Promise<boolean> {
    const post = (path: string, body: unknown): Promise<Response> =>
        fetch(path, { method: "POST", headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) });
    const { endpoint, keys } = subscription.toJSON();
    if (!(await post("/api/push", { endpoint, keys })).ok) return false;
    await keep({ token, endpoint: subscription.endpoint });
    if (before && before !== subscription.endpoint) await post("/api/push/drop", { endpoint: before });
    return true;
}

/** The server's key, as bytes; undefined: it sends no pushes. */
export async function serverKey(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const reply = await fetch("/api/push");
    if (!reply.ok) return undefined;
    const { key } = (await reply.json()) as { key: string };
    return Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
}
export const subscribe = (to: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> =>
    to.subscribe({ userVisibleOnly: true, applicationServerKey: key });
