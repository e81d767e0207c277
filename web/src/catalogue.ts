// catalogue.ts: what can be played: ir_catalogue's JSON, made at build time.
import data from "../gen/catalogue.json";

export interface Option {
    name: string;
    min: number;
    max: number;
    default: number;
    words?: string[];
    rule?: string;
    help: string;
}
export interface GameInfo {
    name: string;
    title: string;
    min_seats: number;
    max_seats: number;
    options: Option[];
    presets: { name: string; options: string; help: string }[];
    bots: { name: string; help: string }[];
}
export const catalogue = data as unknown as { games: GameInfo[]; settings: Option[] };
export const gameInfo = (name: string): GameInfo | undefined => catalogue.games.find((g) => g.name === name);
/** The levels people choose from; the rest of the bots are for tests. */
export const levels = ["easy", "normal", "hard", "master"] as const;
