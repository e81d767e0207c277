// animate.ts: a beat of Gacha as motion: capsules open, prices are paid, rewards and tokens change hands.
//
// The view after the beat is already drawn. What is new in it is held back until it has arrived; what is on its way travels as a ghost
// over the table. Of another player's draw only the back is shown, for nothing else is known.
import type { GameEvent } from "@/table/types";
import { drawing as picture } from "@/ui/drawing";
import { ease, middle, Timeline, type Motion, type Place } from "@/ui/motion";
import { face } from "./parts";
import type { Ctx, Figure, Half, Reward } from "./types";
import { backSymbol, box } from "./words";

/** Milliseconds at normal speed (docs/stage.md). */
const come = 200,
    shake = 120,
    lid = 200,
    pop = 220,
    see = 300,
    hop = 160,
    stamp = 140,
    flip = 180,
    fly = 260,
    dealAll = 900;
const settle = ease;

function drawing(symbol: string, view = box, cls = "card ga"): HTMLElement {
    const e = document.createElement("span");
    e.className = cls;
    e.append(picture(view, `<use href="#${symbol}"/>`, cls !== "card ga"));
    return e;
}
const half = (colour: Half): string => `<svg viewBox="-4 -4 92 116"><use href="#ga-half-${colour}"/></svg>`;
const capsule = (figure: Figure): string => `
    <svg class="rays" viewBox="-100 -100 200 200">${Array.from({ length: 12 }, (_, i) => `<path d="M-5,-46L0,-98L5,-46Z" transform="rotate(${i * 30})"/>`).join("")}</svg>
    <svg class="lid" viewBox="0 0 100 100"><path d="M5,50A45,45 0 0 1 95,50Z" fill="#FAF5E9"/><path class="shine" d="M20,42A33,33 0 0 1 42,19"/></svg>
    <svg class="figure" viewBox="0 0 260 260"><use href="#ga-figure-${figure}"/></svg>
    <svg class="base" viewBox="0 0 100 100"><path d="M5,50A45,45 0 0 0 95,50Z" fill="#C6362C"/><path d="M3,50H97"/></svg>`;
function ghostly(cls: string, inside: string): HTMLElement {
    const e = document.createElement("span");
    e.className = cls;
    e.innerHTML = inside;
    return e;
}
/** The transform that puts something drawn at `at` over `to`. */
const over = (at: Place, to: Place, more = ""): string =>
    `translate(${to.x + to.width / 2 - (at.x + at.width / 2)}px, ${to.y + to.height / 2 - (at.y + at.height / 2)}px) scale(${to.width / at.width})${more}`;

class Stage extends Timeline {
    private readonly root: DOMRect;
    private readonly ghosts: HTMLElement[] = [];
    constructor(
        m: Motion,
        readonly ctx: Ctx,
    ) {
        super(m);
        this.root = m.root.getBoundingClientRect();
    }
    /** The middle of a player's place. */
    seat(seat: number | undefined, width: number, ratio = 1.4): Place | undefined {
        const p = this.place(`p${seat}`);
        return p && middle(p, width, ratio);
    }
    /** A place in the middle of the table, a little above it, as high as the table allows. */
    centre(width: number, ratio: number): Place {
        const { x, y, width: w, height } = this.root,
            fits = Math.min(width, (height * 0.55) / ratio, w * 0.5);
        return { x: x + (w - fits) / 2, y: y + height * 0.42 - (fits * ratio) / 2, width: fits, height: fits * ratio };
    }
    /** Hides a thing of the new view until its time has come. */
    hold(e: Element | null | undefined, until: number): void {
        if (e && until > 0) this.add(this.m.play(e, [{ opacity: 0 }, { opacity: 0 }], until, 0, "linear"));
    }
    /** What an element does for a while, in steps: [ms, keyframe], each reached at that time. */
    run(e: Element | null | undefined, begin: number, ...steps: [number, Keyframe][]): void {
        if (!e) return;
        const all = steps[steps.length - 1]![0];
        this.add(
            this.m.play(
                e,
                steps.map(([at, frame]) => ({ ...frame, offset: all ? at / all : 1 })),
                all,
                begin,
                "linear",
            ),
        );
    }
    /** A ghost that is gone when everything has ended. */
    ghost(e: Element, at: Place): HTMLElement {
        const g = this.m.ghost(e, at);
        this.ghosts.push(g);
        return g;
    }
    async done(): Promise<void> {
        await super.done();
        for (const g of this.ghosts) this.m.forget(g);
    }
    /** A ghost flies from a place to another, beginning after `delay`. */
    async fly(e: HTMLElement, from: Place | undefined, to: Place | undefined, delay: number, take = fly): Promise<void> {
        if (!from || !to || !this.m.pace || this.m.stopped) return;
        const g = this.m.ghost(e, from);
        await this.m.play(g, [{ transform: "none" }, { transform: over(from, to) }], take, delay, settle);
        this.m.forget(g);
    }

    /** Your own draw: the capsule comes forward, shakes, its lid opens, the figure pops up, and goes to its pack. */
    capsule(figure: Figure, from: Place | undefined): void {
        const packs = [...this.m.root.querySelectorAll<HTMLElement>(`[data-key^="h-${figure}-"]`)],
            last = packs[packs.length - 1],
            to = last && this.m.now(last.dataset.key!);
        if (!from || !to) return;
        const at = this.centre(240, 1),
            g = this.ghost(ghostly("ga-capsule", capsule(figure)), at),
            part = (name: string) => g.querySelector(`.${name}`);
        const shut = come + shake,
            opened = shut + lid,
            up = opened + pop,
            go = up + see,
            all = go + fly;
        const start = { ...middle(from, from.width * 0.7, 1) };
        this.run(
            g,
            0,
            [0, { transform: over(at, start), opacity: 0, easing: settle }],
            [come / 2, { opacity: 1, transform: over(at, start, " scale(1.2)"), easing: settle }],
            [come, { transform: "rotate(0)" }],
            [come + 30, { transform: "rotate(-7deg)" }],
            [come + 90, { transform: "rotate(7deg)" }],
            [shut, { transform: "rotate(0)" }],
            [go, { transform: "none", opacity: 1, easing: settle }],
            [all, { transform: over(at, { ...to, height: to.width }), opacity: 0.9 }],
        );
        this.run(
            part("lid"),
            0,
            [0, { transform: "none", opacity: 1 }],
            [shut, { transform: "none", opacity: 1, easing: settle }],
            [opened, { transform: "translate(10%, -26%) rotate(70deg)", opacity: 1 }],
            [up, { transform: "translate(18%, -34%) rotate(84deg)", opacity: 0 }],
            [all, { transform: "translate(18%, -34%) rotate(84deg)", opacity: 0 }],
        );
        this.run(
            part("figure"),
            0,
            [0, { transform: "translateY(12%) scale(.3)", opacity: 0 }],
            [shut + lid / 2, { transform: "translateY(12%) scale(.3)", opacity: 0 }],
            [shut + lid / 2 + 1, { transform: "translateY(12%) scale(.3)", opacity: 1, easing: settle }],
            [opened + pop * 0.6, { transform: "translateY(-38%) scale(1.08)" }],
            [up, { transform: "translateY(-30%) scale(1)" }],
            [all, { transform: "none" }],
        );
        this.run(part("base"), 0, [0, { opacity: 1 }], [go, { opacity: 1 }], [go + fly / 3, { opacity: 0 }], [all, { opacity: 0 }]);
        this.run(
            part("rays"),
            0,
            [0, { opacity: 0, transform: "scale(.4)" }],
            [shut, { opacity: 0, transform: "scale(.4)", easing: settle }],
            [opened + pop, { opacity: 1, transform: "scale(1) rotate(12deg)" }],
            [go, { opacity: 0.8, transform: "scale(1) rotate(24deg)" }],
            [go + fly / 3, { opacity: 0, transform: "scale(.8) rotate(26deg)" }],
            [all, { opacity: 0, transform: "scale(.8)" }],
        );
        // the newest card of the pack is not there before it has been seen
        this.hold(last, all - 40);
        this.hold(this.m.element(`h-${figure}`)?.querySelector(".ga-count"), all - 40);
        this.run(
            this.m.element(`h-${figure}`),
            all - 40,
            [0, { transform: "none", easing: settle }],
            [80, { transform: "translateY(-5px)" }],
            [180, { transform: "none" }],
        );
    }

    /** A claim: the reward comes forward, the price flies in, its figures hop, the points are stamped on, and it goes to its owner. */
    claim(events: GameEvent[], reward: Reward | undefined): void {
        const claim = events[0]!,
            mine = claim.seat === this.ctx.you,
            from = this.m.before.get(`w${claim.reward}`);
        if (!from || !reward) return;
        const at = this.centre(220, 1.4),
            width = this.m.now("pile1")?.width ?? 60,
            discard = this.m.was("discard");
        // part of the page, not a picture: its figures hop
        const g = this.ghost(
            ghostly(
                "card ga ga-claimed",
                `<svg viewBox="${box}">${face({ reward })}</svg><b class="ga-plus display">+${reward.points}</b>`,
            ),
            at,
        );
        g.dataset.seat = String(claim.seat);
        const paid = events.filter((e) => e.event === "pay").map((e) => ({ symbol: `ga-${e.figure}`, key: `h-${e.figure}`, box }));
        const tokens = Array.from({ length: Number(events.find((e) => e.event === "jokers")?.tokens ?? 0) }, () => ({
            symbol: "ga-token-joker",
            key: "own-tokens",
            box: "0 0 240 240",
        }));
        const price = [...paid, ...tokens],
            arrive = come + 60;
        for (const [i, p] of price.entries()) {
            const token = p.box !== box,
                ratio = token ? 1 : 1.4,
                home = mine ? this.m.was(p.key) : this.place(`p${claim.seat}`),
                start = home && middle(home, Math.min(home.width, width * 0.9), ratio),
                mid = middle(at, at.width * 0.42, ratio),
                delay = arrive + i * 70;
            if (!start) continue;
            const e = this.ghost(drawing(p.symbol, p.box, token ? "ga-flying" : "card ga"), start),
                out = !token && discard ? over(start, middle(discard, Math.min(30, width), ratio)) : over(start, mid, " scale(.4)");
            this.run(
                e,
                0,
                [0, { transform: "none", opacity: delay ? 0 : 1 }],
                [delay, { transform: "none", opacity: 0 }],
                [delay + 1, { transform: "none", opacity: 1, easing: settle }],
                [delay + 220, { transform: over(start, mid), opacity: 1 }],
                [delay + 280, { transform: over(start, mid), opacity: 1, easing: settle }],
                [delay + 500, { transform: out, opacity: token ? 0 : 1 }],
            );
        }
        const full = arrive + price.length * 70 + 180,
            hops = [...g.querySelectorAll(".ga-stand use")],
            hopped = full + hop + 60 * Math.max(0, hops.length - 1),
            stamped = hopped + stamp,
            go = stamped + see,
            all = go + fly;
        for (const [i, u] of hops.entries())
            this.run(
                u,
                full + i * 60,
                [0, { transform: "none", easing: "cubic-bezier(.2,.7,.4,1)" }],
                [hop / 2, { transform: "translateY(-30px)", easing: "cubic-bezier(.6,0,.8,.4)" }],
                [hop, { transform: "none" }],
            );
        this.run(
            plusOf(g),
            0,
            [0, { opacity: 0, transform: "scale(2)" }],
            [hopped, { opacity: 0, transform: "scale(2)", easing: settle }],
            [stamped, { opacity: 1, transform: "scale(1) rotate(-6deg)" }],
            [all, { opacity: 1, transform: "scale(1) rotate(-6deg)" }],
        );
        const own = mine ? this.m.element(`w${claim.reward}`) : null,
            home = own ? this.m.now(`w${claim.reward}`) : this.seat(claim.seat, 34);
        this.run(
            g,
            0,
            [0, { transform: over(at, from), easing: settle }],
            [come, { transform: "none" }],
            [hopped, { transform: "none", easing: "ease-in" }],
            [hopped + stamp / 2, { transform: "scale(.96)", easing: "ease-out" }],
            [stamped, { transform: "none" }],
            [go, { transform: "none", opacity: 1, easing: settle }],
            [all, { transform: home ? over(at, home) : "scale(.3)", opacity: 1 }],
        );
        this.hold(own, all - 30);
        this.nudge(claim.seat, all - 60);
    }
    /** A player's place answers to what arrives there. */
    nudge(seat: number | undefined, at: number): void {
        const e = this.m.element(`p${seat}`) ?? document.querySelector(`.rail [data-key="p${seat}"]`);
        this.run(e, at, [0, { transform: "none", easing: settle }], [90, { transform: "scale(1.04)" }], [220, { transform: "none" }]);
    }

    /** Two halves of tickets come together and flash. */
    pair(e: GameEvent, colour: boolean): void {
        const rewards = this.ctx.view.players[e.seat ?? 0]?.rewards ?? [],
            of = (n: unknown) => rewards.find((r) => r.reward === n),
            one = of(e.with),
            two = of(e.reward);
        if (!one || !two) return;
        const at = this.centre(200, 0.66),
            g = this.ghost(
                ghostly(
                    `ga-joins ${colour ? "match" : ""}`,
                    `<i></i><span class="left">${half(one.half)}</span><span class="right">${half(two.half)}</span>`,
                ),
                at,
            ),
            [left, right] = [...g.querySelectorAll("span")],
            home = (n: unknown) => (e.seat === this.ctx.you ? this.m.was(`w${n}`) : undefined) ?? this.seat(e.seat, 30);
        const apart = 300,
            joined = apart + 120,
            all = joined + 480;
        for (const [part, from, side] of [
            [left, home(e.with), -1],
            [right, home(e.reward), 1],
        ] as const) {
            const place = { x: at.x + (side > 0 ? at.width / 2 : 0), y: at.y, width: at.width / 2, height: at.height };
            this.run(
                part,
                0,
                [0, { transform: from ? over(place, from) : "scale(.3)", opacity: 0.6, easing: settle }],
                [apart, { transform: `translateX(${side * 34}%)`, opacity: 1, easing: "cubic-bezier(.6,0,.9,.5)" }],
                [joined, { transform: "none", opacity: 1 }],
                [all - 120, { transform: "none", opacity: 1 }],
                [all, { transform: "scale(.9)", opacity: 0 }],
            );
        }
        this.run(
            g.querySelector("i"),
            0,
            [0, { opacity: 0, transform: "scale(.2)" }],
            [joined, { opacity: 0, transform: "scale(.2)", easing: settle }],
            [joined + 160, { opacity: 1, transform: "scale(1)" }],
            [all, { opacity: 0, transform: "scale(1.5)" }],
        );
    }
    /** A token is turned up and goes to its owner. */
    token(e: GameEvent): void {
        const from = this.m.was("supply"),
            to = e.seat === this.ctx.you ? this.m.now("own-tokens") : this.place(`p${e.seat}`);
        if (!from || !to) return;
        const at = this.centre(130, 1),
            back = this.ghost(drawing("ga-token-back", "0 0 240 240", "ga-flying"), at),
            face = this.ghost(drawing(`ga-token-${e.token}`, "0 0 240 240", "ga-flying ga-shines"), at);
        const there = 240,
            turned = there + flip,
            go = turned + see,
            all = go + fly;
        this.run(
            back,
            0,
            [0, { transform: over(at, middle(from, 26, 1)), opacity: 1, easing: settle }],
            [there, { transform: "none", opacity: 1, easing: "ease-in" }],
            [there + flip / 2, { transform: "scaleX(0)", opacity: 1 }],
            [there + flip / 2 + 1, { transform: "scaleX(0)", opacity: 0 }],
            [all, { transform: "scaleX(0)", opacity: 0 }],
        );
        this.run(
            face,
            0,
            [0, { transform: "scaleX(0)", opacity: 0 }],
            [there + flip / 2, { transform: "scaleX(0)", opacity: 0 }],
            [there + flip / 2 + 1, { transform: "scaleX(0)", opacity: 1, easing: "ease-out" }],
            [turned, { transform: "scale(1.1)", opacity: 1, easing: settle }],
            [go, { transform: "none", opacity: 1, easing: settle }],
            [all, { transform: over(at, middle(to, 28, 1)), opacity: 1 }],
        );
        if (e.seat === this.ctx.you) {
            const own = [...this.m.root.querySelectorAll(`.ga-own .ga-tok[data-token="${e.token}"]:not(.used)`)];
            this.hold(own[own.length - 1], all - 30);
        }
        this.nudge(e.seat, all - 60);
    }
    /** The next card of a pile comes up in its machine. */
    top(pile: unknown, at: number): void {
        const e = this.m.element(`pile${pile}`);
        this.run(
            e?.querySelector("img"),
            0,
            [0, { transform: "translateY(14%)", opacity: 0 }],
            [at, { transform: "translateY(14%)", opacity: 0, easing: settle }],
            [at + 160, { transform: "none", opacity: 1 }],
        );
    }
}
const plusOf = (g: Element): Element | null => g.querySelector(".ga-plus");

export async function animate(m: Motion, events: GameEvent[], ctx: Ctx): Promise<void> {
    if (!m.pace || !events.length) return;
    const s = new Stage(m, ctx),
        width = m.now("pile1")?.width ?? 60,
        e = events[0]!,
        mine = e.seat === ctx.you;
    const count = (kind: string) => events.filter((x) => x.event === kind);
    switch (e.event) {
        case "first":
        case "deal": {
            const from = m.now("pile2"),
                deals = count("deal");
            for (const [i, d] of deals.entries()) {
                const to = d.seat === ctx.you ? m.now("hand") : s.place(`p${d.seat}`);
                s.add(
                    s.fly(
                        drawing(backSymbol(String(d.back))),
                        from && middle(from, width),
                        to && middle(to, Math.min(34, width)),
                        (i * dealAll) / Math.max(1, deals.length),
                        220,
                    ),
                );
            }
            if (from && deals.some((d) => d.seat === ctx.you)) s.hold(m.element("hand"), dealAll / 2);
            break;
        }
        case "draw": {
            const pile = m.before.get(`pile${e.pile}`);
            if (e.figure) s.capsule(e.figure as Figure, pile);
            else {
                s.add(s.fly(drawing(backSymbol(String(e.back))), pile && middle(pile, width), s.seat(e.seat, Math.min(34, width)), 0, 320));
                s.nudge(e.seat, 260);
                for (const split of count("split"))
                    s.add(s.fly(drawing("ga-machine"), m.now(`pile${split.from}`), m.now(`pile${split.to}`), 120, 220));
                for (const top of count("top")) s.top(top.pile, 100);
            }
            break;
        }
        case "split":
            s.add(s.fly(drawing("ga-machine"), m.now(`pile${e.from}`), m.now(`pile${e.to}`), 0));
            for (const top of count("top")) s.top(top.pile, 240);
            break;
        case "reshuffle":
            for (const p of [1, 2, 3, 4])
                s.add(s.fly(drawing("ga-machine"), m.was("discard") && middle(m.was("discard")!, width), m.now(`pile${p}`), p * 60, 340));
            for (const top of count("top")) s.top(top.pile, 420);
            break;
        case "top":
            for (const [i, top] of events.entries()) s.top(top.pile, events.length > 1 ? i * 70 : 0);
            break;
        case "claim":
            s.claim(
                events,
                ctx.view.players[e.seat ?? 0]?.rewards.find((r) => r.reward === e.reward),
            );
            break;
        case "reward":
            for (const [i, r] of events.entries()) {
                const own = m.element(`w${r.reward}`),
                    deck = m.now("rdeck");
                if (!own || !deck) continue;
                s.add(m.travel(own, middle(deck, Math.min(deck.width, 40)), [], i * 90, 300, true));
            }
            break;
        case "pair":
            s.pair(e, count("colour").length > 0);
            break;
        case "token":
            s.token(e);
            break;
        case "again":
        case "pass":
        case "no-card":
            s.nudge(e.seat, 0);
            break;
        case "turn": {
            const plate = m.element(`p${e.seat}`) ?? document.querySelector(`.rail [data-key="p${e.seat}"]`);
            s.run(plate, 0, [0, { filter: "brightness(1.5)" }], [mine ? 240 : 120, { filter: "none" }]);
            break;
        }
        case "show":
            for (const seat of new Set(events.map((x) => x.seat)))
                for (const [i, c] of [...(m.element(`p${seat}`)?.querySelectorAll(".ga-backs .card") ?? [])].entries())
                    s.run(c, i * 30, [0, { transform: "scaleX(0)" }], [flip, { transform: "none" }]);
            break;
    }
    await s.done();
}
