// changes.ts: applies a delta of a frame (docs/protocol.md).

/** By name: a list of one, the new value; an empty list, it is gone; an object, what changed inside of it. `splice` is in lists only. */
export interface Changes {
    [name: string]: readonly unknown[] | Changes;
}
type Branch = Record<string, unknown>;

/** The value after the changes. The old one stays as it is, and shares with the new one what did not change. Throws if they do not fit. */
export function applied<T>(old: T, changes: Changes): T {
    if (typeof old !== "object" || old === null) throw new Error("nothing to change is there");
    if (Array.isArray(old) && Array.isArray(changes.splice)) {
        const [at, n, ...items] = changes.splice as [number, number, ...unknown[]];
        if (!(at + n <= old.length)) throw new Error(`the list has no ${at} to ${at + n}`);
        return [...old.slice(0, at), ...items, ...old.slice(at + n)] as T;
    }
    const out = (Array.isArray(old) ? [...old] : { ...old }) as Branch;
    for (const [name, change] of Object.entries(changes)) {
        if (Array.isArray(old) && !(name in old)) throw new Error(`the list has no ${name}`);
        if (!Array.isArray(change)) out[name] = applied(out[name], change as Changes);
        else if (change.length) out[name] = change[0];
        else delete out[name];
    }
    return out as T;
}
