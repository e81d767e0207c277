// pace.tsx: how fast a table with friends is to be, in plain words; the clock's own fields say the same (words_options.ts).
import { language, t } from "../i18n";
import { Choice } from "../ui/kit";

type Table = Record<string, string>;
type Name = "quick" | "calm" | "slow";
/** As the server has them (docs/protocol.md, seek). */
const quick = { clock: "move", seconds: "60" };
const hours = [1, 4, 12, 24, 48, 72, 168, 336],
    usual = 24;

/** The pace that these settings are; undefined: a clock of one's own. */
export function paceOf({ clock = "none", seconds = "60" }: Table): Name | undefined {
    if (clock === "slow") return "slow";
    if (clock === "none") return "calm";
    return clock === "move" && seconds === quick.seconds ? "quick" : undefined;
}
/** The settings with this pace, and all else as it was. */
export function withPace(table: Table, pace: Name): Table {
    const { clock: _c, seconds: _s, increment: _i, hours: _h, late: _l, ...rest } = table;
    return { ...rest, ...(pace === "quick" ? quick : pace === "slow" ? { clock: "slow" } : {}) };
}
/** "12 hours", "3 days". */
const time = (n: number): string =>
    new Intl.NumberFormat(language.get(), { style: "unit", unit: n < 24 ? "hour" : "day", unitDisplay: "long" }).format(
        n < 24 ? n : n / 24,
    );

export function Pace({ table, set }: { table: Table; set: (table: Table) => void }) {
    const pace = paceOf(table),
        { hours: given, late = "wait", ...rest } = table,
        each = Number(given ?? usual);
    const what: Record<Name, string> = {
        quick: t("A minute for each move. Everybody stays at the table."),
        calm: t("No clock. Everybody stays at the table."),
        slow: t("Hours or days for each move: you close the page and come back when it is your turn."),
    };
    return (
        <div class="pace" style={{ display: "grid", gap: ".7rem" }}>
            <Choice<Name | "">
                label={t("Pace")}
                value={pace ?? ""}
                set={(p) => p && set(withPace(table, p))}
                options={[
                    ["quick", t("Quick")],
                    ["calm", t("Calm")],
                    ["slow", t("Slow")],
                ]}
            />
            <p class="soft" aria-live="polite">
                {pace ? what[pace] : t("A clock of your own, set below.")}
            </p>
            {pace === "slow" && (
                <>
                    <label class="field">
                        <span>{t("Time for each move")}</span>
                        <select
                            value={String(each)}
                            onChange={(e) => {
                                const n = Number(e.currentTarget.value);
                                set({ ...rest, ...(late !== "wait" && { late }), ...(n !== usual && { hours: String(n) }) });
                            }}
                        >
                            {[...new Set([...hours, each])]
                                .sort((a, b) => a - b)
                                .map((n) => (
                                    <option key={n} value={String(n)}>
                                        {time(n)}
                                    </option>
                                ))}
                        </select>
                    </label>
                    <Choice<string>
                        label={t("When somebody's time is over")}
                        value={late}
                        set={(l) => set({ ...rest, ...(given && { hours: given }), ...(l !== "wait" && { late: l }) })}
                        options={[
                            ["wait", t("the others wait or end the game")],
                            ["bot", t("a bot plays until they are back")],
                        ]}
                    />
                </>
            )}
        </div>
    );
}
