// holiday.tsx: "I am away until …": the clocks of slow games stand still until this player is back.
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { link } from "../net/browser";
import { times, type Message } from "../net/link";
import type { Refusal } from "../table/types";
import { refusalText } from "../words";
import { dayOf, daysUntil } from "./when";

/** Days a game: the server's limit. */
const most = 21;
const day = 86_400_000;
/** As a date field wants it: of this place, not of Greenwich. */
const field = (at: number): string => new Intl.DateTimeFormat("sv", { year: "numeric", month: "2-digit", day: "2-digit" }).format(at);

/** One message about a table that is not open here: joins it, asks, and leaves. The answer, or a refusal. `seq`: of the frame it saw. */
export function askAt(table: string, message: (seq: number) => Message): Promise<Message> {
    return new Promise((resolve) => {
        const end = (said: Message): void => {
            link.leave(table);
            resolve(said);
        };
        let sent = false;
        link.join(table, {
            seq: () => undefined,
            connection: () => undefined,
            heard(m: Message) {
                if (m.type === "refused" && !sent) return end(m);
                if (m.type !== "frame" || sent) return;
                sent = true;
                void link.ask(message(m.seq as number), { patience: times.patience }).then(end);
            },
        });
    });
}
export const doAt = async (table: string, command: string): Promise<Refusal | null> => {
    const answer = await askAt(table, (seq) => ({ type: "do", table, seq, do: command }));
    return answer.type === "refused" ? (answer as unknown as Refusal) : null;
};

/** A form for all tables at once, or for the one that is open. `until`: this player is away so long already, or 0. */
export function Holiday({ send, until }: { send: (days: number) => Promise<Refusal | null>; until: number }) {
    const now = Date.now(),
        away = until > now;
    const [date, setDate] = useState(field(now + 3 * day));
    const [busy, setBusy] = useState(false);
    const [said, setSaid] = useState("");
    const days = Math.min(most, Math.max(1, daysUntil(date, now) || 1));
    const press = async (n: number): Promise<void> => {
        setBusy(true);
        setSaid("");
        const refusal = await send(n);
        setBusy(false);
        setSaid(
            refusal
                ? refusalText(refusal)
                : n
                  ? t("Your clocks stand still until {day}.", { day: dayOf(Date.now() + n * day) })
                  : t("Welcome back. Your clocks run again."),
        );
    };
    useEffect(() => setSaid(""), [date]);
    return (
        <form
            class="holiday"
            onSubmit={(e) => {
                e.preventDefault();
                void press(days);
            }}
        >
            <label class="field">
                <span>{t("I am away until")}</span>
                <input
                    type="date"
                    required
                    value={date}
                    min={field(now)}
                    max={field(now + most * day)}
                    onInput={(e) => setDate(e.currentTarget.value)}
                />
            </label>
            <button disabled={busy}>{tn("Be away for {n} day", "Be away for {n} days", days)}</button>
            {away && (
                <button type="button" class="main" disabled={busy} onClick={() => void press(0)}>
                    {t("I am back")}
                </button>
            )}
            <small>
                {away
                    ? t("You are away until {day}.", { day: dayOf(until) })
                    : t("Your time does not run meanwhile; the others see it. At most {n} days in each game.", { n: most })}
            </small>
            <p role="status">{said}</p>
        </form>
    );
}
