// mine.tsx: one's own profile: crest and name, ratings from games against bots, statistics, charts, and the games. All of it works from
// this browser's games alone; what a server knows is added.
import { useEffect, useRef, useState } from "preact/hooks";
import { list, t, tn } from "../i18n";
import { link } from "../net/browser";
import { Accuracy, Luck } from "../myplay/charts";
import type { Digest } from "../myplay/digest";
import { digests, savedGames } from "../myplay/store";
import { gamesOf, totals } from "../myplay/sums";
import { accuracyText } from "../myplay/words";
import { personName, botName, gameTitle } from "../words";
import { change, settings } from "../settings";
import { errorWords } from "../form/errors";
import { go } from "../router";
import { pack } from "../share";
import { useStore } from "../store";
import { LocalTable } from "../table/local";
import { Choice, NameField } from "../ui/kit";
import { Layout } from "../ui/layout";
import { profileOf, setProfile, type Profile, type Visible } from "./api";
import { crestName, crests, OwnCrest } from "./crest";
import { against, ownGames, statsOf, type Own } from "./games";
import { Head, History, RatingCourse, RatingList, ServerGames, StatsList } from "./parts";
import { OwnRatings } from "./ratings";
import { OwnPuzzles } from "./puzzles";
import { onDay } from "./words";

/** The crest, which is kept beside the settings until there is a server to tell it to. */
const keptCrest = (): number => Number((settings.get() as unknown as { crest?: number }).crest ?? 0);

function Crests({ value, set }: { value: number; set: (crest: number) => void }) {
    return (
        <details class="crests">
            <summary>{t("Choose a crest")}</summary>
            <fieldset>
                <legend class="unseen">{t("Crest")}</legend>
                {Array.from({ length: crests }, (_, i) => (
                    <label key={i} title={crestName(i)} class={i === value ? "on" : ""}>
                        <input type="radio" name="crest" checked={i === value} onChange={() => set(i)} aria-label={crestName(i)} />
                        <OwnCrest crest={i} size={40} />
                    </label>
                ))}
            </fieldset>
        </details>
    );
}

const titleOf = (g: Own): string =>
    t("{game} with {players}", {
        game: gameTitle(g.game),
        players: list([
            ...new Set(g.seats.flatMap((s, i) => (i === g.seat ? [] : [s.kind === "bot" ? botName(s.name) : personName(s.name, i)]))),
        ]),
    });
const recordOf = async (g: Own, all: Digest[]): Promise<string> => {
    const digest = all.find((d) => d.id === g.id);
    if (digest) return digest.record;
    const table = await LocalTable.resume(g.id);
    try {
        return await table.record();
    } finally {
        table.close();
    }
};
/** Why a game is not part of the rating. Its title says it if it was with people. */
function notCounted(g: Own): string[] {
    const why = against(g);
    return why === "rules" ? [t("by house rules, not counted")] : why === "help" ? [t("with help, not counted")] : [];
}
/** Games of this browser, the newest first. */
function OwnHistory({ of, all }: { of: Own[]; all: Digest[] }) {
    const open = async (page: string, g: Own, more = ""): Promise<void> =>
        go(`/${page}/${g.game}#${await pack(await recordOf(g, all))}${more}`);
    return (
        <History
            of={[...of].reverse().map((g) => ({
                ...{ key: g.id, title: titleOf(g), won: g.won, end: g.won ? t("won") : t("lost") },
                notes: [onDay(g.when, true), ...notCounted(g)].join(" · "),
                replay: () => void open("replay", g),
                review: () => void open("review", g, `..${g.seat}`),
            }))}
        />
    );
}

const Empty = () => (
    <section class="my-empty">
        <p>{t("After your first finished game you will see here:")}</p>
        <ul>
            <li>{t("how many games you won, and how many in a row;")}</li>
            <li>{t("after five games against bots, how strong you play, and between which bots that is;")}</li>
            <li>{t("your games, to be watched and reviewed again.")}</li>
        </ul>
        <a class="button main" href="/">
            {t("Choose a game")}
        </a>
    </section>
);

export function Mine() {
    const { name } = useStore(settings);
    const [crest, setCrest] = useState(keptCrest);
    const [own, setOwn] = useState<Own[]>();
    const [all, setAll] = useState<Digest[]>([]);
    const [waiting, setWaiting] = useState(0);
    const [server, setServer] = useState<Profile>();
    const [trouble, setTrouble] = useState("");
    const changes = useRef(0),
        truth = useRef<Profile>(); // as the server told it last
    const known = link.tokens().length > 0;
    const told = (p: Profile): void => {
        truth.current = p;
        setServer(p);
        setCrest(p.crest);
        change({ crest: p.crest });
    };
    useEffect(() => {
        let left = false;
        void (async () => {
            const [saved, made] = await Promise.all([savedGames().catch(() => []), digests.all().catch(() => [])]),
                found = await ownGames(saved, made);
            if (left) return;
            setAll(made);
            setOwn(found);
            setWaiting(found.filter((g) => g.share === undefined).length);
        })();
        if (known)
            profileOf("me").then(
                (p) => void (left || changes.current || told(p)), // else the answer to what was chosen meanwhile is newer
                () => undefined, // a server without profiles, or none: this browser is enough
            );
        return () => {
            left = true;
        };
    }, []);
    const set = (part: { crest?: number; visible?: Visible }): void => {
        const nth = ++changes.current;
        if (part.crest !== undefined) {
            setCrest(part.crest);
            change({ crest: part.crest });
        }
        if (server && part.visible) setServer({ ...server, visible: part.visible }); // at once; the last answer has the last word
        setTrouble("");
        if (known)
            setProfile(part).then(
                (p) => {
                    truth.current = p;
                    if (nth === changes.current) told(p);
                },
                (e: unknown) => {
                    if (!truth.current || nth !== changes.current) return;
                    setTrouble(errorWords(e));
                    told(truth.current); // not what was asked for: nobody is to believe that a profile is hidden which is not
                },
            );
    };
    const played = [...new Set((own ?? []).map((g) => g.game))],
        reviewed = gamesOf(all),
        sum = totals(reviewed),
        chosen = reviewed.filter((g) => g.choices > 0 && !g.helped).length; // in others there was nothing to decide
    return (
        <Layout title={t("Profile")}>
            <Head crest={crest}>
                <NameField mine label={t("Your name")} value={name} placeholder={t("You")} set={(n) => change({ name: n })} />
            </Head>
            <Crests value={crest} set={(c) => set({ crest: c })} />
            {trouble && (
                <p class="note bad" role="alert">
                    {trouble}
                </p>
            )}
            {server && (
                <div class="visible">
                    <Choice<Visible>
                        label={t("Who may see this profile")}
                        value={server.visible}
                        set={(visible) => set({ visible })}
                        options={[
                            ["private", t("Only I")],
                            ["friends", t("Friends")],
                            ["public", t("Everybody")],
                        ]}
                    />
                    <p class="soft">
                        {t(
                            "Games of this browser are shown to nobody. Only who lets everybody see their profile stands on the leaderboard.",
                        )}
                    </p>
                </div>
            )}
            <p class="links">
                <a href="/my">{t("My play")}</a>
                <a href="/leaders">{t("Leaderboards")}</a>
            </p>
            {!own && <p aria-busy="true">{t("Reading your games…")}</p>}
            {own && !own.length && !server?.recent.length && <Empty />}
            {own && own.length > 0 && (
                <>
                    <OwnRatings own={own} played={played} />
                    <section>
                        <h2>{t("Games in this browser")}</h2>
                        <StatsList of={played.map((g) => statsOf(g, own))} />
                    </section>
                    {waiting > 0 && (
                        <p class="note">
                            {tn("{n} game is not reviewed yet.", "{n} games are not reviewed yet.", waiting)}{" "}
                            <a href="/my">{t("My play reviews them.")}</a>
                        </p>
                    )}
                    {sum.choices > 0 && (
                        <section class="reviewed">
                            <h2>{t("Reviewed games")}</h2>
                            <p>
                                {tn("Accuracy in {n} game: {accuracy}.", "Accuracy in {n} games: {accuracy}.", chosen, {
                                    accuracy: accuracyText(sum.accuracy),
                                })}
                            </p>
                            <div class="charts">
                                <Accuracy games={reviewed} />
                                <Luck games={reviewed} />
                            </div>
                        </section>
                    )}
                    <section>
                        <h2>{t("Your games here")}</h2>
                        <OwnHistory of={own} all={all} />
                    </section>
                </>
            )}
            <OwnPuzzles />
            {server && (
                <section class="on-server">
                    <h2>{t("On this server")}</h2>
                    {server.ratings.length > 0 ? (
                        <>
                            <RatingList of={server.ratings} />
                            <div class="charts">
                                {server.ratings.map((r) => (
                                    <RatingCourse key={`${r.game} ${r.pace}`} of={r} games={server.recent} />
                                ))}
                            </div>
                        </>
                    ) : (
                        <p class="soft">{t("No rated game yet. Choose “rated” when you open a table or look for somebody.")}</p>
                    )}
                    {server.stats.length > 0 && <StatsList of={server.stats} />}
                    {server.recent.length > 0 && (
                        <>
                            <h3>{t("Last games")}</h3>
                            <ServerGames who="me" of={server} />
                        </>
                    )}
                </section>
            )}
            {!known && (
                <p class="soft">
                    {t(
                        "All this comes from the games of this browser, and stays here. Once you play online, you have a profile there, too.",
                    )}
                </p>
            )}
        </Layout>
    );
}
