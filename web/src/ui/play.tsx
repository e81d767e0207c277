// play.tsx: the screen of a table: bar, rails, board, tools, and what lies over them. The board draws the game; this draws the rest.
import { untracked } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { loadBoard, type Board } from "../board";
import { t } from "../i18n";
import { go } from "../router";
import { settings } from "../settings";
import { sprite } from "../sprites";
import { useStore } from "../store";
import { agreedTo } from "../table/acts";
import { Director, seated } from "../table/director";
import { coached, type Frame, type Table } from "../table/types";
import { gameTitle } from "../words";
import { Asked } from "./bar";
import { Coach } from "./coach";
import { KeptFocus } from "./focus";
import { Help, Log } from "./panels";
import { prepare } from "./drawing";
import { useFit } from "./fit";
import { Crest, focused, Icon, Sheet } from "./kit";
import { later } from "./later";
import { Layout } from "./layout";
import { LinkStrip, linkText } from "./link";
import { MomentLayer } from "./moment";
import { useNotice } from "./notice";
import { Recap } from "./recap";
import { sentences } from "./spoken";
import { shellOf, shellPlans } from "./shell";
import { MuteButton, useTableSounds } from "./sound";

const more = () => import("../coach/late");
const Gathering = later(() => import("./gathering").then((m) => m.Gathering)),
    Result = later(() => import("./result").then((m) => m.Result)),
    Menu = later(() => more().then((m) => m.Menu)),
    HintPanel = later(() => more().then((m) => m.loadHint())),
    Coaching = later(() => more().then((m) => m.loadCoaching()), true);

type Open = "log" | "rail" | "help" | "menu" | "hint" | null;

function Curtain({ d }: { d: Director }) {
    const seat = d.curtain.value!;
    return (
        <main class="curtain">
            <Crest seat={seat} size={96} />
            <h1>{t("Pass the device: {name}", { name: d.seatName(seat) })}</h1>
            <button class="main large" ref={focused} onClick={() => d.lift()}>
                {t("Show my cards")}
            </button>
        </main>
    );
}

/** Alone with bots one goes back to one's last decision; with people all have to agree, and nothing may have been turned up since. */
function Back({ d, may }: { d: Director; may: string[] }) {
    const alone = d.table.local && d.table.mine.length === 1,
        how = alone ? "takeback" : "undo";
    return (
        <button disabled={!may.includes(how) || !!d.pending.value} onClick={() => void d.do(how)}>
            <Icon name="undo" />
            <span>{alone ? t("Take back") : t("Undo")}</span>
        </button>
    );
}

function Tools({
    d,
    frame,
    board,
    open,
    setOpen,
    shell,
}: {
    d: Director;
    frame: Frame;
    board: Board;
    open: Open;
    setOpen: (o: Open) => void;
    shell: ReturnType<typeof shellOf>;
}) {
    const toggle = (o: Open) => setOpen(open === o ? null : o);
    const { may, settings: has } = frame.table; // what a table has not, as a rated one, has no button either
    return (
        <nav class={`tools ${shell.names ? "" : "icons"}`} aria-label={t("Tools")}>
            {!/undo=off/.test(has) && <Back d={d} may={may} />}
            {!/hints=off/.test(has) && (
                <button
                    disabled={!frame.view.legal?.length}
                    onClick={() => {
                        setOpen("hint");
                        if (d.hint.value !== "asked") void d.askHint();
                    }}
                >
                    <Icon name="hint" />
                    <span>{t("Hint")}</span>
                </button>
            )}
            {!shell.wide && (
                <>
                    <button aria-expanded={open === "log"} onClick={() => toggle("log")}>
                        <Icon name="log" />
                        <span>{t("Log")}</span>
                    </button>
                    <button aria-expanded={open === "rail"} onClick={() => toggle("rail")}>
                        <Icon name={board.railIcon} />
                        <span>{board.railTitle()}</span>
                    </button>
                </>
            )}
            {shell.wide && (
                <button aria-expanded={open === "menu"} onClick={() => toggle("menu")}>
                    <Icon name="settings" />
                    <span>{t("Settings")}</span>
                </button>
            )}
        </nav>
    );
}

/** The coach helps: alone with bots if this player likes that, with others if the table has one. Lessons have their own. */
const coaches = ({ table }: Director, frame: Frame): boolean =>
    !table.teaches && (coached(frame.table) || (table.local && table.mine.length === 1 && (settings.get().coach ?? "off") !== "off"));

export function Play({ table }: { table: Table }) {
    const [board, setBoard] = useState<Board>();
    const [open, setOpen] = useState<Open>(null);
    const [failed, setFailed] = useState<Error>();
    const root = useRef<HTMLDivElement>(null),
        screen = useRef<HTMLDivElement>(null);
    const [d] = useState(() => untracked(() => new Director(table))),
        hurried = useRef(false);
    const notice = useNotice(d, d.shown.value, () => setOpen("log"));
    const shell = shellOf(
            useFit(screen, shellPlans, { band: notice.buttons, say: notice.lines ?? 0, more: d.extra.value.count ? 1 : 0 }),
            notice.buttons,
        ),
        { wide } = shell;
    useStore(settings);
    d.wide = wide;
    d.root = root.current;
    useEffect(() => {
        seated.value = d;
        return () => {
            seated.value = undefined;
            d.close();
        };
    }, []);
    useTableSounds(d);
    const frame = d.shown.value,
        game = frame?.view?.game ?? d.game.value;
    useEffect(() => {
        if (!game) return;
        Promise.all([loadBoard(game), sprite(game)]).then(
            ([b]) => {
                setBoard(() => b);
                prepare(b.pictures?.() ?? []);
                d.root = root.current;
                d.setBoard(b);
            },
            (e: Error) => setFailed(e),
        );
    }, [game]);
    useLayoutEffect(() => {
        d.root = root.current;
        d.layout();
    });
    useEffect(() => {
        if (d.topic.value) setOpen("help");
    }, [d.topic.value]);
    const paused = d.pause.value;
    useEffect(() => {
        const sheet = paused && screen.current?.querySelector(".pause");
        if (sheet) d.spoken.value = sentences(sheet);
    }, [paused]);
    useEffect(() => setOpen(null), [wide]); // what stood in a rail does not cover a table that became narrow
    const stage = frame?.table.stage;
    useEffect(() => {
        if (stage === "over") setOpen(null); // the menu one resigned from does not lie under the result
    }, [stage]);
    // all agreed to play again: those who sat here go there
    const next = frame?.table.next,
        waited = useRef(false);
    useEffect(() => {
        if (frame && !next) waited.current = true;
        else if (next && waited.current && frame?.table.you !== undefined) {
            agreedTo.add(next);
            go(`/t/${next}`);
        }
    }, [next, !frame]);
    if (failed) throw failed;
    if (d.curtain.value !== undefined) return <Curtain d={d} />;
    if (!frame && d.refused.value)
        return (
            <Layout title={t("No table")}>
                <p class="note bad" role="alert">
                    {d.refused.value}
                </p>
                <a class="button main" href="/">
                    {t("Home")}
                </a>
            </Layout>
        );
    if (!frame && linkText(d.connection.value) && d.connection.value !== "connecting")
        return (
            <Layout title={t("Table")}>
                <a class="button" href="/">
                    {t("Home")}
                </a>
            </Layout>
        );
    if (!frame || (frame.table.stage !== "gathering" && !board)) return <main class="page" aria-busy="true" />;
    const title = [...(d.asked ? [t("Your turn")] : []), gameTitle(game!), "Irori"].join(" · ");
    if (document.title !== title) document.title = title;
    if (frame.table.stage === "gathering") return <Gathering d={d} frame={frame} />;
    const ctx = d.context(frame),
        b = board!;
    const over = frame.table.stage === "over" && !d.moving.value && !d.pause.value;
    const mine = frame.view.turn === frame.table.you || ctx.legal.length > 0;
    const panel = (o: Open) =>
        o === "log" ? (
            <Log d={d} />
        ) : o === "rail" ? (
            <b.Rail ctx={ctx} />
        ) : o === "help" ? (
            <Help topic={d.topic.value} game={game!} />
        ) : o === "hint" ? (
            <HintPanel d={d} ctx={ctx} board={b} />
        ) : (
            <Menu d={d} frame={frame} close={close} />
        );
    const covered = open && (open === "menu" || !wide);
    const titles: Record<string, string> = { log: t("Log"), rail: b.railTitle(), help: t("Help"), hint: t("Hint"), menu: t("Menu") };
    const close = () => {
        setOpen(null);
        d.topic.value = null;
        if (open === "hint") d.hint.value = null;
    };
    return (
        <div
            class={`fit play ${wide ? "wide" : ""} ${mine ? "my-turn" : ""}`}
            ref={screen}
            data-game={game}
            data-seq={frame.seq}
            data-moving={d.moving.value ? "" : undefined}
            data-sending={d.pending.value ? "" : undefined}
            data-beat={d.stage.shown.value}
            onPointerDownCapture={() => (hurried.current = d.hurry())}
            onKeyDown={(e) => {
                if (e.key !== "Escape") return;
                if (open) close();
                else d.skip();
            }}
        >
            <KeptFocus />
            <header class="topbar">
                <button
                    class="plain"
                    aria-expanded={open === "menu"}
                    aria-label={t("Menu")}
                    onClick={() => (open === "menu" ? close() : setOpen("menu"))}
                >
                    <Icon name="menu" />
                </button>
                <h1 class={shell.title ? "display" : "unseen"}>{gameTitle(game!)}</h1>
                {shell.status && (
                    <p class="status">
                        {b.status(ctx).map((s) => (
                            <span key={s}>{s}</span>
                        ))}
                    </p>
                )}
                {wide && notice.band}
                {shell.facts && notice.facts}
                <LinkStrip state={d.connection.value} />
                {shell.atTop && shell.tools && <Tools {...{ d, frame, board: b, open, setOpen, shell }} />}
                {d.extra.value.count}
                <MuteButton />
                <button
                    class="plain"
                    aria-expanded={open === "help"}
                    aria-label={t("Help")}
                    onClick={() => (open === "help" ? close() : setOpen("help"))}
                >
                    <Icon name="help" />
                </button>
            </header>
            {!wide && (notice.band ?? <Recap d={d} />)}
            {wide && (
                <aside class="rail left" aria-label={b.railTitle()}>
                    <b.Rail ctx={ctx} />
                </aside>
            )}
            <main
                class="board surface"
                ref={root}
                onClickCapture={(e) => {
                    // that tap was for what moved: what lay under it is not meant. A key has no such double meaning
                    if (hurried.current && e.detail) e.stopPropagation();
                    hurried.current = false;
                }}
            >
                {!shell.facts && notice.facts}
                <Coach d={d} lessons={covered || over || d.pause.value || d.question.value ? [] : d.lessons(ctx)} />
                <b.Center ctx={ctx} />
                <MomentLayer d={d} />
            </main>
            {wide && (
                <aside class="rail right" aria-label={t("Log and help")}>
                    <section class="loglist">
                        <h2>{t("Log")}</h2>
                        <Log d={d} />
                    </section>
                    <section class="helpbox" aria-label={t("Help")}>
                        {open === "hint" ? <HintPanel d={d} ctx={ctx} board={b} /> : <Help topic={d.topic.value} game={game!} />}
                    </section>
                </aside>
            )}
            {!shell.atTop && <Tools {...{ d, frame, board: b, open, setOpen, shell }} />}
            {covered && (
                <Sheet key={open} title={titles[open]!} close={close}>
                    {panel(open)}
                </Sheet>
            )}
            {d.pause.value && (
                <section class="pause" role="dialog" aria-label={t("Round over")}>
                    {d.pause.value}
                    <button class="main" ref={(e) => e?.focus({ preventScroll: true })} onClick={() => d.goOn()}>
                        {t("Go on")}
                    </button>
                </section>
            )}
            {over && <Result d={d} frame={frame} ctx={ctx} board={b} />}
            {frame.table.stage === "playing" && ctx.you !== undefined && coaches(d, frame) && (
                <Coaching {...{ d, ctx, board: b }} covered={!!(covered || d.pause.value || d.question.value)} />
            )}
            {d.question.value && (
                <section class="pause question" role="alertdialog" aria-label={d.question.value.text}>
                    <p>{d.question.value.text}</p>
                    <div class="row">
                        <button ref={focused} onClick={() => d.answer(false)}>
                            {t("Back")}
                        </button>
                        <button class="main" onClick={() => d.answer(true)}>
                            {t("Confirm")}
                        </button>
                    </div>
                </section>
            )}
            <div class="toasts" role="status">
                {d.toast.value && <p class="toast">{d.toast.value}</p>}
            </div>
            <p class="unseen" role="log" aria-live="polite">
                {d.log.value.slice(-6).map((l) => (
                    <span key={l.key}>{l.text}. </span>
                ))}
            </p>
            <p class="unseen" role="status">
                {d.spoken.value}
            </p>
            <Asked prompt={b.prompt(ctx)} waits={!!ctx.pending} quiet={d.moving.value || over || !!d.pause.value} />
        </div>
    );
}
