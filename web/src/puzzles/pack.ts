// pack.ts: packs of puzzles as irori puzzles writes them (docs/puzzles.md): the page's own, and that of the server; and which puzzle comes next.
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
    /** "2026-11": the month in which the server's pack got it. */
    added?: string;
    /** From a rated game on this server. */
    own?: true;
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
        const [head = "", , rated = "", , ...rest] = block.split("\n"),
            added = rest[0]?.startsWith("added ") ? rest[0].slice(6) : undefined,
            lines = added ? rest.slice(1) : rest,
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
            ...(added && { added }),
        });
    }
    return puzzles;
}

/** The games that have puzzles. */
export const packs = (): string[] => Object.keys(assets.puzzles);
/** How many puzzles the page has of a game. */
export const packSize = (game: string): number => assets.puzzleCounts[game] ?? 0;

/** What the server has besides: how many puzzles by game. Nothing where there is no server, or none that has any. */
export async function serverCounts(): Promise<Record<string, number>> {
    const answer = await fetch("/puzzles/index.json", { signal: AbortSignal.timeout(patience) });
    if (!answer.ok) return {};
    const counts = (await answer.json().catch(() => ({}))) as Record<string, unknown>; // a host of files may send a page for everything
    return Object.fromEntries(Object.entries(counts).filter((c): c is [string, number] => typeof c[1] === "number" && c[1] > 0));
}
/** Nobody waits longer for the server's puzzles than this. */
const patience = 8000;
/** The first two lines: the format, the game and the revision of its rules. */
const kind = (text: string): string => text.split("\n", 2).join("\n");
async function serverPack(game: string): Promise<string> {
    if (!(await serverCounts())[game]) return "";
    const answer = await fetch(`/puzzles/${game}.txt`, { signal: AbortSignal.timeout(patience) });
    return answer.ok ? answer.text() : "";
}
/** The page's puzzles, then those of the server, if they are of the same rules. None comes twice. */
export function merged(page: string, server: string): Puzzle[] {
    const first = readPack(page),
        ids = new Set(first.map((p) => p.id));
    if (!server || kind(server) !== kind(page)) return first;
    return [...first, ...readPack(server).flatMap((p): Puzzle[] => (ids.has(p.id) ? [] : [{ ...p, own: true }]))];
}

const loaded = new Map<string, { day: number; pack: Promise<Puzzle[]> }>();
/** The service worker keeps both packs once they were opened. They are asked for again on another day, as the server's grows. */
export function loadPack(game: string): Promise<Puzzle[]> {
    const day = dayOf(Date.now()),
        known = loaded.get(game);
    if (known?.day === day) return known.pack;
    const again = () => loaded.delete(game);
    const page = fetch(assets.puzzles[game]!)
        .catch(() => undefined)
        .then((answer) => {
            if (!answer?.ok) throw new Error(t("These puzzles have to be fetched once, and there is no network now."));
            return answer.text();
        });
    const server = serverPack(game).catch(() => {
        again(); // no network, and nothing kept: the next time may be better
        return "";
    });
    const pack = Promise.all([page, server]).then(([own, more]) => merged(own, more));
    loaded.set(game, { day, pack });
    pack.catch(again);
    return pack;
}

/** Days since 1970, in UTC: the same for everybody. */
export const dayOf = (ms: number): number => Math.floor(ms / 86_400_000);
/** "2026-11" */
const monthOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 7);
/** The position of a day. Ids come from a hash, so their order is as good as shuffled, and none comes back before all were there.
 *  What the server's pack got in this month counts from the next one on, so that its growth changes no day that has begun. */
export function puzzleOfDay(pack: Puzzle[], day: number): Puzzle {
    const month = monthOf(day),
        order = pack.filter((p) => !p.added || p.added < month).sort((a, b) => (a.id < b.id ? -1 : 1));
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
