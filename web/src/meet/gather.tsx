// gather.tsx: meeting people at a table that gathers: whoever was found sits down and is ready by itself, friends are invited with one press,
// and those who left after a game are invited to the next one.
import "../ui/play"; // it is loaded by then: so the bundler need not divide it
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { link } from "../net/browser";
import { times } from "../net/link";
import { go, path } from "../router";
import { useStore } from "../store";
import type { Director } from "../table/director";
import type { Frame } from "../table/types";
import { useNow } from "../ui/kit";
import { said } from "../form/errors";
import { Trouble, useTies, useTrouble, worded } from "./kit";
import { arrived, missed, resume, search, stop } from "./seek";
import { invite, sorted, takeWanted } from "./ties";
import { named } from "./words";

interface Arriving {
    d: Director;
    frame: Frame;
    sit: (seat: number) => void;
    ready: () => void;
}
/** At the table of a search: sits down, is ready, and waits for the other one; not for ever. */
export const Arrival = worded(function Arrival({ d, frame, sit, ready }: Arriving) {
    const s = useStore(search),
        { id, you, seats, may } = frame.table;
    const here = s.is === "paired" && s.table === id ? s : undefined,
        now = useNow(!!here),
        left = here ? Math.max(0, Math.ceil((here.until - now) / 1000)) : 0;
    useEffect(resume, []);
    const free = you === undefined ? seats.findIndex((_, i) => may.includes(`sit ${i}`)) : -1;
    useEffect(() => {
        if (!here) return;
        if (free >= 0) sit(free);
        else if (may.includes("ready")) ready();
    }, [here?.table, free, may.includes("ready")]);
    useEffect(
        () => () => {
            if (path.get() === `/t/${id}`) arrived(id); // the game began. Who only looks elsewhere is asked there (top.tsx)
        },
        [id],
    );
    // the other one went away, or never came: then everybody looks on
    const over = !!here && (now > here.until || (you !== undefined && seats.some((s) => s.kind === "open")));
    useEffect(() => {
        if (over) missed(id);
    }, [over]);
    useEffect(() => {
        if (s.is === "seeking") go("/meet", true);
    }, [s.is]);
    if (!here) return null;
    return (
        <section class="note arrival" aria-label={t("Somebody was found")}>
            <p role="status">{t("You play with {name}. The game begins as soon as both of you are here.", { name: named(here.name) })}</p>
            <p class="row">
                <span class="soft" role="timer">
                    {tn("{n} second left", "{n} seconds left", left)}
                </span>
                <button
                    onClick={() => {
                        void d.do("stand").then(() => go("/meet", true));
                        stop();
                    }}
                >
                    {t("Stop searching")}
                </button>
            </p>
        </section>
    );
}, false);

/** Friends, each a button. */
export const InviteFriends = worded(function InviteFriends({ table }: { table: string }) {
    const ties = useTies();
    const [trouble, run] = useTrouble();
    const [asked, setAsked] = useState<string[]>([]);
    const ask = (who: string) => void run(invite(table, who)).then((ok) => ok && setAsked((all) => [...all, who]));
    useEffect(() => {
        const who = takeWanted(table);
        if (who) ask(who);
    }, [table]);
    const friends = sorted(ties?.people ?? [], (p) => p.friend === "both" && !p.blocked).slice(0, 8);
    if (!friends.length)
        return trouble || asked.length ? (
            <>
                <Trouble text={trouble} />
                {asked.length > 0 && <p role="status">{t("The invitation is on its way.")}</p>}
            </>
        ) : null;
    return (
        <section class="friends" aria-label={t("Invite a friend")}>
            <h3>{t("Invite a friend")}</h3>
            <Trouble text={trouble} />
            <div class="row">
                {friends.map((p) => (
                    <button key={p.who} disabled={asked.includes(p.who)} onClick={() => ask(p.who)}>
                        <span class={`dot ${p.online ? "on" : ""}`} role="img" aria-label={p.online ? t("here now") : t("not here")} />
                        {asked.includes(p.who) ? t("{name}: invited", { name: named(p.name) }) : named(p.name)}
                    </button>
                ))}
            </div>
        </section>
    );
}, false);

/** The next game for those who sat here, and an invitation for those who have left. */
export async function askAgain(d: Director, table: string): Promise<void> {
    const m = await link.ask({ type: "invite", table }, { again: false, patience: times.patience });
    if (m.type === "refused") d.say(await said(m));
    else if (typeof m.table === "string" && m.table !== table) go(`/t/${m.table}`);
}
