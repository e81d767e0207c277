// review.mjs GEN IRORI: review.wasm by itself, in node. Reviews of recorded games and of games of bots are those of `irori review` to the
// last digit, in slices of any size, by several together, with vectors and without; a single position is judged as the review judges it; and every row finds
// its step in the replay. TAP.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { games, load, open, play } from "./tables.mjs";

const [gen, irori] = process.argv.slice(2),
    root = new URL("../../", import.meta.url).pathname;
const nodes = 300n,
    seed = 7n;
const builds = ["review.wasm", "review-plain.wasm"].map((name) => load(join(gen, name))),
    table = load(join(gen, "irori.wasm"));
const nets = JSON.parse(readFileSync(join(gen, "games.json"), "utf8"));

let n = 0,
    failed = 0;
function check(ok, text) {
    console.log(`${ok ? "" : "not "}ok ${++n} - ${text}`);
    if (!ok) failed++;
}

/** An instance with the network of the game that the record is of. */
function reviewer(module, record) {
    const t = open(module),
        opened = t.ask(record, "page_replay_open"),
        { net } = nets.find((g) => g.name === opened.game);
    if (net) {
        const bytes = readFileSync(join(root, net)),
            at = t.x.page_net_at(
                games.findIndex((g) => g.name === opened.game),
                bytes.length,
            );
        new Uint8Array(t.x.memory.buffer, at).set(bytes);
    }
    return { ...t, opened };
}
function review(module, record, slice) {
    const t = reviewer(module, record),
        { steps } = t.ask("", "page_review_open", nodes, seed);
    let slices = 0,
        before = 0,
        rising = true;
    for (let done = 0; done < 1000; slices++) {
        done = t.x.page_review_step(slice);
        rising &&= done >= before;
        before = done;
    }
    const length = t.x.page_review_result(); // before the memory is looked at: it may grow
    return { t, steps, slices, rising, text: new TextDecoder().decode(new Uint8Array(t.x.memory.buffer, t.x.page_review_at(), length)) };
}
/** The same by several instances: each judges every n-th stretch of positions, and another one joins what they found. */
function together(module, record, instances, stretch) {
    const parts = [],
        all = Array.from({ length: instances }, () => reviewer(module, record));
    let positions;
    for (let from = 0, n = 0; from === 0 || from < positions; from += stretch, n++) {
        const t = all[n % instances];
        positions = t.ask("", "page_review_open", nodes, seed).steps.at(-1) + 1;
        t.x.page_review_rows(from, Math.min(positions, from + stretch));
        while (t.x.page_review_step(1000n) < 1000);
        if (t.x.page_review_result()) throw new Error("a part has no result");
        const size = t.x.page_review_part();
        parts.unshift(new Uint8Array(t.x.memory.buffer, t.x.page_review_part_at(size), size).slice());
    }
    const t = reviewer(module, record);
    t.ask("", "page_review_open", nodes, seed);
    const joined = parts.map((part) => {
        const at = t.x.page_review_part_at(part.length);
        new Uint8Array(t.x.memory.buffer, at, part.length).set(part);
        return t.x.page_review_join(part.length);
    });
    if (joined.some((done, i) => done !== (i === parts.length - 1 ? 1 : 0))) throw new Error(`joined: ${joined}`);
    const length = t.x.page_review_result();
    return new TextDecoder().decode(new Uint8Array(t.x.memory.buffer, t.x.page_review_at(), length));
}
/** As web/src/review/types.ts has it. */
const stepBefore = (steps, row) => {
    const at = steps.findIndex((rows) => rows > row);
    return at < 0 ? steps.length - 1 : Math.max(0, at - 1);
};

const work = mkdtempSync(join(tmpdir(), "irori-review-"));
const records = [];
for (const folder of ["tests/records", "tests/records/saved"])
    for (const name of readdirSync(join(root, folder)).filter((f) => f.endsWith(".irori"))) records.push(join(root, folder, name));
for (const { name, max_seats } of games) {
    const { t, log } = play(table, name, Math.min(max_seats, 3), "easy"),
        path = join(work, `${name}.irori`);
    writeFileSync(path, t.ask(log.map((r) => r.row + "\f").join(""), "page_record").record);
    records.push(path);
}

for (const path of records) {
    const name = path.replace(/.*\//, ""),
        record = readFileSync(path, "utf8");
    const native = execFileSync(irori, ["review", "--json", "--nodes", `${nodes}`, "--seed", `${seed}`, path], { encoding: "utf8" }).trim();
    const { t, steps, slices, rising, text } = review(builds[0], record, 1000n);
    const made = JSON.parse(native);
    check(text === native, `${name}: ${native.length} characters are those of the program`);
    check(review(builds[1], record, 1n << 40n).text === native, `${name}: and without vectors, at a stretch`);
    for (const instances of [1, 2, 3])
        check(together(builds[0], record, instances, 8 * instances) === native, `${name}: and by ${instances} together`);
    check(slices > 10 && rising, `${name}: made in ${slices} slices`);
    // before a decision the replay stands exactly at its row, that seat is asked, and the move it made is possible
    const moves = made.decisions.filter((d) => d.played),
        legal = (d) => t.ask("", "page_review_legal", d.row, d.seat).legal;
    check(
        moves.length > 10 &&
            moves.every((d) => steps[stepBefore(steps, d.row)] === d.row && legal(d).length === d.legal && legal(d).includes(d.played)),
        `${name}: ${moves.length} decisions find their steps of ${steps.length - 1}`,
    );
    check(
        steps.length - 1 === t.opened.steps &&
            steps[0] === 0 &&
            steps.at(-1) === made.rows &&
            steps.every((r, i) => !i || r > steps[i - 1]),
        `${name}: the steps are those of the replay, and cover all rows`,
    );
    // one position by itself
    const sight = (d) => t.x.page_review_sight(d.row, d.seat),
        judge = (d, move) => t.ask(`${made.game}\n${move}\n`, "page_judge", nodes, seed, d.row);
    const slip = moves.find((d) => d.kind === "slip") ?? moves.find((d) => d.kind === "good");
    if (sight(slip)) throw new Error("this seat was asked");
    const { rest, ...alone } = slip;
    check(
        rest && JSON.stringify(judge(slip, slip.played)) === JSON.stringify(alone),
        `${name}: row ${slip.row} by itself is judged the same`,
    );
    check(judge(slip, "").best && judge(slip, slip.best).kind === "good", `${name}: what it recommends is no slip`);
    check(judge(slip, "dance").error === "move", `${name}: an impossible move is refused`);
    const why = (move, better) => t.ask(`${made.game}\n${move}\n${better}\n`, "page_why");
    check(
        JSON.stringify(why(slip.played, slip.best).why) === JSON.stringify(slip.why ?? []),
        `${name}: row ${slip.row} has the same reasons by itself`,
    );
    check(why(slip.played, "dance").error === "move", `${name}: an impossible move has none`);
    const other = moves.find((d) => d.row === slip.row && d.seat !== slip.seat) ? null : (slip.seat + 1) % made.seats.length;
    check(other === null || t.x.page_review_sight(slip.row, other) > 0, `${name}: a seat that is not asked is not judged`);
}

// a game goes on from the middle: from the same secret the same moves bring the same outcomes, from another one others
for (const path of records.filter((p) => p.startsWith(work))) {
    const name = path.replace(/.*\//, ""),
        lines = readFileSync(path, "utf8").split("\n"),
        isRow = (l) => /^[*\d]/.test(l),
        rows = lines.filter(isRow),
        known = lines.find((l) => l.startsWith("secret ")).slice(7);
    // a decision in the second half, after which something is dealt
    const row = rows.findIndex((l, i) => i > rows.length / 2 && /^\d/.test(l) && rows[i + 1]?.startsWith("*"));
    const end = lines.flatMap((l, i) => (isRow(l) ? [i] : []))[row],
        from = [...lines.slice(0, end), `secret ${known}`, "saved", ""].join("\n");
    const goOn = (with_) => {
        const t = open(builds[0]),
            opened = t.ask(["", with_, from].join("\n"), "page_open_from");
        if (opened.error) throw new Error(opened.why);
        const run = (text, who) => {
            const made = t.ask(text, "page_do", who, 0n, BigInt(t.ask("", "page_wish", 5n).seq), 6n);
            if (made.error) throw new Error(`${text}: ${made.why}`);
            t.ask("", "page_take");
            return made.row;
        };
        const made = [run("start", 0n)],
            [, seat, move] = /^(\d) (.*)$/.exec(rows[row]);
        made.push(seat === "0" ? run(`move ${move}`, 1n) : run(`play ${seat} ${move}`, 0n));
        const record = t.ask(made.map((r) => r + "\f").join(""), "page_record").record;
        return { dealt: made[1].split("\n").filter(isRow), audit: t.ask(record, "page_verify") };
    };
    const same = goOn(known),
        other = goOn("11".repeat(32));
    check(
        same.dealt.length > 1 && same.dealt.every((l, i) => l === rows[row + i]),
        `${name}: after row ${row} the same luck deals ${same.dealt.slice(1)}`,
    );
    check(
        !same.audit.line && !other.audit.line && other.audit.outcomes > 0,
        `${name}: what was dealt before is dealt again from its secret`,
    );
    check(other.dealt[0] === same.dealt[0], `${name}: with new luck the same move is possible`);
}
const bad = open(builds[0]);
check(bad.ask("", "page_review_open", nodes, seed).error === "stage", "without a record there is nothing to review");
check(bad.x.page_review_step(1n) === 1000 && bad.x.page_review_result() === 0, "and nothing comes of it");
check(bad.ask("", "page_review_sight", 0, 0).error === "stage", "nor has it positions");
check(bad.ask("nogame\n\n", "page_judge", nodes, seed, 0).error === "command", "nor is there a game of no name");
console.log(`1..${n}`);
rmSync(work, { recursive: true });
process.exitCode = failed ? 1 : 0;
