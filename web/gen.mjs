// gen.mjs: asks the wasm what there is to play and writes it down as JSON, so that the page can show it before the wasm is loaded.
import { readFileSync, writeFileSync } from "node:fs";

const root = new URL("gen/", import.meta.url).pathname;
const { instance } = await WebAssembly.instantiate(readFileSync(root + "irori.wasm"), {});
const wasm = instance.exports;
const answer = (n) => new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.page_out_at(), n));
writeFileSync(root + "catalogue.json", answer(wasm.page_catalogue()));
writeFileSync(root + "components.json", answer(wasm.page_components()));
