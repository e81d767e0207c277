// chat.tsx: words among friends at a table, once everybody there has agreed. Nothing of it is stored, here or on the server.
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { link } from "../net/browser";
import { times, type Message } from "../net/link";
import { path } from "../router";
import { store, useStore } from "../store";
import type { Director } from "../table/director";
import { offline } from "../table/lists";
import type { Frame, Refusal } from "../table/types";
import { Icon, Sheet } from "../ui/kit";
import { errorWords } from "../form/errors";
import { useTrouble, Trouble, worded } from "./kit";
import { named } from "./words";
import type { Ties } from "./types";

interface Line {
    seat: number;
    text: string;
}
interface Chat {
    table: string;
    agreed: boolean[]; // by seat
    lines: Line[];
    unread: number;
    open: boolean;
    names: string[];
    you: number | undefined;
    asks: boolean; // somebody else would like to, and we have not answered
}
const fresh = (table: string): Chat => ({
    ...{ table, agreed: [], lines: [], unread: 0, open: false, names: [], you: undefined, asks: false },
});
const chat = store<Chat>(fresh(""));
/** So many lines are kept in sight. */
const most = 100;
const part = (p: Partial<Chat>): void => chat.set({ ...chat.get(), ...p });

/** The people who have to agree. */
const people = (seats: { kind: string }[]): number[] => seats.flatMap((s, i) => (s.kind === "person" ? [i] : []));

/** The table says something about the chat: who agrees, or a line. */
export function heardChat(table: string, m: Message, frame: Frame | undefined): void {
    if (chat.get().table !== table) chat.set(fresh(table));
    if (frame) part({ names: frame.table.seats.map((s) => s.name ?? ""), you: frame.table.you });
    const now = chat.get();
    if (m.type === "consent") {
        const agreed = m.seats as boolean[],
            mine = now.you !== undefined && agreed[now.you] === true,
            newly = agreed.some((yes, i) => yes && i !== now.you && !now.agreed[i]);
        part({ agreed, asks: !mine && (now.asks || newly) && agreed.some((yes, i) => yes && i !== now.you) });
    } else {
        const line = { seat: m.seat as number, text: m.text as string };
        part({ lines: [...now.lines, line].slice(-most), unread: now.open || line.seat === now.you ? now.unread : now.unread + 1 });
    }
    show();
}
const allAgree = (c: Chat, seats: number[]): boolean => seats.length > 1 && seats.every((i) => c.agreed[i]);

/** The answer is what everybody at the table hears. */
const agree = (table: string, on: boolean): Promise<Refusal | null> =>
    new Promise((resolve) => {
        const id = link.nextId();
        const done = (answer: Refusal | null): void => {
            clearTimeout(timer);
            for (const end of ends) end();
            resolve(answer);
        };
        const timer = setTimeout(() => done(offline), times.patience),
            ends = [
                link.hear("consent", (m) => m.table === table && done(null)),
                link.hear("refused", (m) => m.id === id && done(m as unknown as Refusal)),
            ];
        if (!link.tell({ type: "consent", table, id, on })) done(offline);
    });

/** In the menu of the table: the wish to write to each other. */
export function Chatting({ d, frame, ties }: { d: Director; frame: Frame; ties: Ties | undefined }) {
    const c = useStore(chat);
    const [trouble, run] = useTrouble();
    const { id, you, seats } = frame.table,
        here = people(seats),
        ours = (seat: number) => ties?.people.some((p) => p.friend === "both" && p.who === frame.table.people?.[seat]);
    if (you === undefined || here.length < 2) return null;
    const mine = c.table === id && c.agreed[you] === true,
        friends = here.every((i) => i === you || ours(i));
    const press = (on: boolean) => {
        if (chat.get().table !== id) chat.set({ ...fresh(id), names: seats.map((s) => s.name ?? ""), you });
        void run(agree(id, on)).then((ok) => ok && on && d.say(t("The chat opens when everybody at the table agrees.")));
    };
    return (
        <div class="chatting">
            <Trouble text={trouble} />
            {mine ? (
                <button onClick={() => press(false)}>{t("End the chat")}</button>
            ) : (
                <button disabled={!friends} onClick={() => press(true)}>
                    {t("Chat at this table")}
                </button>
            )}
            {!friends && <small>{t("Friends can chat, if everybody at the table agrees. With others there are the phrases.")}</small>}
        </div>
    );
}

function Lines({ c }: { c: Chat }) {
    const end = useRef<HTMLOListElement>(null);
    useEffect(() => end.current?.lastElementChild?.scrollIntoView({ block: "nearest" }), [c.lines.length]);
    return (
        <div role="log" aria-label={t("Chat")}>
            <ol class="chat-lines" ref={end}>
                {c.lines.map((l, i) => (
                    <li key={i} class={l.seat === c.you ? "mine" : ""}>
                        <b>{l.seat === c.you ? t("You") : named(c.names[l.seat] ?? "")}</b> <span dir="auto">{l.text}</span>
                    </li>
                ))}
            </ol>
        </div>
    );
}
const bytes = (text: string): number => new TextEncoder().encode(text).length;

function Write({ c }: { c: Chat }) {
    const [text, setText] = useState("");
    const [said, setSaid] = useState("");
    const [sent] = useState(() => new Set<number>());
    useEffect(() => {
        return link.hear("refused", (m) => m.table === c.table && sent.has(m.id as number) && setSaid(errorWords(m)));
    }, [c.table]);
    const send = (e: Event) => {
        e.preventDefault();
        const line = text.trim();
        if (!line) return;
        setSaid("");
        const id = link.nextId();
        sent.add(id);
        if (link.tell({ type: "chat", table: c.table, id, text: line })) setText("");
        else setSaid(t("No connection. Trying again…"));
    };
    return (
        <form class="row write" onSubmit={send}>
            <input
                value={text}
                dir="auto"
                aria-label={t("What you say")}
                autocomplete="off"
                onInput={(e) => {
                    let next = e.currentTarget.value;
                    while (bytes(next) > 200) next = next.slice(0, -1);
                    if (next !== e.currentTarget.value) e.currentTarget.value = next;
                    setText(next);
                }}
            />
            <button class="main" disabled={!text.trim()}>
                {t("Say")}
            </button>
            <Trouble text={said} />
        </form>
    );
}

const Layer = worded(function Layer() {
    const c = useStore(chat),
        at = useStore(path);
    if (at !== `/t/${c.table}` || c.you === undefined) return null;
    const seats = c.agreed.flatMap((_, i) => (c.names[i] ? [i] : [])),
        all = allAgree(c, seats);
    if (c.asks)
        return (
            <section class="notice" aria-label={t("Chat")}>
                <p role="status">
                    <b>
                        {t("{name} would like to chat at this table.", {
                            name: named(c.names[c.agreed.findIndex((yes, i) => yes && i !== c.you)] ?? ""),
                        })}
                    </b>
                </p>
                <button
                    class="main"
                    onClick={() => {
                        part({ asks: false });
                        void agree(c.table, true);
                    }}
                >
                    {t("Agree")}
                </button>
                <button onClick={() => part({ asks: false })}>{t("No, thanks")}</button>
            </section>
        );
    if (!all) return null;
    const last = c.lines.at(-1);
    return c.open ? (
        <Sheet title={t("Chat")} class="chat" close={() => part({ open: false })}>
            <Lines c={c} />
            <Write c={c} />
        </Sheet>
    ) : (
        <>
            <button
                class="chat-button"
                aria-label={c.unread ? t("Chat, {n} new", { n: c.unread }) : t("Chat")}
                onClick={() => part({ open: true, unread: 0 })}
            >
                <Icon name="chat" /> {c.unread > 0 && <b>{c.unread}</b>}
            </button>
            <span class="unseen" role="status">
                {last && last.seat !== c.you ? last.text : ""}
            </span>
            {c.unread > 0 && last && last.seat !== c.you && (
                <p class="chat-last" key={c.lines.length} aria-hidden="true">
                    <b>{named(c.names[last.seat] ?? "")}</b> <span dir="auto">{last.text}</span>
                </p>
            )}
        </>
    );
}, false);

let shown = false;
function show(): void {
    if (shown) return;
    shown = true;
    const root = document.createElement("div");
    root.className = "chat-layer";
    document.body.append(root);
    render(<Layer />, root);
}
