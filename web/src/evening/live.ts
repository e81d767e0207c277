// live.ts: an evening over the page's link: heard again after every reconnection, and what somebody does there.
import { useEffect, useState } from "preact/hooks";
import { link } from "../net/browser";
import { times, type Message } from "../net/link";
import { settings } from "../settings";
import type { Refusal } from "../table/types";
import { offline } from "../table/lists";
import { after, type Heard } from "./event";
import type { NewEvening } from "./types";

/** What is known of an evening, again and again, as long as somebody looks. */
export function useEvening(code: string): Heard {
    const [known, set] = useState<Heard>();
    useEffect(() => {
        let now: Heard;
        const heard = (m: Message): void => {
            now = after(now, m, code, Date.now());
            set(now);
        };
        const end = link.hear("event", heard, { type: "event", event: code });
        return () => {
            end();
            link.tell({ type: "event-leave", event: code });
        };
    }, [code]);
    return known;
}
const refusal = (m: Message): Refusal | null => (m.type === "refused" ? (m as unknown as Refusal) : null);

/** Its code, or why there is none. */
export async function makeEvening(e: NewEvening): Promise<string | Refusal> {
    const { name } = settings.get();
    if (!navigator.onLine || link.state === "lost") return offline;
    if (name) link.tell({ type: "name", name });
    const m = await link.ask({ type: "event-new", ...e }, { again: false, patience: times.patience });
    return refusal(m) ?? (m.event as string);
}
/** join NAME, leave, back, start, drop I, close. Each can be said twice: what is so already stays so. */
export const doAt = async (event: string, what: string): Promise<Refusal | null> =>
    refusal(await link.ask({ type: "event-do", event, do: what }, { patience: times.patience }));
