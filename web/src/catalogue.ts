// catalogue.ts: what can be played: ir_catalogue's JSON, made at build time (web/gen.mjs). Part of the first load: options are in options.ts.
import data from "../gen/menu.json";

export type Role = "default" | "adviser" | "stand_in" | "quick" | "strongest";
export interface GameInfo {
    name: string;
    title: string;
    min_seats: number;
    max_seats: number;
    bots: { name: string; level: boolean; learned: boolean }[];
    roles: Record<Role, string>; // the bot that has it
    event_seats: Record<string, string[]>; // event: its fields that are seats
}
/** Names of members of a view that the plain board understands (docs/adding-a-game.md). */
export interface PlainNames {
    known: string[]; // shown elsewhere
    by_seat: string[]; // with an entry for every seat: beside the players
    seat: string[]; // numbers that are seats
    own: string[]; // what one holds oneself
}
export const catalogue = data as unknown as { games: GameInfo[]; plain: PlainNames };
export const gameInfo = (name: string): GameInfo | undefined => catalogue.games.find((g) => g.name === name);
/** The bots people choose from, the easiest first; the rest are for tests. */
export const levels = (game: string): string[] => (gameInfo(game)?.bots ?? []).filter((b) => b.level).map((b) => b.name);
/** How many play if nobody says: as many as can, but not more than `most`. */
export const usualSeats = (g: GameInfo, most: number): number => Math.max(g.min_seats, Math.min(most, g.max_seats));
