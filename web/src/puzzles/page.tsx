// page.tsx: puzzles: /puzzles shows the position of the day and how one did, /puzzles/GAME leads to a puzzle near one's rating,
// /puzzles/GAME/day to that of the day, /puzzles/GAME/ID shows one, and /puzzles/GAME/any/THEME practises a theme.
import { useEffect, useState } from "preact/hooks";
import type { Board, Context } from "../board";
import type { Themes } from "../games";
import { language, percent, t, tn } from "../i18n";
import { Reasons } from "../myplay/reasons";
import { Answered, Asked, Failed, useStill } from "../myplay/said";
import { Stage } from "../myplay/stage";
import { myStyle } from "../myplay/style";
import { cost } from "../myplay/words";
import { points } from "../profile/words";
import { puzzleRate, why } from "../review/engine";
import type { Fact, PuzzleRating } from "../review/types";
import { reviewWords } from "../review/words";
import { go } from "../router";
import { Icon } from "../ui/kit";
import { Layout } from "../ui/layout";
import { errorText, gameTitle } from "../words";
import { keepMine, mineOf, onDay, themed, tryAdd, type Mine } from "./mine";
import { dayOf, loadPack, nextPuzzle, packs, packSize, puzzleOfDay, serverCounts, type Puzzle } from "./pack";
import { sumRows, ThemeList, useThemes } from "./theme_list";
import { packThemes, themesOf } from "./themes";

/** The day in UTC, as the position of the day has it. */
const dayText = (ms: number): string =>
    new Intl.DateTimeFormat(language.get(), { day: "numeric", month: "short", timeZone: "UTC" }).format(ms);
const daysSince = (when: number): number => (when ? Math.max(0, (Date.now() - when) / 86_400_000) : 0);

/** What came of a try. */
interface Answer {
    move: string;
    solved: boolean;
    lost: number | undefined; // undefined: nobody looked at that move, because another is never worse
    why: Fact[];
    theme: string | undefined;
    /** Of the first try of this puzzle. */
    rated: { before: PuzzleRating; after: PuzzleRating; streak: number } | undefined;
}
async function answer(game: string, p: Puzzle, move: string, today: boolean): Promise<Answer> {
    const best = p.moves[0]!,
        solved = move === best.move,
        other = p.moves.find((m) => m.move === move),
        mine = mineOf(game),
        now = Date.now();
    const asked = { game, record: p.record, row: p.row, seat: p.seat, better: best.move, played: solved ? p.moves[1]!.move : move },
        [facts, [theme]] = await Promise.all([why(asked), themesOf(game, [p])]);
    let rated: Answer["rated"];
    if (!mine.tried[p.id] && p.rating.error) {
        const after = await puzzleRate({ mine: mine.rating, days: daysSince(mine.when), puzzle: p.rating, solved }),
            kept = tryAdd(mine, p.id, solved, after, now, theme);
        keepMine(game, today ? onDay(kept, dayOf(now), solved) : kept);
        rated = { before: mine.rating, after, streak: kept.streak };
    } else if (today) keepMine(game, onDay(mine, dayOf(now), solved)); // it was tried on another day, and is not rated again
    return { move, solved, lost: other && best.value - other.value, why: facts, theme, rated };
}

/** So many moves are shown at once. */
const few = 5;
function Chances({ p, move, ctx, board }: { p: Puzzle; move: string; ctx: Context; board: Board }) {
    const row = (m: Puzzle["moves"][number], i: number) => (
        <li key={m.move} class={i ? "" : "best"}>
            <span>
                {m.move === move && <em>{t("your move")}</em>} {board.move(m.move, ctx)}
            </span>
            <b>{percent(m.value)}</b>
            <span class="bar-line" aria-hidden="true">
                <i style={{ width: `${m.value * 100}%` }} />
            </span>
        </li>
    );
    const at = p.moves.findIndex((m) => m.move === move),
        first = Math.max(few, at < few * 2 ? at + 1 : few),
        more = p.moves.slice(first);
    return (
        <div class="chances">
            <h3>{t("Chances of winning after each move")}</h3>
            <ol>{p.moves.slice(0, first).map(row)}</ol>
            {more.length > 0 && (
                <details>
                    <summary>{tn("{n} other move", "{n} other moves", more.length)}</summary>
                    <ol>{more.map((m) => row(m, 1))}</ol>
                </details>
            )}
        </div>
    );
}

interface Told {
    game: string;
    p: Puzzle;
    today: boolean;
    themes: Themes | undefined;
    theme: string | undefined; // that is practised
    given: Answer | "asked" | undefined;
    ctx: Context;
    board: Board;
    again: () => void;
    next: () => void;
}
function Said({ game, p, today, themes, theme, given, ctx, board, again, next }: Told) {
    if (!given || given === "asked")
        return (
            <Asked
                what={t("Puzzle")}
                title={today && !theme ? t("Position of the day") : t("Find the move")}
                where={
                    <>
                        <a href="/puzzles">{t("Puzzles")}</a> · {gameTitle(game)} ·{" "}
                        {today && !theme
                            ? dayText(Date.now())
                            : themes?.names[theme ?? ""]
                              ? t(themes.names[theme!]!)
                              : p.rating.error > 0 && t("Rated {n}", { n: points(p.rating.at) })}
                    </>
                }
                skip={t("Another")}
                next={next}
                thinks={!!given}
            >
                <p>{t("It is your turn. One move is clearly better than all others.")}</p>
            </Asked>
        );
    const best = board.move(p.moves[0]!.move, ctx),
        { rated } = given,
        about = themes?.names[given.theme ?? ""];
    return (
        <Answered
            what={t("Puzzle")}
            how={given.solved ? "best" : "slip"}
            title={given.solved ? t("Right!") : t("Not the best")}
            side={
                rated && (
                    <p class="rated">
                        {t("Your puzzle rating: {before} → {after}", { before: points(rated.before.at), after: points(rated.after.at) })}
                        {rated.streak > 1 && ` · ${tn("{n} in a row", "{n} in a row", rated.streak)}`}
                    </p>
                )
            }
            again={again}
            next={next}
        >
            {!given.solved && (
                <p>
                    {given.lost === undefined
                        ? t("Better: {move}. The judge did not even look at yours: another move is never worse.", { move: best })
                        : t("It lowers your chance of winning by {loss}, compared with: {move}", { loss: cost(given.lost), move: best })}
                </p>
            )}
            {given.solved && <p>{t("The next best move loses {loss}.", { loss: cost(p.moves[0]!.value - p.moves[1]!.value) })}</p>}
            <Reasons game={game} why={given.why} seat={p.seat} ctx={ctx} />
            {about && (
                <p class="theme">
                    {t("Theme: {theme}", { theme: t(about) })}{" "}
                    {given.theme !== theme && <a href={`/puzzles/${game}/any/${given.theme}`}>{t("More of these")}</a>}
                </p>
            )}
            {p.own && <p class="soft">{t("From a rated game on this server.")}</p>}
            <Chances p={p} move={given.move} ctx={ctx} board={board} />
        </Answered>
    );
}

function Solving({ game, p, today, theme }: { game: string; p: Puzzle; today: boolean; theme: string | undefined }) {
    const { table, error } = useStill(p),
        themes = useThemes(game);
    if (error) return <Failed why={error} />;
    if (!table) return <p aria-busy="true" />;
    return (
        <Stage
            game={game}
            table={table}
            judge={(move) => answer(game, p, move, today)}
            said={(shown) => <Said {...{ ...shown, game, p, today, themes, theme }} next={() => void onward(game, theme, p.id)} />}
        />
    );
}

/** Goes to a puzzle near one's rating, of a theme if there is one. Refused if no puzzle has it. */
async function onward(game: string, theme?: string, not?: string, replace = false): Promise<void> {
    const pack = await loadPack(game),
        of = theme ? await packThemes(game, pack) : [],
        some = theme ? pack.filter((_, i) => of[i] === theme) : pack,
        mine = mineOf(game);
    if (theme)
        keepMine(
            game,
            themed(mine, (id) => of[pack.findIndex((p) => p.id === id)]),
        );
    if (theme && !some.length) throw new Error(t("No puzzle has this theme any more."));
    const { id } = nextPuzzle(some, mine.rating.at, (id) => mine.tried[id]?.[0], Math.random(), not);
    go(`/puzzles/${game}/${id}${theme ? `/${theme}` : ""}`, replace);
}

/** Its pack is fetched first. */
function One({ game, id, theme }: { game: string; id: string | undefined; theme: string | undefined }) {
    const [pack, setPack] = useState<Puzzle[]>();
    const [error, setError] = useState("");
    const sent = !id || id === "any";
    useEffect(() => {
        const failed = (x: Error) => setError(errorText(x));
        loadPack(game).then(setPack, failed);
        if (sent) onward(game, theme, undefined, true).catch(failed);
    }, []);
    const today = pack && puzzleOfDay(pack, dayOf(Date.now())),
        p = id === "day" ? today : pack?.find((x) => x.id === id);
    if (error)
        return (
            <>
                <Failed why={error} />
                <p>
                    <a href="/puzzles">{t("Puzzles")}</a>
                </p>
            </>
        );
    if (!pack || sent) return <p aria-busy="true" />;
    if (!p)
        return (
            <p class="note">
                {t("There is no such puzzle any more.")} <a href={`/puzzles/${game}`}>{t("Another")}</a>
            </p>
        );
    return <Solving game={game} p={p} today={p === today} theme={theme} />;
}

function Game({ game, own }: { game: string; own: number }) {
    const mine: Mine = mineOf(game),
        today = mine.day?.[0] === dayOf(Date.now()) ? mine.day[1] : undefined;
    return (
        <section class="puzzle-game" data-game={game}>
            <i class="surface" aria-hidden="true" />
            <div>
                <h2 class="display">{gameTitle(game)}</h2>
                <p class="soft puzzle-count">
                    {tn("{n} puzzle", "{n} puzzles", packSize(game) + own)}
                    {own > 0 && ` · ${tn("{n} from rated games on this server", "{n} from rated games on this server", own)}`}
                </p>
                {Object.keys(mine.tried).length > 0 ? (
                    <dl>
                        {sumRows(mine).map(([what, value]) => (
                            <div key={what}>
                                <dt>{what}</dt>
                                <dd>{value}</dd>
                            </div>
                        ))}
                    </dl>
                ) : (
                    <p class="soft">{t("Your rating begins with the first puzzle.")}</p>
                )}
                {today !== undefined && (
                    <p>
                        <Icon name={today ? "check" : "cross"} />{" "}
                        {today ? t("Today's position: solved") : t("Today's position: not solved")}
                    </p>
                )}
                <p class="row">
                    <a
                        class={today === undefined ? "button main" : "button"}
                        href={`/puzzles/${game}/day`}
                        aria-label={`${t("Position of the day")}: ${gameTitle(game)}`}
                    >
                        {t("Position of the day")}
                    </a>
                    <a
                        class={today === undefined ? "button" : "button main"}
                        href={`/puzzles/${game}`}
                        aria-label={`${t("Puzzles near my rating")}: ${gameTitle(game)}`}
                    >
                        {t("Puzzles near my rating")}
                    </a>
                </p>
                <ThemeList game={game} mine={mine} />
            </div>
        </section>
    );
}

/** With its words and its style. */
export default function Puzzles({ parts: [game, id, theme] }: { parts: string[] }) {
    const [ready, setReady] = useState(false);
    const [own, setOwn] = useState<Record<string, number>>({});
    useEffect(() => {
        void Promise.all([reviewWords(), myStyle()]).then(() => setReady(true));
        if (!game) serverCounts().then(setOwn, () => undefined);
    }, [!game]);
    if (!ready) return <main class="page" aria-busy="true" />;
    if (game && packs().includes(game))
        return (
            <Layout title={t("Puzzle")} broad>
                <One game={game} id={id} theme={theme} />
            </Layout>
        );
    return (
        <Layout title={t("Puzzles")}>
            <p>
                {t(
                    "Positions from games of bots, as the player whose turn it is saw them. One move is the best, beyond doubt. The position of the day is the same for everybody.",
                )}{" "}
                {packs().some((g) => own[g]) && t("Some positions are from rated games on this server, without names.")}
            </p>
            <div class="puzzle-games">
                {packs().map((g) => (
                    <Game key={g} game={g} own={own[g] ?? 0} />
                ))}
            </div>
            <p class="soft">{t("Your rating and what you solved stay in this browser.")}</p>
        </Layout>
    );
}
