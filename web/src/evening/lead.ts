// lead.ts: to one's table. Whoever joined the evening has agreed to play, and is ready there without another press (ui/gathering.tsx).
import "../ui/play"; // it is loaded next: so the bundler need not divide it
import { go } from "../router";
import { been } from "./been";

export function lead(table: string): void {
    been.add(table);
    go(`/t/${table}`);
}
