// when.ts: times of slow games in words: how much is left, and until when.
import { language, t } from "../i18n";

const minute = 60_000,
    hour = 60 * minute,
    day = 24 * hour;

const unit = (n: number, of: "day" | "hour" | "minute", how: "short" | "long" | "narrow"): string =>
    new Intl.NumberFormat(language.get(), { style: "unit", unit: of, unitDisplay: how }).format(n);

/** "3 days", "1 day 5 hr", "5 hr 20 min", "12 min". Never more than there is. */
export function span(ms: number, how: "short" | "long" = "short"): string {
    const rest = Math.max(0, ms),
        days = Math.floor(rest / day),
        hours = Math.floor((rest % day) / hour),
        minutes = Math.floor((rest % hour) / minute);
    const parts: [number, "day" | "hour" | "minute"][] =
        days > 2
            ? [[days, "day"]]
            : days
              ? [
                    [days, "day"],
                    [hours, "hour"],
                ]
              : hours > 5
                ? [[hours, "hour"]]
                : hours
                  ? [
                        [hours, "hour"],
                        [minutes, "minute"],
                    ]
                  : [[minutes, "minute"]];
    return parts
        .filter(([n], i) => n || !i)
        .map(([n, of]) => unit(n, of, how))
        .join(" ");
}
/** The same in one short word, for a place beside a name: "3d", "47h", "55m". */
export function shortSpan(ms: number): string {
    const rest = Math.max(0, ms),
        [n, of] =
            rest >= 3 * day
                ? ([rest / day, "day"] as const)
                : rest >= 2 * hour
                  ? ([rest / hour, "hour"] as const)
                  : ([rest / minute, "minute"] as const);
    return unit(Math.floor(n), of, "narrow");
}
/** A moment to come, as short as it can be said: "18:00" today, "Friday 18:00" in the next days, else with its date. */
export function moment(at: number, now: number): string {
    const near = new Date(now).toDateString() === new Date(at).toDateString();
    const how: Intl.DateTimeFormatOptions = near ? {} : at - now < 6 * day ? { weekday: "long" } : { day: "numeric", month: "long" };
    return new Intl.DateTimeFormat(language.get(), { ...how, hour: "numeric", minute: "2-digit" }).format(at);
}
export const shortDay = (at: number): string => new Intl.DateTimeFormat(language.get(), { day: "numeric", month: "numeric" }).format(at);
export const dayOf = (at: number): string =>
    new Intl.DateTimeFormat(language.get(), { weekday: "short", day: "numeric", month: "short" }).format(at);
/** Until when a slow game waits; "": it does not say. */
export const until = (due: number | null | undefined, now: number): string =>
    due ? (due > now ? t("until {time}", { time: moment(due, now) }) : t("the time is over")) : "";
/** Days from now to the end of this day (as a date field has it: 2026-07-30), counted as the server wants them: whole, at least one. */
export const daysUntil = (date: string, now: number): number => Math.ceil((new Date(`${date}T23:59:59`).getTime() - now) / day);
