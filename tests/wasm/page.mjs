// page.mjs WASM: the page's wasm by itself, in node: whole games of every game at a local table, with bots that have no network;
// each command is carried out once and taken once; folded again from their rows they give the same frames, their records replay
// to the end and every outcome is dealt again. TAP.
import { games, load, open, play, secret } from "./tables.mjs";

const module = load(process.argv[2]);

let n = 0,
    failed = 0;
function check(ok, text) {
    console.log(`${ok ? "" : "not "}ok ${++n} - ${text}`);
    if (!ok) failed++;
}

for (const { name: game, max_seats } of games)
    for (const bot of ["easy", "normal"]) {
        const seats = Math.min(max_seats, 4),
            { t, log, time } = play(module, game, seats, bot);
        const frame = t.ask("", "page_frame", 0, 0, 0n, time);
        check(
            frame.table.stage === "over" && frame.table.result,
            `${game}: ${bot} bots play ${log.length} rows to the end without a network`,
        );
        const again = open(module);
        again.ask([game, "abc123", seats, "", "", 1, secret, ""].join("\n"), "page_open");
        const story = [];
        for (const r of log)
            if (again.ask(r.row, "page_fold", BigInt(r.seq), r.sub, r.who, 0n, r.time).closed) story.push(again.ask("", "page_story", 0));
        check(
            story.at(-1).seq === frame.seq && story.filter((f) => f.events.length).length > seats && story.every((f, i) => f.seq === i + 1),
            `${game}: the story of ${story.length} frames`,
        );
        check(
            JSON.stringify(again.ask("", "page_frame", 0, 0, 0n, time)) === JSON.stringify(frame),
            `${game}: the rows fold to the same table`,
        );
        const { record } = t.ask(log.map((r) => r.row + "\f").join(""), "page_record");
        const verdict = t.ask(record, "page_verify");
        check(verdict.agree && verdict.outcomes === verdict.of && verdict.of > 0, `${game}: ${verdict.outcomes} outcomes are dealt again`);
        const opened = t.ask(record, "page_replay_open"),
            at = (step, seat) => t.ask("", "page_replay_frame", step, seat);
        const first = at(0, 0),
            last = at(opened.steps, 0);
        check(
            opened.steps > 0 && opened.game === game && opened.seats === seats && first.seq === 0 && last.seq === opened.steps,
            `${game}: a replay of ${opened.steps} steps`,
        );
        check(
            JSON.stringify(last.view) === JSON.stringify(frame.view) &&
                JSON.stringify(last.table.result) === JSON.stringify(frame.table.result),
            `${game}: its last frame is the table's`,
        );
        check(
            JSON.stringify(at(0, 0)) === JSON.stringify(first) && first.view.turn !== "over" && !first.table.may.length,
            `${game}: and back to the first`,
        );
        const card = record.split("\n").findIndex((l) => l.startsWith("* ")),
            other = record.split("\n");
        other[card] += "x";
        const changed = t.ask(other.join("\n"), "page_verify");
        check(
            !changed.agree && changed.line === card + 1 && changed.due === record.split("\n")[card],
            `${game}: line ${changed.line} is found, where '${changed.due}' was due`,
        );
        check(at(opened.steps, 1).seq === opened.steps, `${game}: the record stays open meanwhile`);
        const lied = t.ask(record.replace(/^= .*\n/gm, "").replace(/^secret .*$/m, "secret " + "00".repeat(32)), "page_verify");
        check(!!lied.error || !lied.agree, `${game}: another secret is found out`);
    }
const bad = open(module);
for (const [text, call, args] of [
    ["", "page_open", []],
    [`${games[0].name}\nx\n99\n\n\n1\n` + secret + "\n", "page_open", []],
    ["irori record 9\n", "page_replay_open", []],
    ["", "page_replay_frame", [0, 0]],
    ["", "page_verify", []],
    ["nogame\nnobot\n", "page_think", [1n, 0n]],
    ["", "page_take", []],
]) {
    const answer = bad.ask(text, call, ...args);
    check(answer.error && (answer.code ?? answer.why).length > 4, `${call} of nonsense: ${answer.code ?? answer.why}`);
}
console.log(`1..${n}`);
process.exitCode = failed ? 1 : 0;
