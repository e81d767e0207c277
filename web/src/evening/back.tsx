// back.tsx: at a table of an evening: the way back, where one stands now, and the next table as soon as it is there.
import "../ui/play"; // it is loaded by then: so the bundler need not divide it
import { useEffect } from "preact/hooks";
import { t, tn } from "../i18n";
import { Icon } from "../ui/kit";
import { been } from "./been";
import { myTable, others, running } from "./event";
import { worded } from "./kit";
import { lead } from "./lead";
import { useEvening } from "./live";
import { namesOf, placed } from "./words";
import type { Evening, EventTable } from "./types";

/** What there is to know here, in a sentence. */
function said(e: Evening, table: string, next: EventTable | undefined): string {
    const left = running(e).length;
    if (next) return t("Your next table is ready. You play with {names}.", { names: namesOf(e, others(next, e.you)) });
    if (e.stage === "over") return t("The evening is over.");
    if (e.you === null) return "";
    if (e.tables.some((at) => at.table === table && !at.ranks))
        return e.bots ? t("For whoever does not come soon, a bot plays.") : t("Whoever does not come soon loses this game.");
    return [
        e.people[e.you]!.games > 0 ? placed(e, e.you) : "",
        e.kind !== "arena" && left ? tn("{n} table still plays.", "{n} tables still play.", left) : "",
    ]
        .filter(Boolean)
        .join(" · ");
}
interface BackProps {
    table: string;
    event: string;
    /** In the foot of the result, which is always in sight: what there is to press next, before the rest of its buttons. */
    foot?: boolean;
}
export const Back = worded(function Back({ table, event, foot = false }: BackProps) {
    const known = useEvening(event);
    useEffect(() => void been.add(table), [table]);
    const e = known && "state" in known ? known.state : undefined,
        mine = e && myTable(e),
        next = mine?.table === table ? undefined : mine;
    const parts = (
        <>
            {e && (
                <p class="at-evening" role="status">
                    <b dir="auto">{e.name}</b> <small>{said(e, table, next)}</small>
                </p>
            )}
            {next && (
                <button class="main" onClick={() => lead(next.table)}>
                    {t("To the table")}
                </button>
            )}
            <a class={`button ${next ? "" : "main"}`} href={`/e/${event}`}>
                <Icon name="left" /> {t("Back to the evening")}
            </a>
        </>
    );
    return foot ? (
        parts
    ) : (
        <section class="evening-back" aria-label={t("The evening")}>
            {parts}
        </section>
    );
}, false);
