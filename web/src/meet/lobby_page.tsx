// lobby_page.tsx: the lobby: tables that wait for players, and games that may be watched. It changes while one looks at it.
import { useState } from "preact/hooks";
import { catalogue } from "../catalogue";
import { t } from "../i18n";
import { Choice } from "../ui/kit";
import { Layout } from "../ui/layout";
import { gameTitle } from "../words";
import { Listings, useLobby, worded } from "./kit";
import { othersHere } from "./page";
import type { Listing } from "./types";

export default worded(function LobbyPage() {
    const lobby = useLobby();
    const [game, setGame] = useState("");
    const of = (all: Listing[]): Listing[] => all.filter((l) => !game || l.game === game);
    const tables = of(lobby?.tables ?? []),
        games = of(lobby?.games ?? []);
    return (
        <Layout title={t("Lobby")}>
            <p role="status">{lobby ? othersHere(lobby.people) : t("Connecting…")}</p>
            <div class="row">
                <a class="button main" href="/meet">
                    {t("Play somebody")}
                </a>
                <a class="button" href={`/new/${game || catalogue.games[0]!.name}/friends`}>
                    {t("Open a table")}
                </a>
            </div>
            <Choice<string>
                hidden
                label={t("Game")}
                value={game}
                set={setGame}
                options={[["", t("All games")], ...catalogue.games.map((g): [string, string] => [g.name, gameTitle(g.name)])]}
            />
            <section class="list">
                <h2>{t("Tables that wait for players")}</h2>
                {tables.length ? (
                    <Listings of={tables} label={t("Tables that wait for players")} />
                ) : (
                    lobby && <p class="soft">{t("None now. Open one, and it stands here for everybody if you list it in public.")}</p>
                )}
            </section>
            <section class="list">
                <h2>{t("Games to watch")}</h2>
                {games.length ? <Listings of={games} label={t("Games to watch")} /> : lobby && <p class="soft">{t("None now.")}</p>}
            </section>
        </Layout>
    );
});
