// server.mjs IRORI: the real server for the page's tests: started on a free port with a store of its own, stopped by its id. IRORI is
// irori-seeded: the cards of a test are the same each time (docs/testing.md).
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { HANG } from "./browser.mjs";

/** A free port below those the system gives to connections, so that a server that is started again finds it free. */
async function freePort() {
    const low = parseInt(readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8"), 10);
    for (;;) {
        const port = randomInt(Math.max(low - 12000, 1025), low);
        const free = await new Promise((resolve) => {
            const s = createServer().on("error", () => resolve(false));
            s.listen(port, "127.0.0.1", () => s.close(() => resolve(true)));
        });
        if (free) return port;
    }
}

/** How many servers this test has started: each deals from a seed of its own, as ids may not come twice in one store. */
let started = 0;

/** { url, file, api(), end(), start(), again(), kill(), stop() }: api(path, token, body) posts; again() starts it anew on the same port and store, kill() does so after
 *  kill -9; end() and start(file) let a test change or replace the store in between. `deck`: the text of a deck to install. `args`, `env`: more of both.
 *  `kept`: another store than a file of its own. `seed`: what it deals from, if not from the test's name. */
export async function irori(binary, deck, { args = [], env = {}, kept, seed = basename(process.argv[1], ".mjs") } = {}) {
    const port = await freePort(),
        folder = mkdtempSync(join(tmpdir(), "irori-e2e-")),
        url = `http://127.0.0.1:${port}`,
        file = join(folder, "games.db");
    let child,
        said = "";
    const decks = deck ? ["--deck", join(folder, "own.deck")] : [];
    if (deck) writeFileSync(decks[1], deck);
    const start = async (store = kept ?? file) => {
        child = spawn(binary, ["serve", "--listen", `127.0.0.1:${port}`, "--store", store, ...decks, ...args], {
            env: { ...process.env, IRORI_TEST_SEED: `${seed} ${started++}`, ...env },
            stdio: ["ignore", "pipe", "pipe"],
        });
        child.stderr.on("data", (d) => (said += d));
        child.stdout.on("data", (d) => (said += d));
        for (const end = Date.now() + HANG; Date.now() < end; ) {
            try {
                if ((await fetch(url + "/healthz")).ok) return;
            } catch {
                if (child.exitCode !== null) break;
            }
            await new Promise((r) => setTimeout(r, 25));
        }
        throw new Error(`the server does not come up: ${said.slice(-500)}`);
    };
    const end = (signal = "SIGTERM") =>
        new Promise((resolve) => {
            const mine = child; // the timer must not hit the next one
            if (mine.exitCode !== null) return resolve();
            const hard = setTimeout(() => mine.kill("SIGKILL"), HANG);
            mine.once("exit", () => {
                clearTimeout(hard);
                resolve();
            });
            mine.kill(signal);
        });
    await start();
    return {
        url,
        file,
        async api(path, token, body) {
            const answer = await fetch(url + path, {
                method: "POST",
                headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
                body: JSON.stringify(body),
            });
            return answer.json();
        },
        end: () => end(),
        start,
        log: () => said,
        kill: async () => {
            await end("SIGKILL");
            await start();
        },
        again: async () => {
            await end();
            await start();
        },
        stop: async () => {
            await end();
            rmSync(folder, { recursive: true, force: true });
        },
    };
}
