// replay.tsx: a record told again, step by step, with every seat's view. The record comes from a link or a file.
import { useEffect, useRef, useState } from "preact/hooks";
import { tools } from "../engine/engine";
import { loadBoard, type Board, type Context, type Topic } from "../board";
import { t } from "../i18n";
import { sprite } from "../sprites";
import { pack, unpack } from "../share";
import type { GameEvent, TableInfo, View } from "../table/types";
import { Icon, Sheet, useMedia } from "../ui/kit";
import { Layout } from "../ui/layout";
import { Help } from "../ui/panels";
import type { Verdict } from "../ui/result";
import { botName, errorText, gameTitle, personName, seatName } from "../words";

interface Step {
    game: string;
    step: number;
    steps: number;
    names: string[];
    events: GameEvent[];
    view: View;
}

const named = (name: string): { kind: "bot" | "person"; name: string } => (name.startsWith("bot:") ? { kind: "bot", name: name.slice(4) } : { kind: "person", name });

function Stage({ record, verdict }: { record: string; verdict: Verdict | null }) {
    const [seat, setSeat] = useState(0);
    const [step, setStep] = useState(0);
    const [at, setAt] = useState<Step>();
    const [board, setBoard] = useState<Board>();
    const [error, setError] = useState("");
    const [running, setRunning] = useState(false);
    const [topic, setTopic] = useState<Topic | null>(null);
    const wide = useMedia("(min-width: 1100px)");
    const wanted = useRef(0);
    useEffect(() => {
        const n = ++wanted.current;
        tools().call<Step>("replay", { record, step, seat }).then(
            (s) => n === wanted.current && setAt(s),
            (e: Error) => setError(errorText(e)),
        );
    }, [record, step, seat]);
    useEffect(() => {
        if (at && !board) Promise.all([loadBoard(at.game), sprite(at.game)]).then(([b]) => setBoard(() => b), (e: Error) => setError(errorText(e)));
    }, [at]);
    useEffect(() => {
        if (!running || !at) return;
        if (step >= at.steps) return setRunning(false);
        const timer = setTimeout(() => setStep(step + 1), 900);
        return () => clearTimeout(timer);
    }, [running, step, at]);
    if (error) return <p class="note bad" role="alert">{error}</p>;
    if (!at || !board) return <p aria-busy="true" />;
    const seats = at.names.map(named);
    // who played here without a name is called "You" in the record
    const name = (s: number): string => (s !== seat && seats[s]?.name === t("You") ? t("Player {n}", { n: s + 1 }) : seatName(seats[s], s, seats));
    const table = { id: "", stage: at.view.turn === "over" ? "over" : "playing", paused: false, settings: "", since: 0, seats, asking: null, may: [], you: seat, next: null, result: null } as unknown as TableInfo;
    const ctx: Context = { table, events: at.events, view: { ...at.view, legal: [] }, you: seat, name, legal: [], play: () => undefined, pending: null, hint: null, help: setTopic, wide };
    const lines = board.tell(at.events, ctx).filter((s) => s);
    return (
        <div class="replay">
            <div class="replay-bar">
                <button aria-label={t("to the beginning")} disabled={step === 0} onClick={() => setStep(0)}><Icon name="first" /></button>
                <button aria-label={t("step back")} disabled={step === 0} onClick={() => setStep(step - 1)}><Icon name="left" /></button>
                <button aria-label={running ? t("Pause") : t("Play by itself")} onClick={() => setRunning(!running)}><Icon name={running ? "pause" : "play"} /></button>
                <button aria-label={t("step forward")} disabled={step >= at.steps} onClick={() => setStep(step + 1)}><Icon name="right" /></button>
                <button aria-label={t("to the end")} disabled={step >= at.steps} onClick={() => setStep(at.steps)}><Icon name="last" /></button>
                <input type="range" min={0} max={at.steps} value={step} aria-label={t("Step")} onInput={(e) => setStep(Number(e.currentTarget.value))} />
                <output>{step} / {at.steps}</output>
                <select aria-label={t("Seen by")} value={seat} onChange={(e) => setSeat(Number(e.currentTarget.value))}>
                    {at.names.map((n, i) => <option key={i} value={i}>{n.startsWith("bot:") ? botName(n.slice(4)) : personName(n, i)}</option>)}
                </select>
            </div>
            <div class="facts">
            {verdict && <p class={verdict.agree ? "good" : "bad"}>{verdict.agree ? t("All cards and dice check out: {n} outcomes dealt again from the revealed secret.", { n: verdict.outcomes }) : (verdict.why ?? t("This record does not match its secret."))}</p>}
            <p class="status">{board.status(ctx).map((s) => <span key={s}>{s}</span>)}</p>
            </div>
            {!wide && <p class="told" role="status">{lines.join(" · ")}</p>}
            <div class="play replaying" data-game={at.game}>
                {wide && <section class="rail left" aria-label={board.railTitle()}><board.Rail ctx={ctx} /></section>}
                <div class="board"><board.Center ctx={ctx} /></div>
                {wide && (
                    <div class="rail right">
                        <section class="loglist" role="status"><h2>{t("Log")}</h2><ol class="log">{lines.map((l) => <li key={l}>{l}</li>)}</ol></section>
                        <section class="helpbox" aria-label={t("Help")}><Help topic={topic} game={at.game} /></section>
                    </div>
                )}
                {!wide && topic && <Sheet title={t("Help")} close={() => setTopic(null)}><Help topic={topic} game={at.game} /></Sheet>}
            </div>
        </div>
    );
}

export default function Replay() {
    const [record, setRecord] = useState<string>();
    const [verdict, setVerdict] = useState<Verdict | null>(null);
    const [error, setError] = useState("");
    const packed = location.hash.slice(1);
    useEffect(() => {
        if (packed) unpack(packed).then(setRecord, () => setError(t("This link holds no record, or only a part of one.")));
    }, [packed]);
    useEffect(() => {
        if (record) tools().call<Verdict>("verify", { record }).then(setVerdict, () => setVerdict(null));
    }, [record]);
    return (
        <Layout title={t("Replay")} broad>
            {error && <p class="note bad" role="alert">{error}</p>}
            {record ? (
                <Stage record={record} verdict={verdict} />
            ) : (
                !packed && (
                    <label class="field">
                        <span>{t("A record from a file")}</span>
                        <input
                            type="file" accept=".txt,text/plain"
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
            {record && <p class="soft">{gameTitle(/^game (\w+)/m.exec(record)?.[1] ?? "")}</p>}
        </Layout>
    );
}
