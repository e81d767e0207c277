// nodes.mjs DIST IRORI: people at two nodes of one server, which share a real PostgreSQL: strangers who find each other, a node that stops in
// the middle of their game, and one lobby for all. TAP.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { test as nodeTest, after } from "node:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, test } from "./browser.mjs";
import { check, equal } from "./checks.mjs";
import { done, game, looks, plays, resign, seek, someone } from "./people.mjs";
import { proxy } from "./proxy.mjs";
import { irori } from "./server.mjs";

const folder = mkdtempSync(join(tmpdir(), "irori-nodes-"));
chmodSync(folder, 0o755); // PostgreSQL runs as somebody else
const postgres = (what) =>
    spawnSync("sh", [new URL("../store/pg.sh", import.meta.url).pathname, what, join(folder, "pg")], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
    });
const made = postgres("start");

if (made.status === 77) {
    rmSync(folder, { recursive: true });
    nodeTest("people at two nodes", { skip: "PostgreSQL is not installed here, and nodes share nothing else" }, () => undefined);
} else {
    check(made.status === 0, made.stderr);
    await withNodes(made.stdout.trim());
}

async function withNodes(kept) {
    const nodes = [];
    for (let i = 0; i < 2; i++) nodes.push(await irori(process.argv[3], undefined, { kept })); // the first one makes the tables of the database
    // an address leads to a node, or to the other one if that is gone
    const fronts = await Promise.all(nodes.map((node) => proxy(node.url))),
        urls = fronts.map((f) => f.url);
    const browser = await launch();
    after(async () => {
        await browser.close();
        await Promise.all([...fronts.map((f) => f.close()), ...nodes.map((n) => n.stop())]);
        postgres("stop");
        rmSync(folder, { recursive: true });
    });
    const moves = async (node) =>
        Number(/^irori_commands_total\{result="ok"\} (\d+)/m.exec(await (await fetch(`${node.url}/metrics`)).text())[1]);
    /** Whoever has the turn plays until the other one has it, so often. */
    async function turns(pages, n) {
        const mine = (p) => p.evaluate(() => !!document.querySelector(".my-turn"));
        for (let i = 0; i < n; i++) {
            const at = await Promise.any(pages.map((p, k) => p.waitForSelector(".my-turn", { state: "attached" }).then(() => k)));
            await game.drive.playUntil(pages[at], async () => !(await mine(pages[at])));
        }
    }

    test("two strangers on different nodes are paired and play; one node stops, and its person goes on at the other", async () => {
        const anna = await someone(browser, "Anna"),
            ben = await someone(browser, "Ben");
        await seek(anna, urls[0]);
        await looks(anna);
        await seek(ben, urls[1]);
        await Promise.all([plays(anna), plays(ben)]);
        equal(new URL(anna.url()).pathname, new URL(ben.url()).pathname, "their table");
        await turns([anna, ben], 4);
        for (const node of nodes) check((await moves(node)) >= 2, "all play at one node");
        fronts[0].to = nodes[1].url;
        await nodes[0].end();
        await turns([anna, ben], 2);
        await resign(anna);
        await Promise.all([anna.waitForSelector(".result"), ben.waitForSelector(".result")]);
        await done(anna, ben);
        fronts[0].to = nodes[0].url;
        await nodes[0].start();
    });

    test("one lobby for both nodes: a table comes, is taken, and its game is watched", async () => {
        const dora = await someone(browser, "Dora"),
            emil = await someone(browser, "Emil"),
            fay = await someone(browser, "Fay");
        await fay.goto(`${urls[1]}/lobby`);
        const { token } = await nodes[0].api("/api/me", null, { name: "Dora" });
        await dora.addInitScript((token) => localStorage.setItem("irori token", token), token);
        const { table } = await nodes[0].api("/api/tables", token, { game: game.name, seats: 2, settings: "listed=on", options: "" });
        const row = (name) => fay.getByRole("list", { name }).locator(`a[href='/t/${table}']`);
        await row("Tables that wait for players").getByText("Dora · 1 free seat").waitFor();
        await emil.goto(`${urls[1]}/t/${table}`);
        await emil.getByRole("button", { name: "Sit here" }).first().click();
        await emil.getByRole("button", { name: "I am ready" }).click();
        await dora.goto(`${urls[0]}/t/${table}`);
        await dora.getByRole("button", { name: "I am ready" }).click();
        await row("Games to watch").click();
        await Promise.all([dora, emil, fay].map(plays));
        await turns([dora, emil], 2);
        await resign(dora);
        await fay.waitForSelector(".result");
        await done(dora, emil, fay);
    });
}
