// step.ts: what the table looks like between two frames. beats() groups a frame's events into what is shown together, step() does the
// bookkeeping of one such group: cards, counters and marks as the events say. It knows no rules. What the engine works out from the
// whole position (odds, what a hand lacks, ways to pay) is taken from the frame's own view, with the beat that changes it.
import type { GameEvent } from "@/table/types";
import { figures, type Figure, type GachaView, type HandCard, type Offer, type Player, type TokenName, type Trigger } from "./types";

/** What the engine works out for a viewer: of a pile, of an offer in the market. */
const ofPile = ["odds", "chance"] as const,
    ofOffer = ["lacks", "lacks_with_jokers", "missing", "helps", "nearer", "ways", "pair", "triggers"] as const;
export const derived = [
    ...ofPile.map((m) => `piles.*.${m}`),
    ...ofOffer.map((m) => `market.*.${m}`),
    "token_odds",
    "figures.*.known",
    "figures.*.unseen",
];

/** What goes on with the beat of an event; anything else begins a new one. */
const follows: Record<string, RegExp> = {
    first: /^(deal|look)$/,
    deal: /^(deal|look)$/,
    look: /^(deal|look)$/,
    top: /^top$/,
    split: /^top$/,
    reshuffle: /^top$/,
    claim: /^(pay|jokers)$/,
    pay: /^(pay|jokers)$/,
    pair: /^colour$/,
    show: /^show$/,
    score: /^score$/,
};
/** A pile is mended at once when somebody else draws. Your own capsule is opened first: until then nothing may tell what is in it. */
const mends = /^(top|split)$/;

/** Draws of one's own after which the next card comes up: what is in the capsule is told then. */
export const capsules = new WeakSet<GameEvent>();

export function beats(events: GameEvent[]): GameEvent[][] {
    const all: GameEvent[][] = [],
        dealing = events.some((e) => e.event === "deal");
    for (const [i, e] of events.entries()) {
        if (e.event === "draw" && e.figure && events[i + 1]?.event === "top") capsules.add(e);
        const beat = all[all.length - 1],
            last = beat?.[beat.length - 1]?.event ?? "",
            drawn = beat?.[0]?.event === "draw" && beat[0].figure === undefined && mends.test(e.event);
        if (beat && (drawn || follows[last]?.test(e.event) || (dealing && last === "reward" && e.event === "reward"))) beat.push(e);
        else all.push([e]);
    }
    return all;
}

const words = (v: unknown): Figure[] => String(v).split(" ") as Figure[];
const order = (back: Figure[]): number[] => [back.length, ...back.map((f) => figures.indexOf(f))];
/** The order in which a view lists discarded cards: backs with two figures first, then by the figures on them. */
function before(a: { figure: Figure; back: Figure[] }, b: { figure: Figure; back: Figure[] }): number {
    const x = [...order(a.back), figures.indexOf(a.figure)],
        y = [...order(b.back), figures.indexOf(b.figure)];
    const i = x.findIndex((v, k) => v !== y[k]);
    return i < 0 ? 0 : x[i]! - y[i]!;
}
const same = (a: Figure[] | undefined, b: Figure[] | undefined): boolean => a?.join() === b?.join();

function holds(p: Player, card: HandCard): void {
    p.hand.push(card);
    p.cards++;
    if (card.figure && p.figures) p.figures[card.figure]++;
}
/** A card of this figure and back leaves a hand: of cards that look the same the oldest. */
function loses(p: Player, figure: Figure, back: Figure[]): void {
    const fits = (c: HandCard) => same(c.back, back) && (c.figure ?? figure) === figure && (c.can ?? back).includes(figure),
        at = p.hand.findIndex(fits);
    if (at >= 0) p.hand.splice(at, 1);
    p.cards--;
    if (p.figures) p.figures[figure]--;
}
function count(p: Player): void {
    const { score } = p;
    score.rewards = p.rewards.reduce((n, r) => n + r.points, 0);
    score.tokens = 3 * p.tokens.points.taken;
    score.cards = p.cards;
    score.jokers = p.jokers;
    score.bonus_tokens = p.tokens.turn.taken + p.tokens.joker.taken + p.tokens.points.taken;
    score.total = score.rewards + score.tokens + score.cards + score.jokers;
}
/** Whose last turns are still to come while the turn of this frame's first player goes on. */
function turnsLeft(v: GachaView, next: GachaView): number[] {
    const left = next.end.turns_left ?? [];
    return next.turns === v.turns ? [...left] : [next.mover, ...left];
}
const isOver = (next: GachaView): boolean => next.winners !== undefined;

/** Takes over what the engine worked out, wherever it speaks of what lies on the table now. */
function known(v: GachaView, next: GachaView): void {
    for (const [i, p] of v.piles.entries()) {
        const to = next.piles[i];
        // odds have a number for every figure of the back they are of
        if (!p.back || !to?.odds || !p.back.every((f) => f in to.odds!) || Object.keys(to.odds).length !== p.back.length + 1) continue;
        for (const m of ofPile) Object.assign(p, { [m]: to[m] });
    }
    for (const [i, o] of v.market.entries()) {
        const to = next.market[i] as Offer;
        if (o.reward === undefined) continue;
        for (const m of ofOffer)
            if (m in to) Object.assign(o, { [m]: to[m] });
            else delete (o as Offer)[m];
    }
    const told = !isOver(next) || v.phase === "over";
    for (const f of figures) {
        const n = v.figures[f];
        if (told) n.known = next.figures[f].known;
        n.unseen = n.all - n.discarded - n.known;
    }
}

function happens(v: GachaView, e: GameEvent, old: GachaView, next: GachaView): void {
    const p = v.players[e.seat ?? -1],
        n = (x: unknown): number => Number(x ?? 0),
        pile = v.piles[n(e.pile) - 1];
    switch (e.event) {
        case "first":
            v.first = e.seat!;
            break;
        case "deal":
            holds(p!, { back: words(e.back) });
            break;
        case "look":
            if (e.figure) {
                p!.hand[p!.hand.length - 1]!.figure = e.figure as Figure;
                if (p!.figures) p!.figures[e.figure as Figure]++;
            }
            break;
        case "draw":
            holds(p!, { back: words(e.back), ...(e.figure ? { figure: e.figure as Figure } : {}) });
            v.piles[n(e.pile) - 1] = { pile: n(e.pile), size: pile!.size - 1 };
            break;
        case "split":
            v.piles[n(e.from) - 1]!.size -= n(e.cards);
            v.piles[n(e.to) - 1]!.size += n(e.cards);
            break;
        case "reshuffle":
            for (const [i, to] of next.piles.entries()) v.piles[i]!.size = to.size;
            for (const f of figures) v.figures[f].discarded = 0;
            v.discard = [];
            v.discarded = 0;
            v.reshuffles++;
            break;
        case "top":
            pile!.back = words(e.back);
            pile!.size ||= next.piles[n(e.pile) - 1]!.size; // at the set-up nothing else tells how the piles are made
            break;
        case "claim": {
            const offer = old.market.find((o): o is Offer => o.reward === e.reward);
            v.market[n(e.slot) - 1] = { slot: n(e.slot) };
            if (!offer) break;
            const { reward, set, equal, points, half, mark } = offer;
            p!.rewards.push({ reward, set, equal, points, half, ...(mark === undefined ? {} : { mark }), half_used: false });
            p!.rewards.sort((a, b) => a.reward - b.reward);
            if (half !== "none") p!.half ??= half;
            break;
        }
        case "pay": {
            const card = { figure: e.figure as Figure, back: words(e.back) };
            loses(p!, card.figure, card.back);
            const there = v.discard.find((d) => before(d, card) === 0);
            if (there) there.cards++;
            else v.discard = [...v.discard, { ...card, cards: 1 }].sort(before);
            v.discarded++;
            v.figures[card.figure].discarded++;
            break;
        }
        case "jokers":
            p!.tokens.joker.unused -= n(e.tokens);
            p!.jokers -= 2 * n(e.tokens);
            break;
        case "pair":
            for (const r of p!.rewards) r.half_used ||= r.reward === e.reward || r.reward === e.with;
            p!.half = null;
            break;
        case "reward": {
            const to = next.market[n(e.slot) - 1];
            if (to?.reward === e.reward) v.market[n(e.slot) - 1] = { ...to! };
            v.reward_deck--;
            break;
        }
        case "token": {
            const token = e.token as TokenName;
            v.supply = n(e.supply);
            v.token_odds = next.token_odds;
            p!.tokens[token].taken++;
            p!.tokens[token].unused++;
            if (token === "joker") p!.jokers += 2;
            break;
        }
        case "again":
            p!.tokens.turn.unused--;
            break;
        case "trigger":
            v.end = { trigger: e.by as Trigger, triggered_by: e.seat!, turns_left: turnsLeft(v, next) };
            break;
        case "turn":
            v.mover = e.seat!;
            v.turns = n(e.turn);
            v.phase = "act";
            v.draws = 0;
            if (v.end.turns_left) v.end.turns_left = v.end.turns_left.filter((s) => s !== e.seat);
            break;
        case "show":
            for (const [i, to] of next.players.entries()) v.players[i]!.hand = to.hand;
            break;
        case "score":
            p!.score.rank = n(e.rank);
            v.phase = "over";
            v.draws = 0;
            if (next.winners) v.winners = next.winners;
            if (next.decided) v.decided = next.decided;
            break;
    }
    if (p) count(p);
}

export function step(view: GachaView, beat: GameEvent[], next: GachaView): GachaView {
    const v = structuredClone(view),
        e = beat[0]!;
    for (const x of beat) happens(v, x, view, next);
    // a draw or a claim may leave something to decide in the same turn. "draw" alone has no event but the shuffle before it
    if (
        (/^(draw|claim)$/.test(e.event) || (e.event === "reshuffle" && view.phase === "act")) &&
        next.turns === view.turns &&
        !isOver(next)
    ) {
        v.phase = next.phase;
        v.draws = next.draws;
    }
    // a payment also tells what the cards that stay are not
    if (e.event === "claim" && !isOver(next)) v.players[e.seat!]!.hand = next.players[e.seat!]!.hand;
    if (!(e.event === "draw" && e.figure !== undefined)) known(v, next);
    return v;
}

/** The table before anything is dealt. */
export function start(next: GachaView): GachaView {
    const none = { taken: 0, unused: 0 },
        score = { rewards: 0, tokens: 0, cards: 0, jokers: 0, total: 0, bonus_tokens: 0 };
    const player = (p: Player): Player => ({
        cards: 0,
        hand: [],
        ...(p.figures ? { figures: Object.fromEntries(figures.map((f) => [f, 0])) as Record<Figure, number> } : {}),
        rewards: [],
        half: null,
        tokens: { turn: { ...none }, joker: { ...none }, points: { ...none } },
        jokers: 0,
        score: { ...score },
    });
    return {
        ...next,
        phase: "deal",
        mover: next.first,
        turns: 0,
        draws: 0,
        market: next.market.map(({ slot }) => ({ slot })),
        reward_deck: next.reward_deck + next.market.filter((o) => o.reward !== undefined).length,
        piles: next.piles.map(({ pile }) => ({ pile, size: 0 })),
        players: next.players.map(player),
    };
}
