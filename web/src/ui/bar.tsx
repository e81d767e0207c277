// bar.tsx: the bar between table and hand, in which a board lets its player choose.
import type { ComponentChildren } from "preact";
import type { Context } from "../board";

/** Holds the choices. While there are none it holds the focus of whoever was there (focus.tsx). */
export const Bar = ({ class: name, children }: { class: string; children: ComponentChildren }) => (
    <div class={name} data-rest>
        {children}
    </div>
);

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
