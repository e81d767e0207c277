// store.ts: a value that can be watched, and the hook that watches it.
import { useEffect, useState } from "preact/hooks";

export interface Store<T> {
    get(): T;
    set(value: T): void;
    watch(fn: (value: T) => void): () => void;
}

export function store<T>(value: T): Store<T> {
    const watchers = new Set<(value: T) => void>();
    return {
        get: () => value,
        set(next) {
            if (next === value) return;
            value = next;
            for (const fn of [...watchers]) fn(value);
        },
        watch(fn) {
            watchers.add(fn);
            return () => watchers.delete(fn);
        },
    };
}

export function useStore<T>(s: Store<T>): T {
    const [, draw] = useState(0);
    useEffect(() => s.watch(() => draw((n) => n + 1)), [s]);
    return s.get();
}
