// stage.ts: Koi-Koi's events as beats, and what the table looks like after each of them. Bookkeeping only: cards change places as the
// events say; what is derived from them (yaku, what a win pays) is taken from the next view with the last beat that changes it.
import { card, type Kind } from "@cards/hanafuda/page/cards";
import type { GameEvent } from "@/table/types";
import type { KoikoiView, Player } from "./types";

type Players = KoikoiView["players"];

/** These belong to the beat that such an event began, if nothing else has come in between. */
const joins: Record<string, string[]> = {
    round: ["sensei"],
    deal: ["deal", "field"],
    field: ["deal", "field"],
    take: ["take"],
    yaku: ["yaku"],
    "won-with": ["agari", "won-with"],
    show: ["agari", "won-with", "exhausted", "show"],
    paid: ["agari", "won-with", "exhausted", "show"],
};

/** What a yaku was worth when it was last told: a yaku that is kept is told with every new one. */
const worthBefore = new WeakMap<GameEvent, number>();
/** What was told of each seat's yaku up to a view. The view itself may know more: between the two cards of a turn it counts a yaku that
 *  is told when the turn ends. `again`: the same for what is told again, from the start of the game, to whoever has this view. */
type Told = Map<string, number>[];
const upTo = new WeakMap<KoikoiView, Told>(),
    again = new WeakMap<KoikoiView, Told>();
const none = (): Told => [new Map(), new Map()];
const counted = (view: KoikoiView): Told =>
    view.players.map((p) => new Map(p.worth === 0 ? [] : p.yaku.map((y): [string, number] => [y.yaku, y.coins])));
/** Coins that this event of a yaku brings beyond what it was worth; all of them if nobody knows. */
export const gained = (e: GameEvent): number => Number(e.coins ?? 0) - (worthBefore.get(e) ?? 0);

/** The purses before coins were paid. */
export const pursesBefore = new WeakMap<GameEvent, number[]>();

/** First events of the beats after which nothing is captured, called or dealt any more: the figures of the frame hold from there. */
const settled = new WeakSet<GameEvent>();

/** A played card without a match lies down at once; one with a match is put beside it, and taken with the next beat. The turned card is
 *  always seen before anything comes of it. */
export function beats(events: GameEvent[], before: KoikoiView, next: KoikoiView): GameEvent[][] {
    const all: GameEvent[][] = [];
    const known = next === before ? again : upTo;
    let told = (known.get(before) ?? (next === before ? none() : counted(before))).map((yaku) => new Map(yaku));
    for (const e of events) {
        const last = all[all.length - 1],
            end = last?.[last.length - 1];
        if (e.event === "round") told = none();
        if (e.event === "yaku") {
            worthBefore.set(e, told[e.seat!]!.get(String(e.yaku)) ?? 0);
            told[e.seat!]!.set(String(e.yaku), Number(e.coins));
        }
        const same = end && end.card === e.card,
            joined =
                end &&
                (e.event === "lay"
                    ? end.event === "play" && same
                    : e.event === "take"
                      ? end.event === "take" && same
                      : joins[e.event]?.includes(end.event));
        if (joined) last!.push(e);
        else all.push([e]);
    }
    known.set(next, told);
    for (const beat of [...all].reverse()) {
        settled.add(beat[0]!);
        if (beat.some((e) => /^(take|koi-koi|deal|field|round|redeal)$/.test(e.event))) break;
    }
    return all;
}

/** In the order of the deck. */
const order = (name: string): number => card(name).month * 4 + "abcd".indexOf(name[name.length - 1]!);
const put = (cards: string[], name: string): string[] => [...cards, name].sort((a, b) => order(a) - order(b));
const without = (cards: string[], name: string): string[] => cards.filter((c) => c !== name);
const nothing = (): Player["pool"] => ({ bright: [], animal: [], ribbon: [], plain: [] });

/** The cards on the field that a card matches. */
export const matching = (name: string, field: string[]): string[] => field.filter((c) => card(c).month === card(name).month);

function change(view: KoikoiView, seat: number | undefined, how: (p: Player) => Partial<Player>): void {
    view.players = view.players.map((p, s) => (seat === undefined || s === seat ? { ...p, ...how(p) } : p)) as Players;
}
/** All cards are in the deck again. */
function gather(view: KoikoiView): void {
    Object.assign(view, { deck: 48, field: [], turned: null, phase: "deal" });
    if (view.hand) view.hand = [];
    change(view, undefined, (p) => ({
        cards: 0,
        calls: 0,
        pool: nothing(),
        worth: 0,
        win_pays: 0,
        yaku: p.yaku.map((y) => ({ ...y, coins: 0, have: 0, lacks: y.need, cards: [] })),
    }));
}

/** One event. `laid` is a card of this page's own: it lies beside its match, and is taken with the next beat. */
function happen(view: KoikoiView, e: GameEvent, next: KoikoiView): void {
    const name = String(e.card ?? ""),
        seat = e.seat;
    switch (e.event) {
        case "round":
            gather(view);
            Object.assign(view, { round: e.round, sensei: e.sensei, mover: e.sensei, month: next.month });
            break;
        case "redeal":
            gather(view);
            break;
        case "deal":
            view.deck--;
            change(view, seat, (p) => ({ cards: p.cards + 1 }));
            if (e.card && view.hand)
                view.hand = put(
                    view.hand.map((h) => h.card),
                    name,
                ).map((c) => ({ card: c, matches: [] }));
            break;
        case "field":
            view.deck--;
            view.field = put(view.field, name);
            break;
        case "play":
            if (seat === view.seat && view.hand) view.hand = view.hand.filter((h) => h.card !== name);
            change(view, seat, (p) => ({ cards: p.cards - 1 }));
            view.laid = name;
            break;
        case "turn":
            view.deck--;
            view.turned = name;
            break;
        case "lay":
            if (view.turned === name) view.turned = null;
            view.laid = undefined;
            view.field = put(view.field, name);
            break;
        case "take":
            if (view.turned === name) view.turned = null;
            view.laid = undefined;
            view.field = without(view.field, String(e.taken));
            change(view, seat, ({ pool }) => {
                const got = { ...pool };
                for (const c of [name, String(e.taken)]) {
                    const kind: Kind = card(c).kind;
                    if (!got[kind].includes(c)) got[kind] = put(got[kind], c);
                }
                return { pool: got };
            });
            break;
        case "koi-koi":
            change(view, seat, () => ({ calls: Number(e.calls) }));
            break;
        case "agari":
        case "exhausted":
            view.last_round = next.last_round;
            change(view, undefined, () => ({ cards: 0 }));
            if (view.hand) view.hand = [];
            break;
        case "paid":
            pursesBefore.set(
                e,
                view.players.map((p) => p.coins),
            );
            view.players = view.players.map((p, s) => ({ ...p, coins: Number(s ? e.purse1 : e.purse0) })) as Players;
            break;
        case "over":
            view.phase = "over";
            break;
    }
}

/** Yaku and pay are those of `next` once nothing changes them any more; a yaku counts as made when that is told. */
function derive(view: KoikoiView, beat: GameEvent[], next: KoikoiView): void {
    if (!settled.has(beat[0]!)) return;
    const captured = beat[0]!.event === "take";
    view.players = view.players.map((p, s) => {
        const { yaku, worth, multipliers, win_pays, win_pays_after_call } = next.players[s]!;
        if (!captured) return { ...p, yaku, worth, multipliers, win_pays, win_pays_after_call };
        const old = new Map(p.yaku.map((y) => [y.yaku, y]));
        return { ...p, yaku: yaku.map((y) => ({ ...y, coins: old.get(y.yaku)?.coins ?? 0, cards: old.get(y.yaku)?.cards ?? [] })) };
    }) as Players;
}

export function step(view: KoikoiView, beat: GameEvent[], next: KoikoiView): KoikoiView {
    const now = { ...view };
    for (const e of beat) happen(now, e, next);
    if (now.hand) now.hand = now.hand.map((h) => ({ card: h.card, matches: matching(h.card, now.field) }));
    if (now.laid === undefined) delete now.laid;
    derive(now, beat, next);
    return now;
}
/** Before the first deal. */
export function start(next: KoikoiView): KoikoiView {
    const now = { ...next, round: 0, month: null, last_round: null };
    gather(now);
    return now;
}
/** What only the frame itself knows, because it follows from the rules. */
export const derived = [
    "phase",
    "mover",
    "stop_ends",
    "players.*.yaku",
    "players.*.worth",
    "players.*.multipliers",
    "players.*.win_pays",
    "players.*.win_pays_after_call",
];
