// kept.ts: which tables of this browser belong to which evening.
const key = "irori evening",
    most = 40; // tables that are remembered
const kept = (): [table: string, event: string][] => {
    try {
        const all: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
        return Array.isArray(all) ? (all as [string, string][]) : [];
    } catch {
        return [];
    }
};
/** The way back from this table is to this evening. */
export function noteTable(table: string, event: string): void {
    try {
        localStorage.setItem(key, JSON.stringify([...kept().filter(([t]) => t !== table), [table, event]].slice(-most)));
    } catch {
        /* a browser that keeps nothing has its own way back */
    }
}
export const eveningOf = (table: string): string | undefined => kept().find(([t]) => t === table)?.[1];
