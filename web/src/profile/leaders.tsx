// leaders.tsx: the leaderboards of this server and of one's friends, by game and pace.
import { useEffect, useRef, useState } from "preact/hooks";
import { catalogue } from "../catalogue";
import { t, tn } from "../i18n";
import { errorWords } from "../form/errors";
import { lastWish, paces } from "../meet/seek";
import { named } from "../meet/words";
import { link } from "../net/browser";
import { Choice } from "../ui/kit";
import { Layout } from "../ui/layout";
import { ShowAll } from "../ui/show_all";
import { gameTitle } from "../words";
import { leaders, type Leader } from "./api";
import { OwnCrest } from "./crest";
import { paceName } from "./parts";
import { points, within } from "./words";

type Circle = "all" | "friends";
/** So many are shown at first, and oneself. */
const few = 10;

/** `beyond`: between this row and the one above there are others. */
const Row = ({ of, mine, beyond }: { of: Leader; mine: boolean; beyond?: boolean }) => (
    <tr class={`${mine ? "mine" : ""} ${beyond ? "beyond" : ""}`} aria-current={mine ? "true" : undefined}>
        <td>{of.place}</td>
        <th scope="row">
            <a href={mine ? "/me" : `/who/${of.who}`}>
                <OwnCrest crest={of.crest} size={28} /> <span>{named(of.name)}</span>
                {mine && <small> {t("(you)")}</small>}
            </a>
        </th>
        <td>
            <b>{points(of.at)}</b> <small>{within(of.error)}</small>
        </td>
        <td>{of.games}</td>
    </tr>
);

/** What to do for a list to be there. */
const Nobody = ({ circle }: { circle: Circle }) => (
    <section class="my-empty">
        <p>
            {circle === "friends"
                ? t("None of your friends has a rating here yet, nor have you.")
                : t(
                      "Nobody stands here yet: the list begins with the first players who have a settled rating and a profile that everybody may see.",
                  )}
        </p>
        <ul>
            <li>
                {t(
                    "Play rated games: choose “rated” when you open a table or look for somebody. A rating needs five games at least to settle.",
                )}
            </li>
            {circle === "all" && <li>{t("In your profile, let everybody see it.")}</li>}
            {circle === "friends" && <li>{t("After a game you can add whoever you played with as a friend; they have to agree.")}</li>}
        </ul>
        <p class="row">
            <a class="button main" href="/meet">
                {t("Play somebody")}
            </a>
            <a class="button" href="/me">
                {t("Profile")}
            </a>
        </p>
    </section>
);

export function Leaders() {
    const last = lastWish();
    const [game, setGame] = useState(catalogue.games.find((g) => g.name === last?.game)?.name ?? catalogue.games[0]!.name);
    const [pace, setPace] = useState<string>(paces.find((p) => p === last?.pace) ?? paces[0]);
    const [circle, setCircle] = useState<Circle>("all");
    const [found, setFound] = useState<{ people: Leader[]; me: Leader | null }>();
    const [trouble, setTrouble] = useState("");
    const [whole, setWhole] = useState(false);
    const known = link.tokens().length > 0;
    /** Until somebody chooses, the first pace with people on its list is shown. */
    const chosen = useRef(false);
    const choose =
        <T,>(set: (value: T) => void) =>
        (value: T): void => {
            chosen.current = true;
            set(value);
        };
    useEffect(() => {
        let left = false;
        setFound(undefined);
        setWhole(false);
        setTrouble("");
        const read = async (): Promise<void> => {
            const here = await leaders(game, pace, circle === "friends");
            for (const other of here.people.length || chosen.current ? [] : paces.filter((p) => p !== pace)) {
                const there = await leaders(game, other, false);
                if (left) return;
                if (there.people.length) return choose(setPace)(other);
            }
            if (!left) setFound(here);
        };
        read().catch((e: unknown) => left || setTrouble(errorWords(e)));
        return () => {
            left = true;
        };
    }, [game, pace, circle]);
    const me = found?.me,
        people = found?.people ?? [],
        shown = whole ? people : people.slice(0, few),
        beyond = me && !shown.some((p) => p.who === me.who);
    return (
        <Layout title={t("Leaderboards")}>
            <div class="form leaders-of">
                <Choice<string>
                    label={t("Game")}
                    value={game}
                    set={choose(setGame)}
                    options={catalogue.games.map((g) => [g.name, gameTitle(g.name)])}
                />
                <Choice<string> label={t("Pace")} value={pace} set={choose(setPace)} options={paces.map((p) => [p, paceName(p)])} />
                {known && (
                    <Choice<Circle>
                        label={t("Who")}
                        value={circle}
                        set={choose(setCircle)}
                        options={[
                            ["all", t("Everybody here")],
                            ["friends", t("My friends and I")],
                        ]}
                    />
                )}
            </div>
            {trouble && (
                <p class="note bad" role="alert">
                    {trouble}
                </p>
            )}
            {!found && !trouble && <p aria-busy="true" />}
            {found && !found.people.length && <Nobody circle={circle} />}
            {found && found.people.length > 0 && (
                <table class="leaders">
                    <caption class="unseen">
                        {tn("{n} player", "{n} players", found.people.length)}: {gameTitle(game)}, {paceName(pace)}
                    </caption>
                    <thead>
                        <tr>
                            <th scope="col">{t("Place")}</th>
                            <th scope="col">{t("Name")}</th>
                            <th scope="col">{t("Rating")}</th>
                            <th scope="col">{t("Games")}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {shown.map((p) => (
                            <Row key={p.who} of={p} mine={p.who === me?.who} />
                        ))}
                        {beyond && <Row of={me} mine beyond />}
                    </tbody>
                </table>
            )}
            {people.length > shown.length && (
                <ShowAll words={tn("Show {n} player", "Show all {n} players", people.length)} show={() => setWhole(true)} />
            )}
            {found && found.people.length > 0 && !me && (
                <p class="soft">
                    {circle === "all"
                        ? t("You stand here once your rating has settled and everybody may see your profile.")
                        : t("You stand here once your rating has settled.")}
                </p>
            )}
            {people.length > 0 && (
                <>
                    <p class="soft">{t("± says how sure a rating is: the strength lies that far away at most, 19 times in 20.")}</p>
                    <p class="links">
                        <a href="/me">{t("Profile")}</a>
                        <a href="/meet">{t("Play somebody")}</a>
                    </p>
                </>
            )}
        </Layout>
    );
}
