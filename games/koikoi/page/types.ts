// types.ts: what Koi-Koi tells (schema.ts), and what the page adds.
import type * as schema from "./schema";
import type { Kind } from "./schema";

export type { Player, Yaku } from "./schema";
export const kinds: Kind[] = ["bright", "animal", "ribbon", "plain"];
/** `laid`: in between, on the stage: played, and beside its match. */
export interface KoikoiView extends schema.KoikoiView {
    laid?: string;
}
