// tables.tsx: all tables of this player in one place: who invites them, where it is their turn and until when, and what is finished.
import { useEffect, useState } from "preact/hooks";
import { keep, type Saved } from "../engine/keep";
import { date, t } from "../i18n";
import { link } from "../net/browser";
import { times } from "../net/link";
import { go } from "../router";
import { useStore } from "../store";
import { forgotten, known, myTables, type Listed } from "../table/lists";
import type { Refusal } from "../table/types";
import { Icon, useNow } from "../ui/kit";
import { Layout } from "../ui/layout";
import { refusalText } from "../words";
import { askAt, doAt, Holiday } from "./holiday";
import { awaited, byUrgency } from "./mine";
import { Card, Invites, local, remote, Remove, Rows } from "./seats";
import { mine } from "./watch";
import { turnWords } from "./words";

/** Finished, and the others may be asked once more. */
function Finished({ of, gone, say }: { of: Listed; gone: () => void; say: (text: string) => void }) {
    const seat = remote(of),
        people = of.seats.filter((_, i) => i !== of.you).length > 0;
    const again = async (): Promise<void> => {
        const answer = await askAt(of.table, () => ({ type: "invite", table: of.table }));
        if (answer.type === "refused") say(refusalText(answer as unknown as Refusal));
        else if (typeof answer.table === "string") go(`/t/${answer.table}`);
    };
    return (
        <li>
            <Remove seat={seat} gone={gone}>
                <a href={seat.href}>
                    <span>{seat.title}</span>
                    <small>
                        {seat.note} · {date(seat.at)}
                    </small>
                </a>
                {of.evening ? (
                    <a class="button again" href={`/e/${of.evening}`} aria-label={`${t("The evening")}: ${seat.title}`}>
                        {t("The evening")}
                    </a>
                ) : (
                    people && (
                        <button class="again" aria-label={`${t("Play again")}: ${seat.title}`} onClick={() => void again()}>
                            {t("Play again")}
                        </button>
                    )
                )}
            </Remove>
        </li>
    );
}

export default function Tables() {
    const invites = useStore(mine)?.invites ?? [],
        now = useNow(true, 30_000);
    const [ready, setReady] = useState(false);
    const [games, setGames] = useState<Saved[]>([]);
    const [all, setAll] = useState<Listed[]>();
    const [, draw] = useState(0);
    const [said, setSaid] = useState("");
    const kept = () => keep.list().then(setGames, () => undefined);
    useEffect(() => {
        void turnWords().then(() => setReady(true));
        void kept();
        return myTables(setAll);
    }, []);
    if (!ready) return <main class="page" aria-busy="true" />;
    const gone = () => {
        void kept();
        draw((n) => n + 1);
    };
    const tables = (all ?? []).filter((m) => !forgotten(m.table)).sort(byUrgency),
        of = (fits: (m: Listed) => boolean) => tables.filter(fits),
        groups: [string, Listed[]][] = [
            [t("Your turn"), of(awaited)],
            [t("Others are to move"), of((m) => m.stage === "playing" && !awaited(m))],
            [t("Waiting for players"), of((m) => m.stage === "gathering")],
        ];
    const slow = of((m) => m.stage === "playing" && !!m.slow),
        over = of((m) => m.stage === "over").slice(0, 40),
        here = games.filter((g) => !g.over).map(local);
    const away = slow.filter((m) => (m.holiday ?? 0) > now);
    const holiday = async (days: number): Promise<Refusal | null> => {
        const answers = await Promise.all((days ? slow : away).map((m) => doAt(m.table, `holiday ${days}`)));
        await link.ask({ type: "mine" }, { patience: times.patience }); // nobody is told of what changes where they are
        return answers.find((a) => a) ?? null;
    };
    const empty = !tables.length && !invites.length && !here.length;
    return (
        <Layout title={t("My tables")}>
            {said && (
                <p class="note bad" role="alert">
                    {said}
                </p>
            )}
            <Invites />
            {groups.map(
                ([title, some]) =>
                    some.length > 0 && (
                        <section key={title}>
                            <h2>{title}</h2>
                            <div class="table-cards">
                                {some.map((m) => (
                                    <Card key={m.table} seat={remote(m, now)} gone={gone} bare />
                                ))}
                            </div>
                        </section>
                    ),
            )}
            {empty && (
                <p class="soft">
                    {all || !known()
                        ? t("No tables yet. Open one with friends, and it stands here with whose turn it is.")
                        : t("Connecting…")}
                </p>
            )}
            {slow.length > 0 && (
                <section class="away">
                    <h2>{t("Slow games")}</h2>
                    <Holiday send={holiday} until={Math.max(0, ...away.map((m) => m.holiday!))} />
                </section>
            )}
            {here.length > 0 && (
                <section>
                    <h2>{t("On this device")}</h2>
                    <Rows seats={here} gone={gone} />
                </section>
            )}
            {over.length > 0 && (
                <section>
                    <h2>{t("Finished")}</h2>
                    <ul class="games">
                        {over.map((m) => (
                            <Finished key={m.table} of={m} gone={gone} say={setSaid} />
                        ))}
                    </ul>
                </section>
            )}
            <p class="row">
                <a class="button" href="/">
                    <Icon name="home" /> {t("Home")}
                </a>
                <a class="button" href="/my">
                    <Icon name="chart" /> {t("My play")}
                </a>
            </p>
        </Layout>
    );
}
