// load.ts: a game's book, its words and style, and what is seen at the steps of its examples.
import { books } from "../../gen/books";
import { loadBoard, loadStyle } from "../board";
import { formWords } from "../form/words";
import { moreWords } from "../i18n";
import { sprite } from "../sprites";
import { ReplayTable } from "../table/replay";
import { assets } from "./assets";
import type { Book, Seen } from "./types";

export interface Loaded {
    book: Book;
    /** By example, a frame for each of its steps. */
    seen: Map<string, Seen[]>;
}
const loaded = new Map<string, Promise<Loaded>>();

async function load(game: string): Promise<Loaded> {
    const [module] = await Promise.all([
        books[game]!(),
        moreWords(assets.words),
        formWords(), // names of options
        loadStyle(assets.style),
        loadBoard(game), // its cards, and their style
        sprite(game),
    ]);
    const book = module.book as Book,
        seen = new Map<string, Seen[]>();
    await Promise.all(
        book.examples.map(async (e) => {
            const table = await ReplayTable.open(e.record);
            seen.set(e.id, await Promise.all(e.steps.map((s) => table.peek(s.at, e.seat ?? 0))));
            table.close();
        }),
    );
    return { book, seen };
}
/** Each book once; one that could not be fetched is tried again. */
export function loadBook(game: string): Promise<Loaded> {
    let promise = loaded.get(game);
    if (!promise) {
        promise = load(game);
        promise.catch(() => loaded.delete(game));
        loaded.set(game, promise);
    }
    return promise;
}
