// kinds.ts: what the first words of Koi-Koi's moves are called, and when a call comes too early or too late.
import type { KindWords } from "@/games";
import { mark } from "@/i18n";

export const kinds: KindWords = {
    names: {
        play: mark("A card from the hand"),
        take: mark("What the turned card takes"),
        agari: mark("Stop"),
        "koi-koi": mark("Koi-koi"),
        tenho: mark("Tenho"),
    },
    calls: [
        { now: "agari", wait: "koi-koi", early: mark("Stopped where koi-koi was better"), late: mark("Koi-koi where stopping was better") },
    ],
};
