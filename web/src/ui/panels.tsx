// panels.tsx: what sheets and rails show: the log in words, help with the rule behind a thing, a bot's advice, the menu.
import { useEffect, useRef, useState } from "preact/hooks";
import { ownBoard, type Board, type Context, type Topic } from "../board";
import { percent, t } from "../i18n";
import { hasRules, rule } from "../pages/rules";
import { SettingsForm } from "../pages/settings";
import { go } from "../router";
import { reactionWords, type Director } from "../table/director";
import { reactions, type Frame } from "../table/types";
import { gameTitle, inShort } from "../words";
import { Crest, Icon } from "./kit";
import { endGame } from "./notice";
import { sinceTitle } from "./recap";

export function Log({ d }: { d: Director }) {
    const end = useRef<HTMLOListElement>(null);
    const n = d.log.value.length,
        since = d.since()[0]?.key;
    useEffect(() => {
        end.current?.lastElementChild?.scrollIntoView({ block: "nearest" }); // in a sheet it is the sheet that scrolls
    }, [n]);
    if (!n) return <p class="soft">{t("Nothing has happened yet.")}</p>;
    return (
        <div class="scroll" tabIndex={0} role="region" aria-label={t("Log")}>
            <ol class="log" ref={end}>
                {d.log.value.map((l, i) => (
                    <li key={l.key} class={l.act ? "act" : ""}>
                        {l.key === since && i > 0 && <h3 class="since">{sinceTitle(d)}</h3>}
                        {l.seat !== undefined && <Crest seat={l.seat} size={16} />}
                        {l.text}
                        {l.bot !== undefined && (
                            <span class="tag">
                                <Icon name="bot" size={14} /> {t("by a bot")}
                            </span>
                        )}
                    </li>
                ))}
            </ol>
        </div>
    );
}

function RuleText({ game, id }: { game: string; id: string }) {
    const [html, setHtml] = useState("");
    useEffect(() => {
        rule(game, id).then(
            (text) => setHtml(text ?? ""),
            () => setHtml(""),
        );
    }, [game, id]);
    return html ? <p class="rule" dangerouslySetInnerHTML={{ __html: html }} /> : null;
}

export function Help({ topic, game }: { topic: Topic | null; game: string }) {
    return (
        <div class="help">
            {topic ? (
                <>
                    {topic.picture && (
                        <div class="card zoom" data-box={topic.picture.box} role="img" aria-label={topic.title}>
                            <svg viewBox={topic.picture.box}>
                                <use href={`#${topic.picture.symbol}`} />
                            </svg>
                        </div>
                    )}
                    {topic.drawing && (
                        <div class="card zoom" role="img" aria-label={topic.title}>
                            {topic.drawing}
                        </div>
                    )}
                    <h3>{topic.title}</h3>
                    {topic.lead && <p>{topic.lead}</p>}
                    {topic.pictures && (
                        <ul class="pictures">
                            {topic.pictures.map((p) => (
                                <li key={p.symbol + p.title}>
                                    <span class="card" data-box={p.box} aria-hidden="true">
                                        <svg viewBox={p.box}>
                                            <use href={`#${p.symbol}`} />
                                        </svg>
                                    </span>
                                    <small>{p.title}</small>
                                </li>
                            ))}
                        </ul>
                    )}
                    {topic.body}
                    {topic.lines?.map((l) => (
                        <p key={l}>{l}</p>
                    ))}
                    {topic.rules?.map((r) => (
                        <RuleText key={r} game={game} id={r} />
                    ))}
                </>
            ) : (
                <>
                    <h3>{inShort(game).length ? t("The game in short") : gameTitle(game)}</h3>
                    {inShort(game).map((l) => (
                        <p key={l}>{l}</p>
                    ))}
                    {ownBoard(game) && <p class="soft">{t("Choose a card or a counter to see what it is and which rule is behind it.")}</p>}
                </>
            )}
            {hasRules(game) && (
                <p>
                    <a href={`/rules/${game}`}>{t("All the rules")}</a>
                </p>
            )}
        </div>
    );
}

export function HintPanel({ d, ctx, board }: { d: Director; ctx: Context; board: Board }) {
    if (d.hint.value === "asked") return <p aria-busy="true">{t("Thinking…")}</p>;
    if (!d.hint.value) return <p class="soft">{t("Ask for a hint when it is your turn.")}</p>;
    const best = d.hint.value.slice(0, 4),
        sure = best.every((m) => m.value >= 0 && m.value <= 1);
    return (
        <div class="hint">
            <p>{sure ? t("How often a strong bot wins after each move, as far as it can see:") : t("What a bot thinks, best first:")}</p>
            <ol>
                {best.map((m, i) => (
                    <li key={m.move}>
                        <button class={i === 0 ? "main" : ""} disabled={!ctx.legal.includes(m.move)} onClick={() => ctx.play(m.move)}>
                            {board.move(m.move, ctx)}
                        </button>
                        {sure && (
                            <span class="odds">
                                <meter min={0} max={1} value={m.value} aria-hidden="true" /> {percent(m.value)}
                            </span>
                        )}
                    </li>
                ))}
            </ol>
        </div>
    );
}

export function Menu({ d, frame }: { d: Director; frame: Frame }) {
    const may = frame.table.may;
    return (
        <div class="menu">
            <div class="row">
                <button onClick={() => go("/")}>
                    <Icon name="home" /> {t("Leave the table")}
                </button>
                {may.includes("pause") && (
                    <button onClick={() => void d.do("pause")}>
                        <Icon name="pause" /> {t("Pause")}
                    </button>
                )}
                {may.includes("resume") && (
                    <button onClick={() => void d.do("resume")}>
                        <Icon name="play" /> {t("Continue")}
                    </button>
                )}
                {may.includes("away") && !d.table.local && (
                    <button onClick={() => void d.do("away")}>
                        <Icon name="bot" /> {t("Let a bot play for me")}
                    </button>
                )}
                {may.includes("back") && (
                    <button class="main" onClick={() => void d.do("back")}>
                        <Icon name="person" /> {t("Play myself again")}
                    </button>
                )}
                {may.includes("end") && (
                    <button onClick={() => endGame(d)}>
                        <Icon name="cross" /> {t("End the game")}
                    </button>
                )}
                {may.includes("resign") && (
                    <button onClick={() => d.ask(t("Resign and lose this game?"), () => void d.do("resign"))}>
                        <Icon name="cross" /> {t("Resign")}
                    </button>
                )}
            </div>
            {!d.table.local && frame.table.you !== undefined && (
                <div class="row reactions" role="group" aria-label={t("Say something")}>
                    {reactions.map((r) => (
                        <button key={r} onClick={() => d.table.react(r)}>
                            {reactionWords()[r]}
                        </button>
                    ))}
                </div>
            )}
            <SettingsForm />
        </div>
    );
}
