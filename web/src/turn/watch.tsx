// watch.tsx: knows all tables of this player, wherever they are in the page, and says when one of them waits: by title, icon, badge, sound
// and notification, and by a line where they are. It is loaded after the first screen, for those whom a server knows.
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { language, t, tn } from "../i18n";
import { link } from "../net/browser";
import { path } from "../router";
import { play, ring } from "../sound";
import { store, useStore } from "../store";
import { seated, type Director } from "../table/director";
import type { Listed } from "../table/lists";
import { Icon } from "../ui/kit";
import { awaited, newsIn, others, reminding, withTable, type All, type News } from "./mine";
import { begin, notified, notify, show, telling, unnotify } from "./signs";
import { bandOf, missedTurn } from "./table";
import { newsText, turnWords } from "./words";

/** As the server told it; undefined: not yet. */
export const mine = store<All | undefined>(undefined);
const hidden = signal(document.hidden),
    spoken = signal(""), // the language
    count = signal(0); // tables that wait, without the one in sight
let before: All | undefined,
    listed = false, // it had the server's list
    sighted: string | undefined, // the table before this player's eyes
    here: Listed | undefined; // the table that is open

/** The open table, as its own frames have it. */
function entry(d: Director): Listed | undefined {
    const frame = d.shown.value;
    if (!frame || d.table.local || frame.table.you === undefined) return undefined;
    const { you, stage, seats, host, settings, evening } = frame.table,
        asked = d.asked;
    return {
        ...{ table: d.table.code, game: frame.view?.game ?? d.game.value ?? "", options: "", updated: frame.now, settings },
        ...{ stage: asked ? "playing" : stage, you, host: !!host, turn: asked ? [you] : [], slow: /clock=slow/.test(settings) },
        ...(evening ? { evening } : {}),
        seats: seats.map((s) => (s.kind === "open" ? null : (s.name ?? ""))),
    };
}

/** The line for somebody who is elsewhere in the page. */
const line = store<News | undefined>(undefined);
let lining: ReturnType<typeof setTimeout> | undefined;
function Line() {
    const news = useStore(line);
    useStore(language);
    if (!news) return null;
    const [what, about] = newsText(news);
    return (
        <p class="turn-line">
            <a href={`/t/${news.table}`} onClick={() => line.set(undefined)}>
                <i class="ember" /> <b>{what}</b> <span>{about}</span>
            </a>
            <button class="plain" aria-label={t("Close")} onClick={() => line.set(undefined)}>
                <Icon name="cross" />
            </button>
        </p>
    );
}

/** Tells this player, in the way that fits where they are. */
async function tell(news: News): Promise<void> {
    const inSight = !document.hidden;
    if (inSight && (here?.table === news.table || path.get() === `/e/${news.evening}`)) return; // the table tells it itself, or its evening
    if (inSight) {
        play("turn");
        if (path.get() === "/tables" || news.kind === "invite") return; // the list says it, or it stands above every screen (src/meet)
        line.set(news);
        clearTimeout(lining);
        lining = setTimeout(() => line.set(undefined), 12_000);
        return;
    }
    if (await notify(news)) return; // the system has a sound of its own
    void ring();
    if (news.kind === "turn" && telling() === "ask") missedTurn(true);
}

/** When a table was last told of: the server tells a turn twice, as `turn` and in the list. A reminder comes later. */
const toldAt = new Map<string, number>(),
    twice = 30_000;

function remind(m: Listed): void {
    toldAt.set(m.table, Date.now());
    void tell({ kind: "still", table: m.table, game: m.game, people: others(m), due: m.due ?? undefined });
}

function changed(): void {
    const now = withTable(mine.get() ?? { tables: [], invites: [] }, here),
        visible = !document.hidden;
    if (mine.get() || here) {
        // what the first list has is no news
        for (const news of before ? newsIn(before, now) : []) {
            if (!listed && news.table !== here?.table) continue;
            toldAt.set(news.table, Date.now());
            void tell(news);
        }
        for (const m of now.tables.filter(awaited)) {
            const at = Date.now(),
                last = toldAt.get(m.table);
            if (last === undefined) toldAt.set(m.table, at);
            else if (reminding(m, last, at)) remind(m);
        }
        before = now;
        listed = !!mine.get();
    }
    const wait = now.tables.filter((m) => awaited(m) && !(visible && m.table === here?.table));
    count.value = wait.length;
    show(wait.length);
    if (visible && here && sighted !== here.table) unnotify(here.table);
    sighted = visible ? here?.table : undefined;
    for (const table of notified())
        if (!(wait.some((m) => m.table === table) || now.invites.some((i) => i.table === table))) unnotify(table);
    if (line.get() && line.get()!.table === here?.table) line.set(undefined);
}

function turn(table: string): void {
    const all = mine.get(),
        m = all?.tables.find((x) => x.table === table);
    if (!all || !m || m.you === undefined) return; // the list follows
    if (!awaited(m)) mine.set({ ...all, tables: all.tables.map((x) => (x === m ? { ...m, stage: "playing", turn: [m.you!] } : x)) });
    else if (m.slow && Date.now() - (toldAt.get(table) ?? 0) > twice) remind(m);
}

/** In the bar of a table: how many others wait. */
function Count({ n }: { n: number }) {
    return (
        <a class="awaited" href="/tables" aria-label={tn("Your turn at {n} other table", "Your turn at {n} other tables", n)}>
            <i class="ember" /> {n}
        </a>
    );
}

/** Invitations, and a search that was going on before the page was loaded again: both stand above every screen. */
const aboveAll = (): Promise<void> => import("../meet/top").then((m) => m.top());
function seeking(): boolean {
    try {
        return sessionStorage.getItem("irori seek") !== null;
    } catch {
        return false;
    }
}

export async function watchTurns(): Promise<void> {
    await turnWords();
    begin();
    const box = document.body.appendChild(document.createElement("div"));
    box.setAttribute("role", "status");
    box.className = "turn-lines";
    render(<Line />, box);
    link.hear("mine", (m) => m.type === "mine" && mine.set(m as unknown as All), { type: "mine" });
    link.hear("turn", (m) => turn(m.table as string));
    link.hear("paired", (m) => {
        const { table, game } = m as unknown as News,
            { name } = m.with as { name: string };
        if (document.hidden) void tell({ kind: "paired", table, game, people: [[name, 0]] }); // else it stands above every screen (src/meet)
    });
    mine.watch((all) => {
        box.dataset.listed = ""; // what comes from now on is news; tests wait for it
        changed();
        if (all?.invites.length) void aboveAll();
    });
    if (seeking()) void aboveAll();
    document.addEventListener("visibilitychange", () => (hidden.value = document.hidden));
    language.watch((l) => (spoken.value = l));
    let last: Director | undefined;
    effect(() => {
        void hidden.value;
        void spoken.value;
        const d = seated.value;
        const left = last && last !== d ? here : undefined,
            all = mine.get();
        last = d?.table.local ? undefined : d;
        here = d && entry(d);
        if (left) {
            if (all) mine.set(withTable(all, left)); // as it was left: the list is older
            void link.ask({ type: "mine" });
        }
        changed();
    });
    effect(() => {
        void spoken.value;
        const d = seated.value,
            n = count.value;
        if (d) d.extra.value = { count: n ? <Count n={n} /> : null, band: bandOf(d) };
    });
    path.watch(() => (line.get()?.table && path.get() === `/t/${line.get()!.table}` ? line.set(undefined) : undefined));
}
