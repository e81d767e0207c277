// clock.tsx: what is left on a seat's clock, and until when a question is open.
import { t } from "../i18n";
import type { TableInfo, View } from "../table/types";
import { useNow } from "./kit";

const words = (ms: number): string => {
    const s = Math.max(0, Math.ceil(ms / 1000));
    return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};

/** Nothing where the table has no clock. */
export function Clock({ table, view, seat }: { table: TableInfo; view: View; seat: number }) {
    const left = table.seats[seat]?.left,
        runs = table.stage === "playing" && !table.paused && view.turn === seat;
    const now = useNow(left !== undefined && runs);
    if (left === undefined || table.stage !== "playing" || !/clock=(move|game)/.test(table.settings)) return null;
    const rest = runs ? left - (now - table.since) : left;
    return (
        <span class={`clock ${rest < 10000 ? "warn" : ""}`} role="timer" aria-label={t("time left")}>
            {words(rest)}
        </span>
    );
}

/** A bar that shrinks until `wake`. */
export function Countdown({ until, from }: { until: number; from: number }) {
    const now = useNow(true, 100);
    const part = Math.max(0, Math.min(1, (until - now) / Math.max(1, until - from)));
    return <progress class="countdown" value={part} max={1} aria-label={t("time left")} />;
}
