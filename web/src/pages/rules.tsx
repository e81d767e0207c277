// rules.tsx: a game in short, with a picture and a way to learn it by playing; then the rules as our own text has them, rulings marked.
import { useEffect, useState } from "preact/hooks";
import { assets } from "../assets";
import { ownBoard } from "../board";
import { catalogue, gameInfo } from "../catalogue";
import { language, mark, t } from "../i18n";
import { about } from "../games";
import { startLesson } from "../play";
import { Layout } from "../ui/layout";
import { Panel } from "../ui/panel";
import { gameTitle, inShort } from "../words";

/** What the marks in the rules say; web/build.mjs puts them there in the language of the text. */
export const marks = [mark("ruling"), mark("beyond the printed rules")];

const texts = new Map<string, Promise<string>>();

export const hasRules = (game: string): boolean => !!assets.rules.en?.[game];

/** The rules of a game as HTML, in the player's language if there is a translation; "" if nobody wrote any. */
export function rulesText(game: string): Promise<string> {
    const address = assets.rules[language.get()]?.[game] ?? assets.rules.en?.[game];
    if (!address) return Promise.resolve("");
    let text = texts.get(address);
    if (!text) {
        text = fetch(address).then((r) => (r.ok ? r.text() : Promise.reject(new Error("the rules could not be fetched"))));
        text.catch(() => texts.delete(address));
        texts.set(address, text);
    }
    return text;
}

/** The sentence of the rule with this number, as HTML, for somebody in the middle of a game: without numbers of rules and names of options.
 *  undefined: there is none, or it is a row of a table, which says little by itself. */
export async function rule(game: string, id: string): Promise<string | undefined> {
    const doc = new DOMParser().parseFromString(await rulesText(game), "text/html");
    const e = doc.getElementById(id);
    return e && e.tagName !== "TR" ? forPlayers(e.innerHTML) : undefined;
}
const number = "[A-Z]{2}\\d+(?:\\.\\d+)?";
const aside = new RegExp(`\\s*\\((?:[^()]*<(?:code|span class="option-name")>[^()]*|[^()]*\\b${number}\\b[^()]*)\\)`, "g");
export const forPlayers = (html: string): string =>
    html
        .replace(/<span class="ruling">[^<]*<\/span>\s*/g, "")
        .replace(new RegExp(`^\\s*${number}\\s*`), "")
        .replace(aside, "")
        .trim();

export default function Rules({ parts }: { parts: string[] }) {
    const game = (gameInfo(parts[0] ?? "") ?? catalogue.games[0]!).name;
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
            <nav class="tabs" aria-label={t("Games")}>
                {catalogue.games.map((g) => (
                    <a key={g.name} href={`/rules/${g.name}`} aria-current={g.name === game ? "page" : undefined}>
                        {gameTitle(g.name)}
                    </a>
                ))}
            </nav>
            {inShort(game).length > 0 && (
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
            {html && (
                <article
                    class="rules"
                    lang={assets.rules[language.get()]?.[game] ? language.get() : "en"}
                    dangerouslySetInnerHTML={{ __html: html }}
                />
            )}
        </Layout>
    );
}
