// kinds.ts: what the first words of Gacha's moves are called, and when something is done too early or too late.
import type { KindWords } from "@/games";
import { mark } from "@/i18n";

export const kinds: KindWords = {
    names: {
        draw: mark("Drawing cards"),
        claim: mark("Claiming a reward"),
        pass: mark("Pass"),
        again: mark("Take another turn"),
        done: mark("End the turn"),
    },
    calls: [
        {
            now: "claim",
            wait: "draw",
            early: mark("Claimed where drawing was better"),
            late: mark("Drew where claiming was better"),
        },
        {
            now: "again",
            wait: "done",
            early: mark("One more turn where waiting was better"),
            late: mark("Waited where one more turn was better"),
        },
    ],
};
