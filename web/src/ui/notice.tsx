// notice.tsx: what the table asks of its people, who is missing and who plays for them, and that somebody only watches. What is asked
// stands in the place of the recap, or in the bar at the top, so that the board need not move. The same for every game.
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { list, t, tn } from "../i18n";
import { asks } from "../table/acts";
import type { Director } from "../table/director";
import { slow, type Frame } from "../table/types";
import { Icon } from "./kit";

/** Seconds: a table's patience if its settings name none, and how long who chose to wait is left alone at least. */
const usualPatience = 120,
    leastPatience = 30;

/** A proposal, and the answers to it. */
function Votes({ d, frame }: { d: Director; frame: Frame }) {
    const { asking, may, you } = frame.table;
    if (!asking) return null;
    const mine = asking.by === you;
    return (
        <section class="vote" aria-label={t("Table")}>
            <span>{mine ? t("Waiting for the others to agree…") : asks(asking.what).replace("{name}", d.seatName(asking.by))}</span>
            {may.includes("agree") && (
                <button class="main" onClick={() => void d.do("agree")}>
                    {t("Agree")}
                </button>
            )}
            {may.includes("decline") && <button onClick={() => void d.do("decline")}>{mine ? t("Back") : t("Refuse")}</button>}
        </section>
    );
}

export function endGame(d: Director): void {
    d.ask(t("End this game for everybody? Nobody wins."), () => void d.do("end"));
}

/** Somebody the table waits for in vain. Waiting on hides it, for this player and a while. */
function Late({ d, frame, seat, wait }: { d: Director; frame: Frame; seat: number; wait: () => void }) {
    const { may, you } = frame.table,
        name = d.seatName(seat),
        gone = d.here.value[seat] === false; // whoever is here may think: then to wait is what one does
    return (
        <section class="vote three" aria-label={t("Table")}>
            <span>
                {gone && !slow(frame.table) ? t("{name} is not at the table.", { name }) : t("{name} has not moved for a while.", { name })}
            </span>
            {may.includes(`takeover ${seat}`) && (
                <button class={gone ? "main" : ""} onClick={() => void d.do(`takeover ${seat}`)}>
                    {t("Let a bot play")}
                </button>
            )}
            {you !== undefined && (
                <button class={gone ? "" : "main"} onClick={wait}>
                    {t("Wait")}
                </button>
            )}
            {may.includes("end") && <button onClick={() => endGame(d)}>{t("End the game")}</button>}
        </section>
    );
}

function Paused({ d, frame }: { d: Director; frame: Frame }) {
    const { deserted, may } = frame.table;
    return (
        <section class="vote" aria-label={t("Table")}>
            <span>{deserted ? t("Nobody was left to play, so the game waits.") : t("The game is paused.")}</span>
            {may.includes("resume") && (
                <button class="main" onClick={() => void d.do("resume")}>
                    {t("Go on playing")}
                </button>
            )}
        </section>
    );
}

/** What a bot does for this player. */
function StandIn({ d, showLog }: { d: Director; showLog: () => void }) {
    const n = d.botMoves();
    return (
        <section class="vote three" aria-label={t("Table")}>
            <span>
                {t("A bot plays for you.")} {n > 0 && tn("It has made {n} move.", "It has made {n} moves.", n)}
            </span>
            <button class="main" onClick={() => void d.do("back")}>
                {t("Play myself again")}
            </button>
            {n > 0 && !d.wide && <button onClick={showLog}>{t("Show the moves")}</button>}
        </section>
    );
}

/** What there is to know without anything to do. */
function Facts({ d, frame }: { d: Director; frame: Frame }) {
    const { seats, you, stage } = frame.table;
    const names = (fits: (seat: (typeof seats)[number], i: number) => boolean): string =>
        list(seats.flatMap((s, i) => (s.kind === "person" && !s.resigned && i !== you && fits(s, i) ? [d.seatName(i)] : [])));
    const bots = stage === "playing" ? names((s) => !!s.away) : "",
        gone =
            stage === "playing" && d.connection.value === "open" && !slow(frame.table)
                ? names((s, i) => !s.away && d.here.value[i] === false)
                : "",
        watch = you === undefined && !d.table.local;
    if (!bots && !gone && !watch) return null;
    return (
        <p class="facts" role="status">
            {watch && (
                <span>
                    <Icon name="eye" size={16} /> {t("You are watching")}
                </span>
            )}
            {bots && (
                <span>
                    <Icon name="bot" size={16} /> {t("A bot plays for: {names}", { names: bots })}
                </span>
            )}
            {gone && (
                <span class="gone">
                    <Icon name="offline" size={16} /> {t("Away from the table: {names}", { names: gone })}
                </span>
            )}
        </p>
    );
}

/** What there is to say: `band`, something to answer, which stands where the recap is; or `facts`. `buttons`: how many it has at most. */
export interface Notice {
    band?: VNode;
    buttons: number;
    lines?: number; // of its text, on a phone
    facts?: VNode;
}
export function useNotice(d: Director, frame: Frame | undefined, showLog: () => void): Notice {
    const table = frame?.table,
        late = table ? table.seats.findIndex((s, i) => !!s.late && i !== table.you) : -1;
    const [waits, setWaits] = useState(false); // this player goes on waiting for whoever is late
    useEffect(() => {
        if (!waits) return;
        const patience = Number(/absent=(\d+)/.exec(table?.settings ?? "")?.[1] ?? usualPatience);
        const timer = setTimeout(() => setWaits(false), Math.max(patience, slow(table!) ? 3600 : leastPatience) * 1000);
        return () => clearTimeout(timer);
    }, [waits]);
    useEffect(() => setWaits(false), [late]);
    if (!frame || table?.stage !== "playing") return { buttons: 0 };
    if (table.asking) return { band: <Votes d={d} frame={frame} />, buttons: 2 };
    if (table.paused) return { band: <Paused d={d} frame={frame} />, buttons: 1 };
    if (table.may.includes("back")) return { band: <StandIn d={d} showLog={showLog} />, buttons: 3 }; // its sentence is as long as one
    if (late >= 0 && !waits && table.you !== undefined && !table.seats[table.you]?.resigned && !d.table.local)
        return { band: <Late d={d} frame={frame} seat={late} wait={() => setWaits(true)} />, buttons: 3 };
    const { band } = d.extra.value;
    return band ? { band, buttons: 3, lines: 2 } : { facts: <Facts d={d} frame={frame} />, buttons: 0 };
}
