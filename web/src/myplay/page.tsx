// page.tsx: My play: what all my games tell together, and exercises from my own slips. Games that were not reviewed yet are reviewed here.
import { useEffect, useState } from "preact/hooks";
import { catalogue } from "../catalogue";
import type { Saved } from "../engine/keep";
import { date, t, tn } from "../i18n";
import { Accuracy, Bars, Chart, Luck, type BarRow } from "./charts";
import type { Digest } from "./digest";
import { exercises, nextDue } from "./exercise";
import { ExercisePage } from "./exercise_page";
import { local, remote } from "./found";
import { fromFile, type Found } from "./mine";
import { Run } from "./run";
import { myStyle } from "./style";
import { Blocked, digests, savedGames } from "./store";
import { gamesOf, insteads, kindSums, totals, type Game } from "./sums";
import { accuracyText, callsOf, cost, day, digestTitle, endText, kindName, wins } from "./words";
import { reviewWords } from "../review/words";
import { go } from "../router";
import { pack } from "../share";
import { myTables, type Listed } from "../table/lists";
import { Choice, focused, Icon } from "../ui/kit";
import { Layout } from "../ui/layout";
import { errorText, gameTitle } from "../words";

const keepsNothing = (e: unknown): string =>
    e instanceof Blocked
        ? t("An older page of Irori is open in another tab. Close it, then load this one again.")
        : t("This browser does not let the page keep anything, so there is nothing to look back at. ({why})", { why: errorText(e) });

function Progress({ run, waiting, start, stop }: { run: Run; waiting: Found[]; start: () => void; stop: () => void }) {
    const work = run.work.value,
        failed = [...run.failed.value.values()].filter((why) => why !== undefined);
    return (
        <>
            {work && (
                <div class="note working">
                    <p role="status">
                        {t("Reviewing your games: {n} of {of} ({game}, {date})", {
                            n: work.done + 1,
                            of: work.of,
                            game: gameTitle(work.at.game),
                            date: day(work.at.when),
                        })}
                    </p>
                    <progress max={work.of} value={work.done + work.part} aria-label={t("Games reviewed")} />
                    <button onClick={stop}>{t("Stop reviewing")}</button>
                </div>
            )}
            {!work && waiting.length > 0 && (
                <div class="note working">
                    <p>{tn("{n} game is not reviewed yet.", "{n} games are not reviewed yet.", waiting.length)}</p>
                    <button onClick={start}>{t("Review now")}</button>
                </div>
            )}
            {failed.length > 0 && (
                <div class="note bad">
                    <p>{tn("{n} game could not be reviewed.", "{n} games could not be reviewed.", failed.length)}</p>
                    <details>
                        <summary>{t("Details")}</summary>
                        {[...new Set(failed.map(errorText))].map((why) => (
                            <p key={why}>{why}</p>
                        ))}
                    </details>
                </div>
            )}
        </>
    );
}

const Empty = () => (
    <section class="my-empty">
        <p>{t("After your first finished game you will see here:")}</p>
        <ul>
            <li>{t("how accurate your moves were, game by game;")}</li>
            <li>{t("how much of your results was luck, with its error;")}</li>
            <li>{t("which kinds of moves cost you most, and which calls came too early or too late;")}</li>
            <li>{t("three exercises from your own games: a position, find the move.")}</li>
        </ul>
        <p class="soft">
            {t(
                "Games against bots and with people count, here and on the server. Lessons, games of bots, and games you only watched do not.",
            )}
        </p>
        <p class="row">
            <a class="button main" href="/">
                {t("Choose a game")}
            </a>
            <a class="button" href="/puzzles">
                {t("Puzzles")}
            </a>
        </p>
    </section>
);

/** How the result came about, over all games. */
function Sum({ games }: { games: Game[] }) {
    const s = totals(games);
    if (!s.games) return null;
    const rows: [string, string, string?][] = [
        [t("Chances before the first card"), wins(s.start, 2, false)],
        [t("Your slips"), wins(s.own)],
        [t("Slips of the others"), wins(s.others)],
        [t("Luck"), wins(s.luck), `± ${wins(2 * s.error, 2, false)}`],
        [t("Too small to be called a slip"), wins(s.rest)],
        [t("Won"), wins(s.won, 2, false)],
    ];
    return (
        <section class="sum">
            <div class="figures">
                <p>
                    <b class="display">{s.games}</b> {tn("game", "games", s.games)}
                </p>
                <p>
                    <b class="display">{wins(s.won, Number.isInteger(s.won) ? 0 : 1, false)}</b> {t("of them won")}
                </p>
                <p>
                    <b class="display">{accuracyText(s.accuracy)}</b> {t("accuracy")}
                </p>
            </div>
            <table>
                <caption>{t("How that came about, in wins")}</caption>
                <tbody>
                    {rows.map(([head, value, more]) => (
                        <tr key={head}>
                            <th scope="row">{head}</th>
                            <td>{value}</td>
                            <td>{more}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}

function Kinds({ games, many }: { games: Game[]; many: boolean }) {
    const all = kindSums(games),
        costly = all.filter((k) => k.loss > 0);
    if (!all.length) return null;
    const label = (k: { game: string; kind: string }): string =>
        many ? `${gameTitle(k.game)}: ${kindName(k.game, k.kind)}` : kindName(k.game, k.kind);
    return (
        <Chart
            title={t("Losses by kind of move")}
            says={costly[0] ? t("Most was lost here: {kind}.", { kind: label(costly[0]) }) : t("Not a single slip was found.")}
            heads={[t("Kind of move"), t("Decisions"), t("Slips"), t("Lost, in wins")]}
            rows={all.map((k) => [label(k), k.choices, k.slips, wins(k.loss, 2, false)])}
        >
            {costly.length > 0 && (
                <Bars
                    unit={t("lost, in wins · slips among the choices")}
                    rows={costly.slice(0, 8).map((k) => ({
                        key: `${k.game} ${k.kind}`,
                        label: label(k),
                        value: k.loss,
                        words: t("{wins} · {slips} of {choices}", {
                            wins: wins(k.loss, 2, false),
                            slips: k.slips,
                            choices: k.choices,
                        }),
                    }))}
                />
            )}
        </Chart>
    );
}

/** Calls too early and too late; below them, what else was done instead of what. */
function Calls({ games, many }: { games: Game[]; many: boolean }) {
    const all = insteads(games),
        at = (game: string, played: string, best: string) => all.find((i) => i.game === game && i.played === played && i.best === best),
        named = catalogue.games.flatMap((g) =>
            callsOf(g.name).map((c) => ({ ...c, game: g.name, tooEarly: at(g.name, c.now, c.wait), tooLate: at(g.name, c.wait, c.now) })),
        ),
        calls = named.filter((c) => c.tooEarly || c.tooLate);
    if (!all.length) return null;
    const of = (game: string, text: string): string => (many ? `${gameTitle(game)}: ${text}` : text),
        words = (n: number, loss: number): string => `${n}× · ${wins(loss, 2, false)}`;
    const rows = calls.flatMap((c): BarRow[] => [
        {
            key: `${c.game} ${c.now} early`,
            sign: "◀",
            label: of(c.game, t(c.early)),
            value: c.tooEarly?.loss ?? 0,
            words: words(c.tooEarly?.n ?? 0, c.tooEarly?.loss ?? 0),
        },
        {
            key: `${c.game} ${c.now} late`,
            sign: "▶",
            label: of(c.game, t(c.late)),
            value: c.tooLate?.loss ?? 0,
            words: words(c.tooLate?.n ?? 0, c.tooLate?.loss ?? 0),
        },
    ]);
    const early = calls.reduce((n, c) => n + (c.tooEarly?.n ?? 0), 0),
        late = calls.reduce((n, c) => n + (c.tooLate?.n ?? 0), 0);
    return (
        <Chart
            title={t("Too early, too late")}
            says={
                rows.length
                    ? t("Too early (◀): {early}. Too late (▶): {late}.", { early, late })
                    : t("No call came too early or too late. The table says which kinds of moves were chosen instead of others.")
            }
            heads={[t("Chosen"), t("Better"), t("How often"), t("Lost, in wins")]}
            rows={all.map((i) => [of(i.game, kindName(i.game, i.played)), kindName(i.game, i.best), i.n, wins(i.loss, 2, false)])}
        >
            {rows.length > 0 && <Bars rows={rows} unit={t("how often · lost, in wins")} />}
        </Chart>
    );
}

function Exercises({ all }: { all: Digest[] }) {
    const now = Date.now(),
        open = exercises(all, now),
        due = nextDue(all, now);
    if (!open.length && due === undefined) return null;
    return (
        <section>
            <h2>{t("Exercises from your games")}</h2>
            {open.length > 0 ? (
                <ul class="exercises">
                    {open.map(({ of, seat, slip }) => (
                        <li key={`${of.id} ${slip.row}`} data-game={of.game}>
                            <a href={`/my/${encodeURIComponent(of.id)}/${slip.row}`}>
                                <i class="surface" aria-hidden="true" />
                                <span>
                                    <b>{t("Find the move")}</b>
                                    <span>{digestTitle(of, seat)}</span>
                                    <small>
                                        {day(of.when)} · {t("it cost you {loss}", { loss: cost(slip.loss) })}
                                        {slip.practice && slip.practice.tries > 0 && ` · ${t("once more")}`}
                                    </small>
                                </span>
                            </a>
                        </li>
                    ))}
                </ul>
            ) : (
                <p>{t("All solved. The next one comes back {date}.", { date: date(due!) })}</p>
            )}
        </section>
    );
}

function GameList({ games }: { games: Game[] }) {
    const [all, setAll] = useState(false),
        last = [...games].reverse();
    return (
        <section>
            <h2>{t("Reviewed games")}</h2>
            <ul class="games">
                {last.slice(0, all ? last.length : 10).map((g) => (
                    <li key={`${g.of.id} ${g.seat}`}>
                        <GameRow g={g} />
                    </li>
                ))}
            </ul>
            {!all && last.length > 10 && <button onClick={() => setAll(true)}>{t("Show all")}</button>}
        </section>
    );
}
function GameRow({ g }: { g: Game }) {
    const href = { here: `/local/${g.of.id}`, server: `/t/${g.of.id}`, file: "" }[g.of.where],
        inside = (
            <>
                <span>{digestTitle(g.of, g.seat)}</span>
                <small>
                    {endText(g)} · {t("accuracy {accuracy}", { accuracy: accuracyText(g.accuracy) })} ·{" "}
                    {t("luck {luck} ± {error}", { luck: wins(g.luck), error: wins(2 * g.error, 2, false) })} · {date(g.of.when)}
                    {g.helped && ` · ${t("with help, not counted")}`}
                </small>
            </>
        );
    const review = async () => go(`/review/${g.of.game}#${await pack(g.of.record)}..${g.seat}`);
    return (
        <>
            {href ? <a href={href}>{inside}</a> : <div>{inside}</div>}
            <button class="plain" aria-label={`${t("Review")}: ${digestTitle(g.of, g.seat)}`} onClick={() => void review()}>
                <Icon name="chart" />
            </button>
        </>
    );
}

function Data({ all, changed, forget, add }: { all: Digest[]; changed: () => void; forget: () => void; add: (f: Found) => void }) {
    const [asked, setAsked] = useState(false);
    const [said, setSaid] = useState("");
    const save = () => {
        const text = JSON.stringify({ irori: "my play", format: 1, digests: all }),
            a = Object.assign(document.createElement("a"), {
                href: URL.createObjectURL(new Blob([text], { type: "application/json" })),
                download: "irori-my-play.json",
            });
        a.click();
        setTimeout(() => URL.revokeObjectURL(a.href), 1000);
    };
    const bring = async (file: File) => {
        const text = await file.text();
        try {
            if (/^irori record/.test(text)) {
                const found = fromFile(text, file.lastModified);
                if (found) add(found);
                else setSaid(t("This record does not say which player you are: it should have one person, or one with your name."));
                return;
            }
            const { digests: brought } = JSON.parse(text) as { digests: Digest[] };
            const good = brought.filter(
                (d) => d.format === 1 && typeof d.id === "string" && Array.isArray(d.mine) && typeof d.record === "string",
            );
            for (const d of good) await digests.put(d);
            setSaid(tn("{n} game was brought in.", "{n} games were brought in.", good.length));
            changed();
        } catch {
            setSaid(t("This file is neither a record nor an export of My play."));
        }
    };
    return (
        <section class="my-data">
            <h2>{t("What is kept")}</h2>
            <p class="soft">
                {t(
                    "All this stays in this browser. A game that you delete from the first screen stays in these figures until you forget them.",
                )}
            </p>
            <div class="row">
                {all.length > 0 && (
                    <button onClick={save}>
                        <Icon name="download" /> {t("Export")}
                    </button>
                )}
                {all.length > 0 && !asked && (
                    <button onClick={() => setAsked(true)}>
                        <Icon name="cross" /> {t("Forget all")}
                    </button>
                )}
            </div>
            {asked && (
                <div class="sure" role="group" aria-label={t("Forget all")}>
                    <span>{t("Forget all figures and exercises? Your games stay, and can be reviewed again.")}</span>
                    <button
                        class="main"
                        ref={focused}
                        onClick={() => {
                            setAsked(false);
                            forget();
                        }}
                    >
                        {t("Forget all")}
                    </button>
                    <button onClick={() => setAsked(false)}>{t("Back")}</button>
                </div>
            )}
            <label class="field">
                <span>{t("Bring in an export, or a record of a game (.irori)")}</span>
                <input
                    type="file"
                    accept=".json,.irori,.txt,application/json,text/plain"
                    onChange={(e) => {
                        const file = e.currentTarget.files?.[0];
                        if (file) void bring(file);
                    }}
                />
            </label>
            {said && <p role="status">{said}</p>}
        </section>
    );
}

/** With its words and its style. */
export default function MyPlay({ parts }: { parts: string[] }) {
    const [ready, setReady] = useState(false);
    useEffect(() => void Promise.all([reviewWords(), myStyle()]).then(() => setReady(true)), []);
    return ready ? <Shown parts={parts} /> : <main class="page" aria-busy="true" />;
}

function Shown({ parts }: { parts: string[] }) {
    const [all, setAll] = useState<Digest[]>();
    const [games, setGames] = useState<Saved[]>([]);
    const [listed, setListed] = useState<Listed[]>([]);
    const [error, setError] = useState("");
    const [only, setOnly] = useState("");
    const [stopped, setStopped] = useState(false); // nothing begins by itself any more
    const put = (d: Digest) => setAll((old) => [...(old ?? []).filter((o) => o.id !== d.id), d]);
    const [run] = useState(() => new Run(put));
    const read = () =>
        digests.all().then(setAll, (e: unknown) => {
            setError(keepsNothing(e));
        });
    useEffect(() => {
        void read();
        if (parts.length) return;
        savedGames().then(setGames, () => undefined);
        const stop = myTables(setListed);
        return () => {
            stop();
            run.stop();
        };
    }, []);
    const known = new Set((all ?? []).map((d) => d.id)),
        waiting = [...local(games), ...remote(listed)].filter((f) => !known.has(f.id) && !run.failed.value.has(f.id));
    const start = (which = waiting) => {
        setStopped(false);
        void run.start(which);
    };
    const stop = () => {
        setStopped(true);
        run.stop();
    };
    // by itself: what is found here, and then what the server tells
    const fresh = waiting.length,
        idle = !run.work.value;
    useEffect(() => {
        if (all && fresh && idle && !stopped) start();
    }, [!!all, fresh, idle, stopped]);
    if (parts.length === 2 && all)
        return (
            <Layout title={t("Exercise")} broad>
                <ExercisePage all={all} id={decodeURIComponent(parts[0]!)} row={Number(parts[1])} kept={put} />
            </Layout>
        );
    const mine = gamesOf(all ?? [], only),
        played = [...new Set(gamesOf(all ?? []).map((g) => g.of.game))],
        many = !only && played.length > 1;
    return (
        <Layout title={t("My play")}>
            {error && (
                <p class="note bad" role="alert">
                    {error}
                </p>
            )}
            {!all && !error && <p aria-busy="true" />}
            {all && (
                <>
                    <p class="links">
                        <a href="/me">{t("Profile")}</a>
                    </p>
                    <Progress run={run} waiting={waiting} start={() => start()} stop={stop} />
                    {!mine.length && !run.work.value && !fresh && <Empty />}
                    {played.length > 1 && (
                        <Choice
                            label={t("Game")}
                            value={only}
                            set={setOnly}
                            options={[["", t("All games")], ...played.map((g): [string, string] => [g, gameTitle(g)])]}
                        />
                    )}
                    {mine.length > 0 && (
                        <>
                            <Sum games={mine} />
                            <Exercises all={only ? all.filter((d) => d.game === only) : all} />
                            <a href="/puzzles">{t("Puzzles: positions from games of others")}</a>
                            <div class="charts">
                                <Accuracy games={mine} />
                                <Luck games={mine} />
                                <Kinds games={mine} many={many} />
                                <Calls games={mine} many={many} />
                            </div>
                            <GameList games={mine} />
                        </>
                    )}
                    <Data
                        all={all}
                        changed={() => void read()}
                        forget={() => void digests.forget().then(stop).then(read)}
                        add={(f) => start([f, ...waiting])}
                    />
                </>
            )}
        </Layout>
    );
}
