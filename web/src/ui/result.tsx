// result.tsx: the end of a game: who won and why, and what can be done now: again, replay, verify, keep, share. A victory is a
// celebration, a defeat is kind; what decided the game is shown by the board (Why).
import "./play"; // it is loaded by then: so the bundler need not divide it
import { useEffect, useRef, useState } from "preact/hooks";
import { tools } from "../engine/engine";
import type { Board, Context } from "../board";
import { list, number, t } from "../i18n";
import { install, installable, notNow } from "../install";
import { againLocal } from "../play";
import { go } from "../router";
import { pack, replayRecord } from "../share";
import { asks } from "../table/acts";
import type { Director } from "../table/director";
import type { LocalTable } from "../table/local";
import { rated, type Frame } from "../table/types";
import { useStore } from "../store";
import { errorText, gameTitle } from "../words";
import { sentences } from "./spoken";
import { copyText, Crest, Icon } from "./kit";
import { later } from "./later";
import { Sparks } from "./sparks";

const Counted = later(() => import("../profile/counted").then((m) => m.Counted), true),
    Evening = later(() => import("../evening/back").then((m) => m.Back), true),
    Befriend = later(() => import("../meet/at_table").then((m) => m.Befriend), true),
    RatedChange = later(() => import("../profile/change").then((m) => m.RatedChange), true);

export interface Verdict {
    outcomes: number;
    agree: boolean;
    why?: string;
}

/** How it ended for this player. */
export type Ending = "won" | "lost" | "drawn" | "none" | "seen";
export function ending(ctx: Context, won: number[]): Ending {
    if (!won.length) return "none";
    if (won.length === ctx.table.seats.length) return "drawn";
    return ctx.you === undefined ? "seen" : won.includes(ctx.you) ? "won" : "lost";
}
export function headline(ctx: Context, won: number[]): string {
    const names = list(won.map((s) => ctx.name(s)));
    switch (ending(ctx, won)) {
        case "none":
            return t("Nobody wins");
        case "drawn":
            return t("A draw");
        case "won":
            return won.length === 1 ? t("You win") : t("You share the win");
        default:
            return won.length === 1 ? t("{name} wins", { name: names }) : t("Shared win: {names}", { names });
    }
}
/** What a friend would say. */
function comment(how: Ending, resigned: boolean): string {
    if (how === "won") return resigned ? "" : t("Well played!");
    if (how === "lost") return resigned ? "" : t("Not this time. Another?");
    return how === "drawn" ? t("Nobody is ahead at the end.") : "";
}
export function Result({ d, frame, ctx, board }: { d: Director; frame: Frame; ctx: Context; board: Board }) {
    const [hidden, setHidden] = useState(false);
    const title = useRef<HTMLHeadingElement>(null);
    useEffect(() => {
        title.current?.focus(); // once, and not with every redraw: whoever reads on stays there
        const sheet = title.current?.closest(".result");
        if (sheet) d.spoken.value = sentences(sheet);
    }, [hidden]);
    const [verdict, setVerdict] = useState<Verdict | "asked">();
    const result = frame.table.result;
    if (!result) return null;
    if (hidden)
        return (
            <button class="main shown-again" onClick={() => setHidden(false)}>
                <Icon name="trophy" /> {t("Result")}
            </button>
        );
    const seats = frame.table.seats.map((_, i) => i).sort((a, b) => result.ranks[a]! - result.ranks[b]!);
    const verify = async () => {
        setVerdict("asked");
        try {
            setVerdict(await tools().call<Verdict>("verify", { record: await d.table.record() }));
        } catch (e) {
            setVerdict({ outcomes: 0, agree: false, why: await (await import("../form/errors")).said(e) });
        }
    };
    const download = async () => {
        const url = URL.createObjectURL(new Blob([(await d.table.record()).split("\f")[0]!], { type: "text/plain" })),
            a = document.createElement("a");
        a.href = url;
        a.download = `${frame.view.game}-${frame.table.id}.irori`;
        a.click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
    };
    // the server has the records of its tables; others travel in their link
    const address = async (page = "replay"): Promise<string> =>
        d.table.local ? `/${page}/${frame.view.game}#${await pack(await d.table.record())}` : `/${page}/${frame.table.id}`;
    const share = async () => {
        const link = await address();
        if (await copyText(location.origin + link)) d.say(t("Copied"));
        else go(link);
    };
    const picture = async () => {
        try {
            const { outcome, send, souvenir } = await import("./souvenir"),
                text = `${gameTitle(frame.view.game)}: ${outcome(ctx, result.won)}`;
            await send(
                await souvenir(ctx, frame, d.root),
                `${frame.view.game}-${frame.table.id}.png`,
                text,
                d.table.local ? undefined : location.origin + (await address()),
            );
        } catch (e) {
            d.say(errorText(e));
        }
    };
    const again = () => {
        if (d.table.local) void againLocal(d.table as LocalTable);
        else if (frame.table.next) go(`/t/${frame.table.next}`);
        else if (may.includes("agree")) void d.do("agree");
        else if (left) void import("../meet/gather").then((m) => m.askAgain(d, frame.table.id));
        else void d.do("rematch");
    };
    // somebody has left: they are invited to the next game, wherever they are
    const { you, may, next, asking, evening } = frame.table,
        left = you !== undefined && frame.table.seats.some((s, i) => s.kind === "person" && i !== you && d.here.value[i] === false);
    /** Whose answer is missing, while somebody asks for another game. */
    const unheard = frame.table.seats.flatMap((s, i) =>
        asking && s.kind === "person" && i !== asking.by && !asking.agreed.includes(i) ? [i] : [],
    );
    const can = d.table.local || next || left || may.includes("rematch") || may.includes("agree");
    const how = ending(ctx, result.won),
        said = comment(how, result.resigned !== null);
    return (
        <section class={`pause result surface ${how}`} role="dialog" aria-label={t("Result")}>
            {how === "won" && <Sparks />}
            <button class="plain close" aria-label={t("Show the table")} onClick={() => setHidden(true)}>
                <Icon name="cross" />
            </button>
            <div class="ending">
                {(how === "won" || how === "lost" || how === "seen") && (
                    <span class="winners">
                        {result.won.map((s) => (
                            <Crest key={s} seat={s} size={52} />
                        ))}
                    </span>
                )}
                <h2 class="display" ref={title} tabIndex={-1}>
                    {headline(ctx, result.won)}
                </h2>
                {said && <p class="soft">{said}</p>}
            </div>
            {result.won.length === 0 && frame.view.turn !== "over" && <p>{t("The game was called off.")}</p>}
            {result.resigned !== null && <p>{t("{name} resigned.", { name: ctx.name(result.resigned) })}</p>}
            {!(board.ranked && frame.view.turn === "over") && (
                <ol class="ranks">
                    {seats.map((s) => (
                        <li key={s} class={result.won.includes(s) ? "won" : ""}>
                            <Crest seat={s} />{" "}
                            <span>
                                {ctx.name(s)}
                                {s === ctx.you && ctx.name(s) !== t("You") && ` ${t("(you)")}`}
                            </span>{" "}
                            {result.resigned === null && <b>{number(result.points[s]!)}</b>}
                            {result.won.includes(s) && <Icon name="trophy" />}
                        </li>
                    ))}
                </ol>
            )}
            {rated(frame.table) && <RatedChange d={d} frame={frame} />}
            {d.table.local && !d.table.teaches && you !== undefined && d.table.mine.length === 1 && (
                <div class="counts">
                    <Counted code={d.table.code} game={frame.view.game} />
                </div>
            )}
            <board.Why ctx={ctx} />
            <div class="row now">
                {evening && <Evening foot table={frame.table.id} event={evening} />}
                {asking && !next && (
                    <p class="asked" role="status">
                        <span>
                            {may.includes("agree") || you === undefined
                                ? asks(asking.what).replace("{name}", d.seatName(asking.by))
                                : t("Waiting for {names}", { names: list(unheard.map((s) => ctx.name(s))) })}
                        </span>
                        {may.includes("decline") && (
                            <button onClick={() => void d.do("decline")}>{may.includes("agree") ? t("No, thanks") : t("Back")}</button>
                        )}
                    </p>
                )}
                {!evening && // what comes next is up to it
                    (next || (you !== undefined && (!asking || may.includes("agree")))) && (
                        <button class="main" onClick={again} disabled={!can}>
                            {next ? t("To the next game") : t("Play again")}
                        </button>
                    )}
                <button onClick={() => void address("review").then((a) => go(`${a}${d.table.local ? "" : "#"}..${ctx.you ?? ""}`))}>
                    <Icon name="chart" /> {t("Review")}
                </button>
                {!evening && (
                    <button onClick={() => go("/")}>
                        <Icon name="home" /> {t("Home")}
                    </button>
                )}
            </div>
            <div class="row small">
                <button onClick={() => void d.table.record().then((r) => replayRecord(r, frame.view.game))}>
                    <Icon name="replay" /> {t("Replay")}
                </button>
                <button onClick={() => void verify()} disabled={verdict === "asked"}>
                    <Icon name="check" /> {t("Verify fairness")}
                </button>
                <button onClick={() => void download()}>
                    <Icon name="download" /> {t("Download record")}
                </button>
                <button onClick={() => void share()}>
                    <Icon name="link" /> {t("Share replay")}
                </button>
                <button onClick={() => void picture()}>
                    <Icon name="share" /> {t("Share a picture")}
                </button>
            </div>
            {ctx.you !== undefined && (
                <p>
                    <a class="to" href="/my">
                        <Icon name="chart" /> {t("My play")}
                    </a>{" "}
                    <a class="to" href="/me">
                        <Icon name="person" /> {t("Profile")}
                    </a>
                </p>
            )}
            {!d.table.local && you !== undefined && <Befriend d={d} frame={frame} />}
            <Keep />
            {verdict && verdict !== "asked" && <VerdictText verdict={verdict} frame={frame} />}
        </section>
    );
}

/** After a game, if the browser can: the page as an app. */
function Keep() {
    if (!useStore(installable)) return null;
    return (
        <div class="row keep" role="group">
            <span>{t("Keep Irori on this device? It then opens like an app, also without a network.")}</span>
            <button class="main" onClick={() => void install()}>
                {t("Install")}
            </button>
            <button onClick={notNow}>{t("Not now")}</button>
        </div>
    );
}

function VerdictText({ verdict, frame }: { verdict: Verdict; frame: Frame }) {
    const ok = verdict.agree,
        shown = useRef<HTMLDivElement>(null);
    useEffect(() => shown.current?.scrollIntoView({ block: "center" }), []);
    return (
        <div class={`verdict ${ok ? "good" : "bad"}`} role="status" ref={shown}>
            <p>
                <Icon name={ok ? "check" : "warn"} />{" "}
                {ok
                    ? t("All cards and dice check out: {n} outcomes dealt again from the revealed secret.", { n: verdict.outcomes })
                    : (verdict.why ?? t("This record does not match its secret."))}
            </p>
            {ok && <p class="soft">{t("Names are not part of what is checked.")}</p>}
            <details>
                <summary>{t("Details")}</summary>
                <dl>
                    <dt>{t("published hash")}</dt>
                    <dd>
                        <code>{frame.table.fair.commit}</code>
                    </dd>
                    <dt>{t("secret")}</dt>
                    <dd>
                        <code>{frame.table.fair.secret}</code>
                    </dd>
                    {frame.table.fair.salts.map(
                        (s, i) =>
                            s && (
                                <>
                                    <dt>{t("salt of seat {n}", { n: i + 1 })}</dt>
                                    <dd>
                                        <code>{s}</code>
                                    </dd>
                                </>
                            ),
                    )}
                </dl>
            </details>
        </div>
    );
}
