// lists.ts: what the server has: tables of mine, those that wait for anybody, decks. Without a server or a network there is nothing.
import { token } from "./remote";

export interface Listed {
    table: string;
    game: string;
    options: string;
    stage: "gathering" | "playing" | "over";
    seats: (string | null)[];
    updated: number;
    result?: string;
}

async function get<T>(path: string, list: string, headers: Record<string, string> = {}): Promise<T[]> {
    if (!navigator.onLine) return [];
    try {
        const answer = await fetch(path, { headers });
        return answer.ok ? ((await answer.json()) as Record<string, T[]>)[list]! : [];
    } catch {
        return [];
    }
}

export const myTables = async (): Promise<Listed[]> => {
    const mine = token();
    return mine ? get("/api/mine", "tables", { authorization: `Bearer ${mine}` }) : [];
};
export const openTables = (): Promise<Listed[]> => get("/api/tables", "tables");
/** The names of the decks that the server's owner has installed for a game. */
export const serverDecks = async (game: string): Promise<string[]> =>
    (await get<{ game: string; name: string }>("/api/decks", "decks")).filter((d) => d.game === game).map((d) => d.name);
