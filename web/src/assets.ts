// assets.ts: addresses of hashed files, filled in by build.mjs.
declare const ASSETS: {
    wasm: [vectors: string, plain: string];
    probe: number[];
    worker: string;
    sprite: Record<string, string>;
    panel: Record<string, string>;
    style: Record<string, string>;
    net: Record<string, string>;
    words: Record<string, { at: string; name: string; forms: Intl.LDMLPluralRule[] }>; // by language; forms: CLDR's categories in gettext's order
    review?: [vectors: string, plain: string]; // only in the worker
};
export const assets = ASSETS;
