// home.tsx: what the first screen has of other people: the first open tables, how many there are, friends who are here.
import { list, t, tn } from "../i18n";
import { isolated } from "../words";
import { known } from "../table/lists";
import { Listings, useLobby, useTies, worded } from "./kit";
import { othersHere } from "./page";
import type { Listing } from "./types";

/** How many tables stand here; the lobby has all. */
const shown = 3;

/** `first`: for somebody who is not known here, and need not be to look around. */
export const HomeMeet = worded(
    ({ first }: { first: Listing[] }) =>
        known() ? (
            <Live />
        ) : (
            <section class="meeting" aria-label={t("Other people")}>
                <h2>{t("Tables that wait for players")}</h2>
                <Listings of={first.slice(0, shown)} label={t("Tables that wait for players")} />
                <p class="links">
                    <a href="/lobby">{t("Lobby")}</a>
                </p>
            </section>
        ),
    false,
);

function Live() {
    const lobby = useLobby(),
        ties = useTies();
    const here = (ties?.people ?? []).filter((p) => p.friend === "both" && p.online),
        asks = (ties?.people ?? []).filter((p) => p.friend === "asks" && !p.blocked).length;
    if (!lobby) return null;
    const { tables, games } = lobby;
    return (
        <section class="meeting" aria-label={t("Other people")}>
            {tables.length > 0 && (
                <>
                    <h2>{t("Tables that wait for players")}</h2>
                    <Listings of={tables.slice(0, shown)} label={t("Tables that wait for players")} />
                </>
            )}
            <p class="links">
                <span role="status">{othersHere(lobby.people)}</span>
                <a href="/lobby">
                    {tables.length + games.length
                        ? t("{option}: {value}", {
                              option: t("Lobby"),
                              value: list([
                                  ...(tables.length ? [tn("{n} open table", "{n} open tables", tables.length)] : []),
                                  ...(games.length ? [tn("{n} game to watch", "{n} games to watch", games.length)] : []),
                              ]),
                          })
                        : t("Lobby")}
                </a>
                <a href="/people">
                    {asks > 0
                        ? tn("{n} person wants to be your friend", "{n} people want to be your friends", asks)
                        : here.length
                          ? t("Friends here now: {names}", { names: list(here.slice(0, 3).map((p) => isolated(p.name))) })
                          : t("Friends")}
                </a>
            </p>
        </section>
    );
}
