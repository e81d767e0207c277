// bar.tsx: the bar between table and hand, in which a board lets its player choose.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Context } from "../board";

/** Holds the choices. The keyboard does not fall out of it when what it stood on is gone: it goes to the first of `buttons`. */
export function Bar({ class: name, buttons, children }: { class: string; buttons: string; children: ComponentChildren }) {
    const bar = useRef<HTMLDivElement>(null),
        held = useRef(false);
    useEffect(() => {
        if (held.current && document.activeElement === document.body)
            bar.current?.querySelector<HTMLElement>(buttons)?.focus({ preventScroll: true });
    });
    return (
        <div
            class={name}
            ref={bar}
            onFocusCapture={() => (held.current = true)}
            onBlurCapture={(e) => {
                if (e.relatedTarget) held.current = false;
            }}
        >
            {children}
        </div>
    );
}

/** Nothing to choose: whom the table waits for, and what happened last (wide screens have the log beside it). */
export const Waiting = ({ ctx, prompt, lines }: { ctx: Pick<Context, "wide" | "log">; prompt: string; lines: number }) => (
    <div class="action waits">
        {!ctx.wide && (
            <ul aria-hidden="true">
                {ctx.log?.slice(-lines).map((l) => (
                    <li key={l.key}>{l.text}</li>
                ))}
            </ul>
        )}
        <p class="prompt">{prompt}</p>
    </div>
);
