// worker.ts: the part of the service worker that hears pushes (docs/protocol.md, Pushes). A push says a kind, a table and a game, and
// nothing else; the words are ours, in the language that the page was last seen in. The build puts it behind sw.js.
import { enrol, keep, kept, serverKey, subscribe } from "./kept";

/** By language: addresses of its words, first those of this file; and the English titles of games. Put in by the build. */
declare const PUSH: { words: Record<string, string[]>; titles: Record<string, string> };

interface Waiting extends Event {
    waitUntil(what: Promise<unknown>): void;
}
interface PushEvent extends Waiting {
    data: { json(): unknown } | null;
}
interface ClickEvent extends Waiting {
    notification: Notification;
}
interface ChangeEvent extends Waiting {
    oldSubscription?: PushSubscription | null;
    newSubscription?: PushSubscription | null;
}
interface Page {
    url: string;
    visibilityState: string;
    focus(): Promise<Page>;
    navigate(url: string): Promise<Page | null>;
    postMessage(message: unknown, transfer: Transferable[]): void;
}
/** What we use of ServiceWorkerGlobalScope. */
export interface Scope {
    addEventListener(type: string, hear: (event: never) => void): void;
    registration: ServiceWorkerRegistration;
    clients: { matchAll(of: { type: "window"; includeUncontrolled: true }): Promise<Page[]>; openWindow(url: string): Promise<unknown> };
}
type Words = Record<string, string | string[]>;
export interface Note {
    kind: string;
    table: string;
    game: string;
}

async function wordsOf(language: string): Promise<Words> {
    const all = (PUSH.words[language] ?? []).map(async (address) => {
        const reply = (await caches.match(address)) ?? (await fetch(address));
        return reply.ok ? ((await reply.json()) as Words) : {};
    });
    return Object.assign({}, ...(await Promise.all(all.map((one) => one.catch(() => ({}))))));
}

/** What is said, in these words. */
export function sentence({ kind, game }: Note, words: Words): { title: string; body: string } {
    const t = (text: string): string => (typeof words[text] === "string" ? words[text] : text);
    const titles: Record<string, string> = {
        turn: t("Your turn"),
        remind: t("It is still your turn, and your time runs"),
        over: t("The game is over"),
        invite: t("You are invited to a game"),
        paired: t("Somebody was found to play with you"),
    };
    return { title: titles[kind] ?? t("There is news at your table"), body: t(PUSH.titles[game] ?? game) };
}

/** A push as it should be; whatever is missing is "". */
function noteOf(data: PushEvent["data"]): Note {
    let said: Partial<Record<keyof Note, unknown>> = {};
    try {
        said = (data?.json() as typeof said | undefined | null) ?? {};
    } catch {
        /* it is shown all the same: browsers want a notification for each push */
    }
    const word = (value: unknown): string => (typeof value === "string" && /^[0-9A-Za-z_-]{1,32}$/.test(value) ? value : "");
    return { kind: word(said.kind), table: word(said.table), game: word(said.game) };
}
/** Milliseconds that pages have to say where they are: those in sight at a push, which may wait; all at a tap, which may not. */
export const patience = { push: 10_000, tap: 500 };
/** Where a page is. Its `url` is where it was loaded, and a page of ours goes on without loading; so it is asked (main.tsx). undefined: it
 *  does not answer, because it sleeps or is an older one. */
function where(page: Page, ms: number): Promise<string | undefined> {
    const { port1, port2 } = new MessageChannel();
    return new Promise<string | undefined>((resolve) => {
        const late = setTimeout(() => resolve(undefined), ms);
        port1.onmessage = ({ data }) => {
            clearTimeout(late);
            resolve(String(data));
        };
        page.postMessage("where", [port2]);
    }).finally(() => port1.close());
}
const addressOf = (table: unknown): string => (table ? `/t/${String(table)}` : "/");

export function begin(self: Scope): void {
    /** The pages that `so` is true for, and where they are. */
    async function pages(ms: number, so: (page: Page) => boolean): Promise<{ page: Page; said: string | undefined; path: string }[]> {
        const all = (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(so);
        return Promise.all(
            all.map(async (page) => {
                const said = await where(page, ms);
                return { page, said, path: said ?? new URL(page.url).pathname };
            }),
        );
    }

    async function pushed(data: PushEvent["data"]): Promise<void> {
        const note = noteOf(data),
            address = addressOf(note.table);
        if (note.table && (await pages(patience.push, (page) => page.visibilityState === "visible")).some(({ path }) => path === address))
            return;
        const language = (await kept()).language ?? navigator.language.slice(0, 2),
            { title, body } = sentence(note, await wordsOf(language));
        const options = { body, lang: language, icon: "/app-192.png", tag: `irori ${note.table}`, renotify: true, data: note };
        await self.registration.showNotification(title, options as NotificationOptions);
    }

    async function tapped(notification: Notification): Promise<void> {
        const address = addressOf((notification.data as Note | undefined)?.table),
            open = await pages(patience.tap, () => true),
            there = open.find(({ path }) => path === address);
        notification.close();
        if (there) return void (await there.page.focus());
        const home = open.find(({ said }) => said === "/"); // others may be in the middle of something
        try {
            if (home) return void (await (await home.page.focus()).navigate(address));
        } catch {
            /* it is not ours to lead: another window, then */
        }
        await self.clients.openWindow(address);
    }

    /** The browser changed the address of its pushes. */
    async function changed({ oldSubscription, newSubscription }: ChangeEvent): Promise<void> {
        const { token, endpoint } = await kept(),
            key = await serverKey();
        if (!token || !key) return;
        await enrol(token, newSubscription ?? (await subscribe(self.registration.pushManager, key)), oldSubscription?.endpoint ?? endpoint);
    }

    const on = <E extends Waiting>(type: string, hear: (event: E) => Promise<unknown>): void =>
        self.addEventListener(type, (event: E) => event.waitUntil(hear(event)));
    on<PushEvent>("push", (event) => pushed(event.data));
    on<ClickEvent>("notificationclick", (event) => tapped(event.notification));
    on<ChangeEvent>("pushsubscriptionchange", changed);
    on<Waiting & { data?: { language?: unknown } }>("message", async ({ data }) => {
        if (typeof data?.language === "string") await keep({ language: data.language });
    });
}
