// options.ts: the options of games and the settings of tables, with their sentences: the rest of ir_catalogue's JSON.
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
export interface GameOptions {
    name: string;
    options: Option[];
    presets: { name: string; options: string; help: string }[];
    bots: { name: string; help: string; level: boolean; learned: boolean }[];
}
const all = data as unknown as { games: GameOptions[]; settings: Option[] };
export const tableSettings = all.settings;
export const optionsOf = (game: string): GameOptions => all.games.find((g) => g.name === game)!;
