// lobby.ts: the live list of open tables and of games to watch. The server sends it whole once, and then what changed.
import { link } from "../net/browser";
import type { Message } from "../net/link";
import type { Listing, Lobby } from "./types";

export const nothing: Lobby = { tables: [], games: [], people: 0 };

const newest = (a: Listing, b: Listing): number => (b.created ?? 0) - (a.created ?? 0) || (a.table < b.table ? -1 : 1);

/** What the list is after this message. A whole one answers a question and has its `id`. A table that began moves from one list to the other. */
export function merged(before: Lobby, m: Message): Lobby {
    const said = m as unknown as Partial<Lobby> & { gone?: string[]; id?: number },
        tables = said.tables ?? [],
        games = said.games ?? [],
        people = said.people ?? before.people;
    if (said.id) return { tables: [...tables].sort(newest), games: [...games].sort(newest), people };
    const moved = new Set([...tables, ...games].map((l) => l.table).concat(said.gone ?? []));
    const of = (old: Listing[], fresh: Listing[]) => [...old.filter((l) => !moved.has(l.table)), ...fresh].sort(newest);
    return { tables: of(before.tables, tables), games: of(before.games, games), people };
}

/** Tells the list, again and again, as long as somebody looks. */
export function watchLobby(fn: (lobby: Lobby) => void): () => void {
    let now = nothing;
    const end = link.hear(
        "lobby",
        (m) => {
            if (m.type !== "lobby") return; // refused: then there is none
            now = merged(now, m);
            fn(now);
        },
        { type: "lobby", on: true },
    );
    return () => {
        end();
        link.tell({ type: "lobby", id: link.nextId(), on: false });
    };
}
