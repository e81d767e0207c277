// themes.ts: what Koi-Koi's puzzles are about: what speaks most for the best card (why.c gives the weightiest fact first).
import type { Themes } from "@/games";
import { mark } from "@/i18n";

const byFact: Record<string, string> = {
    completes: "finish",
    nears: "build",
    gets: "build",
    denies: "other",
    risks: "other",
    leaves: "other",
    lays: "other",
    safe: "wait",
    keeps: "wait",
};
export const themes: Themes = {
    names: {
        finish: mark("Making a yaku"),
        build: mark("Getting nearer to a yaku"),
        other: mark("What the other wants"),
        wait: mark("What can wait"),
    },
    of: (best, next, why) => (why[0] && best.startsWith("play ") && next.startsWith("play ") ? byFact[why[0].fact] : undefined),
};
