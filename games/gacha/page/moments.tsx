// moments.tsx: what is shown over the table with a beat, what is heard with it, and its small picture in what happened since my turn.
import type { Moment, Sounding } from "@/board";
import { t } from "@/i18n";
import type { GameEvent } from "@/table/types";
import { Icon } from "@/ui/kit";
import { Face, Glyph, Picture, Token } from "./parts";
import { closed, opened } from "./tell";
import type { Ctx, TokenName, Trigger } from "./types";
import { backSymbol, triggerText } from "./words";

/** The last round begins, and why. Everything else is told by things that move (animate.ts). */
export function moment(beat: GameEvent[], ctx: Ctx): Moment | undefined {
    const e = beat.find((x) => x.event === "trigger");
    if (!e) return undefined;
    const mine = e.seat === ctx.you;
    return {
        kind: "ga-last",
        ms: 1600,
        ...(e.seat === undefined ? {} : { seat: e.seat }),
        node: (
            <div class="ga-banner" data-seat={e.seat}>
                <b class="display">{t("The last turns!")}</b>
                <span>{triggerText(e.by as Trigger)}</span>
                <small>
                    {mine
                        ? t("Everybody else has one last turn.")
                        : t("Everybody but {name} has one last turn.", { name: ctx.name(e.seat ?? 0) })}
                </small>
            </div>
        ),
    };
}

export function sounds(beat: GameEvent[]): Sounding[] {
    const e = beat[0]!,
        n = beat.length;
    switch (e.event) {
        case "first":
        case "deal":
            return [{ sound: "deal" }];
        case "draw":
            return e.figure ? [{ sound: "crank" }, { sound: "capsule", at: 330 }] : [{ sound: "flip" }];
        case "top":
            return n > 1 ? [{ sound: "flip" }] : [];
        case "reward":
            return [{ sound: "flip" }];
        case "reshuffle":
            return [{ sound: "shuffle" }];
        case "split":
            return [{ sound: "flip" }];
        case "claim":
            return [
                { sound: "take", at: 200 },
                { sound: "coin", at: 700 },
            ];
        case "pair":
            return [{ sound: "yaku", at: 400 }];
        case "token":
            return [
                { sound: "flip", at: 240 },
                { sound: "coin", at: 420 },
            ];
        case "trigger":
            return [{ sound: "call" }];
        case "again":
            return [{ sound: "coin" }];
        default:
            return [];
    }
}

export function picture(beat: GameEvent[], ctx: Ctx) {
    const e = beat[0];
    if (!e) return undefined;
    const inside = opened(beat, ctx)?.figure ?? (closed(beat, ctx) ? undefined : e.figure);
    if (e.event === "draw" || inside)
        return (
            <span class="card ga ga-pic">
                <Picture id={inside ? `ga-${inside}` : backSymbol(String(e.back))} />
            </span>
        );
    if (e.event === "claim") {
        const reward = ctx.view.players[e.seat ?? 0]?.rewards.find((r) => r.reward === e.reward);
        return reward ? (
            <span class="card ga ga-pic">
                <Face reward={reward} got />
            </span>
        ) : undefined;
    }
    if (e.event === "token") return <Token token={e.token as TokenName} />;
    if (e.event === "again") return <Token token="turn" />;
    if (e.event === "trigger") return <Icon name="warn" size={18} />;
    if (e.event === "reshuffle") return <Glyph figure="any" />;
    return undefined;
}
