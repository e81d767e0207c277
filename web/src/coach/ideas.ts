// ideas.ts: what a beginner is told while playing: one idea a game, each once ever. A game's own are in games/NAME/page/ideas.ts.
import { ideas } from "../../gen/ideas";
import type { Context, Lesson } from "../board";
import type { Fact } from "../review/types";
import type { View } from "../table/types";
import { ideaShown } from "./memory";

export interface Idea<V extends View = View> {
    id: string;
    /** Is this the moment? By what lies on the table, or by the facts of the moves that were judged. */
    when(ctx: Context<V>, facts: readonly Fact[]): boolean;
    text(ctx: Context<V>): string;
    /** A selector: what to look at. It is told when that is on the screen. */
    at(ctx: Context<V>): string;
}

const loaded = new Map<string, Idea[]>();

/** Without a network there are none. */
export async function loadIdeas(game: string): Promise<void> {
    const load = ideas[game];
    if (!load || loaded.has(game)) return;
    try {
        loaded.set(game, (await load()).ideas as Idea[]);
    } catch {
        /* another time */
    }
}
/** Those that fit now and were not shown, the game's order first. `told`: the one that stands on the screen. */
export const fitting = (game: string, ctx: Context, facts: readonly Fact[], told?: string): Lesson[] =>
    (loaded.get(game) ?? [])
        .filter((i) => (told === undefined ? !ideaShown(game, i.id) : i.id === told) && i.when(ctx, facts))
        .map((i) => ({ id: i.id, text: i.text(ctx), at: i.at(ctx) }));
