// keep.ts: local tables in IndexedDB: a head for each, and its rows in order. Used by the worker (rows) and the page (lists).
export interface SavedSeat {
    kind: "person" | "bot";
    name: string;
}
export interface Saved {
    id: string;
    game: string;
    seats: SavedSeat[];
    options: string;
    settings: string;
    deck: string;
    secret: string;
    begun: number;
    played: number; // when it was last touched
    over: boolean;
    lesson?: boolean; // its cards and dice are the same every time
    summary?: string; // points by seat when it is over
    resigned?: number; // it ended because this seat gave up: the points decided nothing
    from?: string; // the record that it goes on with; its rows come after that
    takes?: number; // so often a move was taken back
    hints?: number; // so often a hint was asked for
    taken?: number[]; // the frames that this came back to, as far as they are still part of the game
}
export interface SavedRow {
    table: string;
    n: number;
    seq: number;
    sub: number;
    who: number;
    id: number;
    time: number;
    row: string;
    auto?: boolean; // a move that made itself: no decision to come back to
}

let opened: Promise<IDBDatabase> | undefined;

/** Opens the database, in whatever version it is: games need the first one, and what came later adds to it (myplay/store.ts). */
function database(): Promise<IDBDatabase> {
    opened ??= new Promise((resolve, reject) => {
        const request = indexedDB.open("irori");
        request.onupgradeneeded = () => {
            request.result.createObjectStore("tables", { keyPath: "id" });
            request.result.createObjectStore("rows", { keyPath: ["table", "n"] });
        };
        request.onsuccess = () => {
            const db = request.result;
            db.onversionchange = () => {
                db.close(); // it is opened again when it is needed
                opened = undefined;
            };
            resolve(db);
        };
        request.onerror = () => reject(request.error ?? new Error("this browser keeps no games"));
    });
    return opened;
}

async function act<T>(
    mode: IDBTransactionMode,
    fn: (tables: IDBObjectStore, rows: IDBObjectStore) => IDBRequest<T> | null,
): Promise<T | undefined> {
    const db = await database();
    return new Promise((resolve, reject) => {
        const all = db.transaction(["tables", "rows"], mode);
        const request = fn(all.objectStore("tables"), all.objectStore("rows"));
        all.oncomplete = () => resolve(request?.result);
        all.onerror = () => reject(all.error ?? new Error("this game could not be kept"));
        all.onabort = all.onerror;
    });
}

const rowsOf = (table: string): IDBKeyRange => IDBKeyRange.bound([table, 0], [table, Infinity]);

export const keep = {
    head: (saved: Saved) => act("readwrite", (tables) => tables.put(saved)),
    /** Rows and the head that goes with them, in one transaction. */
    rows: (added: SavedRow[], saved: Saved) =>
        act("readwrite", (tables, rows) => {
            for (const row of added) rows.add(row);
            return tables.put(saved);
        }),
    /** These rows and no others: later ones were taken back. */
    cut: (kept: SavedRow[], saved: Saved) =>
        act("readwrite", (tables, rows) => {
            rows.delete(rowsOf(saved.id));
            for (const row of kept) rows.add(row);
            return tables.put(saved);
        }),
    load: async (id: string): Promise<{ saved: Saved; rows: SavedRow[] } | undefined> => {
        const saved = (await act("readonly", (tables) => tables.get(id))) as Saved | undefined;
        if (!saved) return undefined;
        const rows = (await act("readonly", (_, rows) => rows.getAll(rowsOf(id)))) as SavedRow[];
        return { saved, rows };
    },
    list: async (): Promise<Saved[]> =>
        (((await act("readonly", (tables) => tables.getAll())) as Saved[] | undefined) ?? []).sort((a, b) => b.played - a.played),
    forget: (id: string) =>
        act("readwrite", (tables, rows) => {
            tables.delete(id);
            rows.delete(rowsOf(id));
            return null;
        }),
};
