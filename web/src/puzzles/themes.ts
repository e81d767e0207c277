// themes.ts: what puzzles are about. A game says it (games/NAME/page/themes.ts) from the two best moves and the facts of why the best is better:
// so a new pack needs nothing else.
import { themes as all } from "../../gen/themes";
import type { Themes } from "../games";
import { whys } from "../review/engine";
import type { Puzzle } from "./pack";

/** Of a game; undefined: its puzzles have no themes, or they cannot be loaded now. */
export const loadThemes = async (game: string): Promise<Themes | undefined> => (await all[game]?.().catch(() => undefined))?.themes;

/** The themes of these puzzles, in their order. */
export async function themesOf(game: string, puzzles: Puzzle[], ask: typeof whys = whys): Promise<(string | undefined)[]> {
    const own = await loadThemes(game);
    if (!own) return puzzles.map(() => undefined);
    const found = await ask(
        game,
        puzzles.map(({ record, row, seat, moves: [best, next] }) => ({ record, row, seat, played: next!.move, better: best!.move })),
    );
    return puzzles.map(({ moves: [best, next] }, i) => own.of(best!.move, next!.move, found[i]!));
}

const packs = new WeakMap<Puzzle[], Promise<(string | undefined)[]>>();
/** Those of a whole pack: found once, which takes a second or two on a phone. */
export function packThemes(game: string, pack: Puzzle[]): Promise<(string | undefined)[]> {
    const made = packs.get(pack) ?? themesOf(game, pack);
    packs.set(pack, made);
    made.catch(() => packs.delete(pack));
    return made;
}
