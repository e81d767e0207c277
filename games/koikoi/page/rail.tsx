// rail.tsx: all yaku with both players' progress; what cannot be made any more is struck through, not greyed.
import { t, tn } from "@/i18n";
import { Crest, Icon } from "@/ui/kit";
import type { Context } from "@/board";
import { yakuMeaning, yakuName } from "./yaku";
import { yakuTopic } from "./board";
import { Sheet } from "./round";
import { Unseen, unseenOf } from "./unseen";
import type { KoikoiView, Yaku } from "./types";

const cell = (y: Yaku | undefined) =>
    !y ? null : y.lacks === null ? (
        <s>
            {y.have}/{y.need}
            <span class="unseen"> {t("out of reach")}</span>
        </s>
    ) : y.coins > 0 ? (
        <b class="held">
            {y.coins} <Icon name="check" size={14} />
            <span class="unseen">{t("made")}</span>
        </b>
    ) : y.need <= 5 ? (
        <span class="dots">
            {Array.from({ length: y.need }, (_, i) => (
                <i key={i} class={i < y.have ? "on" : ""} aria-hidden="true" />
            ))}
            <span class="unseen">
                {y.have}/{y.need}
            </span>
        </span>
    ) : (
        <span>
            {y.have}/{y.need}
        </span>
    );

export function Rail({ ctx }: { ctx: Context<KoikoiView> }) {
    const { view } = ctx,
        me = ctx.you ?? 0,
        them = 1 - me;
    const mine = view.players[me]!,
        theirs = view.players[them]!;
    const both = (a: number, b: number) => (
        <>
            <span class="unseen">{ctx.you === undefined ? ctx.name(me) : t("You")} </span>
            {a} : <span class="unseen">{ctx.name(them)} </span>
            {b}
        </>
    );
    const rows = [...mine.yaku].sort((a, b) => b.least - a.least);
    return (
        <div class="koikoi-rail">
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t("Yaku")}</th>
                        <th scope="col">{t("coins")}</th>
                        <th scope="col">
                            <Crest seat={me} size={16} /> {ctx.you === undefined ? ctx.name(me) : t("You")}
                        </th>
                        <th scope="col">
                            <Crest seat={them} size={16} /> {ctx.name(them)}
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {rows.map((y) => (
                        <tr key={y.yaku} data-yaku={y.yaku} class={y.lacks === 1 ? "near" : ""}>
                            <th scope="row">
                                <button class="text" onClick={() => ctx.help(yakuTopic(y))}>
                                    <b>{yakuName(y.yaku)}</b> <small>{yakuMeaning(y.yaku)}</small>
                                </button>
                            </th>
                            <td class="points">{y.least}</td>
                            <td>{cell(y)}</td>
                            <td>{cell(theirs.yaku.find((o) => o.yaku === y.yaku))}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <p class="soft" aria-hidden="true">
                {t("struck through: out of reach")}
            </p>
            <dl class="sums">
                <dt>{t("Coins")}</dt>
                <dd>{both(mine.coins, theirs.coins)}</dd>
                <dt>{t("Koi-koi calls")}</dt>
                <dd>{both(mine.calls, theirs.calls)}</dd>
                <dt>{t("A win pays now")}</dt>
                <dd>{both(mine.win_pays, theirs.win_pays)}</dd>
            </dl>
            <details>
                <summary>{tn("{n} unseen card", "{n} unseen cards", unseenOf(view).size)}</summary>
                <Unseen view={view} />
            </details>
            <Sheet ctx={ctx} />
        </div>
    );
}
