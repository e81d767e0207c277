// layer.tsx: what the coach shows at a table: its question, the mark of the last move, an idea for a beginner.
import { untracked } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { style, type Board, type Context } from "../board";
import { language, percent, t } from "../i18n";
import { peek } from "../myplay/store";
import { loadReasons, reason } from "../review/reasons";
import type { Fact } from "../review/types";
import { change, settings } from "../settings";
import { play } from "../sound";
import { useStore } from "../store";
import { taught } from "../table/coach";
import type { Director } from "../table/director";
import { coached } from "../table/types";
import { Coach } from "../ui/coach";
import { Icon } from "../ui/kit";
import { reviewWords } from "../review/words";
import { spoils } from "./counts";
import type { Mark } from "./decide";
import { fitting, loadIdeas } from "./ideas";
import { asked, greet, ideaOf, showIdea } from "./memory";
import { Watch, type Asking } from "./watch";

/** Reads the words of reasons, and again when the language changes. */
export function useReasons(game: string): void {
    const now = useStore(language),
        [, draw] = useState(0);
    useEffect(() => void loadReasons(game).then(() => draw((n) => n + 1)), [game, now]);
}

interface Props {
    d: Director;
    ctx: Context;
    board: Board;
    /** Something lies over the table: no idea is told now. */
    covered: boolean;
}

/** Facts in sentences. Those about a move have no subject: they stand beside it. */
export const sentences = (facts: readonly Fact[], ctx: Context): string[] =>
    facts
        .map((f) => reason(ctx.view.game, f, { seat: ctx.you!, you: ctx.you!, name: (seat) => ctx.name(seat) }))
        .filter((s, i, all) => s && all.indexOf(s) === i);
export const Reasons = ({ lines }: { lines: string[] }) =>
    lines.length ? (
        <ul class="reasons">
            {lines.map((l) => (
                <li key={l}>{l}</li>
            ))}
        </ul>
    ) : null;

const lost = ({ loss, least }: { loss: number; least?: boolean }): string =>
    least
        ? t("Your chance of winning: at least {percent} less.", { percent: percent(loss) })
        : t("Your chance of winning: about {percent} less.", { percent: percent(loss) });

function Question({ d, watch, asking, ctx, board }: { d: Director; watch: Watch; asking: Asking; ctx: Context; board: Board }) {
    const { move, found } = asking,
        [spoilt, setSpoilt] = useState(false),
        [open, setOpen] = useState<"why" | "better" | null>(null),
        back = useRef<HTMLButtonElement>(null);
    const own = sentences(
            found.why.filter((f) => f.of !== "better"),
            ctx,
        ),
        better = sentences(
            found.why.filter((f) => f.of === "better"),
            ctx,
        );
    useLayoutEffect(() => {
        back.current?.focus();
        play("turn");
    }, []);
    useEffect(() => {
        const { local, code } = d.table;
        if (local)
            peek().then(
                ({ saved }) => setSpoilt(saved.some((s) => s.id === code && spoils(s, asked(code)))),
                () => undefined, // a browser that keeps nothing counts nothing
            );
    }, []);
    return (
        <section
            class="pause question coaching"
            role="alertdialog"
            aria-labelledby="coach-asks"
            aria-describedby="coach-says"
            onKeyDown={(e) => {
                if (e.key !== "Escape") return;
                e.stopPropagation();
                watch.answer(false);
            }}
        >
            <p class="asks" id="coach-asks">
                <Icon name="hint" /> <b>{t("There may be something better.")}</b>
            </p>
            <div id="coach-says" role="status">
                <p>{lost(found)}</p>
                {spoilt && <p class="soft spoilt">{t("With this help the game does not count for how strong you play.")}</p>}
                {open && (
                    <div>
                        <h3>{board.move(move, ctx)}</h3>
                        <Reasons lines={own} />
                    </div>
                )}
                {open === "better" && (
                    <div>
                        <h3>
                            <span class="tag">{t("Better")}</span> {board.move(found.best, ctx)}
                        </h3>
                        <Reasons lines={better} />
                    </div>
                )}
            </div>
            <div class="row">
                {open === null && own.length > 0 && (
                    <button class="why" onClick={() => setOpen("why")}>
                        {t("Why?")}
                    </button>
                )}
                {open !== "better" && (
                    <button class="show" onClick={() => setOpen("better")}>
                        {t("Show me")}
                    </button>
                )}
                <button class="anyway" onClick={() => watch.answer(true)}>
                    {t("Play it anyway")}
                </button>
                <button class="main again" ref={back} onClick={() => watch.answer(false)}>
                    {t("Let me look again")}
                </button>
            </div>
        </section>
    );
}

const words = (mark: Mark): string =>
    mark.kind === "best"
        ? t("The best move!")
        : mark.kind === "good"
          ? t("A good move.")
          : t("A slip: {percent} less.", { percent: percent(mark.loss) });
const signs = { best: "trophy", good: "check", slip: "warn" };
/** A shape, a colour and, of a slip, its size. */
const Sign = ({ mark }: { mark: Mark }) => (
    <span class={`coach-mark ${mark.kind}`} role="img" aria-label={words(mark)} title={words(mark)}>
        <Icon name={signs[mark.kind]} size={16} />
        {mark.kind === "slip" && `−${percent(mark.loss)}`}
    </span>
);

/** One idea a game, told once ever, at the first moment that fits it. */
function Idea({ d, ctx, watch, covered }: Omit<Props, "board"> & { watch: Watch }) {
    const { game } = ctx.view,
        { code } = d.table,
        [ready, setReady] = useState(false),
        [read, setRead] = useState(false),
        seq = d.shown.value?.seq,
        now = useRef<{ seq: number | undefined; id: string } | undefined>(undefined); // what is being told
    useEffect(() => void loadIdeas(game).then(() => setReady(true)), [game]);
    void watch.judged.value; // then there are facts
    const fresh = ideaOf(code) === undefined || (now.current?.seq === seq && now.current?.id === ideaOf(code)),
        learns = settings.get().teach && (!taught(game) || d.coach.farewell); // its tips come first
    const facts = watch.turn?.seq === seq ? [...watch.turn!.found.values()].flatMap((f) => f.why) : [];
    const lessons =
        !ready || read || !fresh || learns || covered || !ctx.legal.length ? [] : fitting(game, ctx, facts, now.current?.id).slice(0, 1);
    return (
        <aside aria-label={t("Coach")} hidden={!lessons.length}>
            <Coach
                d={d}
                lessons={lessons}
                own={{
                    title: t("Idea"),
                    next: t("I see"),
                    skip: t("No ideas"),
                    stop: () => change({ coach: "on" }),
                    shown: (id) => {
                        now.current = { seq, id };
                        showIdea(code, game, id);
                    },
                    read: () => setRead(true),
                }}
            />
        </aside>
    );
}

const greeted = new WeakSet<Director>();
function Coaching({ d, ctx, board, covered }: Props) {
    const [watch] = useState(() => untracked(() => new Watch(d))),
        asking = watch.asking.value,
        mark = watch.mark.value;
    useReasons(ctx.view.game);
    useEffect(() => () => watch.close(), []);
    useEffect(() => {
        d.mark.value = mark ? <Sign mark={mark} /> : null;
    }, [mark]);
    useEffect(() => {
        if (greeted.has(d)) return; // the device was passed on
        greeted.add(d);
        if (coached(ctx.table)) d.say(t("The coach helps everybody here."));
        else if (greet()) d.say(t("The coach is on. The menu has its settings."));
    }, []);
    return (
        <>
            {settings.get().coach === "beginner" && <Idea d={d} ctx={ctx} watch={watch} covered={covered || !!asking} />}
            {asking && ctx.legal.length > 0 && <Question key={asking.move} {...{ d, watch, asking, ctx, board }} />}
            <p class="unseen" role="status" data-judged={watch.judged.value}>
                {mark && words(mark)}
            </p>
        </>
    );
}

export async function loadCoaching(): Promise<ComponentType<Props>> {
    await Promise.all([style("coach"), reviewWords()]);
    return Coaching;
}
