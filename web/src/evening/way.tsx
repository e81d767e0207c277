// way.tsx: the way back to the evening from a menu, a replay or a review of one of its games.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { text } from "../table/lists";
import { Icon } from "../ui/kit";
import { been } from "./been";
import { worded } from "./kit";

export const Way = worded(
    ({ event, table }: { event: string; table?: string }) => (
        <a class={table ? "button" : "to"} href={`/e/${event}`} onClick={() => void (table && been.add(table))}>
            <Icon name="left" /> {t("Back to the evening")}
        </a>
    ),
    false,
);
/** From a table of the server, which knows whether it is one of an evening. */
export function WayFrom({ table }: { table: string }) {
    const [event, set] = useState<string>();
    useEffect(() => {
        let left = false;
        text(`/api/tables/${table}`).then(
            (told) => left || set((JSON.parse(told) as { evening?: string }).evening),
            () => undefined, // whatever is shown of the table says what is wrong
        );
        return () => {
            left = true;
        };
    }, [table]);
    return event ? (
        <p class="way">
            <Way event={event} />
        </p>
    ) : null;
}
