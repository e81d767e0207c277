// seek.ts: looking for somebody to play with. The search outlives screens, reconnection and a reload: what is sought is kept with the tab,
// and the link asks for it again on every connection. `after` is the whole of it as a function, without browser and server.
import { link } from "../net/browser";
import type { Message } from "../net/link";
import { go, path } from "../router";
import { store } from "../store";

export interface Wish {
    game: string;
    pace: string;
    rated?: true;
}
export const paces = ["quick", "calm", "slow"] as const;

/** missed: the one who did not come. */
export type Search =
    | { is: "none"; refused?: Message; missed?: string }
    | { is: "seeking"; wish: Wish; since: number; missed?: string }
    | { is: "paired"; wish: Wish; since: number; table: string; name: string; until: number };
export type Step =
    | { do: "seek"; wish: Wish; now: number }
    | { do: "stop" }
    | { do: "arrived"; table: string } // the game begins
    | { do: "missed"; table: string } // the other one did not come
    | { do: "late"; table: string } // we did not come
    | { do: "heard"; message: Message };

export const none: Search = { is: "none" };

export function after(s: Search, step: Step): Search {
    switch (step.do) {
        case "seek":
            return { is: "seeking", wish: step.wish, since: step.now };
        case "stop":
            return none;
        case "arrived":
            return s.is === "paired" && s.table === step.table ? none : s;
        case "missed": // the wait goes on from where it was: nobody loses their place for another's absence
            return s.is === "paired" && s.table === step.table ? { is: "seeking", wish: s.wish, since: s.since, missed: s.name } : s;
        case "late":
            return s.is === "paired" && s.table === step.table ? { is: "none", missed: s.name } : s;
        case "heard":
            return told(s, step.message);
    }
}
function told(s: Search, m: Message): Search {
    if (m.type === "paired" && s.is !== "none") {
        const { table, until } = m as unknown as { table: string; until: number },
            { name = "" } = (m.with ?? {}) as { name?: string };
        return { is: "paired", wish: s.wish, since: s.since, table, name, until };
    }
    if (m.type === "refused" && s.is === "seeking") return { is: "none", refused: m };
    return s;
}

/* ---- in the browser ---- */

const key = "irori seek",
    lastKey = "irori wish";
function kept<T>(where: () => Storage, name: string): T | undefined {
    try {
        return JSON.parse(where().getItem(name) ?? "null") ?? undefined;
    } catch {
        return undefined;
    }
}
function keep(where: () => Storage, name: string, value: unknown): void {
    try {
        if (value === undefined) where().removeItem(name);
        else where().setItem(name, JSON.stringify(value));
    } catch {
        /* a browser that keeps nothing: it lasts as long as the page */
    }
}
const tab = () => sessionStorage,
    browser = () => localStorage;

/** What was sought the last time. */
export const lastWish = (): Wish | undefined => kept<Wish>(browser, lastKey);
export const noteWish = (wish: Wish): void => keep(browser, lastKey, wish);

export const search = store<Search>(none);
let ends: (() => void)[] = [];

function step(s: Step): void {
    const before = search.get(),
        now = after(before, s);
    if (now === before) return;
    if (now.is !== "seeking" || before.is !== "seeking" || before.wish !== now.wish) {
        for (const end of ends.splice(0)) end();
        if (now.is === "seeking") ask(now.wish);
    }
    keep(tab, key, now.is === "none" ? undefined : now);
    search.set(now);
    if (now.is === "paired" && waiting()) go(`/t/${now.table}`);
}
const heard = (message: Message): void => step({ do: "heard", message });
function ask(wish: Wish): void {
    ends = [link.hear("paired", heard), link.hear("seeking", heard, { type: "seek", ...wish })];
}
/** Does the person look at the search? Then the table opens by itself. */
const waiting = (): boolean => path.get() === "/meet";

export function seek(wish: Wish): void {
    noteWish(wish);
    step({ do: "seek", wish, now: Date.now() });
}
export function stop(): void {
    link.tell({ type: "unseek", id: link.nextId() });
    step({ do: "stop" });
}
export const arrived = (table: string): void => step({ do: "arrived", table });
export const missed = (table: string): void => step({ do: "missed", table });
export const late = (table: string): void => step({ do: "late", table });

/** After a reload: goes on. */
export function resume(): void {
    const was = kept<Search>(tab, key);
    if (search.get().is !== "none" || !was || was.is === "none") return;
    if (was.is === "paired" && was.until > Date.now()) {
        search.set(was);
    } else {
        search.set({ is: "seeking", wish: was.wish, since: was.since });
        ask(was.wish);
    }
}
