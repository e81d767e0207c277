// memory.ts: what the coach remembers in this browser: how often it asked in each of the last games, which ideas were shown.
const key = "irori coach";
/** So many games are remembered. */
const games = 30;

interface Kept {
    asked: [code: string, times: number][];
    ideas: string[]; // "GAME/ID": shown once, never again
    told: [code: string, idea: string][]; // the idea of each of the last games
    greeted?: boolean; // the coach has said what it does
}
function load(): Kept {
    const none: Kept = { asked: [], ideas: [], told: [] };
    try {
        return { ...none, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Kept>) };
    } catch {
        return none;
    }
}
function save(kept: Kept): void {
    try {
        localStorage.setItem(key, JSON.stringify(kept));
    } catch {
        /* a browser that keeps nothing */
    }
}
function put<T>(list: [string, T][], code: string, value: T): [string, T][] {
    const others = list.filter(([c]) => c !== code);
    others.push([code, value]);
    return others.slice(-games);
}
const of = <T>(list: [string, T][], code: string): T | undefined => list.find(([c]) => c === code)?.[1];

export const asked = (code: string): number => of(load().asked, code) ?? 0;
export function countAsked(code: string): void {
    const kept = load();
    save({ ...kept, asked: put(kept.asked, code, asked(code) + 1) });
}
/** The idea of this game, if one was shown. */
export const ideaOf = (code: string): string | undefined => of(load().told, code);
export const ideaShown = (game: string, id: string): boolean => load().ideas.includes(`${game}/${id}`);
export function showIdea(code: string, game: string, id: string): void {
    const kept = load(),
        one = `${game}/${id}`;
    save({ ...kept, ideas: [...new Set([...kept.ideas, one])], told: put(kept.told, code, id) });
}
/** True the first time. */
export function greet(): boolean {
    const kept = load();
    if (!kept.greeted) save({ ...kept, greeted: true });
    return !kept.greeted;
}
