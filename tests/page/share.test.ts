// share.test.ts: a record goes into a link and comes out of it, and what is no record is refused.
import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { path } from "@/router";
import { pack, replayRecord, unpack } from "@/share";

const long = Array.from({ length: 2000 }, (_, i) => `move ${(i * 7919) % 1000}\n`).join("");

test("a record comes out of its link as it went in", async () => {
    for (const text of ["", "a", "irori 1\ngame nullgame\n", "Оля, Łucja, 花札\f", long])
        assert.equal(await unpack(await pack(text)), text);
});
test("a link has only letters an address may have, and is shorter than the record", async () => {
    for (let i = 0; i < 64; i++)
        assert.match(await pack(String.fromCharCode(32 + i).repeat(i + 1) + long.slice(i * 10, i * 20)), /^[\w-]+$/);
    assert.ok((await pack(long)).length < long.length / 2);
});
test("a link that is not whole, or none of ours, is refused", async () => {
    const packed = await pack(long);
    await assert.rejects(unpack(packed.slice(0, packed.length / 2)), "half of it");
    await assert.rejects(unpack("not a link!"), "no letters of ours");
    await assert.rejects(unpack("_____w"), "not compressed");
    const bad = new Blob([new Uint8Array([0xff, 0xfe, 0x41])]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(bad).arrayBuffer());
    await assert.rejects(
        unpack(
            btoa(String.fromCharCode(...bytes))
                .replace(/\+/g, "-")
                .replace(/\//g, "_"),
        ),
        "not UTF-8",
    );
});
test("the link of a replay holds the record after its #", async () => {
    await replayRecord("irori 1\n", "cards");
    const [page, packed] = path.get().split("#");
    assert.equal(page, "/replay/cards");
    assert.equal(await unpack(packed!), "irori 1\n");
});
