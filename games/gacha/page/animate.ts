// animate.ts: Gacha's events as motion: capsules open, cards are paid, rewards and tokens change hands.
//
// The view is already drawn when this runs. What is new in it is held back (an animation's delay shows its first frame) until its
// event comes; what has left it, or was never seen, travels as a ghost. Of another player's draw only the back is shown.
import { h, render } from "preact";
import type { GameEvent } from "@/table/types";
import { ease, middle, Timeline, type Motion, type Place } from "@/ui/motion";
import { Face } from "./parts";
import type { Ctx, Figure } from "./types";
import { backSymbol, box } from "./words";

const open = 320,
    see = 420,
    gap = 60,
    token = 420,
    dealAll = 900;

function drawing(symbol: string, view = box, cls = "card ga"): HTMLElement {
    const e = document.createElement("span");
    e.className = cls;
    e.innerHTML = `<svg viewBox="${view}"><use href="#${symbol}"/></svg>`;
    return e;
}
class Stage extends Timeline {
    constructor(
        m: Motion,
        readonly ctx: Ctx,
    ) {
        super(m);
    }
    seat(seat: number | undefined, width: number): Place | undefined {
        const p = this.place(seat === this.ctx.you ? "hand" : `p${seat}`);
        return p && middle(p, width);
    }
    /** Hides a thing of the new view until its time has come. */
    hold(key: string, until: number): void {
        const e = this.m.element(key);
        if (e && until > 0) this.add(this.m.play(e, [{ opacity: 0 }, { opacity: 0 }], until));
    }
    /** A ghost flies from a place to another, beginning after `delay`. */
    async fly(e: HTMLElement, from: Place | undefined, to: Place | undefined, delay: number, take?: number): Promise<void> {
        if (!from || !to || !this.m.pace || this.m.stopped) return;
        const g = this.m.ghost(e, from);
        const move = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${to.width / from.width})`;
        await this.m.play(
            g,
            [
                { transform: "none", transformOrigin: "0 0" },
                { transform: move, transformOrigin: "0 0" },
            ],
            take ?? this.m.time(from, to),
            delay,
            ease,
        );
        this.m.forget(g);
    }

    /** Your own draw: the capsule card comes forward, turns over, shows its figure, and goes to its pack. */
    async capsule(back: string, figure: Figure, from: Place | undefined): Promise<void> {
        const packs = [...this.m.root.querySelectorAll<HTMLElement>(`[data-key^="h-${figure}-"]`)],
            last = packs[packs.length - 1],
            to = last && this.m.now(last.dataset.key!);
        if (!from || !to) return;
        const root = this.m.root.getBoundingClientRect(),
            width = Math.min(150, root.width * 0.3);
        const mid: Place = {
            x: root.x + root.width / 2 - width / 2,
            y: from.y + from.height / 2 - width * 0.7,
            width,
            height: width * 1.4,
        };
        const shift = (p: Place, turn: number) =>
            `translate(${p.x + p.width / 2 - (mid.x + mid.width / 2)}px, ${p.y + p.height / 2 - (mid.y + mid.height / 2)}px) scale(${p.width / mid.width}) rotateY(${turn}deg)`;
        const come = 240,
            half = open / 2,
            go = this.m.time(mid, to),
            all = come + open + see + go,
            begin = this.at;
        const at = (t: number) => t / all;
        const b = this.m.ghost(drawing(backSymbol(back)), mid),
            f = this.m.ghost(drawing(`ga-${figure}`), mid);
        this.at += all;
        this.add(
            Promise.all([
                this.m.play(
                    b,
                    [
                        { transform: shift(from, 0), opacity: 1, offset: 0, easing: ease },
                        { transform: shift(mid, 0), opacity: 1, offset: at(come), easing: "ease-in" },
                        { transform: shift(mid, 90), opacity: 1, offset: at(come + half) },
                        { transform: shift(mid, 90), opacity: 0, offset: at(come + half) + 0.0001 },
                        { transform: shift(mid, 90), opacity: 0, offset: 1 },
                    ],
                    all,
                    begin,
                    "linear",
                ),
                this.m.play(
                    f,
                    [
                        { transform: shift(mid, -90), opacity: 0, offset: 0 },
                        { transform: shift(mid, -90), opacity: 1, offset: at(come + half), easing: "ease-out" },
                        { transform: shift(mid, 0), opacity: 1, offset: at(come + open) },
                        { transform: shift(mid, 0), opacity: 1, offset: at(come + open + see), easing: ease },
                        { transform: shift({ ...to, height: to.width * 1.4 }, 0), opacity: 1, offset: 1 },
                    ],
                    all,
                    begin,
                    "linear",
                ),
            ]).then(() => {
                this.m.forget(b);
                this.m.forget(f);
            }),
        );
        // the newest card of the pack is not there before it has been seen
        for (const e of [last, this.m.element(`h-${figure}`)?.querySelector(".ga-count")])
            if (e) this.add(this.m.play(e, [{ opacity: 0 }, { opacity: 0 }], this.at));
    }
}

export async function animate(m: Motion, events: GameEvent[], ctx: Ctx): Promise<void> {
    if (!m.pace) return;
    const s = new Stage(m, ctx),
        width = m.now("pile1")?.width ?? m.now("pile2")?.width ?? 60,
        discard = m.was("discard");
    let dealt = 0;
    for (const e of events) {
        const pile = m.was(`pile${e.pile}`),
            mine = e.seat === ctx.you;
        switch (e.event) {
            case "deal": {
                const from = m.now("pile2"),
                    to = mine ? m.now("hand") : s.place(`p${e.seat}`),
                    all = ctx.view.players.length * 4;
                if (from && to)
                    s.add(
                        s.fly(
                            drawing(backSymbol(String(e.back))),
                            middle(from, width),
                            middle(to, Math.min(40, width)),
                            (dealt++ * dealAll) / all,
                        ),
                    );
                break;
            }
            case "draw":
                if (e.figure) await s.capsule(String(e.back), e.figure as Figure, pile);
                else {
                    const to = s.seat(e.seat, Math.min(40, width));
                    s.add(s.fly(drawing(backSymbol(String(e.back))), pile && middle(pile, width), to, s.at));
                    s.at += 300;
                }
                break;
            case "pay": {
                const from = mine ? m.was(`h-${e.figure}`) : s.seat(e.seat, Math.min(40, width));
                s.add(
                    s.fly(
                        drawing(`ga-${e.figure}`),
                        from && middle(from, Math.min(from.width, width)),
                        discard && middle(discard, Math.min(40, width)),
                        s.at,
                    ),
                );
                s.at += gap;
                break;
            }
            case "claim": {
                const from = m.before.get(`w${e.reward}`);
                if (mine) {
                    const own = m.element(`w${e.reward}`);
                    if (own && from) s.add(m.travel(own, from, [], 260));
                } else {
                    const reward = ctx.view.players[e.seat ?? 0]?.rewards.find((r) => r.reward === e.reward),
                        ghost = drawing("ga-reward");
                    if (reward) render(h(Face, { reward }), ghost);
                    s.add(s.fly(ghost, from, s.seat(e.seat, 36), 260, 420));
                }
                s.at += gap;
                break;
            }
            case "reward": {
                const own = m.element(`w${e.reward}`),
                    deck = m.now("rdeck");
                if (own && deck) s.add(m.travel(own, middle(deck, own.getBoundingClientRect().width), [], s.at + 360));
                break;
            }
            case "token": {
                const from = m.was("supply"),
                    to = mine ? m.now("own-tokens") : s.place(`p${e.seat}`);
                s.at = Math.max(s.at, 700);
                if (from && to)
                    s.add(
                        s.fly(
                            drawing(`ga-token-${e.token}`, "0 0 240 240", "ga-flying"),
                            middle(from, 56, 1),
                            middle(to, 28, 1),
                            s.at,
                            token,
                        ),
                    );
                s.at += token;
                break;
            }
            case "split":
                s.add(s.fly(drawing("ga-machine"), m.now(`pile${e.from}`), m.now(`pile${e.to}`), s.at));
                s.hold(`pile${e.to}`, s.at + 240);
                s.at += 260;
                break;
            case "reshuffle":
                for (const p of [1, 2, 3, 4]) s.add(s.fly(drawing("ga-machine"), discard, m.now(`pile${p}`), s.at + p * gap));
                s.at += 400;
                break;
            case "top":
                if (ctx.view.turns) s.hold(`pile${e.pile}`, Math.min(s.at, 260));
                break;
            case "again": {
                const strip = m.element(`p${e.seat}`);
                if (strip)
                    s.add(m.play(strip, [{ transform: "none" }, { transform: "translateY(-6px)" }, { transform: "none" }], 300, s.at));
                break;
            }
        }
    }
    await s.done();
}
