// animate.ts: the motion and the sounds of a beat. A played card slaps down beside its match; the turned card is flipped in its place
// beside the deck, held, and taken to its match; pairs go to the lane; coins fly from purse to purse.
import type { GameEvent } from "@/table/types";
import { corner, middle, type Motion, type Place } from "@/ui/motion";
import type { Context, Sounding } from "@/board";
import { number } from "@/i18n";
import { gained, pursesBefore } from "./stage";
import type { KoikoiView } from "./types";

type Ctx = Context<KoikoiView>;

const reach = 150, // to the table
    drop = 110,
    squash = 60,
    hold = 120, // beside its match
    look = 320, // at a card that was turned
    toPool = 260,
    flip = 180,
    dealGap = 55,
    dealAll = 900,
    coinGap = 50,
    coinFly = 380,
    coins = 12; // at most
const dropping = "cubic-bezier(.5,0,.9,.4)",
    settle = "cubic-bezier(.2,.8,.2,1)";

/** Beside a card, as one lies on another to show that they match. */
const beside = (p: Place): Place => ({ ...p, x: p.x + p.width * 0.28, y: p.y + p.height * 0.12 });
const shift = (from: Place, to: Place, more = ""): string =>
    `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}) ${more}`;

/** Comes from a place, is lifted over its own, dropped, and gives a little. */
async function slap(m: Motion, e: HTMLElement, from: Place): Promise<void> {
    const to = m.place(e);
    if (!to.width) return;
    const total = reach + drop + squash;
    const lifted = { x: to.x - to.width * 0.06, y: to.y - to.height * 0.13, width: to.width * 1.12, height: to.height * 1.12 };
    const given = { x: to.x + to.width * 0.02, y: to.y + to.height * 0.02, width: to.width * 0.96, height: to.height * 0.96 };
    await m.play(
        e,
        [
            { transform: shift(from, to), offset: 0, easing: settle },
            { transform: shift(lifted, to), offset: reach / total, easing: dropping },
            { transform: shift(given, to), offset: (reach + drop) / total, easing: "ease-out" },
            { transform: "none", offset: 1 },
        ],
        total,
        0,
        "linear",
        corner(6),
    );
}

/** A card's size in the middle of a strip of backs, which is no card. */
const outOf = (p: Place | undefined, like: Place): Place => middle(p ?? like, like.width, like.height / like.width);

async function deal(m: Motion, beat: GameEvent[], ctx: Ctx): Promise<void> {
    const deck = m.now("deck");
    if (!deck) return;
    const backs = new Map<number, number>(); // by seat: how many have come
    const keys = beat.flatMap((e) => {
        if (e.card) return [String(e.card)];
        if (e.event !== "deal" || e.seat === ctx.you) return [];
        const n = backs.get(e.seat!) ?? 0;
        backs.set(e.seat!, n + 1);
        return [`back-${e.seat}-${n}`];
    });
    const gap = Math.min(dealGap, dealAll / Math.max(1, keys.length));
    await Promise.all(
        keys.map((k, i) => {
            const e = m.element(k);
            return e && m.travel(e, outOf(deck, m.place(e)), [], i * gap, 240, true);
        }),
    );
}

/** The back moves into the slot and turns away; the face turns up. */
async function turn(m: Motion, name: string): Promise<void> {
    const e = m.element(name),
        back = m.element("deck")?.querySelector(".card"),
        from = m.was("deck");
    if (!e || !from) return;
    const to = m.place(e);
    if (back) {
        e.style.visibility = "hidden";
        const g = m.ghost(back, to);
        await m.play(g, [{ transform: shift(outOf(from, to), to) }, { transform: "none" }], 130, 0, settle, corner());
        await m.play(g, [{ transform: "none" }, { transform: "rotateY(90deg) scale(1.06)" }], flip / 2, 0, "ease-in");
        m.forget(g);
        e.style.visibility = "";
    }
    await m.play(e, [{ transform: "rotateY(-90deg) scale(1.06)" }, { transform: "none" }], flip / 2, 0, "ease-out");
    await m.wait(look);
}

/** The card meets what it takes, if it does not lie there yet, and all go to the lane. */
async function take(m: Motion, beat: GameEvent[]): Promise<void> {
    const name = String(beat[0]!.card),
        taken = beat.map((e) => String(e.taken)),
        at = m.before.get(taken[0]!),
        from = m.before.get(name);
    const there = at && beside(at),
        near = there && from && Math.hypot(from.x - there.x, from.y - there.y) < at.width;
    const stay = { at: near ? from : (there ?? from!), take: near ? 1 : reach + drop, stay: hold };
    const go = (key: string, start: Place | undefined, stops: { at: Place; take: number; stay: number }[]) => {
        const e = m.element(key);
        return e && start && m.travel(e, start, stops, 0, toPool);
    };
    await Promise.all([
        ...taken.map((c) => {
            const start = m.before.get(c);
            return go(c, start, start ? [{ ...stay, at: start }] : []);
        }),
        go(name, from, from ? [stay] : []),
    ]);
}

/** The figures of the purses while coins fly: `part` of them has landed; the view's own, when all have. */
function purses(m: Motion, paid: GameEvent): (part: number) => void {
    const before = pursesBefore.get(paid);
    const all = [0, 1].flatMap((s) => {
        const text = [...(m.element(`coins-${s}`)?.childNodes ?? [])]
                .filter((n) => n.nodeType === Node.TEXT_NODE && /\d/.test(n.nodeValue!))
                .at(-1),
            [was, now] = [before?.[s], Number(s ? paid.purse1 : paid.purse0)];
        return text && was !== undefined && text.nodeValue === number(now) ? [{ text, was, now }] : [];
    });
    return (part) => {
        for (const { text, was, now } of all) text.nodeValue = number(Math.round(was + (now - was) * part));
    };
}

/** Coins fly in an arc from one purse to the other, one after the other; each is counted where it lands. */
async function pay(m: Motion, beat: GameEvent[]): Promise<void> {
    const paid = beat.find((e) => e.event === "paid");
    if (!paid) return;
    const n = Math.min(coins, Number(paid.coins)),
        from = m.now(`coins-${1 - paid.seat!}`),
        to = m.now(`coins-${paid.seat}`),
        coin = m.element(`coins-${paid.seat}`)?.querySelector(".koikoi-coin");
    if (!from || !to || !coin) return;
    const size = 20,
        start = middle(from, size, 1),
        end = middle(to, size, 1);
    const count = purses(m, paid);
    let landed = 0;
    count(0);
    await Promise.all(
        Array.from({ length: n }, async (_, i) => {
            const g = m.ghost(coin, start),
                bow = 26 + (i % 3) * 14;
            const x = (part: number) => (end.x - start.x) * part + Math.sin(part * Math.PI) * bow * 2,
                y = (part: number) => (end.y - start.y) * part - Math.sin(part * Math.PI) * bow;
            const frames = [0, 0.25, 0.5, 0.75, 1].map((part) => ({
                transform: `translate(${x(part)}px, ${y(part)}px) rotateY(${part * 540}deg)`,
                opacity: 1,
            }));
            g.style.opacity = "0";
            await m.play(g, frames, coinFly, i * coinGap, settle);
            m.forget(g);
            count(++landed / n);
        }),
    );
}

export async function animate(m: Motion, beat: GameEvent[], ctx: Ctx): Promise<void> {
    if (!m.pace) return;
    const first = beat[0]!,
        name = String(first.card ?? "");
    switch (first.event) {
        case "deal":
        case "field":
            return deal(m, beat, ctx);
        case "play": {
            const e = m.element(name);
            return e ? slap(m, e, m.before.get(name) ?? outOf(m.was(`hand-${first.seat}`), m.place(e))) : undefined;
        }
        case "turn":
            return turn(m, name);
        case "lay": {
            const e = m.element(name),
                from = m.before.get(name);
            return e && from ? slap(m, e, from) : undefined;
        }
        case "take":
            return take(m, beat);
        case "agari":
        case "exhausted":
            return pay(m, beat);
    }
}

export function sounds(beat: GameEvent[], ctx: Ctx): Sounding[] {
    const first = beat[0]!;
    switch (first.event) {
        case "sensei":
        case "round":
        case "redeal":
            return [{ sound: "shuffle" }];
        case "deal":
        case "field":
            return [{ sound: "deal" }];
        case "play":
        case "lay":
            return [{ sound: "slap", at: reach + drop }];
        case "turn":
            return [{ sound: "flip", at: 130 }];
        case "take":
            return [{ sound: "take", at: reach }];
        case "yaku":
            return beat.some((e) => gained(e) > 0) ? [{ sound: "yaku" }] : [];
        case "koi-koi":
            return [{ sound: "call" }];
        case "agari":
        case "exhausted": {
            const paid = beat.find((e) => e.event === "paid");
            return Array.from({ length: Math.min(coins, Number(paid?.coins ?? 0)) }, (_, i) => ({
                sound: "coin",
                at: i * coinGap + coinFly,
            }));
        }
        case "over": {
            const [a, b] = [Number(first.purse0), Number(first.purse1)];
            if (ctx.you === undefined || a === b) return [];
            return [{ sound: (ctx.you === 0) === a > b ? "win" : "loss" }];
        }
    }
    return [];
}
