// bookdeck.ts: the rewards, cards and tokens of the usual deck, read from its own file (docs/decks.md), for the rulebook's pictures and numbers.
import players from "../book/players.txt";
import text from "../decks/standard.deck";
import { tokenNames, type Figure, type Half, type Reward, type TokenName } from "./types";

const lines = text.split("\n").map((l) => l.trim().split(/\s+/));
const of = (word: string): string[][] => lines.filter((l) => l[0] === word).map((l) => l.slice(1));
/** The word after another one. */
const after = (l: string[], word: string): string | undefined => (l.includes(word) ? l[l.indexOf(word) + 1] : undefined);

/** In the order of the file, which is how the engine numbers them. */
export const rewards: Reward[] = of("reward").map((l, i) => {
    const price = l.slice(0, l.indexOf("points")),
        mark = after(l, "mark");
    return {
        reward: i + 1,
        set: price.filter((p) => !p.includes("=")) as (Figure | "any")[],
        equal: price.filter((p) => p.includes("=")).map((p) => p.split("=").length),
        points: Number(after(l, "points")),
        half: after(l, "half") as Half,
        ...(mark ? { mark: Number(mark) } : {}),
    };
});
export const backs: Figure[][] = of("back").map((l) => l.slice(0, l.indexOf("face")) as Figure[]);
export const tokens = Object.fromEntries(tokenNames.map((k) => [k, Number(of("token").find((l) => l[0] === k)![1])])) as Record<
    TokenName,
    number
>;
export const total = (what: string): number => Number(of("total").find((l) => l[0] === what)![1]);

/** What a number of players plays with. */
export const tables: { seats: number; tokens: number; rewards: number }[] = players
    .split("\n")
    .filter((l) => /^\d/.test(l))
    .map((l) => l.split(" ").map(Number))
    .map(([seats, n]) => ({ seats: seats!, tokens: n!, rewards: rewards.filter((r) => (r.mark ?? 0) <= seats!).length }));

/** Rewards of one sort: the same shape of set, points and mark. `shape`: how many of each figure, such as "2 1", "1 1 1 any" or "=2 =3". */
export interface Sort {
    shape: string;
    all: Reward[];
}
export function shapeOf({ set, equal }: Reward): string {
    const counts = [...new Set(set)].filter((f) => f !== "any").map((f) => set.filter((g) => g === f).length);
    return [...counts.sort((a, b) => b - a), ...set.filter((f) => f === "any"), ...[...equal].sort().map((n) => `=${n}`)].join(" ");
}
export const sorts: Sort[] = [];
for (const r of rewards) {
    const sort = sorts.find(({ shape, all: [a] }) => shape === shapeOf(r) && a!.points === r.points && a!.mark === r.mark);
    if (sort) sort.all.push(r);
    else sorts.push({ shape: shapeOf(r), all: [r] });
}
