// signature.mjs FILE: the signatures of libirori in wasm32: of the games, and of what every bot chooses in 1,000 positions a game.
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const hex = (n) => BigInt.asUintN(64, n).toString(16).padStart(16, "0");
console.log(hex(instance.exports.irori_signature()) + " bots " + hex(instance.exports.irori_bots_signature(1000)));
