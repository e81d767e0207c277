// animate.ts: Koi-Koi's events as motion: a card leaves the hand or the deck, meets its match, and both go to the pool.
import type { GameEvent } from "@/table/types";
import type { Motion, Place, Stop } from "@/ui/motion";
import type { Context } from "@/board";
import type { KoikoiView } from "./types";

const meet = 160,
    stay = 120,
    toPool = 240,
    dealGap = 60,
    dealAll = 900;

/** Beside a card, as one lies on another to show that they match. */
const beside = (p: Place): Place => ({ ...p, x: p.x + p.width * 0.28, y: p.y + p.height * 0.12 });

export async function animate(m: Motion, events: GameEvent[], ctx: Context<KoikoiView>): Promise<void> {
    if (!m.pace) return;
    // a new deal: everything comes from the deck
    const dealt = events.filter((e) => e.event === "deal" || e.event === "field").length;
    if (dealt) {
        const deck = m.now("deck");
        if (!deck) return;
        const keys = [...ctx.view.field, ...(ctx.view.hand ?? []).map((h) => h.card)],
            gap = Math.min(dealGap, dealAll / Math.max(1, keys.length));
        await Promise.all(
            keys.map((k, i) => {
                const e = m.element(k);
                return e ? m.travel(e, deck, [], i * gap, undefined, true) : undefined;
            }),
        );
        return;
    }
    let at = 0; // when the next thing begins
    const moves: Promise<void>[] = [];
    const from = new Map<string, Place>(),
        stops = new Map<string, Stop[]>(),
        begins = new Map<string, number>();
    for (const e of events) {
        const card = typeof e.card === "string" ? e.card : "",
            taken = typeof e.taken === "string" ? e.taken : "";
        if (e.event === "play" || e.event === "turn") {
            const hand = e.event === "play" ? (m.before.get(card) ?? m.was(`hand-${e.seat}`)) : (m.before.get(card) ?? m.was("deck"));
            if (!hand) continue;
            const size = m.now(card) ?? hand;
            // a strip of backs or a deck is no card: begin with a card's size in its middle
            const start = m.before.has(card)
                ? hand
                : {
                      x: hand.x + hand.width / 2 - size.width / 2,
                      y: hand.y + hand.height / 2 - size.height / 2,
                      width: size.width,
                      height: size.height,
                  };
            from.set(card, start);
            begins.set(card, at);
        } else if (e.event === "take") {
            const place = m.before.get(taken) ?? m.was(taken),
                start = from.get(card) ?? m.before.get(card);
            if (!place || !start) continue;
            from.set(card, start);
            begins.set(card, begins.get(card) ?? at);
            stops.set(card, [{ at: beside(place), take: meet, stay }]);
            if (!from.has(taken)) {
                from.set(taken, place);
                begins.set(taken, at);
                stops.set(taken, [{ at: place, take: meet, stay }]);
            }
            at = begins.get(card)! + meet + stay + toPool;
        } else if (e.event === "lay") {
            at += toPool;
        }
    }
    for (const [card, start] of from) {
        const e = m.element(card);
        if (e) moves.push(m.travel(e, start, stops.get(card) ?? [], begins.get(card) ?? 0, toPool, !m.before.has(card)));
    }
    await Promise.all(moves);
    const yaku = events.filter((e) => e.event === "yaku" || e.event === "koi-koi");
    if (yaku.length) {
        const chips = [...m.root.querySelectorAll(".chips .held, .strip .call")];
        await Promise.all(
            chips.map((c, i) => m.play(c, [{ transform: "none" }, { transform: "translateY(-8px)" }, { transform: "none" }], 300, i * 80)),
        );
    }
}
