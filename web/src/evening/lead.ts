// lead.ts: to one's table: whoever joined the evening has agreed to play, and is ready there without another press.
import "../ui/play"; // it is loaded next: so the bundler need not divide it
import { go } from "../router";
import { agreedTo } from "../table/acts";
import { noteTable } from "./kept";

export function lead(table: string, event: string): void {
    agreedTo.add(table);
    noteTable(table, event);
    go(`/t/${table}`);
}
