// settings.ts: what this person likes, kept in this browser.
import { browserLanguage, languages, type Language } from "./i18n";
import { store } from "./store";

/** off: nothing travels. now: nothing takes any time, which only tests ask for. */
export type Speed = "now" | "off" | "fast" | "normal" | "slow";
export interface Settings {
    language: Language;
    theme: "light" | "dark" | "system";
    speed: Speed;
    autoPass: boolean;
    teach: boolean; // tips in the first games
    confirm: boolean; // ask before moves that cost much
    coach?: "off" | "on" | "beginner"; // in games alone with bots (src/coach); beginner: with an idea a game
    asks: number; // how often the coach asks in a game, at most
    name: string;
    volume: number; // 0 … 100
    muted: boolean;
    vibrate: boolean;
    hearth: boolean; // a fire crackles while a table is open
    tell?: boolean; // when it is their turn, by notifications; undefined: nobody asked yet
}

const key = "irori settings";

function load(): Settings {
    const standard: Settings = {
        language: browserLanguage(),
        theme: "system",
        speed: "normal",
        autoPass: true,
        teach: true,
        confirm: true,
        asks: 3,
        name: "",
        volume: 70,
        muted: false,
        vibrate: true,
        hearth: false,
    };
    try {
        const kept = { ...standard, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Settings>) };
        return kept.language in languages ? kept : { ...kept, language: standard.language };
    } catch {
        return standard;
    }
}

export const settings = store<Settings>(load());

/** A switch that only some game has (games.ts): on until somebody switches it off. It is kept beside the others. */
export const liked = (key: string): boolean => (settings.get() as unknown as Record<string, unknown>)[key] !== false;

export function change(part: Partial<Settings> & Record<string, unknown>): void {
    settings.set({ ...settings.get(), ...part });
    try {
        localStorage.setItem(key, JSON.stringify(settings.get()));
    } catch {
        /* a browser that keeps nothing: the settings last as long as the page */
    }
    applyTheme();
}

export function applyTheme(): void {
    const { theme } = settings.get(),
        day = theme === "system" ? bright.matches : theme === "light";
    document.documentElement.dataset.theme = day ? "day" : "night";
    document.documentElement.dataset.motion = pace() ? "on" : "off"; // styles ask for this alone
}

const bright = matchMedia("(prefers-color-scheme: light)");
bright.addEventListener("change", applyTheme);
/** The system asks for less motion. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");
still.addEventListener("change", applyTheme);

/** How much slower than the brief's durations things move; 0: nothing travels. */
export function pace(): number {
    if (still.matches) return 0;
    return { now: 0, off: 0, fast: 0.5, normal: 1, slow: 1.8 }[settings.get().speed];
}
/** The same for what stands still to be looked at. */
export const stays = (): number => ({ now: 0, off: 0.4, fast: 0.5, normal: 1, slow: 1.8 })[settings.get().speed];
