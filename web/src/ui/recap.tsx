// recap.tsx: what happened since the player's last turn. A strip that always has its place says the last line, as a caption while it is
// told; pressed, it lists all that was told since, until the player moves. Where the log stands beside the board, it marks them there.
import { useEffect, useRef } from "preact/hooks";
import { t, tn } from "../i18n";
import type { Director } from "../table/director";
import type { Line } from "../table/types";
import { Crest, Icon } from "./kit";

/** Who, what, and of which cards. */
const Told = ({ line }: { line: Line }) => (
    <>
        {line.seat !== undefined && <Crest seat={line.seat} size={18} />}
        <span class="told">{line.text}</span>
        {line.picture && (
            <span class="pics" aria-hidden="true">
                {line.picture}
            </span>
        )}
    </>
);

export const sinceTitle = (d: Director): string => (d.recap.value === "away" ? t("While you were away") : t("Since your last turn"));

export function Recap({ d }: { d: Director }) {
    const since = d.since(),
        last = d.log.value[d.log.value.length - 1],
        open = d.recap.value !== "closed" && since.length > 0;
    const list = useRef<HTMLOListElement>(null);
    useEffect(() => {
        if (open) list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
    }, [open, since.length]);
    const toggle = () => (d.recap.value = open ? "closed" : "open");
    return (
        <section
            class={`recap ${d.moving.value ? "telling" : ""}`}
            aria-label={sinceTitle(d)}
            onKeyDown={(e) => {
                if (e.key !== "Escape" || !open) return;
                e.stopPropagation();
                d.recap.value = "closed";
            }}
        >
            <button class="plain" aria-expanded={open} disabled={!since.length} onClick={toggle}>
                {last ? <Told key={last.key} line={last} /> : <span class="unseen">{sinceTitle(d)}</span>}
                {d.mark.value}
                {since.length > 1 && (
                    <span class="more">
                        {since.length}{" "}
                        <span class="unseen">{tn("line since your last turn", "lines since your last turn", since.length)}</span>
                    </span>
                )}
                {since.length > 0 && <Icon name={open ? "up" : "down"} size={16} />}
            </button>
            {open && (
                <div class="recap-list">
                    <h2>{sinceTitle(d)}</h2>
                    <ol ref={list} tabIndex={0} aria-label={sinceTitle(d)}>
                        {since.map((l) => (
                            <li key={l.key} class={l.act ? "act" : ""}>
                                <Told line={l} />
                            </li>
                        ))}
                    </ol>
                </div>
            )}
        </section>
    );
}
