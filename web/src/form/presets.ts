// presets.ts: rules that somebody saved under a name, on this device, and rules that come with a link. Whatever is stored or linked is
// data from outside: what does not look right is left out.
import type { GameOptions } from "../options";
import { readRules } from "./rules";

export interface Own {
    name: string;
    options: string; // "arcade,rounds=3"
}
const key = "irori presets",
    longest = 40, // letters of a name
    most = 50; // presets of a game

const isOwn = (x: unknown): x is Own => {
    const { name, options } = (x ?? {}) as Partial<Own>;
    return (
        typeof name === "string" && name.trim() !== "" && name.length <= longest && typeof options === "string" && options.length <= 1024
    );
};
function all(): Record<string, unknown> {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
        return kept && typeof kept === "object" && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
    } catch {
        return {};
    }
}
export function ownPresets(game: string): Own[] {
    const kept = all()[game];
    return Array.isArray(kept) ? kept.filter(isOwn).slice(0, most) : [];
}
function keep(game: string, own: Own[]): Own[] {
    try {
        localStorage.setItem(key, JSON.stringify({ ...all(), [game]: own }));
    } catch {
        /* a browser that keeps nothing: they last as long as the page */
    }
    return own;
}
export const nameOf = (text: string): string => [...text.trim().replace(/\s+/g, " ")].slice(0, longest).join("");
/** Saves rules under a name; what had this name before is replaced. The newest are kept if there are too many. */
export const savePreset = (game: string, own: Own): Own[] =>
    keep(game, [...ownPresets(game).filter((o) => o.name !== own.name), own].slice(-most));
export const dropPreset = (game: string, name: string): Own[] =>
    keep(
        game,
        ownPresets(game).filter((o) => o.name !== name),
    );
/** Keeps its place. Another one with the new name goes. */
export const renamePreset = (game: string, from: string, to: string): Own[] =>
    keep(
        game,
        ownPresets(game)
            .filter((o) => o.name !== to || o.name === from)
            .map((o) => (o.name === from ? { ...o, name: to } : o)),
    );

/** The part of a link after #, which never leaves the browser. */
export const presetHash = (own: Own): string => "#" + new URLSearchParams({ rules: own.options, name: own.name }).toString();
/** Rules out of a link. null: it has none. "bad": it should have some, but nobody can read them. */
export function fromHash(game: GameOptions, hash: string): (Own & { lost: boolean }) | "bad" | null {
    if (!/^#./.test(hash)) return null;
    const said = new URLSearchParams(hash.slice(1)),
        own = { name: nameOf(said.get("name") ?? ""), options: said.get("rules") ?? "" };
    if (!said.has("rules") || own.options.length > 1024) return "bad";
    const { preset, changed, lost } = readRules(game, own.options);
    if (lost && preset === game.presets[0]?.name && !Object.keys(changed).length) return "bad";
    return { ...own, lost };
}
