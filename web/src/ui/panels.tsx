// panels.tsx: what sheets and rails show: the log in words, and help with the rule behind a thing.
import { useEffect, useRef, useState } from "preact/hooks";
import { ownBoard, type Topic } from "../board";
import { t } from "../i18n";
import { hasRules, rule } from "../rules";
import type { Director } from "../table/director";
import { gameTitle, inShort } from "../words";
import { Crest, Icon } from "./kit";
import { sinceTitle } from "./recap";

export function Log({ d }: { d: Director }) {
    const end = useRef<HTMLOListElement>(null);
    const n = d.log.value.length,
        since = d.since()[0]?.key,
        mine = d.log.value.map((l) => !!l.mine && l.seat === d.viewer).lastIndexOf(true);
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
                        {l.text} {i === mine && d.mark.value}
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
                    <a href={`/rules/${game}${topic?.book ? `#${topic.book}` : ""}`}>
                        {topic?.book ? t("In the rulebook, with pictures") : t("All the rules")}
                    </a>
                </p>
            )}
        </div>
    );
}
