// feats.ts: what somebody made in a game of Gacha, for profiles: claimed rewards, by the figure that most of it was paid with.
import type { Feats } from "@/games";
import { mark, tn } from "@/i18n";
import { figureName } from "./words";

/** What stands there most often; the first of several. */
function most(all: string[]): string {
    const times = new Map<string, number>();
    for (const a of all) times.set(a, (times.get(a) ?? 0) + 1);
    return [...times].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "joker";
}

export const feats: Feats = {
    made: (events, seat) =>
        events.flatMap((e, i) => {
            if (e.event !== "claim" || e.seat !== seat) return [];
            const after = events.slice(i + 1),
                next = after.findIndex((x) => x.event === "claim"),
                paid = (next < 0 ? after : after.slice(0, next)).filter((x) => x.event === "pay" && x.seat === seat);
            return [{ what: most(paid.map((x) => String(x.figure))), worth: Number(e.points) }];
        }),
    name: figureName,
    favourite: mark("Favourite figure to pay with"),
    best: mark("Best reward"),
    worth: (n) => tn("{n} point", "{n} points", n),
};
