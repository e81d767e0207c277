// assets.ts: addresses of what only rulebooks need, filled in by build.mjs.
declare const BOOK: {
    style: string;
    words: Record<string, string>; // by language
};
export const assets = BOOK;
