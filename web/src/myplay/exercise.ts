// exercise.ts: which slips are shown as exercises, and when one comes back. An exercise that was solved moves to the next box and comes back
// after the days of that box; one that was not comes back the next day, from the first box. One put off comes back a little later.
import type { Digest, Practice, Slip } from "./digest";

const day = 86_400_000;
/** Days until an exercise of this box comes back. From the last box it leaves for good. */
export const boxes = [1, 3, 7, 21, 60];
/** So many are shown. */
export const shown = 3;

export interface Exercise {
    of: Digest;
    seat: number;
    slip: Slip;
}
export const keyOf = (e: Exercise): string => `${e.of.id} ${e.slip.row}`;

/** Only slips beyond doubt: whoever finds the better move is to be right. */
const sure = (slip: Slip): boolean => slip.loss > 2 * slip.error;
const all = (digests: Digest[]): Exercise[] =>
    digests.flatMap((of) => of.mine.flatMap((m) => m.worst.filter(sure).map((slip) => ({ of, seat: m.seat, slip }))));

/** The next exercises: first those that come back, but not so many that there is no room for a new one; then new ones, the most expensive
 *  slips first. From one game there is only one, as long as there are others: its slips are often alike. */
export function exercises(digests: Digest[], now: number): Exercise[] {
    const open = all(digests).filter((e) => (e.slip.practice?.box ?? 0) <= boxes.length && (e.slip.practice?.due ?? 0) <= now),
        again = open.filter((e) => e.slip.practice).sort((a, b) => a.slip.practice!.due - b.slip.practice!.due),
        fresh = open.filter((e) => !e.slip.practice).sort((a, b) => b.slip.loss - a.slip.loss),
        ready = [...again.slice(0, shown - 1), ...fresh, ...again.slice(shown - 1)];
    const games = new Set<string>(),
        picked = ready.filter((e) => !games.has(e.of.id) && games.add(e.of.id));
    return [...picked, ...ready.filter((e) => !picked.includes(e))].slice(0, shown);
}
/** When the next one comes back; undefined: there are none, or only those that left for good. */
export function nextDue(digests: Digest[], now: number): number | undefined {
    const dues = all(digests)
        .map((e) => e.slip.practice)
        .filter((p): p is Practice => !!p && p.box <= boxes.length && p.due > now)
        .map((p) => p.due);
    return dues.length ? Math.min(...dues) : undefined;
}

/** After a try: solved, failed, or put off without one. */
export function practised(before: Practice | undefined, how: "solved" | "failed" | "later", now: number): Practice {
    const { tries, box } = before ?? { tries: 0, box: 0 };
    if (how === "later") return { tries, box, due: now + 2 * day };
    if (how === "failed") return { tries: tries + 1, box: 0, due: now + day };
    return { tries: tries + 1, box: box + 1, due: now + (boxes[box] ?? 0) * day };
}
