// new.tsx: a new game: who plays, by which rules. Presets first; every option with its sentence.
import { useEffect, useRef, useState } from "preact/hooks";
import { catalogue, gameInfo, levels, usualSeats, type GameInfo } from "../catalogue";
import { tools } from "../engine/engine";
import { errorWords } from "../form/errors";
import { dropPreset, fromHash, nameOf as presetTitle, ownPresets, presetHash, renamePreset, savePreset, type Own } from "../form/presets";
import { Pace, paceOf, withPace } from "../form/pace";
import { differs, optionsText, readRules, rulesText, standard, usual } from "../form/rules";
import { formWords } from "../form/words";
import { t } from "../i18n";
import { optionsOf, tableSettings, type Option } from "../options";
import { myName, startLocal } from "../play";
import { go } from "../router";
import { change, settings } from "../settings";
import { useStore } from "../store";
import { serverDecks } from "../table/lists";
import { createRemote } from "../table/remote";
import { RatedField } from "../profile/field";
import { Choice, copyText, Icon, NameField } from "../ui/kit";
import { Layout } from "../ui/layout";
import type { Refusal } from "../table/types";
import { gameTitle, level } from "../words";
import { optionEffect, optionGroups, optionName, presetName, wordName } from "../words_options";

type Mode = "bots" | "friends" | "device";

interface OptionProps {
    game?: string;
    option: Option;
    value: string;
    wrong?: string; // what it contradicts
    set: (v: string) => void;
}
function OptionField({ game, option, value, wrong, set }: OptionProps) {
    const id = `option-${option.name}`;
    return (
        <div class={`option${wrong ? " wrong" : ""}`}>
            <label for={id}>{optionName(game, option.name)}</label>
            {option.words ? (
                <select id={id} value={value} onChange={(e) => set(e.currentTarget.value)} aria-describedby={id + "-help"}>
                    {option.words.map((w) => (
                        <option key={w} value={w}>
                            {wordName(game, option.name, w)}
                        </option>
                    ))}
                </select>
            ) : (
                <input
                    id={id}
                    type="number"
                    min={option.min}
                    max={option.max}
                    value={value === "0" && option.min > 0 ? "" : value}
                    placeholder={t("by itself")}
                    onChange={(e) => set(e.currentTarget.value)}
                    aria-describedby={id + "-help"}
                />
            )}
            <small id={id + "-help"} aria-live="polite">
                {optionEffect(game, option.name, value) ?? t(option.help)}
            </small>
            {wrong && (
                <p class="note bad" role="alert">
                    <Icon name="warn" /> {wrong}
                </p>
            )}
        </div>
    );
}

interface OptionsProps {
    game?: string; // none: the settings of a table
    options: Option[];
    preset: string;
    changed: Record<string, string>;
    wrong?: { options: string[]; what: string }; // options that contradict each other
    set: (c: Record<string, string>) => void;
}
export function Options({ game, options, preset, changed, wrong, set }: OptionsProps) {
    const groups = optionGroups(game),
        folded = new Set(groups.flatMap((g) => g.options));
    const fields = (of: Option[]) => (
        <div class="options">
            {of
                .filter((o) => !o.words || o.words.length > 1)
                .map((o) => (
                    <OptionField
                        key={o.name}
                        game={game}
                        option={o}
                        value={changed[o.name] ?? standard(o, preset)}
                        wrong={wrong?.options.includes(o.name) ? wrong.what : undefined}
                        set={(v) => {
                            const next = { ...changed };
                            if (v === "" || v === standard(o, preset)) delete next[o.name];
                            else next[o.name] = v;
                            set(next);
                        }}
                    />
                ))}
        </div>
    );
    return (
        <>
            {fields(options.filter((o) => !folded.has(o.name)))}
            {groups.map((g) => {
                const n = g.options.filter((name) => name in changed).length;
                return (
                    <details key={g.title} class="group" open={wrong?.options.some((o) => g.options.includes(o)) || undefined}>
                        <summary>
                            {g.title}
                            {n > 0 && ` (${n})`}
                        </summary>
                        {fields(g.options.flatMap((name) => options.find((o) => o.name === name) ?? []))}
                    </details>
                );
            })}
        </>
    );
}

/** A deck of one's own, from a file or pasted; the rules check it and say what is wrong. */
function DeckField({ text, set }: { text: string; set: (text: string) => void }) {
    return (
        <div class="field deck">
            <label for="deck-text">{t("Your deck")}</label>
            <textarea
                id="deck-text"
                rows={8}
                spellcheck={false}
                value={text}
                onInput={(e) => set(e.currentTarget.value)}
                aria-describedby="deck-help"
            />
            <small id="deck-help">{t("Paste the text of a deck here, or choose its file.")}</small>
            <input
                type="file"
                accept=".deck,.txt,text/plain"
                aria-label={t("A deck from a file")}
                onChange={async (e) => {
                    const file = e.currentTarget.files?.[0];
                    if (file) set(await file.text());
                }}
            />
        </div>
    );
}

/** What the engine says of these rules before a table is opened with them; undefined: nothing is wrong. */
function useCheck(a: { game: string; seats: number; options: string; settings: string; deck: string }): Refusal | undefined {
    const [said, setSaid] = useState<Refusal>();
    useEffect(() => {
        let left = false;
        tools()
            .call("check", a)
            .then(
                () => left || setSaid(undefined),
                (e: Error & Partial<Refusal>) => left || setSaid(e.code ? (e as unknown as Refusal) : undefined),
            );
        return () => {
            left = true;
        };
    }, [a.game, a.seats, a.options, a.settings, a.deck]);
    return said;
}

/** Rules of one's own: what can be done with the one that is chosen. */
function OwnPreset({
    game,
    own,
    set,
    say,
}: {
    game: string;
    own: Own;
    set: (all: Own[], chosen?: Own) => void;
    say: (text: string) => void;
}) {
    const [name, setName] = useState<string>();
    const field = useRef<HTMLInputElement>(null);
    useEffect(() => field.current?.select(), [name === undefined]);
    const share = async () => {
        const link = `${location.origin}/new/${game}${presetHash(own)}`;
        say((await copyText(link)) ? t("The link is copied. Whoever opens it can play by these rules.") : link);
    };
    const rename = (e: Event) => {
        e.preventDefault();
        const to = presetTitle(name ?? "");
        setName(undefined);
        if (to && to !== own.name) set(renamePreset(game, own.name, to), { ...own, name: to });
    };
    return name === undefined ? (
        <div class="row own">
            <button onClick={() => void share()}>
                <Icon name="share" /> {t("Share")}
            </button>
            <button onClick={() => setName(own.name)}>{t("Rename")}</button>
            <button onClick={() => set(dropPreset(game, own.name))}>{t("Delete")}</button>
        </div>
    ) : (
        <form class="row own" onSubmit={rename}>
            <input
                ref={field}
                value={name}
                maxLength={40}
                aria-label={t("Name of these rules")}
                onInput={(e) => setName(e.currentTarget.value)}
            />
            <button class="main">{t("Save")}</button>
        </form>
    );
}

/** Saves what is chosen under a name. */
function SaveRules({ suggested, save }: { suggested: string; save: (name: string) => void }) {
    const [name, setName] = useState(suggested);
    return (
        <form
            class="row save-rules"
            onSubmit={(e) => {
                e.preventDefault();
                if (presetTitle(name)) save(presetTitle(name));
            }}
        >
            <input
                value={name}
                maxLength={40}
                dir="auto"
                aria-label={t("Name of these rules")}
                placeholder={t("Name of these rules")}
                onInput={(e) => setName(e.currentTarget.value)}
            />
            <button disabled={!presetTitle(name)}>{t("Save these rules")}</button>
        </form>
    );
}

/** Settings of a table on this device: without slow games; alone with bots the coach is a setting of the player. */
const settingsHere = (mode: Mode): Option[] =>
    tableSettings
        .filter((o) => !["hours", "late", "rated", ...(mode === "bots" ? ["coach"] : [])].includes(o.name))
        .map((o) => (o.words?.includes("slow") ? { ...o, words: o.words.filter((w) => w !== "slow") } : o));
/** A rated table has its own field, and no help. */
const helps = ["hints", "coach", "undo"];
const settingsOnline = (rated: boolean): Option[] => tableSettings.filter((o) => o.name !== "rated" && !(rated && helps.includes(o.name)));
const withRated = (table: Record<string, string>): Record<string, string> =>
    Object.fromEntries([...Object.entries(table).filter(([name]) => !helps.includes(name)), ["rated", "on"]]);

function Setup({ game: info, mode }: { game: GameInfo; mode: Mode }) {
    const game = { ...info, ...optionsOf(info.name) };
    const [linked] = useState(() => fromHash(game, location.hash));
    const given = linked && linked !== "bad" ? linked : undefined,
        first = readRules(game, given?.options ?? "");
    const [preset, setPreset] = useState(first.preset);
    const [changed, setChanged] = useState<Record<string, string>>(first.changed);
    const [mine, setMine] = useState(() => ownPresets(game.name));
    const [own, setOwn] = useState<string>(); // the one that is chosen, as it was saved
    const [said, setSaid] = useState("");
    const [table, setTable] = useState<Record<string, string>>({});
    const [seats, setSeats] = useState(usualSeats(game, mode === "device" ? 2 : 4));
    const [bot, setBot] = useState(game.roles.default);
    const [names, setNames] = useState<string[]>([]);
    const [deck, setDeck] = useState("");
    const [installed, setInstalled] = useState<string[]>([]);
    const { name, coach } = useStore(settings);
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState("");
    useEffect(() => setError(""), [preset, changed, mode, deck]);
    useEffect(() => {
        if (mode !== "friends" || !game.options.some((o) => o.name === "deck")) return undefined;
        return serverDecks(game.name, setInstalled);
    }, [mode, game]);
    const chosen = game.presets.find((p) => p.name === preset),
        chosenOwn = mine.find((o) => o.name === own);
    const custom = changed.deck === "custom" && mode !== "friends"; // a server plays with the decks its owner has installed
    const nameOf = (i: number): string => (names[i] ?? "").trim() || (i === 0 && name.trim()) || t("Player {n}", { n: i + 1 }); // nobody is "You" to all
    const { deck: cards, ...rest } = changed,
        theirs = mode === "friends" && cards && installed.includes(cards) ? cards : undefined;
    const rules = theirs ? { ...rest, deck: "custom" } : custom || cards !== "custom" ? changed : rest;
    const options = rulesText(game, { preset, changed: rules }),
        // nobody takes days on one device
        ofTable = mode !== "friends" && paceOf(table) === "slow" ? withPace(table, "calm") : table,
        houseRules = Object.keys(rules).length > 0,
        { rated: counts, ...unrated } = ofTable,
        house = optionsText("", mode === "friends" && counts && !houseRules ? withRated(unrated) : unrated);
    // what is to be saved or shared: a deck of the server or of a file is no part of it
    const lasting = rulesText(game, { preset, changed: theirs || cards === "custom" ? rest : changed });
    const wrong = useCheck({
        game: game.name,
        seats,
        options: theirs ? rulesText(game, { preset, changed: rest }) : options,
        settings: optionsText("", unrated), // the page's own tables are never rated
        deck: custom ? deck : "",
    });
    const between = wrong?.values?.options ? { options: String(wrong.values.options).split(" "), what: errorWords(wrong) } : undefined;
    const take = (o: Own | undefined, of = o?.options ?? "") => {
        const read = readRules(game, of);
        setPreset(read.preset);
        setChanged(read.changed);
        setOwn(o?.name);
        setSaid(read.lost ? t("Some of these rules are not known here and were left out.") : "");
    };
    const uncounted = !usual(game, options)
        ? t("By house rules: this game will not count for how strong you play.")
        : (coach ?? "off") !== "off" &&
          t("The coach is on: if it asks you about a move, this game will not count for how strong you play.");
    const start = async () => {
        setBusy(true);
        setError("");
        try {
            if (mode === "friends") {
                const made = await createRemote({
                    game: game.name,
                    seats,
                    options,
                    settings: house,
                    bots: [],
                    ...(theirs && { deck: theirs }),
                });
                if (typeof made === "string") go(`/t/${made}`);
                else setError(errorWords(made));
            } else if (mode === "device")
                // the device has to be passed on to whoever is asked in secret: no countdown
                await startLocal({
                    game: game.name,
                    options,
                    settings: optionsText("", { reaction: "0", ...ofTable }),
                    deck: custom ? deck : "",
                    seats: Array.from({ length: seats }, (_, i) => ({ kind: "person" as const, name: nameOf(i) })),
                });
            else
                await startLocal({
                    game: game.name,
                    options,
                    settings: house,
                    deck: custom ? deck : "",
                    seats: [
                        { kind: "person", name: myName() },
                        ...Array.from({ length: seats - 1 }, () => ({ kind: "bot" as const, name: bot })),
                    ],
                });
        } catch (e) {
            setError(errorWords(e));
        }
        setBusy(false);
    };
    return (
        <div class="form">
            <Choice<Mode>
                label={t("Who plays")}
                value={mode}
                set={(m) => go(`/new/${game.name}/${m}`, true)}
                options={[
                    ["bots", t("Play against bots")],
                    ["friends", t("Play with friends")],
                    ["device", t("One device for all")],
                ]}
            />
            {game.max_seats > game.min_seats && (
                <Choice<string>
                    label={t("Players")}
                    value={String(seats)}
                    set={(v) => setSeats(Number(v))}
                    options={Array.from({ length: game.max_seats - game.min_seats + 1 }, (_, i) => [
                        String(game.min_seats + i),
                        String(game.min_seats + i),
                    ])}
                />
            )}
            {mode === "bots" && (
                <>
                    <Choice<string> label={t("Level")} value={bot} set={setBot} options={levels(game.name).map((l) => [l, level(l)])} />
                    <p class="soft">{t(game.bots.find((b) => b.name === bot)?.help ?? "")}</p>
                </>
            )}
            {mode === "device" &&
                Array.from({ length: seats }, (_, i) => (
                    <NameField
                        key={i}
                        label={t("Player {n}", { n: i + 1 })}
                        value={names[i] ?? ""}
                        placeholder={nameOf(i)}
                        set={(v) => setNames(Object.assign([...names], { [i]: v }))}
                    />
                ))}
            {mode === "friends" && <NameField mine label={t("Your name")} value={name} set={(v) => change({ name: v })} />}
            {mode === "friends" && (
                <p class="soft">{t("You get a link and a code to show. Seats fill as people arrive; bots can take the empty ones.")}</p>
            )}
            {mode === "friends" && <Pace table={table} set={setTable} />}
            <fieldset class="presets">
                <legend>{t("Rules")}</legend>
                {game.presets.map((p) => (
                    <label key={p.name} class={!own && p.name === preset ? "on" : ""}>
                        <input type="radio" name="preset" checked={!own && p.name === preset} onChange={() => take(undefined, p.name)} />
                        <span>
                            <b>{presetName(game.name, p.name)}</b>
                            <small>{t(p.help)}</small>
                        </span>
                    </label>
                ))}
                {mine.map((o) => (
                    <label key={o.name} class={o.name === own ? "on" : ""}>
                        <input type="radio" name="preset" checked={o.name === own} onChange={() => take(o)} />
                        <span>
                            <b dir="auto">{o.name}</b>
                            <small>{differs(game.name, o.options) || presetName(game.name, game.presets[0]?.name ?? "")}</small>
                        </span>
                    </label>
                ))}
                {chosenOwn && (
                    <OwnPreset
                        key={chosenOwn.name}
                        game={game.name}
                        own={chosenOwn}
                        say={setSaid}
                        set={(all, now) => {
                            setMine(all);
                            take(now);
                        }}
                    />
                )}
            </fieldset>
            {linked === "bad" && (
                <p class="note bad" role="alert">
                    {t("This link holds no rules, or only a part of them. Here are the printed ones.")}
                </p>
            )}
            {given && !own && (
                <p class="note">
                    {t("These rules came with a link.")} {given.lost && t("Some of these rules are not known here and were left out.")}
                </p>
            )}
            <p class="soft by-rules">
                {differs(game.name, lasting)
                    ? t("Other than in the printed rules: {what}", { what: differs(game.name, lasting) })
                    : t("By the printed rules.")}
            </p>
            {mode === "bots" && uncounted && <p class="soft uncounted">{uncounted}</p>}
            {lasting !== "" && lasting !== chosenOwn?.options && (Object.keys(changed).length > 0 || given) && (
                <SaveRules
                    key={given?.name ?? own}
                    suggested={own ?? given?.name ?? ""}
                    save={(name) => {
                        const saved = { name, options: lasting };
                        setMine(savePreset(game.name, saved));
                        setOwn(name);
                        setSaid(t("Saved on this device as “{name}”.", { name }));
                    }}
                />
            )}
            {said && <p role="status">{said}</p>}
            <details open={!!between || undefined}>
                <summary>
                    {t("House rules")}
                    {Object.keys(changed).length > 0 && ` (${Object.keys(changed).length})`}
                </summary>
                <Options
                    game={game.name}
                    options={game.options.map((o) =>
                        o.name === "deck" && mode === "friends"
                            ? { ...o, words: [...o.words!.filter((w) => w !== "custom"), ...installed] }
                            : o,
                    )}
                    preset={chosen?.options ?? ""}
                    changed={changed}
                    wrong={between}
                    set={setChanged}
                />
                {custom && <DeckField text={deck} set={setDeck} />}
            </details>
            {mode === "friends" && (
                <RatedField on={!!counts} house={houseRules} set={(on) => setTable(on ? { ...table, rated: "on" } : unrated)} />
            )}
            <details>
                <summary>{t("Clock and table")}</summary>
                <Options
                    options={mode === "friends" ? settingsOnline(!!counts && !houseRules) : settingsHere(mode)}
                    preset=""
                    changed={ofTable}
                    set={setTable}
                />
            </details>
            {(error || (wrong && wrong.code !== "deck-missing")) && (
                <p class="note bad" role="alert">
                    {error || errorWords(wrong)}
                </p>
            )}
            <div class="begin">
                <button class="main large" disabled={busy} onClick={() => void start()}>
                    {busy && mode === "friends" ? t("Connecting…") : mode === "friends" ? t("Create a table") : t("Start")}
                </button>
            </div>
        </div>
    );
}

export default function New({ parts }: { parts: string[] }) {
    const game = gameInfo(parts[0] ?? "") ?? catalogue.games[0]!;
    const mode = (["bots", "friends", "device"] as const).find((m) => m === parts[1]) ?? "bots";
    const [ready, setReady] = useState(false);
    useEffect(() => void formWords().then(() => setReady(true)), []);
    if (!ready) return <main class="page" aria-busy="true" />;
    return (
        <Layout title={gameTitle(game.name)} game={game.name}>
            <Setup game={game} mode={mode} key={game.name} />
        </Layout>
    );
}
