// table.tsx: what "your turn" adds to the screen of a table: the clock of a slow game, that one may close the page, and the offer to be told.
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { t } from "../i18n";
import type { Director } from "../table/director";
import { slow, type TableInfo, type View } from "../table/types";
import { Icon, useNow } from "../ui/kit";
import { telling } from "./signs";
import { setTell, useTelling } from "./tell";
import { dayOf, moment, shortDay, shortSpan, span } from "./when";
import "../ui/play"; // it is loaded by then: so the bundler need not divide it

/** Of the time for a move: so much is left when the clock turns red. */
const last = 1 / 8;

/** What is left of a slow game's time for a move, and who is away. */
export function SlowClock({ table, view, seat }: { table: TableInfo; view: View; seat: number }) {
    const { left, holiday, late } = table.seats[seat] ?? {},
        runs = !table.paused && view.turn === seat,
        now = useNow(true, 20_000);
    if (holiday && holiday > now)
        return (
            <span class="clock away" title={t("Away until {day}. The clock stands still.", { day: dayOf(holiday) })}>
                {t("away until {day}", { day: shortDay(holiday) })}
            </span>
        );
    if (left === undefined || !runs) return null;
    const hours = Number(/hours=(\d+)/.exec(table.settings)?.[1] ?? 24),
        end = Math.max(table.since, holiday ?? 0) + left,
        rest = end - now;
    if (late || rest <= 0) return <span class="clock warn">{t("the time is over")}</span>;
    return (
        <span
            class={`clock ${rest < hours * 3_600_000 * last ? "warn" : ""}`}
            role="timer"
            aria-label={t("time left: {span}, until {time}", { span: span(rest, "long"), time: moment(end, now) })}
            title={t("until {time}", { time: moment(end, now) })}
        >
            {shortSpan(rest)}
        </span>
    );
}

/** A turn began while the page was hidden, and nothing could tell this player. Kept: they may come back by loading the page. */
const key = "irori missed a turn";
const missed = signal(false);
try {
    missed.value = localStorage.getItem(key) !== null;
} catch {
    /* a browser that keeps nothing */
}
export function missedTurn(yes: boolean): void {
    missed.value = yes;
    try {
        if (yes) localStorage.setItem(key, "1");
        else localStorage.removeItem(key);
    } catch {
        /* it lasts as long as the page */
    }
}

const closed = signal<readonly string[]>([]); // tables where this player put the line aside
const aside = (d: Director) => (closed.value = [...closed.value, d.table.code]);
const Cross = ({ press }: { press: () => void }) => (
    <button class="plain" aria-label={t("Close")} onClick={press}>
        <Icon name="cross" />
    </button>
);
/** The same switch as in the settings, as small as a button. */
function TellButton({ on }: { on: boolean }) {
    return (
        <button class="tell-me" role="switch" aria-checked={on} onClick={() => void setTell(!on)}>
            <i aria-hidden="true" /> {t("Tell me")}
        </button>
    );
}
/** In a slow game, while others are to move. */
function Calm({ d }: { d: Director }) {
    const [how, push] = useTelling();
    return (
        <section class="vote tell" aria-label={t("Your turn")}>
            <span role="status">
                {how !== "on"
                    ? t("You can close this page. The game waits for your next turn.")
                    : push === "on"
                      ? t("You can close this page. We will tell you when it is your turn.")
                      : t("We will tell you when it is your turn, as long as this page is open somewhere.")}
            </span>
            {how !== "none" && how !== "denied" && <TellButton on={how === "on"} />}
            <Cross press={() => aside(d)} />
        </section>
    );
}
/** After a turn that began unseen: would it have helped? */
function Offer() {
    return (
        <section class="vote tell" aria-label={t("Your turn")}>
            <span>{t("It was your turn while you were elsewhere. Shall we tell you next time?")}</span>
            <button
                class="main"
                onClick={() => {
                    missedTurn(false);
                    void setTell(true);
                }}
            >
                {t("Tell me")}
            </button>
            <Cross
                press={() => {
                    missedTurn(false);
                    void setTell(false);
                }}
            />
        </section>
    );
}
/** The line for this moment, in the place of the recap; it never covers one that has something to say. */
export function bandOf(d: Director): VNode | null {
    const frame = d.shown.value,
        quiet = !d.asked && !d.moving.value && d.recap.value === "closed";
    if (!frame || d.table.local || frame.table.you === undefined || frame.table.stage !== "playing" || !quiet) return null;
    if (slow(frame.table)) return closed.value.includes(d.table.code) ? null : <Calm d={d} />;
    return missed.value && telling() === "ask" ? <Offer /> : null;
}
