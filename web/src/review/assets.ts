// assets.ts: addresses of what only reviews need, filled in by build.mjs: the worker has wasm, probe and net, the page the others.
declare const REVIEW: {
    worker: string;
    style: string;
    words: Record<string, string>; // by language
    form: Record<string, string>; // the words of the form of a new game
    my: string; // the style of My play
    meet: string; // the style of meeting people
    meetWords: Record<string, string>; // and its words
    evening: string; // the style of evenings
    eveningWords: Record<string, string>; // and their words
    profile: string; // the style of profiles and leaderboards, and their words
    profileWords: Record<string, string>;
    turn: string; // the style of "your turn", its words and the icon with an ember
    turnWords: Record<string, string>;
    turnIcon: string;
    puzzles: Record<string, string>; // the packs of puzzles, by game
    puzzleCounts: Record<string, number>; // and how many each has
    wasm: [vectors: string, plain: string];
    probe: number[];
    net: Record<string, string>;
};
export const assets = REVIEW;
