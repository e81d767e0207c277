// lessons.ts: what a first game of Gacha teaches, from what lies on the table now.
import { percent, t, tn } from "@/i18n";
import type { Lesson, Past } from "@/board";
import { offers, ways, type Ctx, type Figure, type Pile } from "./types";
import { backName, counted, figureName } from "./words";

export function lessons(ctx: Ctx, past: Past): Lesson[] {
    const { view, legal } = ctx,
        you = ctx.you!,
        me = view.players[you]!,
        out: Lesson[] = [];
    const look = (id: string, at: string, text: string) => out.push({ id, at, text });
    const act = (id: string, at: string, text: string) => out.push({ id, at, text, act: true });
    const mine = past.since.filter((e) => e.seat === you),
        drawn = mine.find((e) => e.event === "draw")?.figure;
    const near = offers(ctx)
        .filter((o) => o.lacks)
        .sort((a, b) => a.lacks! - b.lacks! || b.points - a.points)[0];

    if (mine.some((e) => e.event === "claim")) {
        look("got", ".gacha .ga-own", t("Well done! Your rewards lie here, and their points count at the end."));
        if (me.half) look("half", ".gacha .ga-own .got.waits", t("Your reward has half of a ticket. A second half brings a bonus token."));
    }
    if (past.said("got")) {
        look("ends", ".gacha .ga-shelf", t("When the tokens or the rewards run out, everybody else has one last turn."));
        look(
            "end",
            ".topbar .status",
            t("You know enough! Draw figures, claim rewards, and pair their tickets. The rest of the game is yours."),
        );
    }
    if (legal.includes("again")) {
        act("again", ".gacha .action.extra .main", t("A token for one more turn: use it now, or keep it for later."));
        return out;
    }
    /** The pile to draw from, and why. */
    const pile = (id: string, text: (p: Pile) => string) => {
        const n = past.advice?.startsWith("draw ") ? Number(past.advice.split(" ")[1]) : undefined,
            p = view.piles.find((x) => x.pile === n && x.back);
        if (p) act(id, `.gacha .ga-pile:has([data-key="pile${p.pile}"])`, text(p));
        else act(id, ".gacha .ga-pile.can", t("Press a pile: the machine on its back shows what may be inside, the bars say how likely."));
    };
    const chance = (p: Pile): string => {
        const helps = (Object.entries(p.chance ?? {}) as [Figure, number][])
            .filter(([f]) => near?.helps?.includes(f))
            .sort((a, b) => b[1] - a[1])[0];
        return helps
            ? t("Draw here: {figure} with a chance of {percent}.", { figure: figureName(helps[0]), percent: percent(helps[1] / 1000) })
            : t("Draw here. Inside may be: {figures}.", { figures: backName(p.back!) });
    };
    if (view.phase === "draw") {
        if (typeof drawn === "string" && !past.said("second1"))
            look(
                "drawn",
                `.gacha .packs [data-key="h-${drawn}"]`,
                t("You opened: {figure}. Your figures lie here.", { figure: figureName(drawn) }),
            );
        const turn = [1, 2].find((n) => !past.said(`second${n}`));
        if (turn && (turn < 2 || past.advice)) pile(`second${turn}`, (p) => `${t("A second card belongs to it.")} ${chance(p)}`);
        return out;
    }
    look("market", ".gacha .ga-market", t("These are rewards. Each shows its points and the figures it costs."));
    if (near)
        look("lack", `.gacha [data-key="w${near.reward}"]`, t("For this one you lack: {figures}.", { figures: counted(near.missing!) }));
    const claims = past.advice ? past.advice.startsWith("claim ") : legal.some((m) => m.startsWith("claim ")),
        slot = past.advice?.split(" ")[1];
    if (claims) {
        const offer = offers(ctx).find((o) => (slot ? o.slot === Number(slot) : ways(ctx, o).length));
        act("pay", ".gacha .action.pay .ga-way.main", t("Pay with these figures: press this button."));
        if (offer)
            act(
                "claim",
                `.gacha .action [data-slot="${offer.slot}"]`,
                tn(
                    "You have all it costs: press this and claim {n} point.",
                    "You have all it costs: press this and claim {n} points.",
                    offer.points,
                ),
            );
        return out;
    }
    if (legal.some((m) => m.startsWith("claim ")))
        look("can", ".gacha .ga-offer .card.can", t("You could pay for the marked reward now, or draw and wait for a better one."));
    const turn = [1, 2].find((n) => !past.said(`draw${n}`));
    if (turn && (turn < 2 || past.advice)) pile(`draw${turn}`, chance);
    return out;
}
