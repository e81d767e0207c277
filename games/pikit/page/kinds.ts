// kinds.ts: what the first words of PiKiT's moves are called, and when something is done too early or too late.
import type { KindWords } from "@/games";
import { mark } from "@/i18n";

export const kinds: KindWords = {
    names: {
        play: mark("Playing a card"),
        take: mark("Taking cards"),
        nothing: mark("Taking nothing"),
        cancel: mark("Cancelling"),
        pass: mark("Letting it happen"),
        mecha: mark("A mecha"),
        steal: mark("Stealing a mecha"),
    },
    calls: [
        {
            now: "cancel",
            wait: "pass",
            early: mark("Cancelled where letting it happen was better"),
            late: mark("Let it happen where cancelling was better"),
        },
        {
            now: "take",
            wait: "play",
            early: mark("Took where playing a card first was better"),
            late: mark("Played a card where taking was better"),
        },
    ],
};
