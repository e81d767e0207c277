// boards.tsx: boards in a book: one with its parts named, and examples that one steps through. They are pictures: nothing on them can be
// pressed, and their text alternative says what lies there. A board is made when it comes near the window.
import { useEffect, useRef, useState } from "preact/hooks";
import { mark, t } from "../i18n";
import { ReplayTable } from "../table/replay";
import { Icon } from "../ui/kit";
import { ReplayBoard, useReplaying } from "../ui/replaying";
import { errorText } from "../words";
import type { Loaded } from "./load";
import type { Example, Part } from "./types";

/** The people of the examples, by whom captions and boards mean the same: a record does not protect its names. */
const people = [mark("Aki"), mark("Ben")];
const named = (record: string): string =>
    record.replace(/^(name \d) (.+)$/gm, (line, seat: string, name: string) => (people.includes(name) ? `${seat} ${t(name)}` : line));

/** Whether something has come near the window. */
function useNear(of: { current: HTMLElement | null }): boolean {
    const [near, set] = useState(false);
    useEffect(() => {
        const watch = new IntersectionObserver((all) => all.some((e) => e.isIntersecting) && set(true), { rootMargin: "500px" });
        if (of.current) watch.observe(of.current);
        return () => watch.disconnect();
    }, []);
    return near;
}

function Stage({ table, at, seat, placed }: { table: ReplayTable; at: number; seat: number; placed?: (board: HTMLElement) => void }) {
    const replaying = useReplaying(table, false),
        { d, frame, board, error } = replaying,
        box = useRef<HTMLDivElement>(null);
    useEffect(() => replaying.go(at, seat), [at]);
    useEffect(() => {
        if (d.pause.value) d.goOn(); // the caption says what there is to say
    }, [d.pause.value]);
    useEffect(() => {
        const root = box.current?.querySelector<HTMLElement>(".board");
        if (!root || !placed) return;
        const look = new ResizeObserver(() => placed(root));
        look.observe(root);
        placed(root);
        return () => look.disconnect();
    }, [frame, board]);
    return (
        <div class="book-stage" ref={box} inert>
            {error ? <p class="bad">{error}</p> : <ReplayBoard table={table} at={replaying} />}
        </div>
    );
}

/** The board of a step, as a picture. */
function Picture({
    example,
    at,
    alt,
    placed,
    soon,
}: {
    example: Example;
    at: number;
    alt: string;
    placed?: (board: HTMLElement) => void;
    soon?: boolean; // at once: it is printed, wherever the window is
}) {
    const box = useRef<HTMLDivElement>(null),
        near = useNear(box) || !!soon;
    const [table, setTable] = useState<ReplayTable>();
    const [error, setError] = useState("");
    useEffect(() => {
        if (!near) return;
        let left = false,
            opened: ReplayTable | undefined;
        ReplayTable.open(named(example.record))
            .then(async (it) => {
                opened = it;
                await it.go(at, example.seat ?? 0);
                if (left) it.close();
                else setTable(it);
            })
            .catch((e: Error) => setError(errorText(e)));
        return () => {
            left = true;
            opened?.close();
        };
    }, [near]);
    return (
        <div class="book-picture" role="img" aria-label={alt} ref={box} data-at={at}>
            {error && <p class="bad">{error}</p>}
            {table && <Stage table={table} at={at} seat={example.seat ?? 0} placed={placed} />}
        </div>
    );
}

/** An example: a board, its caption, back and next. The arrow keys work wherever the focus is in it. */
export function Stepper({ example, of }: { example: Example; of: Loaded }) {
    const [i, go] = useState(0);
    const frames = of.seen.get(example.id)!,
        n = example.steps.length,
        now = frames[i]!;
    const to = (next: number): void => go(Math.max(0, Math.min(n - 1, next)));
    return (
        <section
            class="book-example"
            id={example.id}
            aria-label={example.title()}
            data-step={i}
            tabIndex={-1}
            onKeyDown={(e) => {
                if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
                e.preventDefault();
                to(i + (e.key === "ArrowLeft" ? -1 : 1));
            }}
        >
            <h3>{example.title()}</h3>
            <Picture example={example} at={example.steps[i]!.at} alt={of.book.see(now).join(" ")} />
            <p class="book-caption" role="status">
                <b class="unseen">{t("Step {n} of {all}", { n: i + 1, all: n })}. </b>
                {example.steps[i]!.say(now, frames[Math.max(0, i - 1)]!)}
            </p>
            <div class="book-steps" role="group" aria-label={t("Steps of this example")}>
                <button onClick={() => to(i - 1)} aria-disabled={i === 0}>
                    <Icon name="left" /> {t("Back")}
                </button>
                <output aria-hidden="true">
                    {i + 1} / {n}
                </output>
                <button class="main" onClick={() => to(i === n - 1 ? 0 : i + 1)}>
                    {i === n - 1 ? t("Once more") : t("Next")} <Icon name={i === n - 1 ? "undo" : "right"} />
                </button>
            </div>
        </section>
    );
}

/** The width of a column on paper, in px (book.css). */
const paper = 340;
/** A board with numbers at its parts, and what they are. */
export function Parts({ example, step, parts, of }: { example: Example; step: number; parts: Part[]; of: Loaded }) {
    const [places, setPlaces] = useState<({ x: number; y: number } | undefined)[]>([]);
    const box = useRef<HTMLDivElement>(null);
    const placed = (board: HTMLElement): void => {
        const frame = box.current!.getBoundingClientRect();
        if (matchMedia("print").matches) return;
        for (const [name, value] of [
            ["--w", frame.width],
            ["--h", frame.height],
            ["--zoom", paper / frame.width],
        ] as const)
            box.current!.style.setProperty(name, String(value));
        setPlaces(
            parts.map(({ at }) => {
                const r = board.querySelector(at)?.getBoundingClientRect();
                if (!r?.width) return undefined; // this layout does not show it
                const beside = r.width < 90 && r.height < 40; // a small thing is not covered
                return { x: r.x - frame.x + (beside ? r.width + 16 : r.width / 2), y: r.y - frame.y + r.height / 2 };
            }),
        );
    };
    return (
        <div class="book-parts">
            <div class="book-map" ref={box}>
                <Picture
                    example={example}
                    at={example.steps[step]!.at}
                    alt={of.book.see(of.seen.get(example.id)![step]!).join(" ")}
                    placed={placed}
                    soon
                />
                {places.map(
                    (p, i) =>
                        p && (
                            <b key={i} class="book-number" style={{ left: `${p.x}px`, top: `${p.y}px` }} aria-hidden="true">
                                {i + 1}
                            </b>
                        ),
                )}
            </div>
            <ol>
                {parts.map((p) => (
                    <li key={p.name}>
                        <b>{p.name}</b> {p.text}
                    </li>
                ))}
            </ol>
        </div>
    );
}
