// gen.mjs: asks the wasm what there is to play and writes it down as JSON, so that the page can show it before the wasm is loaded.
// It asks that of reviews: irori.wasm, which every visitor loads, is built without the sentences about options.
import { readFileSync, writeFileSync } from "node:fs";

const root = new URL("gen/", import.meta.url).pathname;
const { instance } = await WebAssembly.instantiate(readFileSync(root + "review.wasm"), {});
const wasm = instance.exports;
const answer = (n) => new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.page_out_at(), n));
const catalogue = answer(wasm.page_catalogue());
writeFileSync(root + "catalogue.json", catalogue);
// what every screen needs of it; options, with all their sentences, come with the screens that show them
const { games, plain } = JSON.parse(catalogue);
const menu = games.map(({ options, presets, bots, ...rest }) => ({ ...rest, bots: bots.map(({ help, ...bot }) => bot) }));
writeFileSync(root + "menu.json", JSON.stringify({ games: menu, plain }));
writeFileSync(root + "components.json", answer(wasm.page_components()));
