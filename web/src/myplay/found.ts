// found.ts: the finished games of this player: in this browser, and on the server.
import { asked } from "../coach/memory";
import type { Saved } from "../engine/keep";
import type { Listed } from "../table/lists";
import { LocalTable } from "../table/local";
import { RemoteTable } from "../table/remote";
import { myself, mySeats, takesOf, type Found } from "./mine";

/** Lessons do not count: their cards are known, and a bot says what to play. Nor does what goes on with another game's record. */
export function local(saved: Saved[]): Found[] {
    const name = myself();
    return saved
        .filter((s) => s.over && !s.lesson && !s.from && mySeats(s, name).length)
        .map((s) => ({
            id: s.id,
            game: s.game,
            when: s.played,
            load: async () => {
                const table = await LocalTable.resume(s.id);
                try {
                    const record = await table.record(),
                        { id, played } = s,
                        hints = (s.hints ?? 0) + asked(id);
                    return { id, where: "here", when: played, takes: takesOf(record), hints, record, mine: mySeats(s, name) };
                } finally {
                    table.close();
                }
            },
        }));
}

/** Which seat of a table on the server is mine: the server tells it when one comes in. */
const seatAt = (table: RemoteTable): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
        table.watch((_, news) => {
            if (news.type === "frame") resolve(news.frame.table.you);
            else if (news.type === "refused") reject(new Error(news.refusal.why));
        });
    });
export const remote = (listed: Listed[]): Found[] =>
    listed
        .filter((m) => m.stage === "over")
        .map((m) => ({
            id: m.table,
            game: m.game,
            when: m.updated,
            load: async () => {
                const table = new RemoteTable(m.table);
                try {
                    const seat = await seatAt(table);
                    if (seat === undefined) return undefined;
                    const record = await table.record();
                    return { id: m.table, where: "server", when: m.updated, takes: takesOf(record), hints: 0, record, mine: [seat] };
                } finally {
                    table.close();
                }
            },
        }));
