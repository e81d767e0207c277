// podium.tsx: the end of an evening: the first three on the steps of the hearth's room, and embers for the first.
import { t, tn } from "../i18n";
import { Hearth } from "../ui/hearth";
import { Crest } from "../ui/kit";
import { Sparks } from "../ui/sparks";
import { podium } from "./event";
import { nameOf, namesOf, placed, points } from "./words";
import type { Evening } from "./types";

/** How many names a step has room for. */
const room = 3;

/** "Anna wins the evening", for the podium and for the title of a link. */
export function verdict(e: Evening): string {
    const first = podium(e)[0]?.people ?? [];
    if (!first.length) return t("Nobody played");
    if (e.you !== null && first.includes(e.you)) return first.length === 1 ? t("You win the evening") : t("You share the win");
    if (first.length > room) return tn("{n} person shares the win", "{n} people share the win", first.length);
    return first.length === 1
        ? t("{name} wins the evening", { name: nameOf(e, first[0]!) })
        : t("Shared win: {names}", { names: namesOf(e, first) });
}
export function Podium({ e }: { e: Evening }) {
    const steps = podium(e);
    return (
        <section class="room podium" aria-label={t("Podium")}>
            <Hearth fire={steps.length ? "lit" : "ash"} />
            {steps.length > 0 && <Sparks />}
            <h2 class="display">{verdict(e)}</h2>
            {steps.length > 0 && e.you !== null && !steps[0]!.people.includes(e.you) && (
                <p class="own">{t("You · {place}", { place: placed(e, e.you) })}</p>
            )}
            {steps.length > 0 && (
                <ol>
                    {steps.map(({ place, people }) => (
                        <li key={place} class={`step-${place}`}>
                            <span class="crests">
                                {people.slice(0, room).map((i) => (
                                    <Crest key={i} seat={i} size={place === 1 ? 60 : 44} />
                                ))}
                            </span>
                            <b dir="auto">{people.length > room ? t("{n} people", { n: people.length }) : namesOf(e, people)}</b>
                            <span class="step">
                                <span class="display">{place}</span>
                                <small>{t("Points: {n}", { n: points(e.people[people[0]!]!.points) })}</small>
                            </span>
                        </li>
                    ))}
                </ol>
            )}
        </section>
    );
}
