// said.tsx: what exercises and puzzles share: a position of a record that is opened and closed again, and the words beside it, before and after
// the answer.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "../ui/kit";
import { errorText } from "../words";
import { StillTable } from "./still";

/** The table of a position, or why there is none; neither while it is opened. */
export function useStill(of: Parameters<typeof StillTable.open>[0] | undefined): { table?: StillTable; error?: string } {
    const [state, set] = useState<{ table?: StillTable; error?: string }>({});
    useEffect(() => {
        if (!of) return;
        let left = false,
            table: StillTable | undefined;
        StillTable.open(of).then(
            (it) => {
                table = it;
                if (left) it.close();
                else set({ table });
            },
            (x: Error) => left || set({ error: errorText(x) }),
        );
        return () => {
            left = true;
            table?.close();
        };
    }, []);
    return state;
}

export const Failed = ({ why }: { why: string }) => (
    <p class="note bad" role="alert">
        {why}
    </p>
);

interface Asked {
    what: string; // an exercise, a puzzle
    title: string;
    where: ComponentChildren;
    skip: string;
    next: () => void;
    thinks: boolean;
    children: ComponentChildren;
}
/** Before the answer, and while it is judged. */
export const Asked = ({ what, title, where, skip, next, thinks, children }: Asked) => (
    <section class="said" aria-label={what}>
        <div class="head">
            <h2>{title}</h2>
            <button onClick={next}>{skip}</button>
        </div>
        <p class="soft">{where}</p>
        {children}
        {thinks && <p role="status">{t("Thinking…")}</p>}
    </section>
);

interface Answered {
    what: string;
    how: "best" | "good" | "slip";
    title: string;
    /** What it changed, beside the verdict. */
    side?: ComponentChildren;
    again: () => void;
    next: () => void;
    children: ComponentChildren;
}
/** The verdict, which is read out, and what follows from it. Where there is no room beside the board, it takes the place of the question, and the
 *  board stays whole; a press unfolds the rest over it. */
export function Answered({ what, how, title, side, again, next, children }: Answered) {
    const head = useRef<HTMLHeadingElement>(null);
    const [whole, setWhole] = useState(false);
    useEffect(() => head.current?.focus(), []);
    return (
        <section class={`said answered ${how} ${whole ? "" : "folded"}`} aria-label={what}>
            <div class="head">
                <h2 tabIndex={-1} ref={head}>
                    <Icon name={how === "slip" ? "warn" : "check"} /> {title}
                </h2>
                {side}
            </div>
            <div class="told" tabIndex={0} role="region" aria-label={title}>
                {children}
            </div>
            <p class="row">
                {how === "slip" && <button onClick={again}>{t("Try again")}</button>}
                <button class="main" onClick={next}>
                    {t("Next")}
                </button>
                <button class="fold" aria-label={t("Details")} aria-expanded={whole} onClick={() => setWhole(!whole)}>
                    <Icon name={whole ? "up" : "down"} />
                </button>
            </p>
        </section>
    );
}
