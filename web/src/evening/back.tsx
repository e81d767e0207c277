// back.tsx: at a table of an evening: the way back, where one stands now, and the next table as soon as it is there.
import "../ui/play"; // it is loaded by then: so the bundler need not divide it
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "../ui/kit";
import { myTable, others } from "./event";
import { worded } from "./kit";
import { noteTable } from "./kept";
import { lead } from "./lead";
import { useEvening } from "./live";
import { namesOf, placed } from "./words";

export const Back = worded(function Back({ table, event }: { table: string; event: string }) {
    const known = useEvening(event);
    useEffect(() => noteTable(table, event), [table, event]);
    const e = known && "state" in known ? known.state : undefined,
        mine = e && myTable(e),
        next = mine?.table === table ? undefined : mine;
    return (
        <section class="evening-back" aria-label={t("The evening")}>
            {e && (
                <p role="status">
                    <b dir="auto">{e.name}</b>
                    <small>
                        {next
                            ? t("Your next table is ready. You play with {names}.", { names: namesOf(e, others(next, e.you)) })
                            : e.stage === "over"
                              ? t("The evening is over.")
                              : e.you !== null && e.people[e.you]!.points > 0
                                ? placed(e, e.you)
                                : ""}
                    </small>
                </p>
            )}
            {next && (
                <button class="main" onClick={() => lead(next.table, event)}>
                    {t("To the table")}
                </button>
            )}
            <a class={`button ${next ? "" : "main"}`} href={`/e/${event}`}>
                <Icon name="left" /> {t("Back to the evening")}
            </a>
        </section>
    );
}, false);
