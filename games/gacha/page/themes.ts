// themes.ts: what Gacha's puzzles are about: between which kinds of moves one has to choose.
import type { Themes } from "@/games";
import { mark } from "@/i18n";

export const themes: Themes = {
    names: {
        when: mark("Claim or draw"),
        which: mark("Which reward, and what to pay with"),
        draw: mark("Where to draw"),
    },
    of(best, next) {
        const claims = [best, next].filter((m) => m.startsWith("claim ")).length,
            draws = [best, next].filter((m) => m.startsWith("draw ")).length;
        if (claims + draws < 2) return undefined;
        return claims === 2 ? "which" : draws === 2 ? "draw" : "when";
    },
};
