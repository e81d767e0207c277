// page.tsx: "Play somebody": which game and at which pace; then the wait, beside the fire, until somebody comes.
import { useEffect, useState } from "preact/hooks";
import { catalogue } from "../catalogue";
import { t, tn } from "../i18n";
import { playNow } from "../play";
import { settings, change } from "../settings";
import { useStore } from "../store";
import { Hearth } from "../ui/hearth";
import { Choice, NameField } from "../ui/kit";
import { Layout } from "../ui/layout";
import { useLink } from "../ui/link";
import { gameTitle } from "../words";
import { errorWords } from "../form/errors";
import { Listings, Trouble, useLobby, useTrouble, worded } from "./kit";
import { RatedField } from "../profile/field";
import { lastWish, noteWish, paces, search, seek, stop, type Search, type Wish } from "./seek";
import { top } from "./top";
import { named, paceWords } from "./words";
import type { Lobby } from "./types";

/** Two meet here. */
const games = catalogue.games.filter((g) => g.min_seats <= 2 && g.max_seats >= 2);

/** The choice of the last time, as far as there still is such a thing. */
export function firstWish(): Wish {
    const last = lastWish();
    return {
        game: games.find((g) => g.name === last?.game)?.name ?? games[0]!.name,
        pace: paces.find((p) => p === last?.pace) ?? paces[0],
        ...(last?.rated && { rated: true }),
    };
}
/** How many others are here: nobody counts themselves as company. */
export const othersHere = (people: number): string =>
    people > 1 ? tn("{n} other person is here now.", "{n} other people are here now.", people - 1) : t("Nobody else is here right now.");

function Choose({ said, lobby }: { said: Search; lobby: Lobby | undefined }) {
    const [wish, setWish] = useState(firstWish);
    const { name } = useStore(settings);
    const set = (part: Partial<Wish>, whole = false) => {
        const next = whole ? (part as Wish) : { ...wish, ...part };
        setWish(next);
        noteWish(next);
    };
    const missed = said.is === "none" ? said.missed : undefined,
        refused = said.is === "none" ? said.refused : undefined;
    return (
        <div class="form">
            {refused && <Trouble text={errorWords(refused)} />}
            {missed !== undefined && (
                <p class="note" role="status">
                    {t("You were not there when {name} came. Search again whenever you like.", { name: named(missed) })}
                </p>
            )}
            <p>
                {t(
                    "You play somebody who is looking for a game right now, too. Strangers cannot write to each other: there are a few friendly phrases.",
                )}
            </p>
            <Choice<string>
                label={t("Game")}
                value={wish.game}
                set={(game) => set({ game })}
                options={games.map((g) => [g.name, gameTitle(g.name)])}
            />
            <fieldset class="presets">
                <legend>{t("Pace")}</legend>
                {paces.map((p) => (
                    <label key={p} class={p === wish.pace ? "on" : ""}>
                        <input type="radio" name="pace" checked={p === wish.pace} onChange={() => set({ pace: p })} />
                        <span>
                            <b>{t(paceWords[p]![0])}</b>
                            <small>{t(paceWords[p]![1])}</small>
                        </span>
                    </label>
                ))}
            </fieldset>
            <RatedField
                on={!!wish.rated}
                set={(on) => {
                    const { rated: _, ...rest } = wish;
                    set(on ? { ...rest, rated: true } : rest, true);
                }}
            />
            {!name && <NameField mine label={t("Your name")} value={name} placeholder={t("You")} set={(n) => change({ name: n })} />}
            <p class="row">
                <button class="main large" onClick={() => seek(wish)}>
                    {t("Find somebody")}
                </button>
                {lobby && <span class="soft">{othersHere(lobby.people)}</span>}
            </p>
        </div>
    );
}

function Wait({ s, lobby }: { s: Search & { is: "seeking" | "paired" }; lobby: Lobby | undefined }) {
    const link = useLink();
    const [trouble, run] = useTrouble();
    const [busy, setBusy] = useState(false);
    const bot = async () => {
        setBusy(true);
        if (!(await run(playNow(s.wish.game, 2)))) setBusy(false);
    };
    const same = (lobby?.tables ?? []).filter((l) => l.game === s.wish.game && l.seats.includes(null)).slice(0, 3);
    return (
        <>
            <section class="waiting" aria-label={t("The search")}>
                <Hearth fire={link === "lost" ? "ash" : "lit"} />
                <div class="text">
                    {s.is === "seeking" && s.missed !== undefined && (
                        <p class="note" role="status">
                            {t("{name} did not come. The search goes on.", { name: named(s.missed) })}
                        </p>
                    )}
                    <p role="status">
                        <b>{t("Looking for somebody to play {game} with…", { game: gameTitle(s.wish.game) })}</b>
                        <small>
                            {t(paceWords[s.wish.pace]?.[1] ?? "")} {s.wish.rated && t("Rated.")} {lobby && othersHere(lobby.people)}
                        </small>
                    </p>
                </div>
            </section>
            <Trouble text={trouble} />
            <div class="row">
                <button class="main large" disabled={busy} onClick={() => void bot()}>
                    {t("Play a bot until somebody comes")}
                </button>
                <button class="large" onClick={stop}>
                    {t("Stop searching")}
                </button>
            </div>
            <p class="soft">
                {t(
                    "You may go to other pages meanwhile: you are asked when somebody is there. A game against a bot is kept, and you can go on with it later.",
                )}
            </p>
            {same.length > 0 && (
                <section>
                    <h2>{t("These tables have a free seat")}</h2>
                    <Listings of={same} label={t("These tables have a free seat")} />
                </section>
            )}
        </>
    );
}

export default worded(function Meet() {
    const s = useStore(search),
        lobby = useLobby();
    useEffect(top, []);
    return (
        <Layout title={t("Play somebody")}>
            {s.is === "none" ? <Choose said={s} lobby={lobby} /> : <Wait s={s} lobby={lobby} />}
            <p class="links">
                <a href="/lobby">{t("Open tables and games to watch")}</a>
                <a href="/people">{t("Friends")}</a>
                <a href="/evening">{t("Make an evening")}</a>
                <a href="/leaders">{t("Leaderboards")}</a>
            </p>
        </Layout>
    );
});
