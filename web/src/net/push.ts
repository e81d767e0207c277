// push.ts: whether this browser hears when it is our turn elsewhere, and switching that on and off. The server may send no pushes
// (docs/hosting.md), and then nothing here is offered. What becomes of a push is push/worker.ts.
import { enrol, keep, kept, serverKey, subscribe } from "../push/kept";
import { link } from "./browser";
import { times } from "./link";

/** none: this server sends no pushes, or this browser hears none. install: it does, once the page is kept as an app (iPhone, iPad).
 *  denied: the person said no to notifications; only the browser's own settings can change that. */
export type PushState = "none" | "install" | "denied" | "off" | "on";

const same = (a: ArrayBuffer | null | undefined, b: Uint8Array): boolean =>
    !!a && a.byteLength === b.length && new Uint8Array(a).every((byte, i) => byte === b[i]);

/** Where pushes can be subscribed to, or why they cannot. */
async function manager(): Promise<{ to: PushManager; key: Uint8Array<ArrayBuffer> } | "none" | "install"> {
    const key = await serverKey().catch(() => undefined);
    if (!key || !("serviceWorker" in navigator)) return "none";
    if (!("PushManager" in window) || !("Notification" in window))
        return (navigator as { standalone?: boolean }).standalone === false ? "install" : "none";
    if (!(await navigator.serviceWorker.getRegistration())) return "none"; // a window that keeps nothing: there will never be one
    return { to: (await navigator.serviceWorker.ready).pushManager, key };
}

/** The token in use; the first connection makes one. */
async function token(): Promise<string | undefined> {
    if (!link.tokens()[0]) await link.ask({ type: "ping", id: link.nextId() }, { patience: times.patience });
    return link.tokens()[0];
}

/** Subscribes with this key, and tells the server unless it knows; false: that failed. */
async function settle(to: PushManager, key: Uint8Array<ArrayBuffer>): Promise<boolean> {
    let own = await to.getSubscription();
    if (own && !same(own.options.applicationServerKey, key)) {
        await own.unsubscribe(); // of a server that was here before
        own = null;
    }
    own ??= await subscribe(to, key);
    const told = await kept(),
        mine = await token();
    return !!mine && ((told.endpoint === own.endpoint && told.token === mine) || (await enrol(mine, own, told.endpoint)));
}

/** What is, and repairs it: the server hears of a subscription that changed, or that belongs to somebody else by now. */
export async function pushState(): Promise<PushState> {
    const at = await manager();
    if (typeof at === "string") return at;
    if (Notification.permission === "denied") return "denied";
    if (Notification.permission !== "granted" || !(await at.to.getSubscription()) || !(await kept()).token) return "off";
    return (await settle(at.to, at.key).catch(() => false)) ? "on" : "off";
}

/** Asks the person, so it must be called by a press of theirs. "off": it did not work; it may be tried again. */
export async function pushOn(): Promise<PushState> {
    if ("Notification" in window && (await Notification.requestPermission()) === "denied") return "denied"; // before any other wait
    const at = await manager();
    if (typeof at === "string") return at;
    if (Notification.permission !== "granted") return "off"; // closed without an answer
    return (await settle(at.to, at.key).catch(() => false)) ? "on" : "off";
}

/** "on": the browser did not let go of it. Whatever the server knows is forgotten when it next pushes, if it cannot be told now. */
export async function pushOff(): Promise<PushState> {
    const at = await manager();
    if (typeof at === "string") return at;
    const own = await at.to.getSubscription(),
        { token: mine, endpoint } = await kept();
    if (own && !(await own.unsubscribe())) return "on";
    await keep({ token: undefined, endpoint: undefined });
    if (mine && endpoint)
        await fetch("/api/push/drop", {
            method: "POST",
            headers: { authorization: `Bearer ${mine}` },
            body: JSON.stringify({ endpoint }),
        }).catch(() => undefined);
    return Notification.permission === "denied" ? "denied" : "off";
}

/** Somebody looks at this table: what was notified of it is old. */
export async function pushSeen(table: string): Promise<void> {
    const own = "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
    for (const note of (await own?.getNotifications?.({ tag: `irori ${table}` })) ?? []) note.close();
}
