// late.ts: the screens that a first visit does not need, by the first part of their address (main.tsx has the others).
import type { Pages } from "../main";

const profile = () => import("../profile/page");
export const pages: Pages = {
    me: profile,
    who: profile,
    leaders: profile,
    meet: () => import("../meet/page"),
    lobby: () => import("../meet/lobby_page"),
    people: () => import("../meet/people_page"),
    link: () => import("../meet/link_page"),
    review: () => import("../review/page"),
    tables: () => import("../turn/tables"),
    puzzles: () => import("../puzzles/page"),
    evening: () => import("../evening/make_page"),
    e: () => import("../evening/page"),
};
