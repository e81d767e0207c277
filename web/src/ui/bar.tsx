// bar.tsx: the bar between table and hand, in which a board lets its player choose.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Context } from "../board";
import { t } from "../i18n";

/** Holds the choices. When they change it holds the focus of whoever was there (focus.tsx). */
export const Bar = ({ class: name, children }: { class: string; children: ComponentChildren }) => (
    <div class={name} data-rest role="group" aria-label={t("Choices")}>
        {children}
    </div>
);

/** Nothing to choose: whom the table waits for, and what happened before the line that the recap shows (wide screens have the log). */
export const Waiting = ({ ctx, prompt, lines }: { ctx: Pick<Context, "wide" | "log">; prompt: string; lines: number }) => (
    <div class="action waits">
        {!ctx.wide && (
            <ul aria-hidden="true">
                {ctx.log?.slice(-lines - 1, -1).map((l) => (
                    <li key={l.key}>{l.text}</li>
                ))}
            </ul>
        )}
        <p class="prompt">{prompt}</p>
    </div>
);

/** What the player is asked for, for those who hear the page: it says what the bar says, whenever that changes, as it does when a card is
 *  chosen: its sentences, or the choices if there are none. A board without a bar says its prompt. That something is being sent is no
 *  news (`waits`); while something is told or lies over the table nobody is asked (`quiet`), and what comes then is said anew. */
export function Asked({ prompt, waits, quiet }: { prompt: string; waits: boolean; quiet: boolean }) {
    const here = useRef<HTMLParagraphElement>(null),
        [said, say] = useState(""),
        read = useRef(() => {});
    read.current = () => {
        if (waits && !quiet) return;
        const bar = here.current!.parentElement!.querySelectorAll("[data-rest]"),
            sentence = (text: string) => text.trim().replace(/[^.!?…]$/, "$&."),
            text = (what: string) => [...bar].flatMap((b) => [...b.querySelectorAll(what)].map((e) => sentence(e.textContent!))).join(" ");
        say(quiet ? "" : text("p:not([aria-hidden], [role=status])") || text("button") || sentence(prompt));
    };
    useLayoutEffect(() => read.current());
    useEffect(() => {
        const watch = new MutationObserver(() => read.current());
        watch.observe(here.current!.parentElement!.querySelector("main")!, { childList: true, subtree: true, characterData: true });
        return () => watch.disconnect();
    }, []);
    return (
        <p class="unseen" role="status" ref={here}>
            {said}
        </p>
    );
}
