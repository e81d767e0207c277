// tap.mjs: tests that tell their outcome as TAP; each has a browser of its own trouble: a failure keeps a picture.
import { mkdirSync } from "node:fs";

export async function run(tests, { only = process.argv[3], pictures = process.env.PICTURES } = {}) {
    const chosen = Object.entries(tests).filter(([name]) => !only || name.includes(only));
    let failed = 0, n = 0;
    console.log(`1..${chosen.length}`);
    for (const [name, test] of chosen) {
        const begun = Date.now();
        try {
            const note = await test();
            if (note === "skip") console.log(`ok ${++n} - ${name} # SKIP`);
            else console.log(`ok ${++n} - ${name}${note ? `: ${note}` : ""} (${Date.now() - begun} ms)`);
        } catch (e) {
            failed++;
            console.log(`not ok ${++n} - ${name}`);
            for (const line of String(e.stack ?? e).split("\n").slice(0, 12)) console.error(`${name}: ${line}`); // meson shows what went to stderr
            if (pictures && e.page) {
                mkdirSync(pictures, { recursive: true });
                await e.page.screenshot({ path: `${pictures}/failed-${name.replace(/\W+/g, "-")}.png` }).catch(() => undefined);
            }
        }
    }
    process.exitCode = failed ? 1 : 0;
}

export function check(condition, text) {
    if (!condition) throw new Error(text);
}
export function equal(got, want, text) {
    if (got !== want) throw new Error(`${text}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
}
