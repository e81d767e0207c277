// animate.ts: a beat of PiKiT as motion: cards travel between deck, centre, hands and discard pile, dice tumble.
//
// The view after the beat is already drawn when this runs. What is new in it begins where it came from; what has left it, or has no
// place of its own in it, travels as a ghost.
import type { GameEvent } from "@/table/types";
import { drawing } from "@/ui/drawing";
import { corner, ease, middle, railed, Timeline, type Motion, type Place } from "@/ui/motion";
import { reaches } from "./stage";
import type { Ctx } from "./types";
import { box } from "./words";

const tumble = 450,
    second = 80,
    shake = 300,
    gap = 60,
    lift = 90,
    squash = 60;

/** A card that is nowhere in the view. */
function card(symbol: string): HTMLElement {
    const e = document.createElement("span");
    e.className = "card pk";
    e.append(drawing(box, `<use href="#pk-${symbol}"/>`));
    return e;
}
class Table extends Timeline {
    constructor(
        m: Motion,
        readonly ctx: Ctx,
    ) {
        super(m);
    }
    get width(): number {
        return this.m.now("deck")?.width ?? 44;
    }
    /** Where a player's cards are; a card of one's own has its place in the hand. */
    seat(seat: number | undefined, number?: number): Place | undefined {
        const own = seat === this.ctx.you && number !== undefined ? (this.m.was(`h${number}.0`) ?? this.m.was("hand")) : undefined;
        const p = own ?? this.place(`p${seat}`);
        return p && middle(p, this.width);
    }
    heap(key: string): Place | undefined {
        const p = this.m.now(key);
        return p && middle(p, Math.min(p.width, p.height / 1.4));
    }
    /** A ghost goes from here to there, and is put down with a slap. */
    async carry(symbol: string, from: Place | undefined, to: Place | undefined): Promise<void> {
        if (!from || !to || !this.m.pace || this.m.stopped) return;
        const g = this.m.ghost(card(symbol), from),
            time = lift + this.m.time(from, to) + squash,
            delay = this.at;
        const shift = (p: Place, scale = 1) => `translate(${p.x - from.x}px, ${p.y - from.y}px) scale(${(p.width / from.width) * scale})`;
        this.at += time;
        await this.m.play(
            g,
            [
                { transform: shift(from), offset: 0, easing: "ease-out" },
                { transform: shift(from, 1.12), offset: lift / time, easing: ease },
                { transform: shift(to), offset: 1 - squash / time },
                { transform: shift(to, 0.96), offset: 1 - squash / time / 2 },
                { transform: shift(to), offset: 1 },
            ],
            time,
            delay,
            "linear",
            corner(),
        );
        this.m.forget(g);
    }
    /** Into a hand: one's own card has its place there, if it does not lie on an equal one. */
    receive(symbol: string, seat: number | undefined, from: Place | undefined, number?: number): void {
        const own =
            seat === this.ctx.you && number !== undefined
                ? [...this.m.root.querySelectorAll<HTMLElement>(`.hand [data-key^="h${number}."]`)].find(
                      (e) => !this.m.before.has(e.dataset.key!),
                  )
                : undefined;
        if (own && from) this.add(this.m.travel(own, from, [], this.at, undefined, true));
        else this.add(this.carry(symbol, from, this.seat(seat, number)));
    }
    /** Something of the new view that comes only now. */
    arrive(key: string, from: Place | undefined): void {
        const e = this.m.element(key);
        if (!e || !from) return;
        this.add(this.m.travel(e, from, [], this.at, undefined, true));
        this.at += gap;
    }
    private part(key: string): Element | null {
        return this.m.element(key) ?? railed(key);
    }
    shake(key: string): void {
        const e = this.part(key),
            sides = [0, -4, 4, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` }));
        if (e) this.add(this.m.play(e, sides, shake, this.at, "linear"));
    }
    /** Look here: it is about this player. */
    pulse(seat: number | undefined): void {
        const e = this.part(`p${seat}`);
        if (e) this.add(this.m.play(e, [{ transform: "none" }, { transform: "scale(1.05)" }, { transform: "none" }], 300, this.at));
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
const holds = (key: string, n: number): boolean => /^m\d/.test(key) && key.endsWith(`.${n}`);

export async function animate(m: Motion, events: GameEvent[], ctx: Ctx): Promise<void> {
    if (!m.pace) return;
    const s = new Table(m, ctx),
        deck = s.heap("deck"),
        discard = s.heap("discard");
    /** Places of the centre that hold something they did not hold before. */
    const fresh = [...m.root.querySelectorAll<HTMLElement>(".market [data-key]")]
        .map((e) => e.dataset.key!)
        .filter((k) => !k.endsWith(".") && !m.before.has(k));
    const gone: string[] = [];
    for (const e of events) {
        const n = Number(e.card),
            seat = e.seat,
            start = s.at;
        switch (e.event) {
            case "first":
                s.pulse(seat);
                break;
            case "market":
            case "refill": {
                const at = fresh.findIndex((k) => holds(k, n));
                if (at >= 0) s.arrive(fresh.splice(at, 1)[0]!, deck);
                break;
            }
            case "deal":
                s.receive(String(n), seat, deck, n);
                s.at = start + 2 * gap;
                break;
            case "turn":
                s.pulse(seat);
                break;
            case "roll":
            case "dice":
                s.roll("d0", 0);
                s.roll("d1", second);
                break;
            case "play":
            case "cancel":
                s.add(s.carry(String(n), s.seat(seat, n), discard));
                break;
            case "cancelled":
            case "fizzled":
                s.shake("discard");
                break;
            case "draw":
                s.receive("back", seat, deck, e.card === undefined ? undefined : n);
                break;
            case "resolved": // a theft: face down, what it is comes with the next beat
                if (reaches(e)) {
                    const victim = Number(String(e.effect).split(" ")[2]);
                    if (ctx.view.players[victim]!.cards) s.add(s.carry("back", s.seat(victim), s.seat(seat)));
                }
                break;
            case "try":
                s.add(s.carry("back", s.seat(Number(e.of)), s.seat(seat)));
                break;
            case "wound":
                s.add(s.carry("3", s.seat(seat), discard));
                s.shake(`p${seat}`);
                break;
            case "take": {
                const from = [...m.before.keys()]
                    .filter((k) => holds(k, n) && !gone.includes(k) && !m.element(k))
                    .sort()
                    .slice(0, Number(e.count));
                from.forEach((k, i) => {
                    s.at = start + i * gap;
                    s.receive(String(n), seat, m.before.get(k), n);
                });
                s.at = start + from.length * gap;
                gone.push(...from);
                break;
            }
            case "mecha":
                s.add(s.carry(`mecha-${e.double}`, m.before.get(`k${e.double}`), s.seat(seat)));
                break;
            case "nothing":
                s.pulse(seat);
                break;
        }
    }
    await s.done();
}
