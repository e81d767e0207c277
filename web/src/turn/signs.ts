// signs.ts: how the browser shows that tables wait for this player: the title and the icon of the tab, the badge of the app, a notification.
import { t } from "../i18n";
import { pushSeen } from "../net/push";
import { assets } from "../review/assets";
import { go } from "../router";
import { settings } from "../settings";
import type { News } from "./mine";
import { newsText } from "./words";

let waiting = 0, // tables
    mark = ""; // what stands before the page's own title

/** Before a title that belongs to a page: "(2) Your turn – NAME · Irori". */
export const titleMark = (n: number, title: string, yours: string): string =>
    n ? `(${n}) ${title.startsWith(yours) ? "" : `${yours} – `}` : "";
function entitle(): void {
    const own = mark && document.title.startsWith(mark) ? document.title.slice(mark.length) : document.title;
    mark = titleMark(waiting, own, t("Your turn"));
    if (document.title !== mark + own) document.title = mark + own;
}
let plain: string | undefined; // the icon without its ember
/** Shows how many tables wait. The screens go on to write their own titles: the mark is put before each. */
export function show(n: number): void {
    waiting = n;
    entitle();
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) {
        plain ??= icon.getAttribute("href") ?? "";
        const now = n ? assets.turnIcon : plain;
        if (icon.getAttribute("href") !== now) icon.setAttribute("href", now);
    }
    const app = navigator as Navigator & { setAppBadge?(n: number): Promise<void>; clearAppBadge?(): Promise<void> };
    (n ? app.setAppBadge?.(n) : app.clearAppBadge?.())?.catch(() => undefined); // only an installed app has one
}
export function begin(): void {
    new MutationObserver(entitle).observe(document.querySelector("title")!, { childList: true });
}

/** The browser can notify, and this player was not asked yet, agreed, or has one of the two said no. */
export function telling(): "none" | "ask" | "on" | "off" | "denied" {
    if (typeof Notification === "undefined") return "none";
    if (Notification.permission === "denied") return "denied";
    if (settings.get().tell === false) return "off";
    return Notification.permission === "granted" && settings.get().tell ? "on" : "ask";
}

const noted = new Map<string, { close(): void }>();
/** A notification of the system; false: there is none. */
export async function notify(news: News): Promise<boolean> {
    if (telling() !== "on") return false;
    const [title, body] = newsText(news),
        silent = settings.get().muted,
        // one for each table, also with those that the service worker shows
        how = { body, tag: `irori ${news.table}`, renotify: true, icon: "/app-192.png", data: { table: news.table }, silent };
    try {
        const note = new Notification(title, how);
        note.onclick = () => {
            window.focus();
            go(`/t/${news.table}`);
            note.close();
        };
        noted.get(news.table)?.close();
        noted.set(news.table, note);
        return true;
    } catch {
        // phones let only the service worker show one
    }
    try {
        const worker = await navigator.serviceWorker.ready;
        const shaken = settings.get().vibrate && !silent && { vibrate: [25, 60, 25] };
        await worker.showNotification(title, { ...how, ...shaken } as NotificationOptions);
        noted.set(news.table, { close: () => undefined });
        return true;
    } catch {
        return false;
    }
}
/** What they told is seen, or not so any more. */
export function unnotify(table: string): void {
    noted.get(table)?.close();
    noted.delete(table);
    void pushSeen(table).catch(() => undefined); // those of the service worker
}
export const notified = (): string[] => [...noted.keys()];
