// gen.mjs: asks the wasm what there is to play and writes it down as JSON, so that the page can show it before the wasm is loaded.
// It asks that of reviews: irori.wasm, which every visitor loads, is built without the sentences about options.
import { readFileSync, writeFileSync } from "node:fs";

const root = new URL("gen/", import.meta.url).pathname;
const { instance } = await WebAssembly.instantiate(readFileSync(root + "review.wasm"), {});
const wasm = instance.exports;
const answer = (n) => new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.page_out_at(), n));
const { errors, ...whole } = JSON.parse(answer(wasm.page_catalogue()));
// the codes of all errors with their English sentences, for the test that the page has words for each
writeFileSync(root + "errors.json", JSON.stringify([{ errors }, ...whole.games].flatMap((of) => of.errors)));
for (const game of whole.games) delete game.errors;
writeFileSync(root + "catalogue.json", JSON.stringify(whole));
// what every screen needs of it; options, with all their sentences, come with the screens that show them
const { games, plain } = whole;
const menu = games.map(({ options, presets, bots, ...rest }) => ({ ...rest, bots: bots.map(({ help, ...bot }) => bot) }));
writeFileSync(root + "menu.json", JSON.stringify({ games: menu, plain }));
writeFileSync(root + "components.json", answer(wasm.page_components()));
