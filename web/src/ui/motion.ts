// motion.ts: movement from events. Before a frame is drawn the places of everything with data-key are noted; after it, things
// travel from where they were. Views decide: cutting a motion short leaves everything where the view has it.

export const ease = "cubic-bezier(.2,.8,.2,1)";

export interface Place {
    x: number;
    y: number;
    width: number;
    height: number;
}

const place = (e: Element): Place => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return { x, y, width, height };
};

/** Where everything is now. */
export function places(root: Element): Map<string, Place> {
    const all = new Map<string, Place>();
    for (const e of root.querySelectorAll<HTMLElement>("[data-key]")) all.set(e.dataset.key!, place(e));
    return all;
}

/** What came or went somewhere else fades in: for those who want nothing to travel. */
export function fade(root: Element, before: Map<string, Place>, ms: number): void {
    // all places are read before anything fades: to read one after that would cost a layout
    for (const [e, now] of [...root.querySelectorAll<HTMLElement>("[data-key]")].map((one) => [one, place(one)] as const)) {
        const was = before.get(e.dataset.key!);
        if (!was || Math.abs(was.x - now.x) + Math.abs(was.y - now.y) > 2) e.animate([{ opacity: 0 }, { opacity: 1 }], ms);
    }
}

/** The middle of a place, with the width of a card, so that nothing tells which card of a fan it was. */
export function middle(p: Place, width: number, ratio = 1.4): Place {
    const height = width * ratio;
    return { x: p.x + p.width / 2 - width / 2, y: p.y + p.height / 2 - height / 2, width, height };
}

/** A stop on the way of a thing: where, how long it takes to get there, how long it stays. */
export interface Stop {
    at: Place;
    take: number;
    stay?: number;
}

/** The style of a thing while it moves. */
interface Lying {
    transformOrigin?: string;
    zIndex?: string;
}
/** Places are told by their corners; the higher lies over the lower. */
export const corner = (zIndex?: number): Lying => ({ transformOrigin: "0 0", ...(zIndex !== undefined && { zIndex: String(zIndex) }) });

export class Motion {
    private readonly running = new Set<Animation>();
    private readonly ghosts = new Set<HTMLElement>();
    private drawn: Map<Element, Place> | undefined;
    private cut = false;
    constructor(
        readonly root: HTMLElement,
        readonly before: Map<string, Place>,
        /** What lengths are multiplied by; 0: nothing travels (reduced motion, or speed off). */
        readonly pace: number,
    ) {}

    element(key: string): HTMLElement | null {
        return this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    }
    /** Where the view has an element. All are read at once: to read one when others have begun to move would cost a layout. */
    place(e: Element): Place {
        this.drawn ??= new Map([...this.root.querySelectorAll("[data-key]")].map((one) => [one, place(one)]));
        return this.drawn.get(e) ?? place(e);
    }
    now(key: string): Place | undefined {
        const e = this.element(key);
        return e ? this.place(e) : undefined;
    }
    /** Where it was, or where it is now. */
    was(key: string): Place | undefined {
        return this.before.get(key) ?? this.now(key);
    }
    get stopped(): boolean {
        return this.cut;
    }

    /** Ends everything: all is where the view has it. */
    finish(): void {
        this.cut = true;
        for (const a of this.running) a.finish();
        for (const g of this.ghosts) g.remove();
    }

    /** A motion of something that is not on the page takes time, and nothing has to be drawn for it. */
    async wait(ms: number): Promise<void> {
        await this.play(document.createElement("i"), [{ opacity: 1 }, { opacity: 1 }], ms);
    }

    /** Durations are those of the brief; the setting stretches them. `as`: how the element is styled meanwhile. Frames with more than
     *  transform and opacity are drawn by the page, in each frame anew; with these alone the browser moves what was drawn once. */
    async play(e: Element, frames: Keyframe[], ms: number, delay = 0, easing = ease, as: Lying = {}): Promise<void> {
        if (this.cut || !this.pace) return;
        const a = e.animate(frames, { duration: ms * this.pace, delay: delay * this.pace, easing, fill: "backwards" });
        this.running.add(a);
        Object.assign((e as HTMLElement).style, as);
        try {
            await a.finished;
        } catch {
            /* cancelled: the element is gone */
        }
        this.running.delete(a);
        for (const k of Object.keys(as) as (keyof Lying)[]) (e as HTMLElement).style[k] = "";
    }

    /** Lets an element begin at `from`, visit the stops and end where the view has it; hidden: it is not to be seen before its turn. */
    async travel(e: HTMLElement, from: Place, stops: Stop[], delay = 0, take?: number, hidden = false): Promise<void> {
        if (this.cut || !this.pace) return;
        if (hidden && delay) void this.play(e, [{ opacity: 0 }, { opacity: 0 }], delay, 0, "linear");
        const to = this.place(e);
        if (!to.width) return;
        const all: Stop[] = [...stops, { at: to, take: take ?? this.time(stops.length ? stops[stops.length - 1]!.at : from, to) }];
        const total = all.reduce((sum, s) => sum + s.take + (s.stay ?? 0), 0);
        const matrix = (p: Place) => `translate(${p.x - to.x}px, ${p.y - to.y}px) scale(${p.width / to.width})`;
        const frames: Keyframe[] = [{ transform: matrix(from), offset: 0, easing: ease }];
        let at = 0;
        for (const s of all) {
            at += s.take;
            frames.push({ transform: matrix(s.at), offset: Math.min(1, at / total), easing: ease });
            if (s.stay) {
                at += s.stay;
                frames.push({ transform: matrix(s.at), offset: Math.min(1, at / total), easing: ease });
            }
        }
        await this.play(e, frames, total, delay, "linear", corner(5));
    }

    /** 220 ms and 40 for every 300 px, at most 340. */
    time(a: Place, b: Place): number {
        return Math.min(340, 220 + (Math.hypot(a.x - b.x, a.y - b.y) / 300) * 40);
    }

    /** A copy of an element that lies over the page until `remove`. For things that have no place in the new view. */
    ghost(of: Element, at: Place): HTMLElement {
        const g = of.cloneNode(true) as HTMLElement;
        g.removeAttribute("data-key");
        g.setAttribute("aria-hidden", "true");
        g.classList.add("ghost");
        Object.assign(g.style, {
            position: "fixed",
            left: `${at.x}px`,
            top: `${at.y}px`,
            width: `${at.width}px`,
            height: `${at.height}px`,
            margin: "0",
        });
        this.root.append(g);
        this.ghosts.add(g);
        return g;
    }
    forget(g: HTMLElement): void {
        g.remove();
        this.ghosts.delete(g);
    }
}

/** Events that come one after the other: each begins at `at`, and all have ended when `done` has. */
export class Timeline {
    at = 0;
    private readonly all: Promise<unknown>[] = [];
    constructor(readonly m: Motion) {}

    /** Where something was or is; players sit in a rail on wide screens. */
    place(key: string): Place | undefined {
        const here = this.m.was(key);
        if (here?.width) return here;
        const e = railed(key);
        return e ? place(e) : undefined;
    }
    add(p: Promise<unknown>): void {
        this.all.push(p);
    }
    async done(): Promise<void> {
        await Promise.all(this.all);
    }
}
/** What has this key in a rail, which is no part of the board. */
export const railed = (key: string): Element | null => document.querySelector(`.rail [data-key="${CSS.escape(key)}"]`);
