// assets.ts: addresses of hashed files, filled in by build.mjs.
declare const ASSETS: {
    wasm: [vectors: string, plain: string];
    probe: number[];
    worker: string;
    sprite: Record<string, string>;
    panel: Record<string, string>;
    style: Record<string, string>;
    net: Record<string, string>;
    rules: Record<string, Record<string, string>>;
    words: Record<string, string>;
    review?: [vectors: string, plain: string]; // only in the worker
};
export const assets = ASSETS;
