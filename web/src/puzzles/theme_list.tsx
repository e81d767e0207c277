// theme_list.tsx: the themes of a game's puzzles, each with how many were solved: a press practises one. For puzzles and for profiles.
import { useEffect, useState } from "preact/hooks";
import type { Themes } from "../games";
import { t } from "../i18n";
import { Icon } from "../ui/kit";
import { points, within } from "../profile/words";
import { themeSum, type Mine } from "./mine";
import { loadThemes } from "./themes";

export function useThemes(game: string): Themes | undefined {
    const [themes, set] = useState<Themes>();
    useEffect(() => {
        let left = false;
        void loadThemes(game).then((found) => left || set(found));
        return () => {
            left = true;
        };
    }, [game]);
    return themes;
}

/** How somebody does, in words: for puzzles and for profiles. */
export function sumRows({ rating, tried, streak, best }: Mine): [what: string, value: string][] {
    const tries = Object.values(tried);
    return [
        [t("Puzzle rating"), `${points(rating.at)} ${within(rating.error)}`],
        [t("Solved"), t("{n} of {of}", { n: tries.filter(([, right]) => right).length, of: tries.length })],
        [t("In a row"), t("{n} (best: {best})", { n: streak, best })],
    ];
}

export function ThemeList({ game, mine }: { game: string; mine: Mine }) {
    const themes = useThemes(game);
    if (!themes) return null;
    return (
        <div class="themes">
            <h3>{t("Practise a theme")}</h3>
            <ul>
                {Object.entries(themes.names).map(([id, name]) => {
                    const { solved, tried } = themeSum(mine, id);
                    return (
                        <li key={id}>
                            <a href={`/puzzles/${game}/any/${id}`}>
                                <span>{t(name)}</span>
                                <Icon name="right" size={16} />
                                <small>{tried ? t("{n} of {of} solved", { n: solved, of: tried }) : t("not tried yet")}</small>
                                {tried > 0 && (
                                    <span class="bar-line" aria-hidden="true">
                                        <i style={{ width: `${(100 * solved) / tried}%` }} />
                                    </span>
                                )}
                            </a>
                        </li>
                    );
                })}
            </ul>
        </div>
    );
}
