// feats.ts: what somebody made in a game of Koi-Koi, for profiles: the yaku that rounds were won with.
import type { Feats } from "@/games";
import { mark, tn } from "@/i18n";
import "./board"; // most often it is loaded by then: so the bundler need not divide it
import { yakuName } from "./yaku";

export const feats: Feats = {
    made: (events, seat) =>
        events.flatMap((e) => (e.event === "won-with" && e.seat === seat ? [{ what: String(e.yaku), worth: Number(e.coins) }] : [])),
    name: yakuName,
    favourite: mark("Favourite yaku"),
    best: mark("Dearest yaku"),
    worth: (n) => tn("{n} coin", "{n} coins", n),
};
