// lists.ts: tables on the server: mine, and those that wait for anybody. Without a server or a network there are none.
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

async function get(path: string, headers: Record<string, string>): Promise<Listed[]> {
    if (!navigator.onLine) return [];
    try {
        const answer = await fetch(path, { headers });
        return answer.ok ? ((await answer.json()) as { tables: Listed[] }).tables : [];
    } catch {
        return [];
    }
}

export const myTables = async (): Promise<Listed[]> => {
    const mine = token();
    return mine ? get("/api/mine", { authorization: `Bearer ${mine}` }) : [];
};
export const openTables = (): Promise<Listed[]> => get("/api/tables", {});
