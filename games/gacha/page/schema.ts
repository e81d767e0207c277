// schema.ts: what this game tells, from `irori schema gacha`; made by scripts/page_types.py, do not edit.
import type { View } from "@/table/types";

export type Figure = "mecha" | "girl" | "daikon" | "kitsune" | "sushi";
export type Wanted = "mecha" | "girl" | "daikon" | "kitsune" | "sushi" | "any";
/** The figures that the back of a card says it may be. */
export type Back = Figure[];
/** The same as a text: "mecha girl". */
export type BackText = string;
export type Half = "none" | "blue" | "pink" | "yellow" | "rainbow";
export type TokenName = "turn" | "joker" | "points";
/** What ends the game. */
export type Trigger = "tokens" | "rewards" | "piles";
export interface Reward {
    reward: number;
    set: Wanted[];
    /** Sizes of groups of equal cards. */
    equal: number[];
    points: number;
    half: Half;
    mark?: number;
}
export interface Won extends Reward {
    half_used: boolean;
}
/** A way to pay. */
export interface Way {
    move: string;
    /** Points. */
    costs: number;
    /** Turned down for it. */
    tokens?: number;
    /** Jokers that do nothing. */
    lost?: number;
}
/** This reward would complete a pair of halves. */
export interface Pair {
    with: Half;
    /** There is a token to get. */
    token: boolean;
    /** The halves fit: a card as well. */
    card: boolean;
}
/** A place of the market. What the viewer lacks is there for players only. */
export interface Offer extends Reward {
    slot: number;
    lacks?: number;
    lacks_with_jokers?: number;
    missing?: Wanted[];
    /** One card more of any of these brings it nearer. */
    helps?: Figure[];
    /** The chance that the top card of each pile does so, in parts of a thousand. */
    nearer?: (number | null)[];
    /** The cheapest first. */
    ways?: Way[];
    pair?: Pair;
    triggers?: Trigger;
}
/** A place of the market without a reward. */
export interface Empty {
    slot: number;
    reward?: undefined;
}
/** In cards, or in worlds where something more is known. */
export interface Odds {
    mecha?: number;
    girl?: number;
    daikon?: number;
    kitsune?: number;
    sushi?: number;
    of: number;
}
/** In parts of a thousand. */
export interface Chances {
    mecha?: number;
    girl?: number;
    daikon?: number;
    kitsune?: number;
    sushi?: number;
}
export interface Pile {
    pile: number;
    size: number;
    /** Of the top card. */
    back?: Back;
    odds?: Odds;
    chance?: Chances;
}
export interface HandCard {
    back: Back;
    /** Your own, or known to all. */
    figure?: Figure;
    /** What it can still be, if a payment told more. */
    can?: Figure[];
}
export interface Figures {
    mecha: number;
    girl: number;
    daikon: number;
    kitsune: number;
    sushi: number;
}
export interface Token {
    taken: number;
    unused: number;
}
export interface Tokens {
    turn: Token;
    joker: Token;
    points: Token;
}
export interface Score {
    rewards: number;
    tokens: number;
    cards: number;
    jokers: number;
    total: number;
    bonus_tokens: number;
    /** When the game is over; 0 is best. */
    rank?: number;
}
export interface Player {
    cards: number;
    /** In the order they were drawn. */
    hand: HandCard[];
    /** Your own hand by figure. */
    figures?: Figures;
    rewards: Won[];
    /** That waits for its pair. */
    half: Half | null;
    tokens: Tokens;
    jokers: number;
    score: Score;
}
export interface Seen {
    all: number;
    discarded: number;
    /** In hands, as far as the viewer knows. */
    known: number;
    unseen: number;
}
/** Where the cards of each figure are. */
export interface SeenFigures {
    mecha: Seen;
    girl: Seen;
    daikon: Seen;
    kitsune: Seen;
    sushi: Seen;
}
/** What a token from the supply may be, in parts of a thousand. */
export interface TokenOdds {
    turn: number;
    joker: number;
    points: number;
}
export interface Discarded {
    figure: Figure;
    back: Back;
    cards: number;
}
export interface End {
    trigger: Trigger | null;
    triggered_by?: number;
    /** Whose last turn is still to begin. */
    turns_left?: number[];
}
/** What a seat, or a spectator, sees. */
export interface GachaView extends View {
    phase: "first" | "deal" | "top" | "reward" | "act" | "draw" | "face" | "token" | "extra" | "over";
    mover: number;
    first: number;
    turns: number;
    /** Cards the mover may still draw. */
    draws: number;
    market: (Offer | Empty)[];
    reward_deck: number;
    /** Tokens left. */
    supply: number;
    token_odds: TokenOdds;
    piles: Pile[];
    discard: Discarded[];
    discarded: number;
    figures: SeenFigures;
    reshuffles: number;
    end: End;
    players: Player[];
    /** When the game is over. */
    winners?: number[];
    decided?: "points" | "tokens" | "shared";
}
export interface EventFirst {
    event: "first";
    /** Whose doing it is. */
    seat?: number;
}
export interface EventDeal {
    event: "deal";
    /** Whose doing it is. */
    seat?: number;
    back: BackText;
}
export interface EventLook {
    event: "look";
    /** Whose doing it is. */
    seat?: number;
    figure?: Figure;
}
export interface EventTop {
    event: "top";
    /** Whose doing it is. */
    seat?: number;
    pile: number;
    back: BackText;
}
export interface EventReward {
    event: "reward";
    /** Whose doing it is. */
    seat?: number;
    slot: number;
    reward: number;
}
export interface EventTurn {
    event: "turn";
    /** Whose doing it is. */
    seat?: number;
    turn: number;
}
export interface EventDraw {
    event: "draw";
    /** Whose doing it is. */
    seat?: number;
    pile: number;
    back: BackText;
    figure?: Figure;
}
export interface EventSplit {
    event: "split";
    /** Whose doing it is. */
    seat?: number;
    from: number;
    to: number;
    cards: number;
}
export interface EventReshuffle {
    event: "reshuffle";
    /** Whose doing it is. */
    seat?: number;
    cards: number;
}
export interface EventClaim {
    event: "claim";
    /** Whose doing it is. */
    seat?: number;
    reward: number;
    slot: number;
    points: number;
}
export interface EventPay {
    event: "pay";
    /** Whose doing it is. */
    seat?: number;
    figure: Figure;
    back: BackText;
}
export interface EventJokers {
    event: "jokers";
    /** Whose doing it is. */
    seat?: number;
    jokers: number;
    tokens: number;
}
export interface EventPair {
    event: "pair";
    /** Whose doing it is. */
    seat?: number;
    reward: number;
    with: number;
}
export interface EventToken {
    event: "token";
    /** Whose doing it is. */
    seat?: number;
    token: TokenName;
    supply: number;
}
export interface EventColour {
    event: "colour";
    /** Whose doing it is. */
    seat?: number;
    half: Half;
    with: Half;
}
export interface EventNoCard {
    event: "no-card";
    /** Whose doing it is. */
    seat?: number;
}
export interface EventAgain {
    event: "again";
    /** Whose doing it is. */
    seat?: number;
}
export interface EventPass {
    event: "pass";
    /** Whose doing it is. */
    seat?: number;
}
export interface EventTrigger {
    event: "trigger";
    /** Whose doing it is. */
    seat?: number;
    by: Trigger;
}
export interface EventShow {
    event: "show";
    /** Whose doing it is. */
    seat?: number;
    figure: Figure;
    cards: number;
}
export interface EventScore {
    event: "score";
    /** Whose doing it is. */
    seat?: number;
    points: number;
    tokens: number;
    rank: number;
}
export type GachaEvent =
    | EventFirst
    | EventDeal
    | EventLook
    | EventTop
    | EventReward
    | EventTurn
    | EventDraw
    | EventSplit
    | EventReshuffle
    | EventClaim
    | EventPay
    | EventJokers
    | EventPair
    | EventToken
    | EventColour
    | EventNoCard
    | EventAgain
    | EventPass
    | EventTrigger
    | EventShow
    | EventScore;
