// page.tsx: the review of a game: its record comes from a link, from the server, or from a file; a worker judges it.
import { useEffect, useRef, useState } from "preact/hooks";
import { loadBoard, type Board } from "../board";
import { gameInfo } from "../catalogue";
import { list, t } from "../i18n";
import { settings } from "../settings";
import { pack, unpack } from "../share";
import { text } from "../table/lists";
import { keepReview } from "../myplay/kept";
import { sprite } from "../sprites";
import { ReplayTable } from "../table/replay";
import type { Frame } from "../table/types";
import { ready } from "../ui/drawing";
import { codeIn } from "../ui/join";
import { Icon } from "../ui/kit";
import { later } from "../ui/later";
import { Layout } from "../ui/layout";
import { errorText, gameTitle, seatName } from "../words";
import { chance } from "./numbers";
import { review, usualNodes } from "./engine";
import { Graph, GraphTable } from "./graph";
import { mySeat, whereDecided } from "./model";
import { Names } from "./names";
import { Piece, Pieces } from "./pieces";
import { Figures, Slips } from "./slips";
import { Stage } from "./stage";
import { reviewStyle } from "./style";
import { Moments, Seats, Summary, type Seen } from "./summary";
import { stepBefore, type Reviewed } from "./types";
import { reviewWords } from "./words";

const WayFrom = later(() => import("../evening/way").then((m) => m.WayFrom), true);

/** After #: the record, as in the address of a replay, then a row and a seat: where to begin, and whose review it is. */
function place(): { packed: string; row: number | undefined; seat: number | undefined } {
    const [packed = "", row, seat] = location.hash.slice(1).split("."),
        whole = (s: string | undefined): number | undefined => (s && /^\d+$/.test(s) ? Number(s) : undefined);
    return { packed, row: whole(row), seat: whole(seat) };
}

/** How much to think about each move, if the address says so: ?nodes=N. */
const nodes = (): number => Number(/[?&]nodes=(\d+)/.exec(location.search)?.[1] ?? usualNodes);

/** Reads what the board is drawn with, one thing after the other. What is missing then is read when it is drawn. */
async function drawings(game: string): Promise<void> {
    const [board] = await Promise.all([loadBoard(game), sprite(game)]);
    await ready(board.pictures?.());
}

interface Ready {
    r: Reviewed;
    table: ReplayTable;
    board: Board;
    first: Frame;
}

export default function ReviewPage({ parts }: { parts: string[] }) {
    const [record, setRecord] = useState<string>();
    const [part, setPart] = useState(0);
    const [made, setMade] = useState<Ready>();
    const [error, setError] = useState("");
    const { packed } = place(),
        code = !packed && parts[0] && !gameInfo(parts[0]) ? codeIn(parts[0]) : ""; // the server has it
    const [worded, setWorded] = useState(false);
    useEffect(() => {
        void Promise.all([reviewWords(), reviewStyle()]).then(() => setWorded(true));
        if (packed) unpack(packed).then(setRecord, () => setError(t("This link holds no record, or only a part of one.")));
        else if (code)
            text(`/api/tables/${code}/record`).then(setRecord, (e: Error & { error?: string }) =>
                setError(e.error === "stage" ? t("This game is not over yet. Its review is there when it is.") : errorText(e)),
            );
    }, []);
    useEffect(() => {
        if (!record) return;
        const gone = new AbortController();
        let table: ReplayTable | undefined;
        setError("");
        setMade(undefined);
        const begin = async (): Promise<void> => {
            table = await ReplayTable.open(record);
            void drawings(table.game); // while the workers work
            const [r, board, first] = await Promise.all([
                review(record, { nodes: nodes(), progress: setPart, signal: gone.signal }),
                loadBoard(table.game),
                table.peek(0, 0),
            ]);
            if (nodes() === usualNodes) await keepReview(r, record).catch(() => undefined); // a browser that keeps nothing
            if (!gone.signal.aborted) setMade({ r, table, board, first });
        };
        begin().catch((e: Error & { error?: string }) => {
            if (gone.signal.aborted) return;
            setError(e.error === "net" ? t("What judges this game has to be fetched once, and there is no network now.") : errorText(e));
            if ((e as { code?: string }).code) void import("../form/errors").then((m) => m.said(e)).then(setError);
        });
        return () => {
            gone.abort();
            table?.close();
        };
    }, [record]);
    return (
        <Layout title={t("Review")} broad>
            {code && <WayFrom table={code} />}
            {error && (
                <p class="note bad" role="alert">
                    {error}
                </p>
            )}
            {made && worded ? (
                <Whole key={made.r} {...made} record={record!} code={code} />
            ) : record && !error ? (
                <p class="reviewing" role="status">
                    <label for="review-progress">{t("Going through the game, move by move…")}</label>
                    <progress id="review-progress" max={1} value={part} />
                    <span aria-hidden="true">{chance(part)}</span>
                </p>
            ) : (
                !packed &&
                !code && (
                    <label class="field">
                        <span>{t("A record from a file (.irori or .txt)")}</span>
                        <input
                            type="file"
                            accept=".irori,.txt,text/plain"
                            onChange={async (e) => {
                                const file = e.currentTarget.files?.[0];
                                if (!file) return;
                                const read = await file.text();
                                history.replaceState(null, "", `#${await pack(read)}`);
                                setRecord(read);
                            }}
                        />
                    </label>
                )
            )}
        </Layout>
    );
}

function Whole({ r, table, board, first, record, code }: Ready & { record: string; code: string }) {
    const begin = place();
    const [seat, setSeat] = useState(() =>
        begin.seat !== undefined && begin.seat < r.seats.length ? begin.seat : mySeat(r, settings.get().name),
    );
    const [step, setStep] = useState(() => {
        const { worst } = r.seats[seat]!;
        return begin.row !== undefined ? stepBefore(r.steps, begin.row) : worst === null ? 0 : whereDecided(r, r.decisions[worst]!);
    });
    const [names] = useState(() => new Names(r, table, board));
    const stage = useRef<HTMLDivElement>(null);
    const [mine] = useState(seat); // whoever opened it is this seat
    const person = first.table.seats[mine]?.kind === "person",
        you = person && seat === mine;
    const name = (i: number): string =>
        i === mine && person
            ? t("You")
            : seatName(
                  first.table.seats[i]!.kind === "person" && i !== mine && /^(You)?$/.test(r.seats[i]!.name)
                      ? { ...first.table.seats[i]!, name: "" }
                      : first.table.seats[i],
                  i,
                  first.table.seats,
              );
    const go = (to: number): void => setStep(to);
    /** From far away: the board comes into sight, too. */
    const show = (to: number): void => {
        setStep(to);
        stage.current?.scrollIntoView({ block: "start" });
        stage.current?.focus({ preventScroll: true });
    };
    const address = async (row: number): Promise<string> =>
        code
            ? `/review/${code}${location.search}#.${row}.${seat}`
            : `/review/${r.game}${location.search}#${await pack(record)}.${row}.${seat}`;
    const seen: Seen = { r, seat, you, name, names, go: show };
    const won = r.seats.flatMap((s, i) => (r.over && s.result > 0 ? [i] : []));
    return (
        <Pieces count={9}>
            <div class="review" data-game={r.game}>
                <header class="who">
                    <p class="display">
                        {!r.over
                            ? t("The game is not over: this is how it stands.")
                            : won.length > 1
                              ? t("Shared win: {names}", { names: list(won.map(name)) })
                              : won[0] === mine && person
                                ? t("You win")
                                : t("{name} wins", { name: name(won[0]!) })}
                    </p>
                    <p class="soft">{gameTitle(r.game)}</p>
                    <a class="button" href={code ? `/replay/${code}` : `/replay/${r.game}#${place().packed}`}>
                        <Icon name="replay" /> {t("Replay")}
                    </a>
                </header>
                <section class="overview review-part" aria-label={t("Summary")}>
                    <Piece n={2}>
                        <Seats {...seen} choose={setSeat} />
                    </Piece>
                    <div class="account">
                        <Piece n={3}>
                            <Summary {...seen} />
                        </Piece>
                    </div>
                    <div class="lookat">
                        <Piece n={4}>
                            <h2>{t("Moments")}</h2>
                            <Moments {...seen} />
                        </Piece>
                    </div>
                </section>
                <section class="along" aria-label={t("Step by step")} ref={stage} tabIndex={-1}>
                    <Piece n={5}>
                        <Graph r={r} seat={seat} step={step} go={go} />
                    </Piece>
                    <Piece n={8}>
                        <Stage seen={{ ...seen, go }} table={table} record={record} step={step} address={address} board={9} />
                    </Piece>
                </section>
                <div class="more review-part">
                    <Piece n={6}>
                        <Slips {...seen} step={step} />
                    </Piece>
                    <Piece n={7}>
                        <Figures {...seen} />
                        <GraphTable r={r} seat={seat} names={name} go={show} />
                    </Piece>
                </div>
            </div>
        </Pieces>
    );
}
