// page.tsx: a rulebook on the screen and on paper: the goal, a table of contents, a field that finds words, the chapters.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { about } from "../games";
import { language, t, tn } from "../i18n";
import { startLesson } from "../play";
import { go } from "../router";
import { ownBoard } from "../board";
import { useStore } from "../store";
import { Icon } from "../ui/kit";
import "../ui/play"; // for nothing else: so the table's screen stays in one piece (web/README.md)
import { gameTitle } from "../words";
import { Parts, Stepper } from "./boards";
import { loadBook, type Loaded } from "./load";
import { entries, questionId, search, type Entry } from "./search";
import type { Block, Chapter, Figure, Thing } from "./types";

const Drawn = ({ of }: { of: Figure }) => (
    <figure class="book-figure">
        <div class="book-drawn" role="img" aria-label={of.alt}>
            {of.picture}
        </div>
        {of.caption && <figcaption>{of.caption}</figcaption>}
    </figure>
);

const Named = ({ of }: { of: Thing }) => (
    <li class="book-thing" id={of.id} tabIndex={-1}>
        <h3>
            <span>
                {of.name}
                {of.meaning && <small> {of.meaning}</small>}
            </span>
            {of.worth && <b class="book-worth">{of.worth}</b>}
        </h3>
        {of.figure && <Drawn of={of.figure} />}
        {of.lines?.map((l) => (
            <p key={l}>{l}</p>
        ))}
    </li>
);

function Part({ block, chapter, of }: { block: Block; chapter: string; of: Loaded }) {
    if (typeof block === "string") return <p>{block}</p>;
    if ("note" in block) return <p class="note">{block.note}</p>;
    if ("list" in block) {
        const items = block.list.map((l) => <li key={l}>{l}</li>);
        return block.numbered ? <ol class="book-list">{items}</ol> : <ul class="book-list">{items}</ul>;
    }
    if ("figures" in block)
        return (
            <div class="book-figures" data-n={block.figures.length}>
                {block.figures.map((f, i) => (
                    <Drawn key={i} of={f} />
                ))}
            </div>
        );
    if ("things" in block)
        return (
            <ul class="book-things">
                {block.things.map((x) => (
                    <Named key={x.id} of={x} />
                ))}
            </ul>
        );
    if ("asked" in block)
        return (
            <div class="book-asked">
                {block.asked.map(({ q, a }, i) => (
                    <section key={q} id={questionId(chapter, i)} tabIndex={-1}>
                        <h3>{q}</h3>
                        <p>{a}</p>
                    </section>
                ))}
            </div>
        );
    const named = "board" in block ? block.board : block.example,
        example = of.book.examples.find((e) => e.id === named)!;
    return "board" in block ? (
        <Parts example={example} step={block.step} parts={block.parts} of={of} />
    ) : (
        <Stepper example={example} of={of} />
    );
}

/** The field and what it found. Down goes into the list, Enter to the first of it, Escape empties the field. */
function Search({ all }: { all: Entry[] }) {
    const [query, setQuery] = useState("");
    const list = useRef<HTMLOListElement>(null),
        field = useRef<HTMLInputElement>(null);
    const hits = useMemo(() => search(query, all), [query, all]);
    const links = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>("a") ?? [])];
    const keys = (e: KeyboardEvent): void => {
        const among = links(),
            at = among.indexOf(document.activeElement as HTMLElement);
        if (e.key === "ArrowDown") among[Math.min(at + 1, among.length - 1)]?.focus();
        else if (e.key === "ArrowUp") (at > 0 ? among[at - 1] : field.current)?.focus();
        else if (e.key === "Enter" && at < 0) among[0]?.click();
        else if (e.key === "Escape" && query) {
            setQuery("");
            field.current?.focus();
        } else return;
        e.preventDefault();
    };
    return (
        <search class="book-search" onKeyDown={keys}>
            <label>
                <span class="unseen">{t("Search the rulebook")}</span>
                <input
                    ref={field}
                    type="search"
                    value={query}
                    placeholder={t("Search the rulebook")}
                    autocomplete="off"
                    onInput={(e) => setQuery(e.currentTarget.value)}
                />
            </label>
            <p role="status" class="soft">
                {query.trim() &&
                    (hits.length ? tn("Found in {n} place", "Found in {n} places", hits.length) : t("Nothing found. Try fewer letters."))}
            </p>
            {hits.length > 0 && (
                <ol ref={list}>
                    {hits.map(({ entry, excerpt }) => (
                        <li key={entry.id}>
                            <a href={`#${entry.id}`} onClick={() => show(entry.id)}>
                                <b>{entry.title}</b>
                                <span>{excerpt.map((p, i) => (p.found ? <mark key={i}>{p.text}</mark> : p.text))}</span>
                            </a>
                        </li>
                    ))}
                </ol>
            )}
        </search>
    );
}

/** Brings a place into view and puts the focus there, so that reading goes on from it. */
function show(id: string): boolean {
    const e = document.getElementById(id);
    e?.scrollIntoView();
    e?.focus({ preventScroll: true });
    return !!e;
}

const Contents = ({ chapters }: { chapters: Chapter[] }) => (
    <nav class="book-contents" aria-label={t("Contents")}>
        <h2>{t("Contents")}</h2>
        <ol>
            {chapters.map((c) => (
                <li key={c.id}>
                    <a href={`#${c.id}`}>{c.title}</a>
                </li>
            ))}
        </ol>
    </nav>
);

export function BookPage({ game, full }: { game: string; full: string }) {
    const [of, setOf] = useState<Loaded>();
    const [error, setError] = useState(false);
    const spoken = useStore(language);
    useEffect(() => {
        loadBook(game).then(setOf, () => setError(true));
    }, [game]);
    const chapters = useMemo(() => of?.book.chapters((id, step) => of.seen.get(id)![step]!) ?? [], [of, spoken]),
        all = useMemo(() => (of ? entries(chapters, of) : []), [of, chapters]);
    useEffect(() => {
        if (!of || location.hash.length < 2) return;
        const id = decodeURIComponent(location.hash.slice(1));
        requestAnimationFrame(() => {
            if (!show(id)) go(full + location.hash, true); // a rule, of an older link
        });
    }, [of]);
    if (error) return <p class="note bad">{t("The rulebook could not be opened. Is there a network?")}</p>;
    if (!of) return <p aria-busy="true" />;
    return (
        <div class="book" data-game={game}>
            <div class="book-side">
                <Search all={all} />
                <Contents chapters={chapters} />
            </div>
            <article class="book-text">
                <header>
                    <p class="book-goal display">{of.book.goal()}</p>
                    <div class="row book-ways">
                        {about(game).lesson !== undefined && ownBoard(game) && (
                            <button class="main" onClick={() => void startLesson(game)}>
                                {t("Learn to play {game}", { game: gameTitle(game) })}
                            </button>
                        )}
                        <button onClick={() => print()}>
                            <Icon name="rules" /> {t("Print: two pages")}
                        </button>
                        <a href={full}>{t("The rules in full")}</a>
                    </div>
                </header>
                {chapters.map((c) => (
                    <section key={c.id} id={c.id} class={`book-chapter ${c.screen ? "book-screen" : ""}`} tabIndex={-1}>
                        <h2 class="display">{c.title}</h2>
                        {c.blocks.map((b, i) => (
                            <Part key={i} block={b} chapter={c.id} of={of} />
                        ))}
                    </section>
                ))}
                <p class="book-screen">
                    {t("Is something missing here? The full text has every detail, and says where the printed rules leave something open.")}
                    <br />
                    <a href={full}>{t("The rules in full")}</a>
                </p>
            </article>
        </div>
    );
}
