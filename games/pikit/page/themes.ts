// themes.ts: what PiKiT's puzzles are about: between which kinds of moves one has to choose.
import type { Themes } from "@/games";
import { mark } from "@/i18n";

const what = (move: string): string => {
    const [kind = ""] = move.split(" ");
    return kind === "play" || kind === "steal" ? "card" : kind === "cancel" || kind === "pass" ? "cancel" : "take";
};
export const themes: Themes = {
    names: {
        take: mark("What to take"),
        first: mark("Take, or play a card first"),
        card: mark("Which card to play"),
        cancel: mark("Cancel, or let it happen"),
    },
    of: (best, next) => (what(best) === what(next) ? what(best) : "first"),
};
