// wasm.ts: the calls of review.wasm (src/wasm/review.c, rating.c, puzzle.c) besides those of irori.wasm.
import { Refused, Wasm } from "../engine/wasm";
import type { Decision, Fact, PuzzleRating, PuzzleTry, Rated, Ratings } from "./types";

interface Exports {
    memory: WebAssembly.Memory;
    page_view_at(): number;
    page_review_open(nodes: bigint, seed: bigint): number;
    page_review_step(nodes: bigint): number;
    page_review_rows(from: number, to: number): void;
    page_review_part(): number;
    page_review_part_at(size: number): number;
    page_review_join(size: number): number;
    page_review_result(): number;
    page_review_at(): number;
    page_review_sight(row: number, seat: number): number;
    page_review_legal(row: number, seat: number): number;
    page_judge(nodes: bigint, seed: bigint, row: number): number;
    page_why(): number;
    page_puzzle_rate(
        at: number,
        error: number,
        drift: number,
        games: number,
        days: number,
        puzzle: number,
        puzzleError: number,
        solved: number,
        what: number,
    ): number;
    page_rate(): number;
}

export class Judge extends Wasm<Exports> {
    static override async load(module: WebAssembly.Module): Promise<Judge> {
        return new Judge(await Wasm.instance(module));
    }
    /** Begins a review of the open record: the rows after each step of its replay. */
    reviewOpen(nodes: bigint, seed: bigint): { steps: number[] } {
        return this.get(this.x.page_review_open(nodes, seed));
    }
    /** How far it is, in thousandths. */
    reviewStep(nodes: bigint): number {
        return this.x.page_review_step(nodes);
    }
    /** Only these positions: before the first step, for reviewPart. */
    reviewRows(from: number, to: number): void {
        this.x.page_review_rows(from, to);
    }
    /** What was found, for reviewJoin of another instance. */
    reviewPart(): Uint8Array {
        const n = this.x.page_review_part();
        if (!n) throw new Refused("size", "there is no memory left for a review of a record this long");
        return new Uint8Array(this.x.memory.buffer, this.x.page_review_part_at(n), n).slice();
    }
    reviewJoin(part: Uint8Array): void {
        const at = this.x.page_review_part_at(part.length);
        if (!at) throw new Refused("size", "there is no memory left for a review of a record this long");
        new Uint8Array(this.x.memory.buffer, at, part.length).set(part);
        if (this.x.page_review_join(part.length) < 0) throw new Error("a part does not belong to this review");
    }
    reviewResult(): string {
        const n = this.x.page_review_result();
        return new TextDecoder().decode(new Uint8Array(this.x.memory.buffer, this.x.page_review_at(), n));
    }
    /** What is judged next: the bytes that look() gives. */
    sight(bytes: Uint8Array): void {
        new Uint8Array(this.x.memory.buffer, this.x.page_view_at(), bytes.length).set(bytes);
    }
    /** What is judged next: what a seat knew before a row of the open record. */
    sightAt(row: number, seat: number): void {
        const n = this.x.page_review_sight(row, seat);
        if (n) this.get(n);
    }
    legal(row: number, seat: number): string[] {
        return this.get<{ legal: string[] }>(this.x.page_review_legal(row, seat)).legal;
    }
    judge(game: string, move: string, nodes: bigint, seed: bigint, row: number): Decision {
        this.put(`${game}\n${move}\n`);
        return this.get(this.x.page_judge(nodes, seed, row));
    }
    /** Somebody's rating after a try at a puzzle. */
    puzzleRate({ mine, days, puzzle, solved }: PuzzleTry): PuzzleRating {
        const { at, error, drift, games } = mine,
            number = (what: number): number =>
                this.x.page_puzzle_rate(at, error, drift, games, days, puzzle.at, puzzle.error, Number(solved), what);
        return { at: number(0), error: number(1), drift: number(2), games: games + 1 };
    }
    why(game: string, played: string, better: string): Fact[] {
        this.put(`${game}\n${played}\n${better}\n`);
        return this.get<{ why: Fact[] }>(this.x.page_why()).why;
    }
    rate({ game, games, now = 0 }: Rated): Ratings {
        const line = (g: Rated["games"][number]): string =>
            [
                Math.round(g.when),
                g.seat,
                g.share == null ? "?" : Math.round(g.share * 1e6),
                g.ranks.join(),
                g.bots.map((b) => b ?? "").join(),
            ].join(" ");
        this.put([game, Math.round(now), ...[...games].sort((a, b) => a.when - b.when).map(line)].join("\n"));
        return this.get(this.x.page_rate());
    }
}
