// moments.tsx: what is shown large for a moment: a card somebody plays, answer upon answer, a theft, a wound, a mecha that lights its
// lamps, all the 8s, the last round. The log says the same in words, so these are pictures only.
import type { ComponentChildren } from "preact";
import type { Moment, Sounding } from "@/board";
import { number, t } from "@/i18n";
import type { GameEvent } from "@/table/types";
import { Crest } from "@/ui/kit";
import { seatWords } from "@/ui/score";
import { Picture } from "./parts";
import { tell } from "./tell";
import type { Ctx } from "./types";
import { effectText } from "./words";

const Face = ({ symbol, class: name = "" }: { symbol: string; class?: string }) => (
    <span class={`card pk ${name}`}>
        <Picture symbol={symbol} />
    </span>
);
const Turned = ({ symbol }: { symbol: string }) => (
    <span class="turned">
        <Face symbol={symbol} />
        <Face symbol="back" class="over" />
    </span>
);
/** A kaiju's foot, as it is on the back of the cards. */
export const Foot = () => (
    <svg class="foot" viewBox="84 90 132 214" aria-hidden="true">
        <ellipse cx="150" cy="134" rx="24" ry="40" />
        <ellipse cx="150" cy="134" rx="24" ry="40" transform="rotate(-32 150 250)" />
        <ellipse cx="150" cy="134" rx="24" ry="40" transform="rotate(32 150 250)" />
        <path d="M150,300 C120,300 84,270 92,232 C100,200 130,196 150,212 C170,196 200,200 208,232 C216,270 180,300 150,300Z" />
    </svg>
);
const Who = ({ ctx, seat }: { ctx: Ctx; seat: number }) => (
    <span class="who">
        <Crest seat={seat} size={32} />
        <b>{seatWords(ctx, seat)}</b>
    </span>
);

interface BandProps {
    picture?: ComponentChildren;
    title?: string;
    says?: ComponentChildren;
    stamp?: string;
}
const Band = ({ picture, title, says, stamp }: BandProps) => (
    <div class="pk-band" aria-hidden="true">
        {picture && <div class="picture">{picture}</div>}
        {(title || says) && (
            <div class="words">
                {title && <b class="display">{title}</b>}
                {says && <span class="says">{says}</span>}
            </div>
        )}
        {stamp && <b class="display stamp">{stamp}</b>}
    </div>
);
const signed = (n: number): string => (n > 0 ? "+" : "") + number(n);

/** From one player to another, with what goes over. */
const Theft = ({ ctx, from, to, symbol }: { ctx: Ctx; from: number; to: number; symbol: string }) => (
    <>
        <Who ctx={ctx} seat={from} />
        <span class="arrow" />
        <Turned symbol={symbol} />
        <span class="arrow" />
        <Who ctx={ctx} seat={to} />
    </>
);

export function moment(beat: GameEvent[], ctx: Ctx): Moment | undefined {
    const e = beat.find((o) => o.event !== "pass" && o.event !== "ask" && o.event !== "resolved" && o.event !== "turn");
    if (!e) return undefined;
    const { view } = ctx,
        seat = e.seat!,
        says = tell(beat, ctx).filter(Boolean).join(". ");
    const show = (kind: string, ms: number, band: BandProps): Moment => ({
        kind: `pk ${kind}`,
        ms,
        node: <Band {...band} />,
        ...(e.seat === undefined ? {} : { seat }),
    });
    switch (e.event) {
        case "first":
            return show("first", 900, { picture: <Crest seat={seat} size={56} />, title: says });
        case "play":
            if (seat === ctx.you) return undefined; // who plays a card knows it
            return show("played", 1200, {
                picture: <Face symbol={String(e.card)} />,
                says: (
                    <>
                        <Who ctx={ctx} seat={seat} />
                        <span class="effect">{effectText(String(e.effect), ctx)}</span>
                    </>
                ),
            });
        case "cancel": {
            const chain = view.chain.slice(-4);
            return show("cancel", 1300, {
                picture: (
                    <span class="pk-links" style={{ "--n": chain.length }}>
                        {chain.map((link, i) => (
                            <span key={i} class={`link ${link.stands ? "stands" : "off"} ${i === chain.length - 1 ? "new" : ""}`}>
                                <Face symbol={String(link.card)} />
                                <Crest seat={link.seat} size={22} />
                            </span>
                        ))}
                    </span>
                ),
                title: t("Cancelled!"),
                says,
            });
        }
        case "stolen": {
            const wounds = e.card === 3;
            return show("theft", wounds ? 1000 : 1500, {
                picture: <Theft ctx={ctx} from={Number(e.from)} to={seat} symbol={String(e.card)} />,
                title: wounds ? undefined : t("Stolen!"),
                says,
            });
        }
        case "stolen-mecha":
            return show("theft mecha", 1800, {
                picture: <Theft ctx={ctx} from={Number(e.from)} to={seat} symbol={`mecha-${e.double}`} />,
                title: t("Stolen!"),
                says,
                stamp: signed(each(view.players[seat]!.points.mechas, view.players[seat]!.mechas.length)),
            });
        case "wound":
            return show("wound", 1100, {
                picture: (
                    <svg class="plaster" viewBox="0 0 240 240">
                        <use href="#pk-wound" />
                    </svg>
                ),
                title: t("Wounded!"),
                says,
                stamp: signed(each(view.players[seat]!.points.wounds, view.players[seat]!.wounds)),
            });
        case "mecha":
            return show("mecha", 1700, {
                picture: (
                    <span class="hangar">
                        <i class="lamps" />
                        <Face symbol={`mecha-${e.double}`} />
                        <i class="lamps" />
                    </span>
                ),
                title: t("Mecha {n}‑{n}", { n: Number(e.double) }),
                says: <Who ctx={ctx} seat={seat} />,
                stamp: signed(each(view.players[seat]!.points.mechas, view.players[seat]!.mechas.length)),
            });
        case "take": {
            const count = Number(e.count);
            if (count < 2 || e.card !== 8) return undefined;
            return show("eights", 1600, {
                picture: (
                    <span class="pk-links" style={{ "--n": count }}>
                        {Array.from({ length: count }, (_, i) => (
                            <span key={i} class="link">
                                <Face symbol="8" />
                                <Foot />
                            </span>
                        ))}
                    </span>
                ),
                title: t("All the 8s!"),
                says: <Who ctx={ctx} seat={seat} />,
                stamp: signed(count * Number(e.card)),
            });
        }
        case "last":
            return show("last", 1700, { picture: <Foot />, title: t("Last turns"), says });
        default:
            return undefined;
    }
}
/** What one of so many counts. */
const each = (points: number, n: number): number => (n ? points / n : points);

export function sounds(beat: GameEvent[], ctx: Ctx): Sounding[] {
    const e = beat[beat.length - 1]!.event === "ask" ? beat[beat.length - 2]! : beat[beat.length - 1]!;
    switch (e.event) {
        case "market":
        case "deal":
            return [{ sound: "deal" }];
        case "refill":
            return beat.map((_, i) => ({ sound: "flip", at: i * 60 }));
        case "roll":
            return [{ sound: "dice" }];
        case "dice":
            return [{ sound: "dice" }];
        case "play":
            return [{ sound: "slap", at: 180 }];
        case "cancel":
            return [
                { sound: "slap", at: 180 },
                { sound: "call", at: 300 },
            ];
        case "draw":
            return [{ sound: "flip" }];
        case "stolen":
        case "stolen-mecha":
            return [
                { sound: "flip", at: 200 },
                { sound: e.event === "stolen" ? "take" : "yaku", at: 500 },
            ];
        case "wound":
            return [{ sound: "slap" }, { sound: "loss", at: 60 }];
        case "take":
            return e.card === 8 && Number(e.count) > 1
                ? [{ sound: "take" }, { sound: "call", at: 400 }]
                : [{ sound: beat.length > 1 ? "take" : "slap" }];
        case "mecha":
            return [
                { sound: "slap", at: 200 },
                { sound: "yaku", at: 350 },
                { sound: "coin", at: 900 },
            ];
        case "last":
            return [{ sound: "call" }];
        case "over":
            return ctx.you === undefined ? [] : [{ sound: ctx.view.winners?.includes(ctx.you) ? "win" : "loss" }];
        default:
            return [];
    }
}
