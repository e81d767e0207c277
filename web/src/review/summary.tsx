// summary.tsx: a game in a minute: who won, the sum of each seat, and the moments worth a look.
import { Fragment, type ComponentChildren } from "preact";
import { number, t, tn } from "../i18n";
import { Crest, Icon } from "../ui/kit";
import { level } from "../words";
import { type likely, roundOf, shownError, slips, told, whereDealt, whereDecided, worthTelling } from "./model";
import type { Names } from "./names";
import { chance, change, size } from "./numbers";
import { Later } from "./later";
import { stepOf, type Decided, type Reviewed } from "./types";

export interface Seen {
    r: Reviewed;
    seat: number; // whose review it is
    you: boolean; // it is the reader's own
    name: (seat: number) => string;
    names: Names;
    go: (step: number) => void;
}

/** Said of luck: never without its number and its error. */
function luckText({ r, seat, you, name }: Seen): string {
    const { luck } = r.seats[seat]!,
        error = shownError(r.seats[seat]!.luck_error),
        values = { luck: size(luck), error: size(error), name: name(seat) };
    if (Math.abs(luck) <= error) return t("Luck was about even: {luck}, give or take {error}.", { ...values, luck: change(luck) });
    if (you)
        return luck > 0
            ? t("You were lucky: that gave you {luck}, give or take {error}.", values)
            : t("You were unlucky: that cost you {luck}, give or take {error}.", values);
    return luck > 0
        ? t("Luck gave {name} {luck}, give or take {error}.", values)
        : t("Bad luck cost {name} {luck}, give or take {error}.", values);
}
function slipsText({ r, seat, you, name }: Seen): string {
    const { own, slips } = r.seats[seat]!;
    if (!slips) return t("No move was a slip beyond doubt.");
    const values = { size: size(own), name: name(seat) };
    return you
        ? tn("{n} slip of yours cost {size}.", "{n} slips of yours cost {size}.", slips, values)
        : tn("{name}: {n} slip cost {size}.", "{name}: {n} slips cost {size}.", slips, values);
}

/** The sum as a waterfall: every bar begins where the one before it ended. */
function Sum({ r, seat }: Seen) {
    const s = r.seats[seat]!,
        error = shownError(r.seats[seat]!.luck_error);
    let at = s.start;
    const rows: { kind: string; label: string; from: number; to: number; text: string }[] = [
        { kind: "start", label: t("Chance at the start"), from: 0, to: s.start, text: chance(s.start) },
    ];
    const add = (kind: string, label: string, by: number, text = change(by)): void => {
        rows.push({ kind, label, from: at, to: at + by, text });
        at += by;
    };
    add("own", t("Own slips"), s.own);
    add("others", t("Slips of others"), s.others);
    add("luck", t("Luck"), s.luck, `${change(s.luck)} ± ${size(error)}`);
    add("rest", t("Too small to tell"), s.rest);
    rows.push({ kind: "result", label: r.over ? t("Result") : t("Chance now"), from: 0, to: s.result, text: chance(s.result) });
    const low = Math.min(0, ...rows.map((x) => Math.min(x.from, x.to))),
        high = Math.max(1, ...rows.map((x) => Math.max(x.from, x.to))),
        place = (v: number): number => ((v - low) / (high - low)) * 100;
    return (
        <table class="sum">
            <caption>{t("How the chance of winning came about")}</caption>
            <tbody>
                {rows.map((x) => (
                    <tr key={x.kind}>
                        <th scope="row">{x.label}</th>
                        <td class="bars" aria-hidden="true">
                            <span
                                class={`fall ${x.kind} ${x.to < x.from ? "down" : "up"}`}
                                style={{
                                    left: `${place(Math.min(x.from, x.to))}%`,
                                    width: `${Math.max(0.8, place(Math.max(x.from, x.to)) - place(Math.min(x.from, x.to)))}%`,
                                }}
                            />
                        </td>
                        <td class="n">{x.text}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function likeText({ levels, chance: sure }: ReturnType<typeof likely>): string {
    const values = { level: level(levels[0]!), last: level(levels.at(-1)!), chance: chance(sure) };
    return levels.length > 1 ? t("like {level} to {last} ({chance} sure)", values) : t("like {level} ({chance} sure)", values);
}

/** What decided the game, and for whom. */
function verdictText({ r, seat, name }: Seen): string {
    const { winner: won, verdict } = r;
    if (won === null || verdict === null) return "";
    const s = r.seats[won]!,
        said: Record<Decided, string> = {
            rest: t("Moves that cost their own players nothing decided the game."),
            neither: t("Neither luck nor slips decided the game."),
            luck: t("Luck decided the game."),
            despite: t("Better play decided the game, against the luck."),
            play: t("Better play decided the game."),
            mostly_luck: t("Mostly luck decided the game."),
            mostly_play: t("Mostly better play decided the game."),
            both: t("Luck and better play decided the game together."),
        };
    if (won === seat) return said[verdict];
    const values = {
        name: name(won),
        luck: change(s.luck),
        error: size(shownError(s.luck_error)),
        others: change(s.others),
        own: change(s.own),
    };
    return `${said[verdict]} ${t("{name}: luck {luck} ± {error}, slips of others {others}, own slips {own}.", values)}`;
}

/** Everybody in a line; pressed, it is their review. */
export function Seats({ r, seat, name, choose }: Seen & { choose: (seat: number) => void }) {
    const like = told(r.seats);
    return (
        <table class="players">
            <caption class="unseen">{t("All players")}</caption>
            <thead>
                <tr>
                    <th scope="col">{t("Player")}</th>
                    <th scope="col">{t("Accuracy")}</th>
                    <th scope="col">{t("Slips")}</th>
                    <th scope="col">{t("Luck")}</th>
                </tr>
            </thead>
            <tbody>
                {r.seats.map((s, i) => (
                    <Fragment key={i}>
                        <tr class={i === seat ? "on" : ""}>
                            <th scope="row">
                                <button class="plain" aria-pressed={i === seat} onClick={() => choose(i)}>
                                    <Crest seat={i} /> {name(i)}
                                    {r.over && s.result > 0 && (
                                        <>
                                            <Icon name="trophy" size={18} />
                                            <span class="unseen">{t("won")}</span>
                                        </>
                                    )}
                                </button>
                            </th>
                            <td>{number(Math.round(s.accuracy))}</td>
                            <td>
                                {number(s.slips)} <small>{change(s.own)}</small>
                            </td>
                            <td>
                                {change(s.luck)} <small>± {size(shownError(r.seats[i]!.luck_error))}</small>
                            </td>
                        </tr>
                        {like[i] && (
                            <tr class="liked">
                                <td colSpan={4}>{t("Played {like}", { like: likeText(like[i]!) })}</td>
                            </tr>
                        )}
                    </Fragment>
                ))}
            </tbody>
        </table>
    );
}

/** A moment of the game with a way to it. */
function Moment({ label, where, go, children }: { label: string; where: string; go: () => void; children: ComponentChildren }) {
    return (
        <li>
            <button onClick={go}>
                <small>{label}</small>
                <span>{children}</span>
                <small class="where">{where}</small>
            </button>
        </li>
    );
}

export function Moments(seen: Seen) {
    const { r, seat, name, names, go } = seen,
        s = r.seats[seat]!;
    const where = (row: number, step: number): string =>
        roundOf(r, row) ? t("Round {n}, step {step}", { n: roundOf(r, row), step }) : t("Step {n}", { n: step });
    const decided = (i: number | null) => (i === null ? undefined : r.decisions[i]),
        dealt = (i: number | null) => (i === null ? undefined : r.chances[i]);
    const won = r.winner,
        most = decided(r.decisive),
        worst = decided(s.worst),
        [theirs] = slips(r, undefined, 0).filter((d) => d.seat !== seat),
        best = decided(s.finest),
        finest = best && (best.margin ?? 0) >= worthTelling ? best : undefined,
        cards = [
            { kind: t("Luckiest card"), c: dealt(s.lucky) },
            { kind: t("Unluckiest card"), c: dealt(s.unlucky) },
        ].filter(({ c }) => c && Math.abs(c.luck[seat]!) > shownError(c.error[seat]!));
    const turned = r.turning === null ? undefined : stepOf(r.steps, r.turning);
    return (
        <ul class="moments">
            {turned !== undefined && (
                <Moment label={t("Turning point")} where={where(r.turning!, turned)} go={() => go(turned)}>
                    {t("From here the winner was ahead to the end.")}
                </Moment>
            )}
            {most && (
                <Moment label={t("The decisive slip")} where={where(most.row, whereDecided(r, most))} go={() => go(whereDecided(r, most))}>
                    <b>{change(most.loss[most.seat]!)}</b> {name(most.seat)}: <Later of={names.move(most, most.played!)} /> ({name(won!)}:{" "}
                    {change(most.loss[won!]!)})
                </Moment>
            )}
            {worst && worst.kind === "slip" && worst !== most && (
                <Moment
                    label={t("Most expensive own slip")}
                    where={where(worst.row, whereDecided(r, worst))}
                    go={() => go(whereDecided(r, worst))}
                >
                    <b>{change(worst.loss[seat]!)}</b> <Later of={names.move(worst, worst.played!)} />
                </Moment>
            )}
            {theirs && theirs !== most && (
                <Moment
                    label={t("Most expensive slip of others")}
                    where={where(theirs.row, whereDecided(r, theirs))}
                    go={() => go(whereDecided(r, theirs))}
                >
                    <b>{change(theirs.loss[theirs.seat]!)}</b> {name(theirs.seat)}: <Later of={names.move(theirs, theirs.played!)} />
                </Moment>
            )}
            {finest && (
                <Moment
                    label={t("Best move found")}
                    where={where(finest.row, whereDecided(r, finest))}
                    go={() => go(whereDecided(r, finest))}
                >
                    <Later of={names.move(finest, finest.played!)} />:{" "}
                    <b>{t("{size} better than any other move", { size: size(finest.margin ?? 0) })}</b>
                </Moment>
            )}
            {cards.map(
                ({ kind, c }) =>
                    c && (
                        <Moment key={kind} label={kind} where={where(c.row, whereDealt(r, c))} go={() => go(whereDealt(r, c))}>
                            <b>
                                {change(c.luck[seat]!)} ± {size(shownError(c.error[seat]!))}
                            </b>{" "}
                            {c.kind === "deal" && r.rounds.includes(c.row) ? (
                                t("The deal")
                            ) : (
                                <Later of={names.step(whereDealt(r, c), seat)} />
                            )}
                            {c.kind === "hidden" && ` ${t("(because of cards that could not be seen)")}`}
                        </Moment>
                    ),
            )}
        </ul>
    );
}

export function Summary(seen: Seen) {
    return (
        <>
            <p class="told">
                {verdictText(seen)} {luckText(seen)} {slipsText(seen)}
            </p>
            <Sum {...seen} />
            <p class="soft">
                {t(
                    "All in chances of winning. A slip is a move that was most likely worse than another, by what its player could see. The graph knows all cards. ± is twice the standard error.",
                )}
            </p>
            <p class="soft">
                {t("Accuracy is a mean over all moves with a choice: 100 for one that loses nothing, 0 for one that throws the game away.")}
            </p>
        </>
    );
}
