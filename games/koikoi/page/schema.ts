// schema.ts: what this game tells, from `irori schema koikoi`; made by scripts/page_types.py, do not edit.
import type { View } from "@/table/types";

/** Month and letter, the most valuable first: 1a is the crane, 9a the sake cup, 12a the phoenix. */
export type Card = string;
export type Kind = "bright" | "animal" | "ribbon" | "plain";
export type Month =
    | "January"
    | "February"
    | "March"
    | "April"
    | "May"
    | "June"
    | "July"
    | "August"
    | "September"
    | "October"
    | "November"
    | "December";
export type YakuName =
    | "kasu"
    | "tane"
    | "tanzaku"
    | "tsukimi"
    | "hanami"
    | "sanko"
    | "ame-shiko"
    | "shiko"
    | "goko"
    | "ino-shika-cho"
    | "aka-tan"
    | "ao-tan"
    | "both-tan"
    | "month-cards"
    | "kusa-tan"
    | "ame-sanko"
    | "shima"
    | "tenho"
    | "double-tenho";
export type Redeal =
    | "four of a suit on the table"
    | "four of a suit in a hand"
    | "three of a suit on the table"
    | "four pairs"
    | "a tenho in both hands";
/** The captured cards by kind. */
export interface Pool {
    bright: Card[];
    animal: Card[];
    ribbon: Card[];
    plain: Card[];
}
export interface Yaku {
    yaku: YakuName;
    /** What it brings now; 0: not held. */
    coins: number;
    /** What it brings by itself. */
    least: number;
    /** How many of its cards are in the pool. */
    have: number;
    need: number;
    /** Cards missing; null: out of reach. */
    lacks: number | null;
    /** Any of these would help. */
    from: Card[];
    /** If it is held: the cards that make it. */
    cards: Card[];
}
/** By what a win would be multiplied; plus is added before. */
export interface Multipliers {
    plus: number;
    seven: number;
    koikoi: number;
    counter: number;
    nobles: number;
    /** All of them together. */
    all: number;
}
export interface Player {
    coins: number;
    /** Of koi-koi in this round. */
    calls: number;
    /** Of all yaku. While a turned card waits to be taken (phase take), the pool holds the hand card's capture already, and worth does not. */
    worth: number;
    multipliers: Multipliers;
    /** If this player stopped now; 0 without a yaku. */
    win_pays: number;
    /** The least that a win after calling koi-koi would pay. */
    win_pays_after_call: number;
    /** How many are in the hand. */
    cards: number;
    pool: Pool;
    /** Every yaku of these options. */
    yaku: Yaku[];
}
export interface LastRound {
    /** null: a draw. */
    winner: number | null;
    coins: number;
    /** What was left in the hands. */
    hands: [Card[], Card[]];
}
export interface StopEnds {
    /** Of the game; null: a draw. */
    winner: number | null;
    /** What both seats have then. */
    coins: [number, number];
}
export interface HandCard {
    card: Card;
    /** The cards on the field that it could take. */
    matches: Card[];
}
/** What a seat, or a spectator, sees. */
export interface KoikoiView extends View {
    phase: "sensei" | "deal" | "play" | "draw" | "take" | "call" | "over";
    /** 0: none has begun. */
    round: number;
    rounds: number;
    /** Whoever has so many coins wins at once; only if the options say so. */
    target?: number;
    month: Month | null;
    /** Who deals and begins. */
    sensei: number;
    mover: number;
    /** Cards left in the deck. */
    deck: number;
    /** Cards on the table. */
    field: Card[];
    /** The card from the deck that waits to be taken. */
    turned: Card | null;
    /** Your own; spectators have none. */
    hand?: HandCard[];
    players: [Player, Player];
    /** How the game ends if the mover stops now; only in phase call, and only if stopping ends the game. */
    stop_ends?: StopEnds;
    last_round: LastRound | null;
}
export interface EventSensei {
    event: "sensei";
    /** Whose doing it is. */
    seat?: number;
}
export interface EventRound {
    event: "round";
    /** Whose doing it is. */
    seat?: number;
    round: number;
    sensei: number;
}
export interface EventDeal {
    event: "deal";
    /** Whose doing it is. */
    seat?: number;
    card?: Card;
}
export interface EventField {
    event: "field";
    /** Whose doing it is. */
    seat?: number;
    card: Card;
}
export interface EventRedeal {
    event: "redeal";
    /** Whose doing it is. */
    seat?: number;
    reason: Redeal;
}
export interface EventPlay {
    event: "play";
    /** Whose doing it is. */
    seat?: number;
    card: Card;
}
export interface EventTurn {
    event: "turn";
    /** Whose doing it is. */
    seat?: number;
    card: Card;
}
export interface EventTake {
    event: "take";
    /** Whose doing it is. */
    seat?: number;
    card: Card;
    taken: Card;
}
export interface EventLay {
    event: "lay";
    /** Whose doing it is. */
    seat?: number;
    card: Card;
}
export interface EventYaku {
    event: "yaku";
    /** Whose doing it is. */
    seat?: number;
    yaku: YakuName;
    coins: number;
}
export interface EventKoiKoi {
    event: "koi-koi";
    /** Whose doing it is. */
    seat?: number;
    calls: number;
}
export interface EventAgari {
    event: "agari";
    /** Whose doing it is. */
    seat?: number;
    sum: number;
    pays: number;
    calls: number;
}
export interface EventWonWith {
    event: "won-with";
    /** Whose doing it is. */
    seat?: number;
    yaku: YakuName;
    coins: number;
}
export interface EventExhausted {
    event: "exhausted";
    /** Whose doing it is. */
    seat?: number;
}
export interface EventShow {
    event: "show";
    /** Whose doing it is. */
    seat?: number;
    card: Card;
}
export interface EventPaid {
    event: "paid";
    /** Whose doing it is. */
    seat?: number;
    coins: number;
    purse0: number;
    purse1: number;
}
export interface EventOver {
    event: "over";
    /** Whose doing it is. */
    seat?: number;
    purse0: number;
    purse1: number;
}
export type KoikoiEvent =
    | EventSensei
    | EventRound
    | EventDeal
    | EventField
    | EventRedeal
    | EventPlay
    | EventTurn
    | EventTake
    | EventLay
    | EventYaku
    | EventKoiKoi
    | EventAgari
    | EventWonWith
    | EventExhausted
    | EventShow
    | EventPaid
    | EventOver;
