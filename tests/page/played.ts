// played.ts: whole random games, as frames for everybody at the table: from the engine of the page, without a browser.
import { readFileSync } from "node:fs";
import { Wasm } from "@/engine/wasm";
import type { Frame } from "@/table/types";

const spectator = -1;
let module: WebAssembly.Module | undefined;

/** Numbers that look random and are the same every time. */
export function dice(seed: number): (n: number) => number {
    let s = seed;
    return (n) => {
        s = (Math.imul(s ^ (s >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
        return ((s ^ (s >>> 13)) >>> 0) % n;
    };
}

/** A game of people who choose by chance; the frames of every seat and, last, of a spectator. */
export async function playGame(game: string, seats: number, options: string, seed: number): Promise<Frame[][]> {
    module ??= new WebAssembly.Module(readFileSync(`${process.env.WEB}/gen/irori.wasm`));
    const wasm = await Wasm.load(module),
        roll = dice(seed),
        hex = (n: number): string => Array.from({ length: n * 2 }, () => roll(16).toString(16)).join("");
    let now = 1_700_000_000_000;
    wasm.open({ game, id: "played", seats, options, settings: "reaction=0", secret: hex(32), deck: "" });
    const all: Frame[][] = Array.from({ length: seats + 1 }, () => []);
    const look = (): void => {
        for (const [i, frames] of all.entries()) frames.push(wasm.frame<Frame>(i < seats ? i : spectator, true, 0, now));
    };
    const command = (text: string, seat: number): boolean => {
        const { closed } = wasm.do(text, seat + 1, 0, wasm.wish(now).seq, ++now);
        wasm.take();
        return closed;
    };
    for (let i = 0; i < seats; i++) command(`sit ${i} P${i}`, i);
    for (let i = 0; i < seats; i++) command(`ready ${hex(16)}`, i);
    look();
    for (let moves = 0; moves < 3000 && all[0]!.at(-1)!.table.stage === "playing"; moves++) {
        const asked = Array.from({ length: seats }, (_, i) => i).flatMap((i) => {
            const frame = wasm.frame<Frame>(i, false, 0, now);
            return frame.view.legal?.length && !frame.table.answered ? [{ seat: i, legal: frame.view.legal }] : [];
        });
        if (!asked.length) throw new Error(`${game}: nobody is asked`);
        const { seat, legal } = asked[roll(asked.length)]!;
        if (command(`move ${legal[roll(legal.length)]!}`, seat)) look();
    }
    return all;
}
