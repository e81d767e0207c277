// animate.ts: PiKiT's events as motion: cards travel between deck, centre, hands and discard pile, dice tumble, thieves are shown.
//
// The view is already drawn when this runs. What is new in it is held back (an animation's delay shows its first frame) until its
// event comes; what has left it travels as a ghost.
import type { GameEvent } from "@/table/types";
import { ease, middle, railed, Timeline, type Motion, type Place } from "@/ui/motion";
import type { Ctx } from "./types";
import { box } from "./words";

const tumble = 450,
    second = 80,
    show = 650,
    shake = 300,
    gap = 60,
    announce = 500;

/** A card that is nowhere in the view. */
function card(symbol: string): HTMLElement {
    const e = document.createElement("span");
    e.className = "card pk";
    e.innerHTML = `<svg viewBox="${box}"><use href="#pk-${symbol}"/></svg>`;
    return e;
}
class Stage extends Timeline {
    constructor(
        m: Motion,
        readonly ctx: Ctx,
    ) {
        super(m);
    }
    get width(): number {
        return this.m.now("deck")?.width ?? 44;
    }
    seat(seat: number | undefined, number?: number): Place | undefined {
        const own = seat === this.ctx.you && number !== undefined ? (this.m.was(`h${number}.0`) ?? this.m.was("hand")) : undefined;
        const p = own ?? this.place(`p${seat}`);
        return p && middle(p, this.width);
    }
    /** A ghost that visits places, staying `stay` ms at each but the last. */
    async carry(symbol: string, stops: (Place | undefined)[], stay = 0, from = symbol): Promise<void> {
        const way = stops.filter((p): p is Place => !!p);
        if (way.length < 2 || !this.m.pace || this.m.stopped) return;
        const legs = way.slice(1).map((p, i) => this.m.time(way[i]!, p)),
            time = legs.reduce((a, b) => a + b, 0) + stay * (way.length - 2);
        const begin = way[0]!,
            g = this.m.ghost(card(symbol), begin),
            back = from === symbol ? undefined : this.m.ghost(card(from), begin),
            delay = this.at;
        const shift = (p: Place) => `translate(${p.x - begin.x}px, ${p.y - begin.y}px) scale(${p.width / begin.width})`;
        const frames: Keyframe[] = [{ transform: shift(begin), offset: 0, transformOrigin: "0 0", easing: ease }];
        let t = 0;
        way.slice(1).forEach((p, i) => {
            t += legs[i]!;
            frames.push({ transform: shift(p), offset: Math.min(1, t / time), transformOrigin: "0 0", easing: ease });
            if (stay && i < way.length - 2) {
                t += stay;
                frames.push({ transform: shift(p), offset: Math.min(1, t / time), transformOrigin: "0 0", easing: ease });
            }
        });
        for (const e of [g, back]) if (e) e.style.visibility = "hidden";
        this.at += time;
        await this.m.wait(delay);
        if (this.m.stopped) return;
        for (const e of [g, back]) if (e) e.style.visibility = "";
        const turned = legs[0]! / time; // face down on the first leg, then turned over
        await Promise.all([
            this.m.play(g, frames, time, 0, "linear"),
            back && this.m.play(back, frames, time, 0, "linear"),
            back &&
                this.m.play(
                    back,
                    [
                        { opacity: 1, offset: 0 },
                        { opacity: 1, offset: turned },
                        { opacity: 0, offset: Math.min(1, turned + 0.1) },
                        { opacity: 0, offset: 1 },
                    ],
                    time,
                    0,
                    "linear",
                ),
        ]);
        for (const e of [g, back]) if (e) this.m.forget(e);
    }
    /** Something of the new view that comes only now. */
    arrive(key: string, from: Place | undefined): void {
        const e = this.m.element(key);
        if (!e || !from) return;
        this.add(this.m.travel(e, middle(from, this.width), [], this.at));
        this.at += gap;
    }
    shake(key: string): void {
        const e = this.m.element(key) ?? railed(key);
        if (e)
            this.add(
                this.m.play(
                    e,
                    [0, -4, 4, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` })),
                    shake,
                    this.at,
                    "linear",
                ),
            );
        this.at += shake;
    }
    roll(key: string, delay: number): void {
        const e = this.m.element(key)?.firstElementChild;
        if (!e) return;
        const turns = [0, 130, 250, 360].map((d, i) => ({
            transform: `translateY(${[0, -18, -8, 0][i]}px) rotate(${d}deg)`,
            opacity: i ? 1 : 0,
        }));
        this.add(this.m.play(e, turns, tumble, this.at + delay, "cubic-bezier(.3,0,.2,1)"));
    }
}

/** Places of the centre: "m3.7" is the place 3 with a 7, "m3." the empty one. */
const slot = (key: string): string => key.slice(0, key.indexOf("."));
const holds = (key: string, n: number): boolean => /^m\d/.test(key) && key.endsWith(`.${n}`);

export async function animate(m: Motion, events: GameEvent[], ctx: Ctx): Promise<void> {
    if (!m.pace) return;
    const s = new Stage(m, ctx),
        deck = m.now("deck"),
        discard = m.now("discard"),
        dice = m.now("dice");
    const now = [...m.root.querySelectorAll<HTMLElement>(".market [data-key]")].map((e) => e.dataset.key!);
    const gone = [...m.before.keys()].filter((k) => /^m\d+\.$/.test(k)); // places that are filled again
    const cards = discard && middle(discard, s.width);
    let dealt = 0;
    for (const e of events) {
        const n = Number(e.card),
            seat = e.seat,
            start = s.at;
        switch (e.event) {
            case "market":
                s.arrive(now[dealt++] ?? "", deck);
                break;
            case "deal":
                if (seat !== ctx.you) s.add(s.carry(String(n), [deck && middle(deck, s.width), s.seat(seat)]));
                s.at = Math.min(start + gap, 1200);
                break;
            case "roll":
            case "dice":
                s.roll("d0", 0);
                s.roll("d1", second);
                s.at += tumble + second;
                break;
            case "play":
            case "cancel":
                s.add(s.carry(String(n), [s.seat(seat, n), cards]));
                if (e.event === "cancel") s.shake("discard");
                if (seat !== ctx.you) s.at += announce;
                break;
            case "draw":
                s.add(
                    s.carry(
                        e.card === undefined ? "back" : String(n),
                        [deck && middle(deck, s.width), s.seat(seat, e.card === undefined ? undefined : n)],
                        0,
                        "back",
                    ),
                );
                break;
            case "stolen":
                s.add(
                    s.carry(
                        String(n),
                        [s.seat(Number(e.from)), dice && middle(dice, s.width * 1.4), n === 3 ? cards : s.seat(seat, n)],
                        show,
                        "back",
                    ),
                );
                break;
            case "stolen-mecha":
                s.add(
                    s.carry(`mecha-${e.double}`, [s.seat(Number(e.from)), dice && middle(dice, s.width * 1.4), s.seat(seat)], show, "back"),
                );
                break;
            case "wound":
                s.shake(`p${seat}`);
                break;
            case "take": {
                const from = [...m.before.keys()]
                    .filter((k) => holds(k, n) && !gone.includes(k))
                    .sort()
                    .slice(0, Number(e.count));
                from.forEach((k, i) => {
                    s.at = start + i * gap;
                    s.add(s.carry(String(n), [m.before.get(k), s.seat(seat, n)]));
                });
                gone.push(...from);
                break;
            }
            case "mecha":
                s.add(s.carry(`mecha-${e.double}`, [m.before.get(`k${e.double}`), s.seat(seat)]));
                break;
            case "refill": {
                const at = gone.findIndex((k) => now.includes(`${slot(k)}.${n}`));
                if (at >= 0) s.arrive(`${slot(gone.splice(at, 1)[0]!)}.${n}`, deck);
                break;
            }
        }
    }
    await s.done();
}
