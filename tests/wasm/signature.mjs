// signature.mjs FILE: the signature of libirori in wasm32, as `irori bench --signature` prints the native one.
import { readFileSync } from 'node:fs';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
console.log(BigInt.asUintN(64, instance.exports.irori_signature()).toString(16).padStart(16, '0'));
