// schema.ts: what this game tells, from `irori schema pikit`; made by scripts/page_types.py, do not edit.
import type { View } from "@/table/types";

/** Of a kaiju. */
export type Number = number;
/** How many there are of each number: {"3": 2, "8": 1}. */
export type Counts = Record<string, number>;
/** What a card does: "2 first", "2 second", "2 both" (throw again), "4 seat 1" (steal), "5" (draw), "7 first 6" (turn a die). */
export type Effect = string;
/** Why the last turns begin. */
export type Reason = "the deck is empty" | "nobody wants anything" | "300 turns were played";
export interface Points {
    kaiju: number;
    mechas: number;
    ones: number;
    /** 0 or less. */
    wounds: number;
    all: number;
}
/** A way to take; several ways can be the same move. */
export interface Take {
    way: "sum" | "difference" | "first" | "second" | "both" | "mecha" | "steal";
    number: number;
    possible: boolean;
    /** It is not possible. */
    why?: string;
    move?: string;
    cards?: Counts;
    points?: number;
    /** Whom it takes from. */
    of?: number;
    /** Parts of a thousand. */
    odds?: number;
}
export interface Theft {
    /** Of each number, in parts of a thousand. */
    odds: Counts;
    /** Parts of a thousand. */
    mecha: number;
    /** What the thief can expect, in hundredths of a point. */
    gain: number;
}
export interface Player {
    /** Kaiju and mechas in the hand. */
    cards: number;
    kaiju: number;
    mechas: number[];
    wounds: number;
    /** The cards everybody knows to be there. */
    known: Counts;
    unknown: number;
    /** Of what everybody can know. */
    points: Points;
    /** What a random theft from this player brings, as far as the viewer can know. */
    theft?: Theft;
    /** When the game is over; 0 is best. */
    rank?: number;
}
/** A card of the chain of discards. */
export interface Link {
    seat: number;
    card: Number;
    /** An effect, or "cancel". */
    effect: Effect | "cancel";
    /** It happens if all pass. */
    stands: boolean;
}
export interface HandCard {
    card: Number;
    count: number;
    /** So many of these the others have not seen. */
    secret: number;
    playable: boolean;
    /** It cannot be played now. */
    why?: string;
}
/** What could be taken with a die turned. */
export interface Turned {
    effect: Effect;
    reach: Number[];
    mecha: "take" | "steal" | null;
}
/** What a seat, or a spectator, sees. */
export interface PikitView extends View {
    phase: "first" | "market" | "hands" | "roll" | "play" | "ask" | "reroll" | "steal" | "draw" | "refill" | "over";
    turn_number: number;
    /** Who began. */
    first: number | null;
    mover: number | null;
    dice: number[];
    /** Cards left in the deck. */
    deck: number;
    /** Cards this game is played with. */
    in_play: Counts;
    /** Cards of each number from 1 to 8 that were put aside. */
    removed: number;
    discard: Counts;
    /** Cards nobody can place for sure. */
    unseen: Counts;
    /** Cards this viewer cannot see. */
    left: Counts;
    /** The cards in the centre. */
    market: Counts;
    /** By double, who holds it; null: it is on the table. */
    mechas: (number | null)[];
    chain: Link[];
    /** Who may still cancel, in the order of answers. */
    asked: number[];
    /** While a card is stolen: from whom. */
    victim?: number;
    takes?: Take[];
    turns?: Turned[];
    /** Last turns left, this one included; 0: the end is not in sight. */
    last: number;
    /** Turns in which nobody wanted anything. */
    quiet: number;
    /** So many of these end the game. */
    quiet_limit: number;
    turn_limit: number;
    /** The table shows what can be known of the hands. */
    memory: boolean;
    /** Your own; spectators have none. */
    hand?: HandCard[];
    /** Your points, with the cards only you know. */
    own?: Points;
    players: Player[];
    /** When the game is over. */
    winners?: number[];
    decided?: "points" | "cards" | "shared";
}
export interface EventFirst {
    event: "first";
    /** Whose doing it is. */
    seat?: number;
}
export interface EventMarket {
    event: "market";
    /** Whose doing it is. */
    seat?: number;
    card: number;
}
export interface EventDeal {
    event: "deal";
    /** Whose doing it is. */
    seat?: number;
    card: number;
}
export interface EventTurn {
    event: "turn";
    /** Whose doing it is. */
    seat?: number;
    number: number;
    last: number;
}
export interface EventRoll {
    event: "roll";
    /** Whose doing it is. */
    seat?: number;
    first: number;
    second: number;
}
export interface EventPlay {
    event: "play";
    /** Whose doing it is. */
    seat?: number;
    card: number;
    effect: Effect;
}
export interface EventAsk {
    event: "ask";
    /** Whose doing it is. */
    seat?: number;
    card: number;
    of: number;
}
export interface EventPass {
    event: "pass";
    /** Whose doing it is. */
    seat?: number;
}
export interface EventCancel {
    event: "cancel";
    /** Whose doing it is. */
    seat?: number;
    card: number;
    cancels: number;
    of: number;
}
export interface EventResolved {
    event: "resolved";
    /** Whose doing it is. */
    seat?: number;
    card: number;
    effect: Effect;
}
export interface EventCancelled {
    event: "cancelled";
    /** Whose doing it is. */
    seat?: number;
    card: number;
    effect: Effect;
}
export interface EventFizzled {
    event: "fizzled";
    /** Whose doing it is. */
    seat?: number;
    card: number;
}
export interface EventDice {
    event: "dice";
    /** Whose doing it is. */
    seat?: number;
    first: number;
    second: number;
}
export interface EventDraw {
    event: "draw";
    /** Whose doing it is. */
    seat?: number;
    card?: number;
}
export interface EventStolen {
    event: "stolen";
    /** Whose doing it is. */
    seat?: number;
    card: number;
    from: number;
}
export interface EventStolenMecha {
    event: "stolen-mecha";
    /** Whose doing it is. */
    seat?: number;
    double: number;
    from: number;
}
export interface EventWound {
    event: "wound";
    /** Whose doing it is. */
    seat?: number;
    wounds: number;
}
export interface EventTake {
    event: "take";
    /** Whose doing it is. */
    seat?: number;
    card: number;
    count: number;
}
export interface EventMecha {
    event: "mecha";
    /** Whose doing it is. */
    seat?: number;
    double: number;
}
export interface EventTry {
    event: "try";
    /** Whose doing it is. */
    seat?: number;
    double: number;
    of: number;
}
export interface EventNothing {
    event: "nothing";
    /** Whose doing it is. */
    seat?: number;
}
export interface EventRefill {
    event: "refill";
    /** Whose doing it is. */
    seat?: number;
    card: number;
}
export interface EventLast {
    event: "last";
    /** Whose doing it is. */
    seat?: number;
    reason: Reason;
}
export interface EventShow {
    event: "show";
    /** Whose doing it is. */
    seat?: number;
    card: number;
    count: number;
}
export interface EventPoints {
    event: "points";
    /** Whose doing it is. */
    seat?: number;
    points: number;
    rank: number;
    cards: number;
}
export interface EventOver {
    event: "over";
    /** Whose doing it is. */
    seat?: number;
    turns: number;
}
export type PikitEvent =
    | EventFirst
    | EventMarket
    | EventDeal
    | EventTurn
    | EventRoll
    | EventPlay
    | EventAsk
    | EventPass
    | EventCancel
    | EventResolved
    | EventCancelled
    | EventFizzled
    | EventDice
    | EventDraw
    | EventStolen
    | EventStolenMecha
    | EventWound
    | EventTake
    | EventMecha
    | EventTry
    | EventNothing
    | EventRefill
    | EventLast
    | EventShow
    | EventPoints
    | EventOver;
