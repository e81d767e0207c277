// law.ts: the law of the stage (docs/stage.md). The beats of a frame are its events in their order, and stepping through them leads from
// the view before to the frame's own view, in every member that the board does not list as derived. A step changes nothing that it
// is given, and takes nothing from the frame's view that a later beat takes again: that would be known too early.
import type { Board } from "@/board";
import { grouped } from "@/table/stage";
import type { Frame, GameEvent, View } from "@/table/types";

type Tree = Record<string, unknown>;
const isTree = (v: unknown): v is Tree => typeof v === "object" && v !== null;

export function frozen<T>(v: T): T {
    if (isTree(v)) {
        Object.freeze(v);
        for (const part of Object.values(v)) frozen(part);
    }
    return v;
}
/** "players.*.odds" fits "players.2.odds" and whatever is in it. */
const listed = (path: string, derived: readonly string[]): boolean => {
    const at = path.split(".");
    return derived.some((d) => d.split(".").every((part, i) => part === "*" || part === at[i]));
};

/** The paths at which two values differ, leaves and lengths of lists only. */
function differences(a: unknown, b: unknown, path = ""): string[] {
    if (isTree(a) && isTree(b) && Array.isArray(a) === Array.isArray(b)) {
        const names = new Set([...Object.keys(a), ...Object.keys(b)]);
        return [...names].flatMap((n) => differences(a[n], b[n], path ? `${path}.${n}` : n));
    }
    return a === b ? [] : [path];
}
const at = (v: unknown, path: string): unknown => path.split(".").reduce((o, n) => (isTree(o) ? o[n] : undefined), v);

/** The value, and a note of every leaf that is read. What is copied as a whole is read when `plain` looks through it. */
function watched<T>(value: T, read: Set<string>, path = ""): T {
    if (!isTree(value)) {
        read.add(path);
        return value;
    }
    return new Proxy(value, {
        get: (o, name) =>
            typeof name === "symbol" || !Object.hasOwn(o, name)
                ? Reflect.get(o, name)
                : watched((o as Tree)[name], read, path ? `${path}.${name}` : name),
        set: () => false,
    }) as T;
}
const plain = <T>(v: T): T => (v === undefined ? v : (JSON.parse(JSON.stringify(v)) as T));
const early = "taken from the frame by an earlier beat, too";

/** What a board does wrong with a frame; nothing: it keeps the law. */
export function broken(board: Board & Required<Pick<Board, "step">>, before: View, frame: Frame): string[] {
    const { events, view: next } = frame,
        derived = [...(board.derived ?? []), "turn", "legal"];
    const groups: GameEvent[][] = grouped(board, events, before, next),
        own = board.beats?.(events, before, next) ?? groups;
    if (own.flat().length !== events.length || own.flat().some((e, i) => e !== events[i])) return ["its beats are not the events"];
    const faults: string[] = [],
        taken = new Map<string, number>();
    frozen([before, next, events]);
    let view = before;
    for (const [i, beat] of groups.entries()) {
        const read = new Set<string>(),
            after = frozen(plain(board.step(view, beat, watched(structuredClone(next), read))));
        for (const path of read) {
            if (listed(path, derived) || at(before, path) === at(next, path)) continue;
            const first = taken.get(path);
            if (first !== undefined) faults.push(`${path}: ${early} (${groups[first]!.map((e) => e.event)}; ${beat.map((e) => e.event)})`);
            else if (at(view, path) !== at(after, path)) taken.set(path, i);
        }
        view = after;
    }
    for (const path of differences(view, next))
        if (!listed(path, derived)) faults.push(`${path}: ${JSON.stringify(at(view, path))}, not ${JSON.stringify(at(next, path))}`);
    return faults;
}
