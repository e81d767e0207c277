// clock.tsx: what is left on a seat's clock, and until when a question is open.
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { play } from "../sound";
import { slow, type TableInfo, type View } from "../table/types";
import { useNow } from "./kit";
import { later } from "./later";

const SlowClock = later(() => import("../turn/table").then((m) => m.SlowClock), true);

const words = (ms: number): string => {
    const s = Math.max(0, Math.ceil(ms / 1000));
    return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};

/** Seconds: the clock turns red and is heard; then again with each of the last ones. */
const warned = 10,
    last = 5;

/** Nothing where the table has no clock. */
export function Clock({ table, view, seat }: { table: TableInfo; view: View; seat: number }) {
    const left = table.seats[seat]?.left,
        runs = table.stage === "playing" && !table.paused && view.turn === seat;
    const now = useNow(left !== undefined && runs);
    const seconds = runs && seat === table.you && left !== undefined ? Math.ceil((left - (now - table.since)) / 1000) : 0;
    useEffect(() => {
        if (seconds === warned || (seconds > 0 && seconds <= last)) play("clock");
    }, [seconds]);
    if (table.stage === "playing" && slow(table)) return <SlowClock {...{ table, view, seat }} />;
    if (left === undefined || table.stage !== "playing" || !/clock=(move|game)/.test(table.settings)) return null;
    const rest = runs ? left - (now - table.since) : left;
    return (
        <span class={`clock ${rest < warned * 1000 ? "warn" : ""}`} role="timer" aria-label={t("time left")}>
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
