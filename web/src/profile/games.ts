// games.ts: the finished games of this browser, as a profile counts them: who was ranked how, and what was made. A game is read once; what
// it told is kept beside the settings.
import { feats } from "../../gen/feats";
import { asked } from "../coach/memory";
import { tools } from "../engine/engine";
import type { Saved, SavedSeat } from "../engine/keep";
import type { Opened } from "../engine/wasm";
import { usual } from "../form/rules";
import type { Feat } from "../games";
import type { Digest } from "../myplay/digest";
import { local } from "../myplay/found";
import { mySeats, myself } from "../myplay/mine";
import { optionsOf } from "../options";
import type { Frame, GameEvent } from "../table/types";

/** What a record tells, whoever looks at it. */
interface Told {
    ranks: number[];
    made: Feat[];
    usual: boolean; // by the rules of a preset
}
export interface Own extends Told {
    id: string;
    where: Digest["where"];
    game: string;
    when: number;
    seats: SavedSeat[];
    seat: number;
    won: boolean;
    helped: boolean;
    share?: number; // result less luck, if it was reviewed
}

async function read(record: string, game: string, seat: number): Promise<Told | undefined> {
    const open = await tools().call<Opened & { id: number }>("replayOpen", { record }),
        events: GameEvent[] = [];
    try {
        let last: Frame | undefined;
        for (let step = 0; step <= open.steps; step++) {
            last = await tools().call<Frame>("replayFrame", { id: open.id, step, seat });
            events.push(...last.events);
        }
        const result = last?.table.result;
        if (!result?.won.length) return undefined; // it was called off
        const options = /^options (.*)$/m.exec(record)?.[1] ?? "",
            own = await feats[game]?.();
        return {
            ranks: result.ranks,
            made: own?.feats.made(events, seat) ?? [],
            usual: usual(optionsOf(game), options),
        };
    } finally {
        void tools().call("replayClose", { id: open.id });
    }
}

const key = "irori told";
type Kept = Record<string, Told | null>;
function kept(): Kept {
    try {
        return JSON.parse(localStorage.getItem(key) ?? "{}") as Kept;
    } catch {
        return {};
    }
}
function keep(all: Kept): void {
    try {
        localStorage.setItem(key, JSON.stringify(all));
    } catch {
        /* a browser that keeps nothing, or too little: they are read again the next time */
    }
}

interface Source extends Pick<Own, "id" | "where" | "game" | "when" | "seats" | "seat" | "helped" | "share"> {
    record(): Promise<string | undefined>;
}
/** Digests know most; what is not reviewed yet is only a saved game. */
function sources(saved: Saved[], digests: Digest[]): Source[] {
    const reviewed = digests.flatMap((d) =>
        d.mine.slice(0, 1).map(
            (m): Source => ({
                ...{ id: d.id, where: d.where, game: d.game, when: d.when, seats: d.seats, seat: m.seat },
                helped: d.takes + d.hints > 0,
                share: m.result - m.luck,
                record: async () => d.record,
            }),
        ),
    );
    const known = new Set(digests.map((d) => d.id)),
        heads = new Map(saved.map((s) => [s.id, s]));
    const rest = local(saved)
        .filter((f) => !known.has(f.id))
        .map((f): Source => {
            const s = heads.get(f.id)!;
            return {
                ...{ id: f.id, where: "here", game: f.game, when: f.when, seats: s.seats, seat: mySeats(s, myself())[0]! },
                helped: (s.takes ?? 0) + (s.hints ?? 0) + asked(s.id) > 0,
                record: async () => (await f.load())?.record,
            };
        });
    return [...reviewed, ...rest].sort((a, b) => a.when - b.when);
}

/** All of them, the oldest first. A game that cannot be read is left out. */
export async function ownGames(saved: Saved[], digests: Digest[]): Promise<Own[]> {
    const before = kept(),
        all: Kept = {},
        games: Own[] = [];
    for (const { record, ...s } of sources(saved, digests)) {
        let told = before[s.id];
        if (told === undefined) {
            const text = await record().catch(() => undefined);
            told = (text && (await read(text, s.game, s.seat).catch(() => undefined))) || null;
        }
        all[s.id] = told;
        if (told) games.push({ ...s, ...told, won: told.ranks[s.seat] === 0 });
    }
    keep(all);
    return games;
}

export interface Stats {
    game: string;
    games: number;
    wins: number;
    streak: number;
    best: number;
    favourite?: { what: string; times: number };
    dearest?: Feat;
}
/** Of one game; streaks are of wins, one after the other. */
export function statsOf(game: string, all: Own[]): Stats {
    const games = all.filter((g) => g.game === game),
        made = games.flatMap((g) => g.made),
        times = new Map<string, number>();
    let streak = 0,
        best = 0;
    for (const g of games) {
        streak = g.won ? streak + 1 : 0;
        best = Math.max(best, streak);
    }
    for (const m of made) times.set(m.what, (times.get(m.what) ?? 0) + 1);
    const [often] = [...times].sort((a, b) => b[1] - a[1]),
        [dearest] = [...made].sort((a, b) => b.worth - a.worth);
    return {
        ...{ game, games: games.length, wins: games.filter((g) => g.won).length, streak, best },
        ...(often && { favourite: { what: often[0], times: often[1] } }),
        ...(dearest && { dearest }),
    };
}

/** Why a game does not say how strong somebody is; undefined: it does. */
export function against(g: Own): "people" | "rules" | "help" | undefined {
    if (!g.seats.every((s, i) => i === g.seat || s.kind === "bot")) return "people";
    return !g.usual ? "rules" : g.helped ? "help" : undefined;
}
/** Games that say it: alone with bots, without help, by the rules of a preset. */
export const counting = (game: string, all: Own[]): Own[] => all.filter((g) => g.game === game && !against(g));
