// read.ts: how a view, a move and an event of a game nobody told us about are read.
import type { Context } from "../board";
import { catalogue, gameInfo } from "../catalogue";
import { number, t } from "../i18n";
import type { GameEvent, View } from "../table/types";
import { readable } from "../words";

export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export const isList = (v: Value): v is Value[] => Array.isArray(v);
export const isObject = (v: Value): v is { [name: string]: Value } => typeof v === "object" && v !== null && !Array.isArray(v);

const { plain } = catalogue;

type Members = [string, Value][];
/** The members of a view: those of the table, those of the viewer, those of each seat. */
export function perSeat(view: View): { table: Members; own: Members; seats: Members[] } {
    const seats: Members[] = Array.from({ length: view.seats }, () => []),
        table: Members = [],
        own: Members = [];
    for (const [name, value] of Object.entries(view) as [string, Value][]) {
        if (plain.known.includes(name)) continue;
        if (isList(value) && value.length === view.seats && plain.by_seat.includes(name))
            for (const [s, v] of value.entries()) seats[s]!.push(...(isObject(v) ? Object.entries(v) : [[name, v] as [string, Value]]));
        else (plain.own.includes(name) ? own : table).push([name, value]);
    }
    return { table, own, seats };
}

/** A word, a number, or an object in a line. */
export function say(value: Value, name: string, ctx: Context): string {
    if (value === null) return "—";
    if (typeof value === "boolean") return value ? t("yes") : t("no");
    if (typeof value === "number") return plain.seat.includes(name) && ctx.table.seats[value] ? ctx.name(value) : number(value);
    if (typeof value === "string") return value.replace(/_/g, " ");
    if (isList(value)) return value.map((v) => say(v, name, ctx)).join(" ");
    return Object.entries(value)
        .filter(([, v]) => v !== null && !(isList(v) && !v.length))
        .map(([k, v]) => `${readable(k)} ${say(v, k, ctx)}`)
        .join(" · ");
}

/** Fits on a chip. */
export const short = (value: Value, name: string, ctx: Context): boolean => say(value, name, ctx).length <= 40;

/** An event in a line: "Anna: discard, card 5". */
export function told(e: GameEvent, ctx: Context): string {
    const { event, seat, ...fields } = e,
        seats = gameInfo(ctx.view.game)?.event_seats[event] ?? [];
    const word = (k: string, v: Value): string =>
        typeof v === "number" && seats.includes(k) ? (ctx.table.seats[v] ? ctx.name(v) : "—") : say(v, k, ctx);
    const more = Object.entries(fields)
        .filter(([, v]) => v !== undefined && v !== "")
        .map(([k, v]) => `${readable(k).toLowerCase()} ${word(k, v as Value)}`);
    const what = [readable(event).toLowerCase(), ...more].join(", ");
    return seat === undefined ? readable(what) : `${ctx.name(seat)}: ${what}`;
}

/** Many moves are grouped by their first word, which is then said once; few stand side by side. */
export function groups(moves: string[]): { word?: string; moves: string[] }[] {
    const by = new Map<string, string[]>();
    for (const m of moves) {
        const word = m.split(" ")[0]!;
        by.set(word, [...(by.get(word) ?? []), m]);
    }
    if (moves.length <= 6 || by.size > moves.length / 2) return [{ moves }];
    const alone = [...by.values()].filter((all) => all.length === 1).flat();
    return [
        ...[...by].filter(([, all]) => all.length > 1).map(([word, all]) => ({ word, moves: all })),
        ...(alone.length ? [{ moves: alone }] : []),
    ];
}
