// late.ts: what a table loads when somebody first asks for it: the menu, hints, the coach.
// It imports the screen it belongs to, which is loaded by then: so the bundler need not divide that into more files (build.mjs).
import "../ui/play";
export { loadHint } from "./hint";
export { loadCoaching } from "./layer";
export { Menu } from "../ui/menu";
