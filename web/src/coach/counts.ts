// counts.ts: whether a question of the coach is what keeps a game from counting for how strong somebody plays (docs/profile.md).
import type { Saved } from "../engine/keep";
import { usual } from "../form/rules";
import { optionsOf } from "../options";

/** `asked`: so often in this game, with this question. */
export const spoils = (s: Saved, asked: number): boolean =>
    asked === 1 &&
    !s.takes &&
    !s.hints &&
    !s.lesson &&
    !s.from &&
    s.seats.filter((seat) => seat.kind === "person").length === 1 &&
    usual(optionsOf(s.game), s.options);
