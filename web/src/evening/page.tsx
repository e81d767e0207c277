// page.tsx: /e/CODE: an evening: who is in, whom one plays, the standings, and at the end the podium. With ?tv it is a scoreboard (tv.tsx).
import "../ui/play"; // the tables that it leads to need it: so the bundler need not divide it
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { Trouble, useTrouble } from "../meet/kit";
import { rulesClock } from "../meet/words";
import { go } from "../router";
import { change, settings } from "../settings";
import { play } from "../sound";
import { text } from "../table/lists";
import { copyText, focused, Icon, NameField, useNow } from "../ui/kit";
import { Layout } from "../ui/layout";
import { Code } from "../ui/qr";
import { gameTitle, nameless } from "../words";
import { been } from "./been";
import {
    byesOf,
    eventCode,
    lastRound,
    lostTable,
    moveless,
    myTable,
    others,
    person,
    rounds,
    running,
    secondsLeft,
    sitsOut,
    type Known,
} from "./event";
import { All, Left, LongStandings, some, still, Who, worded } from "./kit";
import { lead } from "./lead";
import { doAt, useEvening } from "./live";
import { Podium, verdict } from "./podium";
import { Television } from "./tv";
import { breakSteps, kindWords, namesOf, outcome, placed, refusedWords, roundOf, wait } from "./words";
import type { Evening, EventTable } from "./types";

type Does = (what: string) => Promise<boolean>;
interface Shown {
    e: Evening;
    code: string;
    does: Does;
}

/** For what opens something in its place: it has the focus again when that closes. */
function useReturn<E extends HTMLElement>(open: boolean): RefObject<E> {
    const opener = useRef<E>(null),
        was = useRef(open);
    useLayoutEffect(() => {
        if (was.current && !open) opener.current?.focus();
        was.current = open;
    }, [open]);
    return opener;
}
/** A button that asks before it does what cannot be taken back. */
function Sure({ ask, children, yes }: { ask: string; children: string; yes: () => void }) {
    const [sure, setSure] = useState(false),
        opener = useReturn<HTMLButtonElement>(sure);
    if (!sure)
        return (
            <button ref={opener} onClick={() => setSure(true)}>
                {children}
            </button>
        );
    return (
        <span class="row sure" role="alertdialog" aria-label={ask}>
            <span>{ask}</span>
            <button ref={focused} onClick={() => setSure(false)}>
                {t("Back")}
            </button>
            <button
                class="main"
                onClick={() => {
                    setSure(false);
                    yes();
                }}
            >
                {children}
            </button>
        </span>
    );
}

function Join({ e, does }: Shown) {
    const [name, setName] = useState(settings.get().name);
    return (
        <form
            class="form"
            onSubmit={(event) => {
                event.preventDefault();
                change({ name: name.trim() });
                void does(`join ${name.trim() || nameless}`);
            }}
        >
            {e.stage === "open" && (
                <p class="display">{e.host ? t("Do you play, too?") : t("You are invited: {game}", { game: gameTitle(e.game) })}</p>
            )}
            <NameField mine label={t("Your name")} value={name} set={setName} />
            <p class="row">
                <button class="main large">{t("I am in")}</button>
                <span class="soft">
                    {e.stage === "open"
                        ? t("You are led to your table when it begins.")
                        : e.kind === "arena"
                          ? t("You get a table as soon as somebody is free.")
                          : t("It has begun. You play from the next round on.")}
                </span>
            </p>
        </form>
    );
}

const outWords = {
    bye: [
        () => t("You have a bye in this round: one point, without a game."),
        () => t("The number of people does not fit the tables, so somebody sits out. It is another one each time."),
    ],
    rest: [
        () => t("You rest in this round."),
        () => t("The number of people is odd: everybody rests once, so nobody loses anything by it."),
    ],
    out: [() => t("You do not play in this round."), () => t("You play from the next round on.")],
} satisfies Record<string, [() => string, () => string]>;

/** Why our last game was lost, if that was because we were not there. Only its record knows: the server resigned in our name. */
function Missed({ e }: { e: Evening }) {
    const last = lostTable(e),
        [absent, setAbsent] = useState<string>(); // at this table
    useEffect(() => {
        if (!last || been.has(last.table)) return;
        const seat = last.people.indexOf(e.you!);
        text(`/api/tables/${last.table}/record`).then(
            (record) => moveless(record, seat) && setAbsent(last.table),
            () => last.ranks![seat] === null && setAbsent(last.table), // there was no game
        );
    }, [last?.table]);
    if (!last || absent !== last.table) return null;
    return (
        <p class="note missed" role="status">
            <Icon name="warn" /> {t("You lost your last game without a move: whoever is not at their table in time resigns.")}
            {e.stage === "playing" && ` ${t("Leave this page open: it leads you to your table.")}`}
        </p>
    );
}

/** What there is to do now for who looks. */
function Now({ e, code, does, skew }: Shown & { skew: number }) {
    const me = person(e, e.you),
        mine = myTable(e),
        now = useNow(e.wait !== null && !mine, 1000);
    if (!me && e.stage === "playing" && e.kind === "round-robin")
        return <p>{t("It has begun, and everybody plays everybody: nobody can join any more. You can watch.")}</p>;
    if (!me) return <Join {...{ e, code, does }} />;
    if (me.gone)
        return (
            <div class="ask">
                <p role="status">{t("You left this evening. Your points stay.")}</p>
                <button class="main large" onClick={() => void does("back")}>
                    {t("Come back")}
                </button>
            </div>
        );
    if (mine)
        return (
            <div class="ask ready">
                <p role="status">
                    <b class="display">{t("Your table is ready")}</b>
                    {mine.people.length > 1 && <span>{t("You play with {names}.", { names: namesOf(e, others(mine, e.you)) })}</span>}
                </p>
                <button class="main large" onClick={() => lead(mine.table)}>
                    <Icon name="play" /> {t("To the table")}
                </button>
            </div>
        );
    const left = running(e),
        out = left.length ? sitsOut(e, e.you!) : undefined;
    return (
        <div class="ask">
            <p role="status">
                {e.stage === "open" ? (
                    <>
                        <b>{e.host ? t("You are in.") : t("You are in. It begins when the host starts it.")}</b>
                        <span class="soft">{t("Leave this page open: it leads you to your table.")}</span>
                    </>
                ) : e.kind === "arena" ? (
                    <b>{t("You get a table as soon as somebody is free.")}</b>
                ) : out ? (
                    <>
                        <b>{outWords[out][0]()}</b>
                        {!(out === "out" && lastRound(e)) && <span>{outWords[out][1]()}</span>}
                        <span class="soft">{tn("{n} table still plays.", "{n} tables still play.", left.length)}</span>
                    </>
                ) : lastRound(e) ? (
                    <b>{left.length ? tn("{n} table still plays.", "{n} tables still play.", left.length) : t("The evening is over.")}</b>
                ) : left.length ? (
                    <>
                        <b>{t("The next round begins when all tables have finished.")}</b>
                        <span>{tn("{n} table still plays.", "{n} tables still play.", left.length)}</span>
                    </>
                ) : (
                    <b>{t("The next round begins soon.")}</b>
                )}
            </p>
            {e.wait !== null && secondsLeft(e.wait, skew, now) > 0 && <p class="soft">{wait(secondsLeft(e.wait, skew, now))}</p>}
            {e.stage === "playing" && <p class="soft">{placed(e, e.you!)}</p>}
        </div>
    );
}

function Invite({ e, code }: { e: Evening; code: string }) {
    const [copied, setCopied] = useState(false);
    const address = `${location.origin}/e/${code}`,
        title = e.stage === "over" ? t("Share") : t("Invitation link"); // nobody is invited any more
    return (
        <section class="invite" aria-label={title}>
            <h2>{title}</h2>
            <p class="link">
                <code>{address}</code>
            </p>
            <p class="row">
                <button class={e.host && e.stage === "open" ? "main" : ""} onClick={() => void copyText(address).then(setCopied)}>
                    <Icon name="copy" /> {copied ? t("Copied") : t("Copy")}
                </button>
                {"share" in navigator && (
                    <button onClick={() => void navigator.share({ url: address, title: e.name }).catch(() => undefined)}>
                        <Icon name="share" /> {t("Share")}
                    </button>
                )}
                <a class="button" href={`/e/${code}?tv`} target="_blank" rel="noopener">
                    <Icon name="eye" /> {t("Scoreboard for a television")}
                </a>
            </p>
            <details open={e.host && e.stage === "open"}>
                <summary>{t("QR code of the invitation link")}</summary>
                <Code text={address} label={t("QR code of the invitation link")} />
            </details>
        </section>
    );
}

/** In the row of somebody: asks, too. */
function Remove({ name, yes }: { name: string; yes: () => void }) {
    const [sure, setSure] = useState(false),
        opener = useReturn<HTMLButtonElement>(sure);
    if (!sure)
        return (
            <button class="plain" ref={opener} aria-label={t("Remove {name}", { name })} onClick={() => setSure(true)}>
                <Icon name="cross" />
            </button>
        );
    return (
        <span class="row sure" role="group" aria-label={t("Remove {name}", { name })}>
            <button
                class="main"
                ref={focused}
                onClick={() => {
                    setSure(false);
                    yes();
                }}
            >
                {t("Remove")}
            </button>
            <button onClick={() => setSure(false)}>{t("Back")}</button>
        </span>
    );
}
/** Before the start, who is in; for the host also the way to send somebody away. */
function People({ e, does }: Shown) {
    const [whole, setWhole] = useState(false);
    const all = e.people.map((_, i) => i).filter((i) => !e.people[i]!.bot && !e.people[i]!.gone),
        few = whole ? all : [...all.filter((i) => i === e.you), ...all.filter((i) => i !== e.you).reverse()].slice(0, some); // who came last
    return (
        <>
            <ul class="in">
                {(all.length > some ? few : all).map((i) => (
                    <li key={i}>
                        <Who e={e} i={i} />
                        {e.host && i !== e.you && <Remove name={namesOf(e, [i])} yes={() => void does(`drop ${i}`)} />}
                    </li>
                ))}
            </ul>
            {few.length < all.length && <All n={all.length} show={() => setWhole(true)} />}
        </>
    );
}

interface Game {
    at: EventTable;
    names: string;
    result: string;
    mine: boolean;
    /** The words for the way there. */
    to: string;
}
const GameRow = still(({ at, names, result, mine, to }: Game) => (
    <li class={mine ? "you" : ""}>
        <span class="players">{names}</span>
        <small>{result}</small>
        <a href={at.ranks ? `/replay/${at.table}` : `/t/${at.table}`} aria-label={`${to}: ${names}`}>
            {to}
        </a>
    </li>
));
/** Of many tables, ours and those where somebody still plays come first. */
function Games({ e, tables, byes }: { e: Evening; tables: EventTable[]; byes: number[] }) {
    const [whole, setWhole] = useState(false);
    const mine = (at: EventTable): boolean => at.people.includes(e.you ?? -1),
        first = (at: EventTable): number => (mine(at) ? 0 : at.ranks ? 2 : 1),
        few = tables.length > some && !whole ? [...tables].sort((a, b) => first(a) - first(b)).slice(0, some) : tables;
    return (
        <>
            <ul>
                {few.map((at) => (
                    <GameRow
                        key={at.table}
                        at={at}
                        names={namesOf(e, at.people)}
                        result={outcome(e, at)}
                        mine={mine(at)}
                        to={at.ranks ? t("Replay") : t("Watch")}
                    />
                ))}
                {byes.length > 0 && (
                    <li class={byes.includes(e.you ?? -1) ? "you" : ""}>
                        <span class="players">{namesOf(e, byes)}</span>
                        <small>{t("A bye, one point without a game")}</small>
                    </li>
                )}
            </ul>
            {few.length < tables.length && <All n={tables.length} show={() => setWhole(true)} />}
        </>
    );
}

function Rounds({ e }: { e: Evening }) {
    const all = rounds(e),
        [open, setOpen] = useState<Record<number, boolean>>({}),
        opened = (round: number): boolean => open[round] ?? (!round || round === all[0]!.round); // the last one, unless somebody says otherwise
    if (!all.length) return null;
    return (
        <section class="rounds" aria-label={t("Tables")}>
            <h2>{e.kind === "arena" ? t("Games") : t("Rounds")}</h2>
            {(e.kind === "arena" ? [{ round: 0, tables: [...e.tables].reverse() }] : all).map(({ round, tables }) => (
                <details
                    key={round}
                    open={opened(round)}
                    onToggle={(d) => {
                        const now = d.currentTarget.open;
                        if (now !== opened(round)) setOpen({ ...open, [round]: now });
                    }}
                >
                    <summary>{round ? roundOf(e, round) : tn("{n} game", "{n} games", tables.length)}</summary>
                    {opened(round) && <Games {...{ e, tables }} byes={round ? byesOf(e, round) : []} />}
                </details>
            ))}
        </section>
    );
}

function HostTools({ e, does }: Shown) {
    const here = e.people.filter((p) => !p.gone && !p.bot).length;
    if (!e.host || e.stage === "over") return null;
    return (
        <section class="host" aria-label={t("You are the host")}>
            <h2>{t("You are the host")}</h2>
            {e.stage === "open" && (
                <div class="begin">
                    {here < 2 && <p class="soft">{t("It can begin when two people are in.")}</p>}
                    <button class="main large" disabled={here < 2} onClick={() => void does("start")}>
                        {t("Start the evening")}
                    </button>
                </div>
            )}
            {e.stage === "playing" && (
                <details>
                    <summary>{t("Remove somebody")}</summary>
                    <People {...{ e, does, code: "" }} />
                </details>
            )}
            <p class="row">
                <Sure
                    ask={
                        e.stage === "open"
                            ? t("Nobody can join any more. Are you sure?")
                            : t("The standings stay as they are now. Are you sure?")
                    }
                    yes={() => void does("close")}
                >
                    {t("End the evening")}
                </Sure>
            </p>
        </section>
    );
}

/** What it is, in a line. */
function About({ e }: { e: Evening }) {
    const [kind, what] = kindWords[e.kind] ?? [e.kind, ""];
    const how = [
        gameTitle(e.game),
        t(kind),
        ...(e.kind === "arena" ? [tn("{n} minute", "{n} minutes", e.minutes)] : e.rounds ? [tn("{n} round", "{n} rounds", e.rounds)] : []),
        tn("{n} player at a table", "{n} players at a table", e.seats),
        rulesClock(e.game, e.options, e.settings),
        e.bots ? t("a bot plays for who is absent") : t("who is absent loses the game"),
    ];
    return (
        <section class="about-evening">
            <p>{how.join(" · ")}</p>
            {e.stage !== "over" && <p class="soft">{t(what)}</p>}
        </section>
    );
}

const inWords = (e: Evening): string => {
    const here = e.people.filter((p) => !p.gone).length;
    return tn("{n} person is in", "{n} people are in", here);
};
/** What a link to it shows in a tab, and where somebody keeps it. */
function useTitle(e: Evening): void {
    const text = e.stage === "over" ? verdict({ ...e, you: null }) : e.stage === "playing" && e.kind !== "arena" ? roundOf(e) : inWords(e);
    useEffect(() => {
        document.title = `${e.name}: ${text} · Irori`; // with every drawing, which gives it the title of the screen
    });
    useEffect(() => {
        const meta = document.querySelector<HTMLMetaElement>("meta[name=description]"),
            before = meta?.content ?? "";
        if (meta) meta.content = `${e.name}: ${text}. ${gameTitle(e.game)}.`;
        return () => {
            if (meta) meta.content = before;
        };
    }, [e.name, text]);
}

function Open({ known, code }: { known: Known; code: string }) {
    const e = known.state,
        [trouble, run] = useTrouble(),
        does: Does = (what) =>
            run(
                doAt(code, what).then((refused) => {
                    if (refused) throw new Error(refusedWords(refused));
                }),
            );
    const mine = myTable(e);
    useTitle(e);
    useEffect(() => {
        // by itself, once: whoever came back from there wants to look around
        if (!mine || been.has(mine.table)) return;
        play("call");
        lead(mine.table);
    }, [mine?.table]);
    const before = useRef(e.stage);
    useEffect(() => {
        if (before.current !== "over" && e.stage === "over") scrollTo(0, 0); // to the podium
        before.current = e.stage;
    }, [e.stage]);
    const shown = { e, code, does },
        me = person(e, e.you),
        begun = e.stage !== "open";
    return (
        <Layout title={e.name} game={e.game}>
            <div class={`evening stage-${e.stage}`}>
                <Trouble text={trouble} />
                <Missed e={e} />
                {e.stage === "over" ? (
                    <Podium e={e} />
                ) : (
                    <section class="now" aria-label={t("Now")}>
                        {begun && (
                            <p class="clock">
                                <b class="display">{e.kind === "arena" ? t("Time left") : roundOf(e)}</b>
                                {e.ends !== null && <Left ends={e.ends} skew={known.skew} />}
                            </p>
                        )}
                        <Now {...shown} skew={known.skew} />
                    </section>
                )}
                {!begun && <HostTools {...shown} />}
                {!begun && <About e={e} />}
                <div class="two">
                    <section aria-label={begun ? t("Standings") : t("Who is in")}>
                        <h2>{begun ? t("Standings") : inWords(e)}</h2>
                        {!e.people.length && <p class="soft">{t("Nobody yet. Share the link.")}</p>}
                        {begun ? e.people.length > 0 && <LongStandings e={e} /> : <People {...shown} />}
                        {begun && e.breaks.length > 0 && e.tables.some((at) => at.ranks) && (
                            <details class="ties">
                                <summary>{t("How ties are broken")}</summary>
                                <p>{t("Whoever has more points is ahead. With equal points, these decide, one after the other:")}</p>
                                <ol>
                                    {breakSteps(e.breaks).map((s) => (
                                        <li key={s}>{s}</li>
                                    ))}
                                </ol>
                            </details>
                        )}
                    </section>
                    <div class="side">
                        {begun && <HostTools {...shown} />}
                        <Rounds e={e} />
                        {begun && <About e={e} />}
                        <Invite e={e} code={code} />
                        {me && !me.gone && e.stage !== "over" && (
                            <p class="row">
                                <Sure
                                    ask={`${mine ? `${t("You resign and lose the game that you play.")} ` : ""}${t("You can come back later.")}`}
                                    yes={() => void does("leave")}
                                >
                                    {t("Leave the evening")}
                                </Sure>
                            </p>
                        )}
                        {e.stage === "over" && (
                            <p>
                                <a class="button" href="/evening">
                                    {t("Make another evening")}
                                </a>
                            </p>
                        )}
                    </div>
                </div>
            </div>
        </Layout>
    );
}

export default worded(function EveningPage({ parts }: { parts: string[] }) {
    const written = parts[0] ?? "",
        code = eventCode(written),
        tv = new URLSearchParams(location.search).has("tv");
    const known = useEvening(code);
    useEffect(() => {
        if (code !== written) go(`/e/${code}${location.search}`, true);
    }, []);
    if (!known) return tv ? <main class="tv" aria-busy="true" /> : <main class="page" aria-busy="true" />;
    if ("refused" in known)
        return (
            <Layout title={t("No evening")}>
                <p class="note bad" role="alert">
                    {refusedWords(known.refused as { error?: unknown })}
                </p>
                <p class="row">
                    <a class="button main" href="/evening">
                        {t("Make an evening")}
                    </a>
                    <a class="button" href="/">
                        {t("Home")}
                    </a>
                </p>
            </Layout>
        );
    return tv ? <Television known={known} code={code} /> : <Open known={known} code={code} />;
});
