// feats.ts: what somebody made in a game of PiKiT, for profiles: the cards that were taken, and how many of them at once.
import type { Feats } from "@/games";
import { mark, t } from "@/i18n";

export const feats: Feats = {
    made: (events, seat) =>
        events.flatMap((e) => (e.event === "take" && e.seat === seat ? [{ what: String(e.card), worth: Number(e.count ?? 1) }] : [])),
    name: (n) => t("Kaiju {n}", { n }),
    favourite: mark("Favourite kaiju"),
    best: mark("Most taken at once"),
    worth: (n) => `× ${n}`,
};
