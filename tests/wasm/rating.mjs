// rating.mjs GEN: ratings in review.wasm, in node, as web/src/review/wasm.ts asks for them. That the numbers are right is tested in C (test_rating). TAP.
import { join } from "node:path";
import { games, load, open } from "./tables.mjs";

const [gen] = process.argv.slice(2);
const { ask } = open(load(join(gen, "review.wasm")));
let n = 0,
    failed = 0;
function check(ok, text) {
    console.log(`${ok ? "" : "not "}ok ${++n} - ${text}`);
    if (!ok) failed++;
}
const day = 86400000;
const rate = (game, lines, now = 0) => ask([game, now, ...lines].join("\n"), "page_rate");

for (const { name } of games) {
    const nobody = rate(name, []);
    check(
        nobody.rating.at === 1500 && nobody.rating.error === 350 && nobody.rating.provisional && nobody.judged === null,
        `${name}: no games`,
    );
    const levels = nobody.bots.map((b) => b.name);
    if (!levels.length) {
        check(
            nobody.between.every((b) => b === null),
            `${name}: its bots were never measured`,
        );
        continue;
    }
    check(nobody.bots.find((b) => b.name === "normal").at === 1500, `${name}: ${levels.join(", ")}`);
    const best = levels.at(-1);
    const won = Array.from({ length: 40 }, (_, i) => `${i * day} 0 ? 0,1 ,${best}`),
        lost = won.map((l) => l.replace("0,1", "1,0").replace(best, levels[0]));
    const up = rate(name, won),
        down = rate(name, lost);
    check(
        up.rating.games === 40 && !up.rating.provisional && up.course.length === 40 && up.course.at(-1) === up.rating.at,
        `${name}: 40 games`,
    );
    check(up.between[0] === best && up.between[1] === null, `${name}: who always beats ${best} is above it`);
    check(down.between[0] === null && down.between[1] === levels[0], `${name}: who always loses to ${levels[0]} is below it`);
    check(
        rate(name, won, 400 * day).rating.error > up.rating.error && rate(name, won, 39 * day).rating.error === up.rating.error,
        `${name}: time passes`,
    );
    const people = rate(
        name,
        won.map((l) => l.replace(best, "")),
    );
    check(people.rating.error > up.rating.error, `${name}: games against people nobody knows say less`);
    const judged = rate(
        name,
        won.map((l) => l.replace("?", "500000")),
    );
    check(judged.rating.at === up.rating.at, `${name}: shares change nothing of the rating`);
    if (!judged.judged) continue; // what reviews leave of luck was not measured
    check(judged.judged.games === 40 && judged.judged.error < judged.rating.error, `${name}: luck taken out, it is surer`);
    check(judged.judged.at < up.rating.at, `${name}: and by shares, not by results`);
    const after = (share) =>
        rate(
            name,
            won.slice(0, 3).map((l) => l.replace("?", share)),
        ).judged.at;
    check(after("-100000") < after("100000") && after("100000") < after("500000"), `${name}: a share may be below 0`);
}
const [{ name }] = games;
for (const bad of ["", "x", "1 0 ?", "1 2 ? 0,1 ,", "1 -1 ? 0,1 ,", "1 0 ? 0 ", "1 0 ? 0,1,2,3,4,5,6 ,,,,,,"]) {
    let refused = false;
    try {
        refused = bad === "" || rate(name, [bad]).error !== undefined;
    } catch {
        refused = true;
    }
    check(refused, `refused: '${bad}'`);
}
check(rate("nothing", []).error !== undefined, "refused: no such game");
console.log(`1..${n}`);
process.exit(failed ? 1 : 0);
