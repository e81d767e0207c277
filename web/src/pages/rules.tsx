// rules.tsx: the rulebook of a game, /rules/NAME; and the rules in full, /rules/NAME/full, as our own text has them, rulings marked. A game
// without a book shows itself in short, and the rules in full.
import { useEffect, useState } from "preact/hooks";
import { books } from "../../gen/books";
import { ownBoard } from "../board";
import { BookPage } from "../book/page";
import { catalogue, gameInfo } from "../catalogue";
import { about } from "../games";
import { mark, t } from "../i18n";
import { startLesson } from "../play";
import { rulesLanguage, rulesText } from "../rules";
import { Layout } from "../ui/layout";
import { Panel } from "../ui/panel";
import { gameTitle, inShort } from "../words";

/** What the marks in the rules say; web/build.mjs puts them there in the language of the text. */
export const marks = [mark("ruling"), mark("beyond the printed rules")];

const Games = ({ game }: { game: string }) => (
    <nav class="tabs" aria-label={t("Rules")}>
        {catalogue.games.map((g) => (
            <a key={g.name} href={`/rules/${g.name}`} aria-current={g.name === game ? "page" : undefined}>
                {gameTitle(g.name)}
            </a>
        ))}
    </nav>
);

export default function Rules({ parts }: { parts: string[] }) {
    const game = (gameInfo(parts[0] ?? "") ?? catalogue.games[0]!).name,
        full = `/rules/${game}/full`;
    if (!books[game]) return <Full game={game} />;
    if (parts[1] === "full") return <Full game={game} book />;
    return (
        <Layout title={gameTitle(game)} game={game} broad>
            <Games game={game} />
            <BookPage game={game} full={full} />
        </Layout>
    );
}

function Full({ game, book }: { game: string; book?: boolean }) {
    const [html, setHtml] = useState<string>();
    const [error, setError] = useState(false);
    useEffect(() => {
        rulesText(game).then(
            (text) => {
                setHtml(text);
                requestAnimationFrame(() => location.hash && document.getElementById(location.hash.slice(1))?.scrollIntoView());
            },
            () => setError(true),
        );
    }, [game]);
    return (
        <Layout title={t("Rules")}>
            <Games game={game} />
            {book && (
                <p>
                    <a href={`/rules/${game}`}>{t("The rulebook of {game}, with pictures", { game: gameTitle(game) })}</a>
                </p>
            )}
            {!book && inShort(game).length > 0 && (
                <>
                    <div class="banner surface" data-game={game}>
                        <h2 class="display">{gameTitle(game)}</h2>
                        <Panel game={game} key={game} />
                    </div>
                    <h2>{t("The game in short")}</h2>
                    {inShort(game).map((l) => (
                        <p key={l}>{l}</p>
                    ))}
                    {about(game).lesson !== undefined && ownBoard(game) && (
                        <button class="main" onClick={() => void startLesson(game)}>
                            {t("Learn to play {game}", { game: gameTitle(game) })}
                        </button>
                    )}
                    <h2>{t("All the rules")}</h2>
                </>
            )}
            {html && <p class="soft">{t("Our own text. A ruling marks where the printed rules are silent and we decided.")}</p>}
            {error && <p class="note bad">{t("The rules could not be fetched. Is there a network?")}</p>}
            {html === "" && <p class="note">{t("Nobody has written down the rules of this game yet.")}</p>}
            {html && <article class="rules" lang={rulesLanguage(game)} dangerouslySetInnerHTML={{ __html: html }} />}
        </Layout>
    );
}
