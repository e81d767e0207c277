// mine.ts: which seats of a game are this player's.
import type { Saved } from "../engine/keep";
import { t } from "../i18n";
import { settings } from "../settings";
import type { Played } from "./digest";

/** A finished game that may count. */
export interface Found {
    id: string;
    game: string;
    when: number;
    /** Its record and what else is known of it; undefined: it turns out that this player has no seat there. */
    load(): Promise<Played | undefined>;
}

/** Alone with bots a seat is mine; where several share this device, it is the one with my name. */
export function mySeats(saved: Pick<Saved, "seats">, name: string): number[] {
    const people = saved.seats.flatMap((s, i) => (s.kind === "person" ? [i] : []));
    return people.length === 1 ? people : people.filter((i) => saved.seats[i]!.name === name);
}

export const takesOf = (record: string): number => Number(/^# taken back (\d+)$/m.exec(record)?.[1] ?? 0);
/** What this player is called where nobody gave a name. */
export const myself = (): string => settings.get().name.trim() || t("You");

/** A record from a file: the only person who played, or the one with my name. Undefined: nobody, or nobody knows which. */
export function fromFile(record: string, when: number): Found | undefined {
    const head = (word: string): string => new RegExp(`^${word} (\\S+)`, "m").exec(record)?.[1] ?? "",
        seats = [...record.matchAll(/^name (\d+) (.*)$/gm)].map(([, , name]) =>
            name!.startsWith("bot:") ? { kind: "bot" as const, name: name!.slice(4) } : { kind: "person" as const, name: name! },
        ),
        mine = mySeats({ seats }, myself()),
        id = head("match");
    if (!mine.length || !id) return undefined;
    const load = () => Promise.resolve({ id, where: "file" as const, when, takes: takesOf(record), hints: 0, record, mine });
    return { id, game: head("game"), when, load };
}
