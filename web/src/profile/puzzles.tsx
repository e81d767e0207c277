// puzzles.tsx: how somebody does at puzzles, by theme; nothing before the first one.
import { t } from "../i18n";
import { mineOf } from "../puzzles/mine";
import { packs } from "../puzzles/pack";
import { sumRows, ThemeList } from "../puzzles/theme_list";
import { StatsCard } from "./parts";

export function OwnPuzzles() {
    const tried = packs()
        .map((game) => ({ game, mine: mineOf(game) }))
        .filter(({ mine }) => Object.keys(mine.tried).length > 0);
    if (!tried.length) return null;
    return (
        <section>
            <h2>{t("Puzzles")}</h2>
            <ul class="stats">
                {tried.map(({ game, mine }) => (
                    <StatsCard key={game} game={game} rows={sumRows(mine)}>
                        <ThemeList game={game} mine={mine} />
                    </StatsCard>
                ))}
            </ul>
        </section>
    );
}
