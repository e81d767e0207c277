// replay.tsx: a record told again, step by step, with every seat's view. The record comes from a link or a file.
import { useEffect, useRef, useState } from "preact/hooks";
import { gameInfo } from "../catalogue";
import { tools } from "../engine/engine";
import { t } from "../i18n";
import { pack, unpack } from "../share";
import { text } from "../table/lists";
import { ReplayTable } from "../table/replay";
import { codeIn } from "../ui/join";
import { useFit, type Plan } from "../ui/fit";
import { Icon } from "../ui/kit";
import { later } from "../ui/later";
import { Layout } from "../ui/layout";
import { Help, Log } from "../ui/panels";
import { ReplayBoard, useReplaying } from "../ui/replaying";
import { headline, type Verdict } from "../ui/result";
import { botName, errorText, gameTitle, personName } from "../words";

const WayFrom = later(() => import("../evening/way").then((m) => m.WayFrom), true);

/** How long a step, and the end of a round, stay when it plays by itself. */
const stepStays = 700,
    pauseStays = 3000;

function Bar({
    table,
    running,
    run,
    go,
}: {
    table: ReplayTable;
    running: boolean;
    run: (on: boolean) => void;
    go: (step: number, seat?: number) => void;
}) {
    const { step, steps, seat } = table;
    return (
        <div class="replay-bar">
            <button aria-label={t("to the beginning")} disabled={step === 0} onClick={() => go(0)}>
                <Icon name="first" />
            </button>
            <button aria-label={t("step back")} disabled={step === 0} onClick={() => go(step - 1)}>
                <Icon name="left" />
            </button>
            <button aria-label={running ? t("Pause") : t("Play by itself")} onClick={() => run(!running)}>
                <Icon name={running ? "pause" : "play"} />
            </button>
            <button aria-label={t("step forward")} disabled={step >= steps} onClick={() => go(step + 1)}>
                <Icon name="right" />
            </button>
            <button aria-label={t("to the end")} disabled={step >= steps} onClick={() => go(steps)}>
                <Icon name="last" />
            </button>
            <input
                type="range"
                min={0}
                max={steps}
                value={step}
                aria-label={t("Step")}
                onInput={(e) => go(Number(e.currentTarget.value))}
            />
            <output>
                {step} / {steps}
            </output>
            <select aria-label={t("Seen by")} value={seat} onChange={(e) => go(step, Number(e.currentTarget.value))}>
                {table.seats.map((s, i) => (
                    <option key={i} value={i}>
                        {s.kind === "bot" ? botName(s.name ?? "") : personName(s.name, i)}
                    </option>
                ))}
            </select>
            <a
                class="button"
                href={location.pathname.replace("replay", "review") + location.hash}
                aria-label={t("Review")}
                title={t("Review")}
            >
                <Icon name="chart" />
            </a>
        </div>
    );
}

// The table has what the bar and the words leave of the window; in a low window they stand beside it.
const words: Plan["areas"][string] = (u) => ({ w: 0, h: Math.ceil(2.6 * u.rem) }),
    bar: Plan["areas"][string] = (u) => ({ w: 0, h: (width) => (width < 6 * 48 + 22 * u.rem ? 2 * 48 : 48) });
const plans: Plan[] = [
    {
        name: "rails",
        grid: ["bar bar bar", "facts facts facts", "left board right"],
        columns: [1, 4, 1],
        rows: [0, 0, 1],
        sizes: {},
        areas: {
            bar,
            facts: (u) => ({ w: 0, h: 1.6 * u.rem }),
            left: (u) => ({ w: 18 * u.rem, h: 0 }),
            right: (u) => ({ w: 16 * u.rem, h: 0 }),
            board: (u) => ({ w: Math.max(38 * u.rem, u.box.height * 0.8), h: 24 * u.rem }),
        },
    },
    {
        name: "column",
        grid: ["bar", "facts", "told", "board"],
        rows: [0, 0, 0, 1],
        sizes: {},
        areas: {
            bar,
            facts: (u) => ({ w: 0, h: 1.6 * u.rem }),
            told: words,
            board: (u) => ({ w: 0, h: Math.max(24 * u.rem, u.box.width * 0.7) }),
        },
    },
    {
        name: "side",
        grid: ["bar board", "facts board", "told board"],
        columns: [0, 1],
        rows: [0, 0, 1],
        sizes: {},
        areas: { bar: (u) => ({ w: 15.5 * u.rem, h: 4 * 48 }), facts: words, told: words, board: (u) => ({ w: 20 * u.rem, h: 0 }) },
    },
];

function Stage({ table, verdict }: { table: ReplayTable; verdict: Verdict | null }) {
    const [running, setRunning] = useState(false);
    const whole = useRef<HTMLDivElement>(null);
    const wide = useFit(whole, plans, {}).plan === "rails";
    const at = useReplaying(table, wide),
        { d, board, frame, error, go } = at;
    useEffect(() => {
        if (!running || d.moving.value || (!d.pause.value && frame?.seq !== table.step)) return;
        if (!d.pause.value && table.step >= table.steps) return setRunning(false);
        const timer = setTimeout(() => (d.pause.value ? d.goOn() : go(table.step + 1)), d.pause.value ? pauseStays : stepStays);
        return () => clearTimeout(timer);
    }, [running, d.moving.value, d.pause.value, frame]);
    if (error)
        return (
            <p class="note bad" role="alert">
                {error}
            </p>
        );
    if (!frame || !board) return <p aria-busy="true" />;
    const ctx = d.context(frame),
        { result } = frame.table,
        lines = d.log.value.filter((l) => l.seq === frame.seq);
    return (
        <div class="fit replay" ref={whole}>
            <Bar table={table} running={running} run={setRunning} go={go} />
            <div class="facts">
                {verdict && (
                    <p class={verdict.agree ? "good" : "bad"}>
                        {verdict.agree
                            ? t("All cards and dice check out: {n} outcomes dealt again from the revealed secret.", { n: verdict.outcomes })
                            : (verdict.why ?? t("This record does not match its secret."))}
                    </p>
                )}
                <p class="status">
                    {board.status(ctx).map((s) => (
                        <span key={s}>{s}</span>
                    ))}
                </p>
                {result && !d.moving.value && (
                    <p class="ended">
                        {headline({ ...ctx, you: undefined }, result.won)}
                        {result.resigned !== null && ` · ${t("{name} resigned.", { name: ctx.name(result.resigned) })}`}
                    </p>
                )}
            </div>
            {!wide && (
                <p class="told" role="status">
                    {lines.map((l) => l.text).join(" · ")}
                </p>
            )}
            <ReplayBoard
                table={table}
                at={at}
                left={
                    wide && (
                        <section class="rail left" aria-label={board.railTitle()}>
                            <board.Rail ctx={ctx} />
                        </section>
                    )
                }
                right={
                    wide && (
                        <div class="rail right">
                            <section class="loglist" role="log">
                                <h2>{t("Log")}</h2>
                                <Log d={d} />
                            </section>
                            <section class="helpbox" aria-label={t("Help")}>
                                <Help topic={d.topic.value} game={table.game} />
                            </section>
                        </div>
                    )
                }
            />
        </div>
    );
}

export default function Replay({ parts }: { parts: string[] }) {
    const [record, setRecord] = useState<string>();
    const [table, setTable] = useState<ReplayTable>();
    const [verdict, setVerdict] = useState<Verdict | null>(null);
    const [error, setError] = useState("");
    const packed = location.hash.slice(1),
        code = parts[0] && !gameInfo(parts[0]) ? codeIn(parts[0]) : ""; // the server has it
    useEffect(() => {
        if (packed) unpack(packed).then(setRecord, () => setError(t("This link holds no record, or only a part of one.")));
        else if (code)
            text(`/api/tables/${code}/record`).then(setRecord, (e: Error & { error?: string }) =>
                setError(e.error === "stage" ? t("This game is not over yet. Its replay is there when it is.") : errorText(e)),
            );
    }, [packed, code]);
    useEffect(() => {
        if (!record) return;
        let left = false,
            opened: ReplayTable | undefined;
        setTable(undefined);
        setVerdict(null);
        setError("");
        ReplayTable.open(record).then(
            (it) => {
                opened = it;
                if (left) it.close();
                else setTable(it);
            },
            (e: Error) => {
                void import("../form/errors").then((m) => m.said(e)).then((said) => left || setError(said));
            },
        );
        tools()
            .call<Verdict>("verify", { record })
            .then(
                (v) => left || setVerdict(v),
                () => undefined,
            );
        return () => {
            left = true;
            opened?.close();
        };
    }, [record]);
    return (
        <Layout title={t("Replay")} broad>
            {code && !packed && <WayFrom table={code} />}
            {error && (
                <p class="note bad" role="alert">
                    {error}
                </p>
            )}
            {table ? (
                <Stage key={table} table={table} verdict={verdict} />
            ) : (
                !packed &&
                !code &&
                (!record || error) && (
                    <label class="field">
                        <span>{t("A record from a file (.irori or .txt)")}</span>
                        <input
                            type="file"
                            accept=".irori,.txt,text/plain"
                            onChange={async (e) => {
                                const file = e.currentTarget.files?.[0];
                                if (!file) return;
                                const text = await file.text();
                                history.replaceState(null, "", `#${await pack(text)}`);
                                setRecord(text);
                            }}
                        />
                    </label>
                )
            )}
            {table && <p class="soft">{gameTitle(table.game)}</p>}
        </Layout>
    );
}
