// coach.tsx: the bubble that teaches: one sentence beside the thing it speaks of, with a ring around that thing. It lies over the table
// but takes no press except on its own buttons, and never covers what it points at while there is room beside it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Lesson } from "../board";
import { t } from "../i18n";
import { change } from "../settings";
import type { Director } from "../table/director";
import { Icon } from "./kit";

interface Ring {
    x: number;
    y: number;
    width: number;
    height: number;
}
const gap = 12,
    edge = 6;

function seen(root: ParentNode, at: string): HTMLElement[] {
    return [...root.querySelectorAll<HTMLElement>(at)].filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 0);
}
const around = (e: Element): Ring => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
};

/** Beside the first ring, where there is room: below, above, right, left; else where there is most of it. */
function place(bubble: HTMLElement, r: Ring): void {
    const { offsetWidth: w, offsetHeight: h } = bubble,
        top = Math.max(0, bubble.closest(".board")?.getBoundingClientRect().top ?? 0) + edge, // what stands above the board covers it
        right = innerWidth - edge,
        bottom = innerHeight - edge;
    const clamp = (v: number, most: number, least = edge) => Math.max(least, Math.min(v, most));
    const x = clamp(r.x + r.width / 2 - w / 2, right - w),
        y = clamp(r.y + r.height / 2 - h / 2, bottom - h, top);
    const sides = [
        { side: "above", x, y: r.y - gap - h, room: r.y - gap - edge - h }, // may touch the ring then, but leaves the choices below free
        { side: "below", x, y: r.y + r.height + gap, room: bottom - (r.y + r.height + gap) - h },
        { side: "right", x: r.x + r.width + gap, y, room: right - (r.x + r.width + gap) - w },
        { side: "left", x: r.x - gap - w, y, room: r.x - gap - edge - w },
    ];
    const best = sides.find((s) => s.room >= 0) ?? sides.sort((a, b) => b.room - a.room)[0]!;
    bubble.dataset.side = best.side;
    bubble.style.left = `${clamp(best.x, right - w)}px`;
    bubble.style.top = `${clamp(best.y, bottom - h, top)}px`;
    const flat = best.side === "above" || best.side === "below";
    const tip = flat ? r.x + r.width / 2 - clamp(best.x, right - w) : r.y + r.height / 2 - clamp(best.y, bottom - h, top);
    bubble.style.setProperty("--tip", `${Math.max(18, Math.min(tip, (flat ? w : h) - 18))}px`);
}

/** Sentences that are no lessons: what skips them, and who hears that one was shown or read. */
interface Own {
    title: string;
    next: string;
    skip: string;
    stop(): void;
    shown(id: string): void;
    read(id: string): void;
}
export function Coach({ d, lessons, own }: { d: Director; lessons: Lesson[]; own?: Own }) {
    const [now, setNow] = useState<{ lesson: Lesson; rings: Ring[] }>();
    const bubble = useRef<HTMLDivElement>(null),
        last = useRef(""),
        follow = useRef(false),
        wanted = useRef(lessons);
    wanted.current = lessons;
    const look = () => {
        const root = document.querySelector(".play");
        const lesson = root ? wanted.current.find((l) => seen(root, l.at).length) : undefined;
        const next = lesson && {
                lesson,
                rings: [...seen(root!, lesson.at).slice(0, 8), ...(lesson.with ? seen(root!, lesson.with) : [])].map(around),
            },
            text = JSON.stringify(next ?? null);
        if (text === last.current) return;
        last.current = text;
        setNow(next);
    };
    useLayoutEffect(look);
    useLayoutEffect(() => {
        if (!now) return;
        if (bubble.current && now.rings[0]) place(bubble.current, now.rings[0]);
        if (own) own.shown(now.lesson.id);
        else d.coach.show(d.game.value!, now.lesson);
        // who pressed Next with the keyboard goes on where the next thing is to be done
        if (follow.current && now.lesson.act) seen(document, now.lesson.at)[0]?.focus({ preventScroll: true });
        follow.current = false;
    }, [now]);
    useEffect(() => {
        let waiting = 0;
        const soon = () => {
            waiting ||= requestAnimationFrame(() => {
                waiting = 0;
                look();
            });
        };
        const changes = new MutationObserver(soon),
            when = ["resize", "scroll", "transitionend", "animationend"];
        changes.observe(document.getElementById("app")!, {
            subtree: true,
            childList: true,
            attributes: true,
            attributeFilter: ["class", "style"],
        });
        for (const e of when) addEventListener(e, soon, true);
        return () => {
            changes.disconnect();
            cancelAnimationFrame(waiting);
            for (const e of when) removeEventListener(e, soon, true);
        };
    }, []);
    if (!now) return null;
    const { lesson, rings } = now,
        end = lesson.id === "end";
    return (
        <>
            {rings.map((r, i) => (
                <i
                    key={i}
                    class="coach-ring"
                    aria-hidden="true"
                    style={{ left: `${r.x}px`, top: `${r.y}px`, width: `${r.width}px`, height: `${r.height}px` }}
                />
            ))}
            <div
                class="coach"
                role="group"
                aria-label={own?.title ?? t("Lesson")}
                ref={bubble}
                data-lesson={lesson.id}
                data-at={lesson.at}
                data-act={lesson.act ? "" : undefined}
            >
                <p role="status">
                    <Icon name={end ? "trophy" : "hint"} /> <span>{lesson.text}</span>
                </p>
                <div class="row">
                    {!end && (
                        <button class="skip" onClick={own?.stop ?? (() => change({ teach: false }))}>
                            {own?.skip ?? (d.table.teaches ? t("Skip the lesson") : t("No tips"))}
                        </button>
                    )}
                    {!lesson.act && (
                        <button
                            class="next"
                            onClick={() => {
                                follow.current = true;
                                if (own) own.read(lesson.id);
                                else d.learned(lesson.id);
                            }}
                        >
                            {own?.next ?? (end ? t("Play on") : t("Next"))}
                        </button>
                    )}
                </div>
            </div>
        </>
    );
}
