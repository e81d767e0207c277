// bar.tsx: the bar between table and hand, in which a board lets its player choose.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Context } from "../board";

/** Holds the choices. While there are none it holds the focus of whoever was there (focus.tsx). */
export const Bar = ({ class: name, children }: { class: string; children: ComponentChildren }) => (
    <div class={name} data-rest>
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
 *  chosen: its sentences, or the choices if there are none. A board without a bar says its prompt. That something is being sent is no news. */
export function Asked({ prompt, waits }: { prompt: string; waits: boolean }) {
    const here = useRef<HTMLParagraphElement>(null),
        [bar, setBar] = useState(""),
        said = useRef(""),
        sending = useRef(waits);
    sending.current = waits;
    useEffect(() => {
        const table = here.current!.parentElement!,
            text = (what: string) =>
                [...table.querySelectorAll(`[data-rest] ${what}`)].map((e) => e.textContent!.trim().replace(/[^.!?…]$/, "$&.")).join(" "),
            read = () => sending.current || setBar(text("p:not([aria-hidden])") || text("button"));
        const watch = new MutationObserver(read);
        watch.observe(table.querySelector("main")!, { childList: true, subtree: true, characterData: true });
        read();
        return () => watch.disconnect();
    }, []);
    if (!waits) said.current = bar || prompt;
    return (
        <p class="unseen" role="status" ref={here}>
            {said.current}
        </p>
    );
}
