// unseen.tsx: which of the 48 cards nobody at this seat has seen yet: they are in the deck or in the other hand.
import components from "@/../gen/components.json";
import { t, tn } from "@/i18n";
import type { Topic } from "@/board";
import { cardName, word, type CardInfo } from "@cards/hanafuda/page/cards";
import { Picture } from "./moments";
import type { KoikoiView } from "./types";

const deck = components.hanafuda as CardInfo[];

export function unseenOf(view: KoikoiView): Set<string> {
    const seen = [
        ...view.field,
        ...(view.hand ?? []).map((h) => h.card),
        ...view.players.flatMap((p) => Object.values(p.pool).flat()),
        view.turned,
        view.laid,
    ];
    return new Set(deck.map((c) => c.card).filter((c) => !seen.includes(c)));
}

/** A row for each month: what is unseen is bright, what was seen is faint. */
export function Unseen({ view }: { view: KoikoiView }) {
    const unseen = unseenOf(view),
        months = [...new Set(deck.map((c) => c.month))];
    return (
        <ol class="koikoi-unseen">
            {months.map((m) => {
                const cards = deck.filter((c) => c.month === m),
                    left = cards.filter((c) => unseen.has(c.card));
                return (
                    <li key={m}>
                        <span class="unseen">
                            {word(cards[0]!.month_name)}:{" "}
                            {left.length ? left.map((c) => cardName(c.card).split(": ")[1]).join(", ") : t("none left")}
                        </span>
                        {cards.map((c) => (
                            <span key={c.card} class={unseen.has(c.card) ? "" : "seen"} aria-hidden="true">
                                <Picture name={c.card} />
                            </span>
                        ))}
                    </li>
                );
            })}
        </ol>
    );
}

export function unseenTopic(view: KoikoiView): Topic {
    const n = unseenOf(view).size;
    return {
        title: tn("{n} unseen card", "{n} unseen cards", n),
        lead: t("In the deck: {deck}. In hands you do not see: {hands}.", { deck: view.deck, hands: n - view.deck }),
        body: <Unseen view={view} />,
        rules: ["KK4.3", "KK6.3"],
        book: "table",
    };
}
