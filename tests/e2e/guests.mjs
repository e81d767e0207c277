// guests.mjs: people behind real sockets (tests/server/guests.py) who take part in an evening beside the browsers of a test.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { HANG } from "./browser.mjs";

/** Tests come from one address, and play fast. */
export const many = ["--per-address", "100000", "--rate", "100000", "--newcomers", "1000000"];

/** So many people join the evening at this address. { told: all they said, until(fits): the first of it that fits, now or later, go(), stop() } */
export function guests(address, people, more = []) {
    const { port, pathname } = new URL(address),
        program = new URL("../server/guests.py", import.meta.url).pathname,
        child = spawn("python3", [program, port, pathname.split("/").pop(), `people=${people}`, ...more], {
            stdio: ["pipe", "pipe", "pipe"],
        });
    const told = [],
        waiting = new Set();
    let said = "",
        ended = false;
    const look = () => {
        for (const see of waiting) see();
    };
    child.stderr.on("data", (d) => (said += d));
    child.stdin.on("error", () => undefined); // it has ended: who waits is told
    createInterface({ input: child.stdout }).on("line", (line) => {
        told.push(JSON.parse(line));
        look();
    });
    child.on("close", () => {
        ended = true;
        look();
    });
    return {
        told,
        until: (fits, what) =>
            new Promise((resolve, reject) => {
                const end = (how, value) => {
                    waiting.delete(see);
                    clearTimeout(timer);
                    how(value);
                };
                const see = () => {
                    const found = fits(told);
                    if (found) end(resolve, found);
                    else if (ended) end(reject, new Error(`the guests have ended before ${what}: ${said.slice(-800)}`));
                };
                const timer = setTimeout(() => end(reject, new Error(`in vain: ${what}; ${said.slice(-800)}`)), HANG);
                waiting.add(see);
                see();
            }),
        go: () => child.stdin.write("go\n"),
        stop: () =>
            new Promise((resolve) => {
                if (ended) return resolve();
                child.on("close", resolve);
                child.kill("SIGKILL");
            }),
    };
}
