// games.mjs: the games that a test can play through the page, in the order of menus: those with a tests/page/drive.mjs.
import { existsSync, readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const catalogue = JSON.parse(readFileSync(new URL("web/gen/catalogue.json", root), "utf8")).games;

/** Each is what the catalogue says of it, with its `place` in menus and `drive`: what its drive.mjs exports. */
export const games = [];
for (const [place, game] of catalogue.entries()) {
    const drive = new URL(`games/${game.name}/tests/page/drive.mjs`, root);
    if (existsSync(drive)) games.push({ ...game, place, drive: await import(drive) });
}
