// stage.ts: a frame's events as beats, and what the table looks like after each of them. Bookkeeping only: what things are worth and
// what can be done comes from the frame's own view, with the beat that causes it.
import type { GameEvent } from "@/table/types";
import type { Counts, PikitView, Player, Points } from "./types";

/** Several of these in a row are one thing to see: a heap that is laid out, a hand that is dealt. */
const together = new Set(["market", "deal", "take", "refill", "show", "points"]);
/** Nothing is seen of these: they belong to what comes of them. Only a theft begins with a card that nobody has seen yet. */
const silent = new Set(["pass", "ask", "resolved", "turn"]);
export const reaches = (e: GameEvent): boolean => e.event === "resolved" && /^4 seat /.test(String(e.effect));

export function beats(events: GameEvent[]): GameEvent[][] {
    const all: GameEvent[][] = [];
    let held: GameEvent[] = [];
    for (const e of events) {
        const last = all[all.length - 1],
            end = last?.[last.length - 1];
        const grows = last && !held.length && together.has(e.event) && end!.event === e.event && end!.seat === e.seat;
        if (e.event === "ask" && !held.length && (end?.event === "play" || end?.event === "cancel")) last!.push(e);
        else if (silent.has(e.event) && !reaches(e)) held.push(e);
        else if (grows || (last && (e.event === "over" || (end!.event === e.event && (e.event === "show" || e.event === "points")))))
            last.push(e);
        else {
            all.push([...held, e]);
            held = [];
        }
    }
    if (held.length) all.push(held);
    return all;
}

const add = (counts: Counts, card: number, by: number): void => {
    const n = (counts[card] ?? 0) + by;
    if (n > 0) counts[card] = n;
    else delete counts[card];
};
const sum = (p: Points): number => p.kaiju + p.mechas + p.ones + p.wounds;
const worth = (counts: Counts): number => Object.entries(counts).reduce((all, [n, count]) => all + Number(n) * count, 0);

/** A card comes out of the deck into sight: of all, or of the viewer alone. */
function see(v: PikitView, card: number, all: boolean): void {
    add(v.left, card, -1);
    if (all) add(v.unseen, card, -1);
}
/** A card leaves a hand: whether somebody had seen it there only the view to come can tell. */
function look(v: PikitView, next: PikitView, card: number): void {
    for (const heap of ["left", "unseen"] as const) {
        if (next[heap][card]) v[heap][card] = next[heap][card]!;
        else delete v[heap][card];
    }
}
function count(v: PikitView, seat: number, next: PikitView): void {
    const p = v.players[seat]!,
        then = next.players[seat]!;
    p.cards = p.kaiju + p.mechas.length;
    const add = (points: Points, to: Points, kaiju: number): void => {
        points.kaiju = kaiju;
        if (p.mechas.length === then.mechas.length) points.mechas = to.mechas;
        if (p.wounds === then.wounds) points.wounds = to.wounds;
        points.all = sum(points);
    };
    add(p.points, then.points, worth(p.known));
    if (seat === v.seat && v.own && v.hand && next.own)
        add(
            v.own,
            next.own,
            v.hand.reduce((all, h) => all + h.card * h.count, 0),
        );
}
/** A 1 has moved: who has most of them now. */
function ones(v: PikitView, next: PikitView): void {
    v.players.forEach((p, s) => {
        p.points.ones = next.players[s]!.points.ones;
        p.points.all = sum(p.points);
    });
    if (!v.own || !next.own) return;
    v.own.ones = next.own.ones;
    v.own.all = sum(v.own);
}

function gain(v: PikitView, seat: number, card: number | undefined, n: number, secret: boolean, next: PikitView): void {
    const p = v.players[seat]!;
    p.kaiju += n;
    if (secret || card === undefined) p.unknown += n;
    else add(p.known, card, n);
    if (seat === v.seat && v.hand && card !== undefined) {
        const own = v.hand.find((h) => h.card === card);
        if (own) {
            own.count += n;
            own.secret += secret ? n : 0;
        } else v.hand.push({ card, count: n, secret: secret ? n : 0, playable: false });
        v.hand.sort((a, b) => a.card - b.card);
    }
    count(v, seat, next);
    if (card === 1) ones(v, next);
}
function lose(v: PikitView, seat: number, card: number, next: PikitView): void {
    const p = v.players[seat]!;
    p.kaiju--;
    if (p.known[card]) add(p.known, card, -1);
    else p.unknown--;
    const own = seat === v.seat && v.hand?.find((h) => h.card === card);
    if (own) {
        own.count--;
        own.secret = Math.min(own.secret, own.count);
        if (!own.count) v.hand = v.hand!.filter((h) => h !== own);
    }
    look(v, next, card);
    count(v, seat, next);
    if (card === 1) ones(v, next);
}
function give(v: PikitView, double: number, seat: number, next: PikitView): void {
    const from = v.mechas[double - 1];
    v.mechas[double - 1] = seat;
    const mine = (p: Player, has: boolean) => (p.mechas = [...p.mechas.filter((d) => d !== double), ...(has ? [double] : [])].sort());
    if (typeof from === "number") {
        mine(v.players[from]!, false);
        count(v, from, next);
    }
    mine(v.players[seat]!, true);
    count(v, seat, next);
}

/** What can be taken, and what can be played, is told when nothing stands between the player and the choice. */
function choices(v: PikitView, next: PikitView): void {
    for (const part of ["takes", "turns"] as const) {
        const then = next[part];
        if (then) (v[part] as unknown) = [...then];
        else delete v[part];
    }
    v.hand?.forEach((h) => {
        const then = next.hand?.find((o) => o.card === h.card);
        if (!then) return;
        h.playable = then.playable;
        if (then.why === undefined) delete h.why;
        else h.why = then.why;
    });
    v.players.forEach((p, s) => {
        const { theft } = next.players[s]!;
        if (theft) p.theft = theft;
        else delete p.theft;
    });
    v.quiet = next.quiet;
}
/** The effect is done, or was cancelled: the turn goes on. */
function close(v: PikitView, next: PikitView): void {
    v.chain = [];
    v.asked = [];
    v.phase = "play";
    choices(v, next);
}
/** The choice is made: nothing can be taken any more. */
function done(v: PikitView, next: PikitView): void {
    delete v.takes;
    delete v.turns;
    v.quiet = next.quiet;
}

function happen(v: PikitView, e: GameEvent, next: PikitView): void {
    const card = e.card === undefined ? undefined : Number(e.card),
        seat = e.seat!;
    switch (e.event) {
        case "first":
            v.first = v.mover = seat;
            v.phase = "market";
            break;
        case "market":
        case "refill":
            v.deck--;
            add(v.market, card!, 1);
            see(v, card!, true);
            v.phase = e.event;
            break;
        case "deal":
            v.deck--;
            v.phase = "hands";
            v.first ??= seat; // where the table says who begins, no event does
            v.mover = v.first; // and not whoever gets a card
            see(v, card!, true);
            gain(v, seat, card, 1, false, next);
            break;
        case "turn":
            v.mover = seat;
            v.turn_number = Number(e.number);
            v.last = Number(e.last);
            v.phase = "roll";
            break;
        case "roll":
        case "dice":
            v.dice = [Number(e.first), Number(e.second)];
            close(v, next);
            break;
        case "play":
            lose(v, seat, card!, next);
            add(v.discard, card!, 1);
            v.chain = [{ seat, card: card!, effect: String(e.effect), stands: true }];
            delete v.turns;
            v.quiet = next.quiet;
            break;
        case "cancel":
            lose(v, seat, card!, next);
            add(v.discard, card!, 1);
            v.chain.push({ seat, card: card!, effect: "cancel", stands: true });
            for (const [i, link] of v.chain.entries()) link.stands = (v.chain.length - 1 - i) % 2 === 0;
            break;
        case "ask":
            v.phase = "ask";
            v.asked = [...next.asked];
            choices(v, next);
            break;
        case "cancelled":
        case "fizzled":
            close(v, next);
            break;
        case "draw":
            v.deck--;
            if (card !== undefined) see(v, card, false);
            gain(v, seat, card, 1, true, next);
            close(v, next);
            break;
        case "stolen": {
            const played = v.chain.length > 0;
            lose(v, Number(e.from), card!, next);
            if (card !== 3) gain(v, seat, card, 1, false, next); // a 3 is discarded with the wound it makes
            if (played) close(v, next);
            break;
        }
        case "stolen-mecha": {
            const played = v.chain.length > 0;
            give(v, Number(e.double), seat, next);
            if (played) close(v, next);
            break;
        }
        case "wound":
            add(v.discard, 3, 1);
            v.players[seat]!.wounds = Number(e.wounds);
            count(v, seat, next);
            break;
        case "try":
        case "nothing":
            done(v, next);
            break;
        case "take":
            done(v, next);
            add(v.market, card!, -Number(e.count));
            gain(v, seat, card, Number(e.count), false, next);
            break;
        case "mecha":
            done(v, next);
            give(v, Number(e.double), seat, next);
            break;
        case "last":
            v.last = v.players.length;
            break;
        case "show":
            v.players[seat]!.known = { ...next.players[seat]!.known };
            v.players[seat]!.unknown = 0;
            if (seat === v.seat) for (const h of v.hand ?? []) h.secret = 0;
            look(v, next, card!);
            break;
        case "points":
            v.players[seat]!.points = { ...next.players[seat]!.points };
            v.players[seat]!.rank = next.players[seat]!.rank!;
            break;
        case "over":
            v.mover = null;
            v.phase = "over";
            v.last = 0;
            v.winners = [...next.winners!];
            v.decided = next.decided!;
            if (v.own && next.own) v.own = { ...next.own };
            for (const p of v.players) delete p.theft;
    }
}

/** The table after this beat. */
export function step(view: PikitView, beat: GameEvent[], next: PikitView): PikitView {
    const v = structuredClone(view);
    for (const e of beat) happen(v, e, next);
    return v;
}
/** Before the first card of a game: all of them are in the deck. */
export function start(next: PikitView): PikitView {
    const v = structuredClone(next),
        none = (): Points => ({ kaiju: 0, mechas: 0, ones: 0, wounds: 0, all: 0 });
    for (const part of ["takes", "turns", "winners", "decided"] as const) delete v[part];
    v.deck = Object.values(v.in_play).reduce((a, b) => a + b, 0);
    v.players = v.players.map(() => ({ cards: 0, kaiju: 0, mechas: [], wounds: 0, known: {}, unknown: 0, points: none() }));
    if (v.hand) v.hand = [];
    if (v.own) v.own = none();
    return Object.assign(v, {
        phase: "first",
        turn_number: 0,
        first: null,
        mover: null,
        dice: [],
        discard: {},
        unseen: { ...v.in_play },
        left: { ...v.in_play },
        market: {},
        mechas: v.mechas.map(() => null),
        chain: [],
        asked: [],
        last: 0,
        quiet: 0,
    });
}
/** What the view works out from what is on the table: it comes with the beats that leave a choice, or with the frame. */
export const derived = [
    "takes",
    "turns",
    "asked",
    "quiet",
    "hand.*.playable",
    "hand.*.why",
    "own.ones", // counting may make more of the others' hands certain than was shown
    "own.all",
    "players.*.known",
    "players.*.unknown",
    "players.*.points",
    "players.*.theft",
];
