// about.tsx: who made the games, who made this, and what may be done with it.
import { catalogue } from "../catalogue";
import { about } from "../games";
import { t } from "../i18n";
import { gameTitle } from "../words";
import { Layout } from "../ui/layout";

export default function About() {
    return (
        <Layout title={t("About")}>
            <p>
                {t(
                    "Irori is the hearth a household sits around: a table for card games, for friends near and far, and for one on a train.",
                )}
            </p>
            <h2>{t("The games")}</h2>
            <dl class="credits">
                {catalogue.games.map(({ name }) => [
                    <dt key={name}>{gameTitle(name)}</dt>,
                    <dd key={`${name} by`}>{about(name).credits?.()}</dd>,
                ])}
            </dl>
            <h2>{t("Unofficial")}</h2>
            <p>
                {t(
                    "We are players, not publishers. Nobody named above made, checked or endorsed this page. We drew our own pictures and wrote our own words; nothing is taken from their boxes. If you like a game here, buy it.",
                )}
            </p>
            <h2>{t("This page")}</h2>
            <p>
                {t(
                    "The code is free under the MIT licence. A server keeps the name you type, your games, devices, friends and invitations. The settings show all of it, and can delete it.",
                )}
            </p>
            <p>
                {t("Titles are set in {face} by {author}, under the SIL Open Font License 1.1.", {
                    face: "Dela Gothic One",
                    author: "artakana",
                })}
            </p>
            <p>
                {t(
                    "Every card and die can be checked: before a game the dealer shows the hash of a secret, after it the secret itself, and this page deals the game again.",
                )}
            </p>
        </Layout>
    );
}
