// store.ts: digests in IndexedDB: version 2 of the database of games (engine/keep.ts), which adds a store and changes nothing else.
import type { Saved } from "../engine/keep";
import type { Digest } from "./digest";

/** Another tab with an older page holds the database, and does not let go of it. */
export class Blocked extends Error {}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("irori", 2);
        request.onupgradeneeded = ({ oldVersion }) => {
            const db = request.result;
            if (oldVersion < 1) {
                db.createObjectStore("tables", { keyPath: "id" });
                db.createObjectStore("rows", { keyPath: ["table", "n"] });
            }
            db.createObjectStore("digests", { keyPath: "id" });
        };
        request.onblocked = () => reject(new Blocked());
        request.onsuccess = () => {
            const db = request.result;
            db.onversionchange = () => {
                db.close();
                opened = undefined;
            };
            resolve(db);
        };
        request.onerror = () => reject(request.error ?? new Error("this browser keeps nothing"));
    });
    opened.catch(() => (opened = undefined));
    return opened;
}

async function act<T>(name: string, mode: IDBTransactionMode, fn: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const db = await database();
    return new Promise((resolve, reject) => {
        const all = db.transaction(name, mode),
            request = fn(all.objectStore(name));
        all.oncomplete = () => resolve(request.result);
        all.onerror = () => reject(all.error ?? new Error("this could not be kept"));
        all.onabort = all.onerror;
    });
}

export const digests = {
    put: (d: Digest) => act("digests", "readwrite", (store) => store.put(d)),
    all: () => act("digests", "readonly", (store) => store.getAll() as IDBRequest<Digest[]>),
    forget: () => act("digests", "readwrite", (store) => store.clear()),
};
/** The heads of the games in this browser. Not through engine/keep.ts: that would cut the first load into more pieces. */
export const savedGames = (): Promise<Saved[]> => act("tables", "readonly", (store) => store.getAll() as IDBRequest<Saved[]>);
/** Heads and digests in whatever version the database is, and nothing else: beside a game nobody waits for a tab with an older page. */
export const peek = (): Promise<{ saved: Saved[]; made: Digest[] }> =>
    new Promise((resolve, reject) => {
        const request = indexedDB.open("irori");
        request.onupgradeneeded = () => request.transaction!.abort(); // there is none, and none is made
        request.onerror = () => reject(request.error ?? new Error("this browser keeps nothing"));
        request.onsuccess = () => {
            const db = request.result,
                stores = ["tables", "digests"].filter((name) => db.objectStoreNames.contains(name)),
                all = db.transaction(stores),
                of = <T>(name: string): IDBRequest<T[]> | undefined => (stores.includes(name) ? all.objectStore(name).getAll() : undefined),
                saved = of<Saved>("tables"),
                made = of<Digest>("digests"); // since version 2
            db.onversionchange = () => db.close();
            all.oncomplete = () => {
                resolve({ saved: saved?.result ?? [], made: made?.result ?? [] });
                db.close();
            };
            all.onabort = () => reject(all.error ?? new Error("this could not be read"));
        };
    });
