// together.ts: work in numbered pieces, done by several. Pure: who works is given as functions.

type Hand<T> = (piece: number) => Promise<T>;

/** All pieces, in order. Everybody takes the next one when they are free. `first` is the one to rely on: when nothing is left to begin, it
 *  repeats what others have not brought yet. So a helper that fails or falls silent, as in a phone without memory, costs time and no
 *  more. `told` hears how many are there. Rejects if `first` or `stopped` does; then nothing more is begun. */
export async function together<T>(
    count: number,
    first: Hand<T>,
    helpers: Hand<T>[],
    told: (there: number) => void,
    stopped: Promise<never>,
): Promise<T[]> {
    const found = new Map<number, T>();
    let next = 0,
        over = false,
        complete: () => void;
    const all = new Promise<void>((resolve) => (complete = resolve));
    const take = async (hand: Hand<T>, piece: number): Promise<void> => {
        const made = await hand(piece);
        if (over || found.has(piece)) return;
        found.set(piece, made);
        told(found.size);
        if (found.size === count) complete();
    };
    const help = async (hand: Hand<T>): Promise<void> => {
        while (next < count && !over) await take(hand, next++);
    };
    const rely = async (): Promise<void> => {
        const missing = (): number => [...Array(count).keys()].find((i) => !found.has(i))!;
        while (found.size < count) await Promise.race([stopped, all, take(first, next < count ? next++ : missing())]);
    };
    for (const helper of helpers) help(helper).catch(() => undefined);
    try {
        await rely();
    } finally {
        over = true;
    }
    return [...found].sort(([a], [b]) => a - b).map(([, made]) => made);
}
