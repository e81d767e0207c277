// browser.ts: the link of this page, with the browser's clock, sockets, storage and events.
import { settings } from "../settings";
import { label } from "./label";
import { Link, type LinkState, type Socket, type SocketEvents } from "./link";

const memory = new Map<string, string>(); // for browsers that keep nothing
const keep = {
    get(key: string): string | null {
        try {
            return localStorage.getItem(key) ?? memory.get(key) ?? null;
        } catch {
            return memory.get(key) ?? null;
        }
    },
    set(key: string, value: string): void {
        memory.set(key, value);
        try {
            localStorage.setItem(key, value);
        } catch {
            /* it lasts as long as the page */
        }
    },
};

function socket(events: SocketEvents, table: string | undefined): Socket {
    const path = table && /^[0-9A-Za-z]+$/.test(table) ? `/ws/${table}` : "/ws";
    const s = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`, "irori.1");
    s.onopen = () => events.opened();
    s.onmessage = (e: MessageEvent<string>) => events.heard(e.data);
    s.onclose = (e) => events.closed(e.code);
    return {
        send: (text) => s.readyState === WebSocket.OPEN && s.send(text),
        close: () => s.close(),
    };
}

export const link = new Link({
    now: () => Date.now(),
    later(fn, ms) {
        const timer = setTimeout(fn, ms);
        return () => clearTimeout(timer);
    },
    random: Math.random,
    socket,
    async fetch(path, token, signal) {
        const reply = await fetch(path, { signal, headers: token ? { authorization: `Bearer ${token}` } : {} });
        return { status: reply.status, text: await reply.text() };
    },
    online: () => navigator.onLine,
    hidden: () => document.hidden,
    name: () => settings.get().name,
    label: () => label(),
    keep,
});

for (const event of ["online", "offline", "pageshow"]) addEventListener(event, () => link.look());
document.addEventListener("visibilitychange", () => document.hidden || link.look());

/** Page and server spoke different versions, and the person has loaded the page again because of it. */
const reloadedKey = "irori reloaded";
export function reload(): void {
    try {
        sessionStorage.setItem(reloadedKey, "yes");
    } catch {
        /* then it is offered again */
    }
    location.reload();
}
export function reloaded(): boolean {
    try {
        return sessionStorage.getItem(reloadedKey) !== null;
    } catch {
        return false;
    }
}
link.watch((state: LinkState) => {
    if (state !== "open") return;
    try {
        sessionStorage.removeItem(reloadedKey);
    } catch {
        /* nothing was kept */
    }
});
