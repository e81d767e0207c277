// link.tsx: what there is to say about the connection: a strip over a table, a note on every other page, and the question to somebody
// whom the server does not know.
import { useEffect, useState } from "preact/hooks";
import { date, t } from "../i18n";
import { link, reload, reloaded } from "../net/browser";
import type { LinkState } from "../net/link";
import { Icon } from "./kit";

export function useLink(): LinkState {
    const [state, set] = useState(link.state);
    useEffect(() => {
        set(link.state);
        return link.watch(set);
    }, []);
    return state;
}

/** In one sentence; nothing while all is well. */
export function linkText(state: LinkState | "local"): string {
    if (state === "connecting") return t("Connecting…");
    if (state === "slow") return t("No answer yet. Trying another connection…");
    if (state === "lost") return t("No connection. Trying again…");
    if (state === "busy") return t("The server is busy. Trying again…");
    if (state === "store") return t("The server cannot reach its data. Trying again…");
    if (state === "old" && reloaded()) return t("This page and the server do not fit together yet. Trying again…");
    if (state === "old") return t("This page is out of date.");
    if (state === "unknown") return t("This server does not know you.");
    if (state === "banned") return t("You may not play on this server until {when}.", { when: date(link.until) });
    return "";
}
const again = () => (
    <button class="main" onClick={reload}>
        {t("Load again")}
    </button>
);
function Choices() {
    return (
        <>
            <p>
                {t(
                    "Perhaps it is being repaired. Then you are back by yourself, with your name and your seats. Otherwise you can play as somebody new; who you were is kept in this browser.",
                )}
            </p>
            <p class="row">
                <button class="main" onClick={() => link.look()}>
                    {t("Try again")}
                </button>
                <button onClick={() => link.beNew()}>{t("Play as somebody new")}</button>
                <a class="button" href="/link">
                    {t("I have a code or a phrase")}
                </a>
            </p>
        </>
    );
}

/** Over a table, whose cards stay where they are. */
export function LinkStrip({ state }: { state: LinkState | "local" }) {
    const text = linkText(state);
    if (!text) return null;
    if (state === "unknown")
        return (
            <section class="pause question lost" role="alertdialog" aria-label={text}>
                <h2>{text}</h2>
                <Choices />
            </section>
        );
    return (
        <p class="link-strip lost" role="status">
            <Icon name="offline" /> <span>{text}</span> {state === "old" && !reloaded() && again()}
        </p>
    );
}

/** On every other page. */
export function LinkNote() {
    const state = useLink(),
        text = linkText(state);
    if (!text || state === "connecting") return null;
    return (
        <section class="note lost" role={state === "unknown" ? "alert" : "status"}>
            <b>
                <Icon name="offline" /> {text}
            </b>
            {state === "lost" && <p>{t("Against bots and on one device you can play without one.")}</p>}
            {state === "unknown" && <Choices />}
            {state === "old" && !reloaded() && again()}
        </section>
    );
}
