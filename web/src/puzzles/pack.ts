// pack.ts: a pack of puzzles as irori puzzles writes it (docs/puzzles.md), and which of them comes next.
import { t } from "../i18n";
import { assets } from "../review/assets";

export interface Puzzle {
    id: string;
    record: string; // of the game, up to this decision or a later one
    row: number;
    step: number;
    seat: number;
    rating: { at: number; error: number };
    /** What the judge thinks of the moves it looked at: the chance of winning. The answer is the first. */
    moves: { move: string; value: number }[];
}

/** Blocks of lines with an empty line between: the head, then records, each followed by its puzzles. */
export function readPack(text: string): Puzzle[] {
    const puzzles: Puzzle[] = [];
    let record = "";
    for (const block of text.trimEnd().split("\n\n").slice(1)) {
        if (block.startsWith("irori record")) {
            record = `${block}\n`;
            continue;
        }
        const [head = "", , rated = "", , ...lines] = block.split("\n"),
            [, id = "", row, step, seat] = head.split(" "),
            [, at, error] = rated.split(" ");
        puzzles.push({
            id,
            record,
            row: Number(row),
            step: Number(step),
            seat: Number(seat),
            rating: { at: Number(at), error: Number(error) },
            moves: lines.map((line) => {
                const [value = ""] = line.split(" ", 1);
                return { value: Number(value), move: line.slice(value.length + 1) };
            }),
        });
    }
    return puzzles;
}

/** The games that have puzzles. */
export const packs = (): string[] => Object.keys(assets.puzzles);
const loaded = new Map<string, Promise<Puzzle[]>>();
/** The service worker keeps a pack once it was opened. */
export function loadPack(game: string): Promise<Puzzle[]> {
    const pack =
        loaded.get(game) ??
        fetch(assets.puzzles[game]!)
            .catch(() => undefined)
            .then(async (answer) => {
                if (!answer?.ok) throw new Error(t("These puzzles have to be fetched once, and there is no network now."));
                return readPack(await answer.text());
            });
    loaded.set(game, pack);
    pack.catch(() => loaded.delete(game));
    return pack;
}

/** Days since 1970, in UTC: the same for everybody. */
export const dayOf = (ms: number): number => Math.floor(ms / 86_400_000);
/** The position of a day. Ids come from a hash, so their order is as good as shuffled, and none comes back before all were there. */
export function puzzleOfDay(pack: Puzzle[], day: number): Puzzle {
    const order = [...pack].sort((a, b) => (a.id < b.id ? -1 : 1));
    return order[day % order.length]!;
}

/** So many of the nearest may come next. */
const near = 6;
/** A puzzle whose rating is near this one; of those that were never tried, if there are any, else of those tried longest ago.
 *  `any`: a number from 0 to 1. */
export function nextPuzzle(pack: Puzzle[], rating: number, tried: (id: string) => number | undefined, any: number, not?: string): Puzzle {
    const others = pack.filter((p) => p.id !== not),
        fresh = others.filter((p) => tried(p.id) === undefined),
        oldest = [...others].sort((a, b) => tried(a.id)! - tried(b.id)!).slice(0, near * 4),
        open = [...(fresh.length ? fresh : oldest)].sort((a, b) => Math.abs(a.rating.at - rating) - Math.abs(b.rating.at - rating));
    return open[Math.floor(any * Math.min(near, open.length))] ?? pack[0]!;
}
