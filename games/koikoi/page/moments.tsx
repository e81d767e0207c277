// moments.tsx: what is shown over the table: a yaku with its cards, its name and its coins; the call koi-koi; tenho; the last round.
import { number, t, tn } from "@/i18n";
import type { Context, Moment } from "@/board";
import type { GameEvent } from "@/table/types";
import { Crest } from "@/ui/kit";
import { Face } from "@cards/hanafuda/page/card";
import { card } from "@cards/hanafuda/page/cards";
import { gained } from "./stage";
import { yakuCards, yakuMeaning, yakuName } from "./yaku";
import type { KoikoiView } from "./types";

type Ctx = Context<KoikoiView>;

/** A card to look at: it has no place on the table. */
export const Picture = ({ name, i = 0 }: { name: string; i?: number }) => (
    <span class="card hf" style={{ "--i": i }}>
        <Face name={name} />
    </span>
);
/** Cards fanned out. */
export const Fan = ({ cards }: { cards: string[] }) => (
    <div class="koikoi-fan" style={{ "--n": cards.length }} aria-hidden="true">
        {cards.map((c, i) => (
            <Picture key={c} name={c} i={i} />
        ))}
    </div>
);
export const Coin = () => <i class="koikoi-coin" aria-hidden="true" />;

/** Folds into the bar where the choice is made: how far that is below the band. */
function aim(e: HTMLElement | null): void {
    const bar = e?.closest(".play, .board, .replaying")?.querySelector(".koikoi .action")?.getBoundingClientRect(),
        own = e?.getBoundingClientRect();
    if (e && bar && own) e.style.setProperty("--fold", `${Math.round(bar.y + bar.height / 2 - own.y - own.height / 2)}px`);
}

/** A band across the table. */
const Band = ({
    cards,
    title,
    lines,
    stamp,
    rays,
}: {
    cards: string[];
    title: string;
    lines: string[];
    stamp?: string;
    rays?: boolean;
}) => (
    <div class={`koikoi-band ${rays ? "rays" : ""}`} ref={aim}>
        {cards.length > 0 && <Fan cards={cards} />}
        <div class="koikoi-name">
            <p class="display">{title}</p>
            {lines.map((l) => (
                <p key={l}>{l}</p>
            ))}
        </div>
        {stamp && (
            <p class="koikoi-stamp display">
                <span>{stamp}</span>
            </p>
        )}
    </div>
);

/** Tongues of flame as old prints have them: they lean, and curl in on themselves like waves. */
const tongues = [
    "M-6 130C4 104-14 88 4 58 18 34 50 30 56 50 60 66 40 74 34 60 30 82 60 92 62 130Z",
    "M40 130C50 92 28 72 50 32 68 0 108-4 114 22 118 44 92 54 86 36 78 66 124 84 118 130Z",
    "M104 130C112 108 100 96 116 74 130 54 156 58 156 76 155 90 138 92 136 80 134 98 166 106 164 130Z",
];
const Flames = () => (
    <svg class="koikoi-flames" viewBox="0 0 1600 136" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        {[0, 1, 2].map((layer) => (
            <g key={layer} class={`l${layer}`}>
                {Array.from({ length: 11 }, (_, i) => (
                    <g key={i} transform={`translate(${i * 156 - 60 - layer * 52} ${layer * 34}) scale(1 ${1 - layer * 0.22})`}>
                        {tongues.map((d) => (
                            <path key={d} d={d} />
                        ))}
                    </g>
                ))}
                <rect x="-20" y={126 - layer * 4} width="1640" height="40" />
            </g>
        ))}
    </svg>
);

function called(seat: number, ctx: Ctx): Moment {
    const { koikoi, plus } = ctx.view.players[seat]!.multipliers,
        mine = seat === ctx.you,
        name = ctx.name(seat);
    const means =
        koikoi > 1
            ? mine
                ? t("You play on. Your win now pays ×{n}", { n: number(koikoi) })
                : t("{name} plays on. Their win now pays ×{n}", { name, n: number(koikoi) })
            : plus > 0
              ? mine
                  ? tn("You play on. Your win now pays {n} coin more", "You play on. Your win now pays {n} coins more", plus)
                  : tn("{name} plays on. Their win now pays {n} coin more", "{name} plays on. Their win now pays {n} coins more", plus, {
                        name,
                    })
              : mine
                ? t("You play on for more")
                : t("{name} plays on for more", { name });
    return {
        kind: "koikoi-call",
        seat,
        ms: 1300,
        node: (
            <div class={`koikoi-call ${mine || ctx.you === undefined ? "from-below" : "from-above"}`} data-crest={seat % 6}>
                <Flames />
                <p class="koikoi-word display">{t("Koi-koi!")}</p>
                <p class="koikoi-means">
                    <Crest seat={seat} /> {means}
                </p>
            </div>
        ),
    };
}

/** The cards of a hand that make tenho: whole months, or all its pairs. */
export function tenhoCards(hand: string[]): string[] {
    const month = (c: string) => card(c).month;
    const full = hand.filter((c) => hand.filter((o) => month(o) === month(c)).length === 4);
    return full.length ? full : hand;
}

export function moment(beat: GameEvent[], ctx: Ctx): Moment | undefined {
    const first = beat[0]!,
        seat = first.seat!;
    if (first.event === "koi-koi") return called(seat, ctx);
    if (first.event === "yaku") {
        const fresh = beat.filter((e) => gained(e) > 0).sort((a, b) => gained(b) - gained(a));
        if (!fresh.length) return undefined;
        const best = String(fresh[0]!.yaku),
            cards = yakuCards(best, ctx.view.players[seat]!);
        return {
            kind: "koikoi-yaku",
            seat,
            ms: 1900,
            node: (
                <Band
                    cards={cards}
                    title={yakuName(best)}
                    lines={[yakuMeaning(best), ...fresh.slice(1).map((e) => `${yakuName(String(e.yaku))} +${gained(e)}`)]}
                    stamp={`+${number(fresh.reduce((sum, e) => sum + gained(e), 0))}`}
                    rays={best === "goko"}
                />
            ),
        };
    }
    const tenho = beat.find((e) => e.event === "won-with" && /tenho$/.test(String(e.yaku)));
    if (tenho) {
        const hand = beat.filter((e) => e.event === "show" && e.seat === seat).map((e) => String(e.card));
        return {
            kind: "koikoi-yaku",
            seat,
            ms: 2200,
            node: (
                <Band
                    cards={tenhoCards(hand)}
                    title={yakuName(String(tenho.yaku))}
                    lines={[seat === ctx.you ? t("in your dealt hand") : t("in the hand that {name} was dealt", { name: ctx.name(seat) })]}
                    stamp={`+${number(Number(tenho.coins))}`}
                />
            ),
        };
    }
    if (beat.some((e) => e.event === "round") && ctx.view.round === ctx.view.rounds && ctx.view.rounds > 1) {
        const me = ctx.you ?? 0,
            [mine, theirs] = [ctx.view.players[me]!.coins, ctx.view.players[1 - me]!.coins];
        return {
            kind: "koikoi-last",
            ms: 1300,
            node: <Band cards={[]} title={t("The last round")} lines={[`${number(mine)} : ${number(theirs)}`]} />,
        };
    }
    return undefined;
}
