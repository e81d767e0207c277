// puzzles.tsx: how somebody does at puzzles, by theme; nothing before the first one.
import { t } from "../i18n";
import { mineOf } from "../puzzles/mine";
import { packs } from "../puzzles/pack";
import { ThemeList } from "../puzzles/theme_list";
import { gameTitle } from "../words";
import { points, within } from "./words";

export function OwnPuzzles() {
    const tried = packs()
        .map((game) => ({ game, mine: mineOf(game) }))
        .filter(({ mine }) => Object.keys(mine.tried).length > 0);
    if (!tried.length) return null;
    return (
        <section>
            <h2>{t("Puzzles")}</h2>
            <ul class="stats">
                {tried.map(({ game, mine }) => {
                    const tries = Object.values(mine.tried),
                        rows: [string, string][] = [
                            [t("Rating"), `${points(mine.rating.at)} ${within(mine.rating.error)}`],
                            [t("Solved"), t("{n} of {of}", { n: tries.filter(([, right]) => right).length, of: tries.length })],
                            [t("In a row"), t("{n} (best: {best})", { n: mine.streak, best: mine.best })],
                        ];
                    return (
                        <li key={game} data-game={game}>
                            <i class="surface" aria-hidden="true" />
                            <div>
                                <h3>{gameTitle(game)}</h3>
                                <dl>
                                    {rows.map(([what, value]) => (
                                        <div key={what}>
                                            <dt>{what}</dt>
                                            <dd>{value}</dd>
                                        </div>
                                    ))}
                                </dl>
                                <ThemeList game={game} mine={mine} />
                            </div>
                        </li>
                    );
                })}
            </ul>
        </section>
    );
}
