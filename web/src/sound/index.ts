// index.ts: the sounds of a table by their names, and what a phone does with them in the hand. Everything is synthesised (synth.ts);
// what makes and mixes sounds is a file of its own that is loaded when somebody plays, after the table is on the screen.
//
// Browsers allow no sound before a page was touched. Until then, without a sound device, muted, or while the page is hidden, play()
// does nothing, and it never throws.
import { settings, still } from "../settings";
import type { Mixer } from "./mixer";

export type SoundName =
    | "slap" // a card put down
    | "flip" // a card turned over
    | "deal" // a hand dealt
    | "take" // two cards taken together
    | "shuffle"
    | "dice"
    | "coin"
    | "capsule" // something opens with a pop
    | "crank" // something is wound up
    | "yaku" // a combination is made
    | "call" // somebody calls out: a big decision for all to hear
    | "win"
    | "loss"
    | "turn" // you are to move
    | "clock" // little time is left
    | "refuse" // that did not work
    | "hearth"; // in the background, if somebody likes it

export interface How {
    /** Milliseconds from now. */
    at?: number;
    /** -1 left … 1 right. */
    pan?: number;
    /** 2 is an octave higher and half as long. */
    rate?: number;
}

/** A sound that would be heard later than this, because it was still being loaded, is left out. */
const latest = 250;
/** Vibration in milliseconds: on, off, on … */
const patterns: Partial<Record<SoundName, number[]>> = {
    turn: [25],
    refuse: [15, 50, 15],
    call: [40, 60, 70],
    win: [30, 70, 30, 70, 90],
};

let context: AudioContext | undefined;
let loading: Promise<Mixer> | undefined;
let mixer: Mixer | undefined;
let touched = false;

const silent = (): boolean => settings.get().muted || settings.get().volume <= 0 || document.hidden;

/** Does this device vibrate? Desktop browsers have the call, but nothing to shake. */
export const vibrates = (): boolean => typeof navigator.vibrate === "function" && matchMedia("(any-pointer: coarse)").matches;

function load(): Promise<Mixer> {
    loading ??= import("./mixer").then((m) => {
        mixer = m.mixer(context!);
        follow();
        void mixer.ready(); // so that the first card is heard when it is put down
        return mixer;
    });
    loading.catch(() => (loading = undefined)); // no network just then: the next sound tries again
    return loading;
}
/** Brings the context into the state that settings and the page ask for. */
function follow(): void {
    if (!context) return;
    const rest = silent();
    if (rest && context.state === "running") context.suspend().catch(() => undefined);
    else if (!rest && context.state !== "running") context.resume().catch(() => undefined);
    mixer?.set(settings.get().volume, settings.get().hearth && rooms > 0);
}
/** A context has to be made and woken within the gesture itself, or some browsers keep it silent. */
function touch(): void {
    touched = true;
    if (settings.get().muted) return;
    try {
        context ??= new AudioContext();
    } catch {
        return; // there is no sound device
    }
    follow();
    if (!loading) later(() => void load().catch(() => undefined));
}
/** What makes the table comes first. */
const later = (fn: () => void): unknown => (typeof requestIdleCallback === "function" ? requestIdleCallback(fn) : setTimeout(fn, 200));

let listening = false;
/** Tables and settings that are open: the hearth burns there only. */
let rooms = 0;
/** From the first table on, whatever is pressed lets sound in. Returns what to call when the table is left. */
export function listen(): () => void {
    if (typeof AudioContext === "undefined") return () => undefined;
    rooms++;
    if (!listening) {
        listening = true;
        for (const gesture of ["pointerdown", "pointerup", "keydown"]) addEventListener(gesture, touch, { capture: true, passive: true });
        document.addEventListener("visibilitychange", follow);
        settings.watch(() => (touched && !context ? touch() : follow()));
    }
    // somebody may have pressed a button of the page before this file was loaded
    if (navigator.userActivation?.hasBeenActive) touch();
    return () => {
        rooms--;
        follow();
    };
}

export function play(name: SoundName, how: How = {}): void {
    if (!touched || document.hidden) return;
    const pattern = patterns[name];
    if (pattern && settings.get().vibrate && vibrates() && !still.matches) navigator.vibrate(pattern);
    if (!context || silent()) return;
    if (mixer) mixer.play(name, how);
    else void soon(name, how, performance.now()).catch(() => undefined);
}
/** Plays it even if that takes a while: somebody wants to hear how loud it is. */
export async function sample(name: SoundName): Promise<void> {
    if (context && !silent()) (await load()).play(name);
}
/** Your turn, for somebody who has another page before them. */
export async function ring(): Promise<void> {
    if (!context || settings.get().muted) return;
    await context.resume();
    (await load()).play("turn");
    setTimeout(follow, 1500);
}
async function soon(name: SoundName, how: How, asked: number): Promise<void> {
    const m = await load(),
        late = performance.now() - asked - (how.at ?? 0);
    if (late < latest) m.play(name, { ...how, at: Math.max(0, -late) });
}
