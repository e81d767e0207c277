// theirs.tsx: the profile of somebody else, as far as they let us see it.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { errorWords } from "../form/errors";
import { named } from "../meet/words";
import { Layout } from "../ui/layout";
import { profileOf, type Profile } from "./api";
import { Head, RatingCourse, RatingList, ServerGames, StatsList } from "./parts";
import { onDay } from "./words";

type Refusal = { error?: string; name?: string; crest?: number };

export function Theirs({ who }: { who: string }) {
    const [of, set] = useState<Profile>();
    const [refused, setRefused] = useState<Refusal>();
    useEffect(() => {
        let left = false;
        profileOf(who).then(
            (p) => left || set(p),
            (e: unknown) => left || setRefused(e as Refusal),
        );
        return () => {
            left = true;
        };
    }, [who]);
    return (
        <Layout title={t("Profile")}>
            {!of && !refused && <p aria-busy="true" />}
            {refused?.error === "private" && (
                <>
                    <Head crest={refused.crest ?? 0} name={named(refused.name ?? "")} />
                    <p class="note">{t("This profile is not shown to you. Only its owner can change that.")}</p>
                </>
            )}
            {refused && refused.error !== "private" && (
                <p class="note bad" role="alert">
                    {refused.error === "unknown" || refused.error === "unknown-person"
                        ? t("There is nobody with this address here.")
                        : errorWords(refused)}
                </p>
            )}
            {of && (
                <>
                    <Head crest={of.crest} name={named(of.name)}>
                        <p class="soft">{t("Here since {date}", { date: onDay(of.since) })}</p>
                    </Head>
                    <section class="on-server">
                        <h2>{t("Ratings")}</h2>
                        {of.ratings.length > 0 ? (
                            <>
                                <RatingList of={of.ratings} />
                                <div class="charts">
                                    {of.ratings.map((r) => (
                                        <RatingCourse key={`${r.game} ${r.pace}`} of={r} games={of.recent} />
                                    ))}
                                </div>
                            </>
                        ) : (
                            <p class="soft">{t("No rated game yet.")}</p>
                        )}
                    </section>
                    {of.stats.length > 0 && (
                        <section>
                            <h2>{t("Games")}</h2>
                            <StatsList of={of.stats} />
                        </section>
                    )}
                    {of.recent.length > 0 && (
                        <section>
                            <h2>{t("Last games")}</h2>
                            <ServerGames who={who} of={of} />
                        </section>
                    )}
                </>
            )}
            <p class="links">
                <a href="/leaders">{t("Leaderboards")}</a>
                <a href="/people">{t("Friends")}</a>
            </p>
        </Layout>
    );
}
