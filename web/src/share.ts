// share.ts: records in links: compressed, in letters an address may have. The part after # never leaves the browser.
import { go } from "./router";

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
    const out = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
    return new Uint8Array(await new Response(out).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
    const small = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
    let raw = "";
    for (const b of small) raw += String.fromCharCode(b);
    return btoa(raw).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export async function unpack(packed: string): Promise<string> {
    const raw = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(raw, (c) => c.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** The game in the address is for messengers, which show a picture of it: they do not get to see the rest. */
export async function replayRecord(record: string, game: string): Promise<void> {
    go(`/replay/${game}#${await pack(record)}`);
}
