// push.test.ts: what becomes of a push in the service worker, and switching pushes on and off in the page, in a browser of our own.
import "./browser";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pushOff, pushOn, pushSeen, pushState } from "@/net/push";
import { tokenKey } from "@/net/link";
import { keep, kept } from "@/push/kept";
import { begin, patience, sentence, type Scope } from "@/push/worker";

interface Posted {
    path: string;
    token: string | undefined;
    body: unknown;
}
const files = new Map<string, unknown>(); // what can be fetched
let posted: Posted[] = [],
    status = 200;
const set = (name: string, value: unknown): void =>
    void Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

/* ---- a browser ---- */

const stores = new Map<string, Map<string, Response>>();
set("caches", {
    open: async (name: string) => {
        const of = stores.get(name) ?? new Map<string, Response>();
        stores.set(name, of);
        return {
            match: async (path: string) => of.get(path)?.clone(),
            put: async (path: string, reply: Response) => void of.set(path, reply),
        };
    },
    match: async (path: string) =>
        [...stores.values()]
            .find((of) => of.has(path))
            ?.get(path)
            ?.clone(),
});
set("fetch", async (path: string, init?: { method?: string; headers?: Record<string, string>; body?: string }) => {
    if (init?.method !== "POST") return files.has(path) ? Response.json(files.get(path)) : new Response("", { status: 404 });
    posted.push({ path, token: init.headers?.authorization, body: JSON.parse(init.body!) as unknown });
    return new Response("{}", { status });
});

/** A key of 65 equal bytes, as text. */
const keyOf = (byte: number): string =>
    btoa(String.fromCharCode(...Array<number>(65).fill(byte)))
        .replace(/\+/g, "-")
        .replace(/\//g, "_")
        .replace(/=/g, "");
class Subscription {
    constructor(
        readonly endpoint: string,
        readonly options: { applicationServerKey: ArrayBuffer },
    ) {}
    toJSON() {
        return { endpoint: this.endpoint, expirationTime: null, keys: { p256dh: "P", auth: "A" } };
    }
    async unsubscribe() {
        own = null;
        return true;
    }
}
let own: Subscription | null = null,
    made = 0,
    permission = "default",
    answer = "granted";
const pushManager = {
    getSubscription: async () => own,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        if (permission !== "granted") throw new Error("not allowed");
        own = new Subscription(`https://push.example.org/${++made}`, { applicationServerKey: applicationServerKey.buffer });
        return own;
    },
};
interface Shown {
    title: string;
    options: { body: string; lang: string; tag: string; data: unknown };
    closed: boolean;
    close(): void;
    data: unknown;
}
let shown: Shown[] = [];
const registration = {
    pushManager,
    showNotification: async (title: string, options: Shown["options"]) => {
        const note: Shown = { title, options, data: options.data, closed: false, close: () => (note.closed = true) };
        shown.push(note);
    },
    getNotifications: async ({ tag }: { tag: string }) => shown.filter((n) => n.options.tag === tag),
};
set("navigator", {
    language: "fr-CA",
    languages: ["en"],
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
});
set("window", globalThis);
set("PushManager", class {});
set("Notification", {
    get permission() {
        return permission;
    },
    requestPermission: async () => {
        permission = answer;
        return answer;
    },
});

/* ---- the service worker in it ---- */

interface Page {
    url: string;
    visibilityState: string;
    did: string[];
    focus(): Promise<Page>;
    navigate(to: string): Promise<Page>;
    postMessage(message: unknown, transfer: MessagePort[]): void;
}
let pages: Page[] = [],
    opened: string[] = [];
/** A page that was loaded at / or, if it does not answer any more, where it is. */
function page(path: string, visibilityState = "visible", ours = true, answers = true): Page {
    const self: Page = {
        url: `https://games.example.org${answers ? "/" : path}`,
        postMessage: (_, [port]) => answers && port!.postMessage(path),
        visibilityState,
        did: [],
        focus: async () => {
            self.did.push("focus");
            return self;
        },
        navigate: async (to) => {
            if (!ours) throw new TypeError("not the worker's");
            self.did.push(to);
            return self;
        },
    };
    return self;
}
const hears = new Map<string, (event: unknown) => void>();
begin({
    addEventListener: (type, hear) => hears.set(type, hear as (event: unknown) => void),
    registration: registration as unknown as ServiceWorkerRegistration,
    clients: { matchAll: async () => pages, openWindow: async (url) => opened.push(url) },
} as Scope);
/** Lets the worker hear something, and waits as long as it wants. */
async function hear(type: string, event: object): Promise<void> {
    let wait: Promise<unknown> | undefined;
    hears.get(type)!({ ...event, waitUntil: (what: Promise<unknown>) => (wait = what) });
    await wait;
}
const push = (note: unknown): Promise<void> =>
    hear("push", { data: { json: () => (typeof note === "string" ? JSON.parse(note) : note) as unknown } });

const HANG = 600_000; // only a page that never answers reaches it
const turn = { kind: "turn", table: "abcdefghjkmn", game: "nullgame" };
beforeEach(async () => {
    [posted, shown, pages, opened, own, permission, answer, status] = [[], [], [], [], null, "default", "granted", 200];
    patience.push = patience.tap = HANG;
    stores.clear();
    files.clear();
    files.set("/api/push", { key: keyOf(4) });
    localStorage.setItem(tokenKey, "f".repeat(64));
    await keep({ language: "en" });
});

test("a push is told by its kind and its game", async () => {
    assert.deepEqual(sentence(turn, {}), { title: "Your turn", body: "Null game" });
    const titles = ["turn", "remind", "over", "invite", "paired", "something later"].map((kind) => sentence({ ...turn, kind }, {}).title);
    assert.equal(new Set(titles).size, titles.length);
    await push(turn);
    assert.equal(shown[0]!.title, "Your turn");
    assert.deepEqual(shown[0]!.options.data, turn);
});
test("in the language that the page was last seen in, kept or fetched, and else in the browser's", async () => {
    files.set("/de.json", { "Your turn": "Du bist am Zug", "Null game": "Nullspiel" });
    files.set("/push-de.json", { "You are invited to a game": "Du bist eingeladen" });
    await hear("message", { data: { language: "de" } });
    await push(turn);
    await push({ ...turn, kind: "invite" });
    assert.deepEqual(
        shown.map((n) => [n.title, n.options.body, n.options.lang]),
        [
            ["Du bist am Zug", "Nullspiel", "de"],
            ["Du bist eingeladen", "Nullspiel", "de"],
        ],
    );
    stores.clear();
    await push(turn);
    assert.equal(shown[2]!.options.lang, "fr");
    assert.equal(shown[2]!.title, "Your turn");
});
test("whoever sees the table is not told", async () => {
    pages = [page("/t/abcdefghjkmn")];
    await push(turn);
    assert.equal(shown.length, 0);
    patience.push = 10;
    pages = [page("/t/abcdefghjkmn", "visible", true, false)]; // an older page, which was loaded there
    await push(turn);
    assert.equal(shown.length, 0);
    patience.push = HANG;
    pages = [page("/t/abcdefghjkmn", "hidden"), page("/"), page("/t/abcdefghjkmnp")];
    await push(turn);
    assert.equal(shown.length, 1);
});
test("a push that is none is shown all the same, and leads nowhere else", async () => {
    for (const note of ["{", null, 7, { kind: ["turn"], table: "../../evil", game: {} }]) await push(note);
    await hear("push", { data: null });
    assert.equal(shown.length, 5);
    for (const n of shown) {
        assert.deepEqual(n.options.data, { kind: "", table: "", game: "" });
        await hear("notificationclick", { notification: n });
    }
    assert.deepEqual(opened, ["/", "/", "/", "/", "/"]);
});
test("a tap goes to the table: where it is open, else in a page that does nothing else, else in a new one", async () => {
    await push(turn);
    pages = [page("/"), page("/t/abcdefghjkmn", "hidden")];
    await hear("notificationclick", { notification: shown[0] });
    assert.deepEqual([pages[0]!.did, pages[1]!.did, shown[0]!.closed], [[], ["focus"], true]);
    pages = [page("/local/nullgame"), page("/")];
    await hear("notificationclick", { notification: shown[0] });
    assert.deepEqual([pages[0]!.did, pages[1]!.did, opened], [[], ["focus", "/t/abcdefghjkmn"], []]);
    for (pages of [[], [page("/local/nullgame")], [page("/", "visible", false)]])
        await hear("notificationclick", { notification: shown[0] });
    patience.tap = 10;
    pages = [page("/", "hidden", true, false)]; // it sleeps
    await hear("notificationclick", { notification: shown[0] });
    assert.deepEqual(opened, Array(4).fill("/t/abcdefghjkmn"));
});
test("pushes are switched on, and off", async () => {
    assert.equal(await pushState(), "off");
    assert.equal(await pushOn(), "on");
    assert.equal(await pushState(), "on");
    assert.deepEqual(posted, [
        {
            path: "/api/push",
            token: `Bearer ${"f".repeat(64)}`,
            body: { endpoint: own!.endpoint, keys: { p256dh: "P", auth: "A" } },
        },
    ]);
    const endpoint = own!.endpoint;
    assert.equal(await pushOff(), "off");
    assert.deepEqual(posted[1]!.body, { endpoint });
    assert.equal(own, null);
    assert.deepEqual(await kept(), { language: "en" });
    assert.equal(await pushState(), "off");
});
test("what cannot be is said", async () => {
    answer = "denied";
    assert.equal(await pushOn(), "denied");
    assert.equal(await pushState(), "denied");
    [permission, answer] = ["default", "default"]; // closed without an answer
    assert.equal(await pushOn(), "off");
    [answer, status] = ["granted", 503];
    assert.equal(await pushOn(), "off", "the server was not told");
    files.delete("/api/push");
    assert.equal(await pushState(), "none", "the server sends none");
});
test("the server hears of another person, and a server with another key is subscribed to anew", async () => {
    await pushOn();
    const first = own!.endpoint;
    localStorage.setItem(tokenKey, "e".repeat(64));
    assert.equal(await pushState(), "on");
    assert.equal(posted.at(-1)!.token, `Bearer ${"e".repeat(64)}`);
    files.set("/api/push", { key: keyOf(5) });
    assert.equal(await pushState(), "on");
    assert.notEqual(own!.endpoint, first);
    assert.deepEqual(posted.at(-1), { path: "/api/push/drop", token: `Bearer ${"e".repeat(64)}`, body: { endpoint: first } });
});
test("an address that the browser changed is told to the server", async () => {
    await pushOn();
    const first = own!.endpoint;
    await own!.unsubscribe();
    await hear("pushsubscriptionchange", { oldSubscription: null, newSubscription: null });
    assert.notEqual(own!.endpoint, first);
    assert.deepEqual(
        posted.slice(1).map((p) => [p.path, (p.body as { endpoint: string }).endpoint]),
        [
            ["/api/push", own!.endpoint],
            ["/api/push/drop", first],
        ],
    );
    await pushOff();
    const before = posted.length;
    await hear("pushsubscriptionchange", {});
    assert.equal(posted.length, before, "nobody wants them");
});
test("notifications of a table that is looked at go", async () => {
    await push(turn);
    await push({ ...turn, table: "zzzzzzzzzzzz" });
    await pushSeen("abcdefghjkmn");
    assert.deepEqual(
        shown.map((n) => n.closed),
        [true, false],
    );
});
