// top.tsx: what other people want of somebody who is anywhere in the page: somebody was found to play with, an invitation. It stands above
// every screen, is told to screen readers and takes the focus from nobody.
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { t, tn } from "../i18n";
import { go, path } from "../router";
import { play } from "../sound";
import { store, useStore } from "../store";
import type { Invitation } from "../turn/mine";
import { mine } from "../turn/watch";
import { Crest, Icon, useNow } from "../ui/kit";
import { gameTitle } from "../words";
import { worded } from "./kit";
import { late, resume, search, stop, type Search } from "./seek";
import { decline } from "./ties";
import { named, rulesClock } from "./words";

/** Those put aside in this tab: they still stand in the lists. */
const hidden = store<string[]>([]);

/** Somebody was found while the person was elsewhere: a question, as long as the other one waits. */
function Found({ s }: { s: Search & { is: "paired" } }) {
    const now = useNow(true),
        left = Math.ceil((s.until - now) / 1000);
    useEffect(() => {
        const before = document.title;
        document.title = t("{name} is here to play", { name: named(s.name) });
        play("call");
        return () => {
            document.title = before;
        };
    }, [s.table]);
    useEffect(() => {
        if (left <= 0) late(s.table);
    }, [left <= 0]);
    return (
        <section class="notice found" role="alertdialog" aria-label={t("Somebody was found")}>
            <Crest seat={1} size={40} />
            <p role="alert">
                <b>{t("{name} is here to play {game}.", { name: named(s.name), game: gameTitle(s.wish.game) })}</b>
                <small>{path.get().startsWith("/local/") ? t("Your game against the bot is kept.") : t("Shall we go to the table?")}</small>
            </p>
            <span class="left" role="timer" aria-label={tn("{n} second left", "{n} seconds left", Math.max(0, left))}>
                {Math.max(0, left)}
            </span>
            <button class="main" onClick={() => go(`/t/${s.table}`)}>
                {t("Play now")}
            </button>
            <button onClick={stop}>{t("Not now")}</button>
        </section>
    );
}
function Invited({ i }: { i: Invitation }) {
    const away = (): void => hidden.set([...hidden.get(), i.table + i.time]);
    return (
        <div class="notice" role="group" aria-label={t("Invitation")}>
            <Icon name="person" size={28} />
            <p role="status">
                <b>{t("{name} invites you to {game}", { name: named(i.by.name), game: gameTitle(i.game) })}</b>
                <small>{rulesClock(i.game, i.options, i.settings)}</small>
            </p>
            <button
                class="main"
                onClick={() => {
                    away();
                    go(`/t/${i.table}`);
                }}
            >
                {t("To the table")}
            </button>
            <button
                onClick={() => {
                    away();
                    void decline(i.table);
                }}
            >
                {t("No, thanks")}
            </button>
            <button class="plain" aria-label={t("Later")} onClick={away}>
                <Icon name="cross" />
            </button>
        </div>
    );
}
function Searching({ s }: { s: Search & { is: "seeking" } }) {
    return (
        <section class="notice small" aria-label={t("The search")}>
            <a href="/meet">{t("Looking for somebody to play {game} with…", { game: gameTitle(s.wish.game) })}</a>
            <button onClick={stop}>{t("Stop searching")}</button>
        </section>
    );
}

const Top = worded(function Top() {
    const s = useStore(search),
        at = useStore(path),
        aside = useStore(hidden);
    const listed = at === "/" || at === "/tables"; // these pages list invitations themselves
    const open = (useStore(mine)?.invites ?? []).filter((i) => !listed && at !== `/t/${i.table}` && !aside.includes(i.table + i.time));
    const table = at.startsWith("/t/") || at.startsWith("/local/");
    return (
        <>
            {s.is === "paired" && at !== `/t/${s.table}` && <Found s={s} key={s.table} />}
            {s.is === "seeking" && at !== "/meet" && !table && <Searching s={s} />}
            {open.length > 0 && (
                <section class="invited-above" aria-label={t("Invitations")}>
                    {open.slice(0, 2).map((i) => (
                        <Invited key={i.table} i={i} />
                    ))}
                </section>
            )}
        </>
    );
}, false);

let shown = false;
/** Shows it from now on, with the search that was going on in this tab. */
export function top(): void {
    resume();
    if (shown) return;
    shown = true;
    const root = document.createElement("div");
    root.className = "notices";
    document.body.prepend(root); // the first thing a keyboard comes to
    render(<Top />, root);
}
