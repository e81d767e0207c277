// terminal.mjs DIST IRORI: somebody in a browser and somebody with `irori join` at a terminal finish a game together. TAP.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { launch, test } from "./browser.mjs";
import { equal } from "./checks.mjs";
import { games } from "./games.mjs";
import { done, someone } from "./people.mjs";
import { irori } from "./server.mjs";

const game = games.find((g) => g.max_seats === 2);
const server = await irori(process.argv[3]);
const browser = await launch();
const state = mkdtempSync(join(tmpdir(), "irori-join-"));
after(async () => {
    await Promise.all([browser.close(), server.stop()]);
    rmSync(state, { recursive: true });
});

/** A person at a pipe, who answers whenever there is a question: says ready, then always takes the first choice of the list. */
function terminal(url, name) {
    const child = spawn(process.argv[3], ["join", url, "--name", name], { env: { ...process.env, LC_ALL: "C", XDG_STATE_HOME: state } });
    const person = { said: "", moves: 0, child, ended: new Promise((resolve) => child.once("exit", resolve)) };
    let seen = 0;
    child.stderr.on("data", (d) => (person.said += d));
    child.stdout.on("data", (d) => {
        person.said += d;
        const now = person.said.slice(seen);
        if (!now.endsWith("> ")) return;
        const list = now.slice(now.lastIndexOf("\n\n"));
        if (now.includes("=== The game is over")) child.stdin.end();
        else if (list.includes("I am ready")) child.stdin.write("ready\n");
        else if (list.includes("Stand up"))
            return; // the others are not ready
        else {
            child.stdin.write("1\n");
            person.moves++;
        }
        seen = person.said.length;
    });
    return person;
}

test("a browser and a terminal finish a game together", async () => {
    const page = await someone(browser, "Paula");
    await page.goto(`${server.url}/new/${game.name}/friends`);
    await page.getByRole("button", { name: "Create a table" }).click();
    await page.waitForURL(/\/t\//);
    const tess = terminal(page.url(), "Tess");
    await page.getByText("Tess").first().waitFor();
    await page.getByRole("button", { name: "I am ready" }).click();
    await page.waitForSelector(".play .board .card");
    await game.drive.playToTheEnd(page, { quick: true });
    equal(await tess.ended, 0, `how the terminal ended:\n${tess.said.slice(-1500)}`);
    if (!tess.said.includes("Paula") || tess.moves < 3) throw new Error(tess.said.slice(-1500));
    await done(page);
    return `${tess.moves} moves at the terminal`;
});
