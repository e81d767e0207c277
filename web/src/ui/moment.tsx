// moment.tsx: something big over the table while its beat lasts. It is no new thing to read: the log says it, too.
import type { Director } from "../table/director";

export function MomentLayer({ d }: { d: Director }) {
    const m = d.stage.moment.value;
    if (!m) return null;
    return (
        <div class={`moment ${m.kind}`} key={d.stage.shown.value} data-seat={m.seat} style={{ "--pace": m.pace }} aria-hidden="true">
            {m.node}
        </div>
    );
}
