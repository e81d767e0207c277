// signature.mjs FILE: the signatures of libirori in wasm32: of the games, of what every bot chooses in 1,000 positions a game, of reviews.
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const hex = (n) => BigInt.asUintN(64, n).toString(16).padStart(16, "0");
const { irori_signature, irori_bots_signature, irori_reviews_signature } = instance.exports;
console.log(hex(irori_signature()) + " bots " + hex(irori_bots_signature(1000)) + " reviews " + hex(irori_reviews_signature()));
