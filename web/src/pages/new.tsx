// new.tsx: a new game: who plays, by which rules. Presets first; every option with its sentence.
import { useEffect, useState } from "preact/hooks";
import { catalogue, gameInfo, levels, usualSeats, type GameInfo } from "../catalogue";
import { t } from "../i18n";
import { optionsOf, tableSettings, type Option } from "../options";
import { myName, startLocal } from "../play";
import { go } from "../router";
import { change, settings } from "../settings";
import { useStore } from "../store";
import { serverDecks } from "../table/lists";
import { createRemote } from "../table/remote";
import { Choice, NameField } from "../ui/kit";
import { Layout } from "../ui/layout";
import { errorText, gameTitle, level, refusalText } from "../words";
import { optionGroups, optionName, presetName, wordName } from "../words_options";

type Mode = "bots" | "friends" | "device";

/** Only what differs is written: "arcade,rounds=3". */
const optionsText = (first: string | undefined, changed: Record<string, string>): string =>
    [first, ...Object.entries(changed).map(([k, v]) => `${k}=${v}`)].filter((s) => s !== undefined && s !== "").join(",");

/** The value an option has before anybody changes it. */
function standard(o: Option, preset: string): string {
    const named = preset.split(",").find((p) => p.startsWith(o.name + "="));
    return named ? named.slice(o.name.length + 1) : o.words ? o.words[o.default - o.min]! : String(o.default);
}

function OptionField({ game, option, value, set }: { game?: string; option: Option; value: string; set: (v: string) => void }) {
    const id = `option-${option.name}`;
    return (
        <div class="option">
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
            <small id={id + "-help"}>{t(option.help)}</small>
        </div>
    );
}

interface OptionsProps {
    game?: string; // none: the settings of a table
    options: Option[];
    preset: string;
    changed: Record<string, string>;
    set: (c: Record<string, string>) => void;
}
export function Options({ game, options, preset, changed, set }: OptionsProps) {
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
                    <details key={g.title} class="group">
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

function Setup({ game: info, mode }: { game: GameInfo; mode: Mode }) {
    const game = { ...info, ...optionsOf(info.name) };
    const [preset, setPreset] = useState(game.presets[0]?.name ?? "");
    const [changed, setChanged] = useState<Record<string, string>>({});
    const [table, setTable] = useState<Record<string, string>>({});
    const [seats, setSeats] = useState(usualSeats(game, mode === "device" ? 2 : 4));
    const [bot, setBot] = useState(game.roles.default);
    const [names, setNames] = useState<string[]>([]);
    const [deck, setDeck] = useState("");
    const [installed, setInstalled] = useState<string[]>([]);
    const { name } = useStore(settings);
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState("");
    useEffect(() => setError(""), [preset, changed, mode, deck]);
    useEffect(() => {
        if (mode !== "friends" || !game.options.some((o) => o.name === "deck")) return undefined;
        return serverDecks(game.name, setInstalled);
    }, [mode, game]);
    const chosen = game.presets.find((p) => p.name === preset);
    const custom = changed.deck === "custom" && mode !== "friends"; // a server plays with the decks its owner has installed
    const nameOf = (i: number): string => (names[i] ?? "").trim() || (i === 0 && name.trim()) || t("Player {n}", { n: i + 1 }); // nobody is "You" to all
    const start = async () => {
        setBusy(true);
        setError("");
        const { deck: cards, ...rest } = changed,
            theirs = mode === "friends" && cards && installed.includes(cards) ? cards : undefined;
        const rules = theirs ? { ...rest, deck: "custom" } : custom || cards !== "custom" ? changed : rest;
        const options = optionsText(preset === game.presets[0]?.name ? "" : preset, rules),
            house = optionsText("", table);
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
                else setError(refusalText(made));
            } else if (mode === "device")
                // the device has to be passed on to whoever is asked in secret: no countdown
                await startLocal({
                    game: game.name,
                    options,
                    settings: optionsText("", { reaction: "0", ...table }),
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
            setError(errorText(e));
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
            {mode === "friends" && <NameField mine label={t("Player name")} value={name} set={(v) => change({ name: v })} />}
            {mode === "friends" && (
                <p class="soft">{t("You get a link and a code to show. Seats fill as people arrive; bots can take the empty ones.")}</p>
            )}
            <fieldset class="presets">
                <legend>{t("Rules")}</legend>
                {game.presets.map((p) => (
                    <label key={p.name} class={p.name === preset ? "on" : ""}>
                        <input
                            type="radio"
                            name="preset"
                            checked={p.name === preset}
                            onChange={() => {
                                setPreset(p.name);
                                setChanged({});
                            }}
                        />
                        <span>
                            <b>{presetName(game.name, p.name)}</b>
                            <small>{t(p.help)}</small>
                        </span>
                    </label>
                ))}
            </fieldset>
            <details>
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
                    set={setChanged}
                />
                {custom && <DeckField text={deck} set={setDeck} />}
            </details>
            <details>
                <summary>{t("Clock and table")}</summary>
                {/* alone with bots the coach is a setting of the player */}
                <Options
                    options={tableSettings.filter((o) => mode !== "bots" || o.name !== "coach")}
                    preset=""
                    changed={table}
                    set={setTable}
                />
            </details>
            {error && (
                <p class="note bad" role="alert">
                    {error}
                </p>
            )}
            <button class="main large" disabled={busy} onClick={() => void start()}>
                {busy && mode === "friends" ? t("Connecting…") : mode === "friends" ? t("Create a table") : t("Start")}
            </button>
        </div>
    );
}

export default function New({ parts }: { parts: string[] }) {
    const game = gameInfo(parts[0] ?? "") ?? catalogue.games[0]!;
    const mode = (["bots", "friends", "device"] as const).find((m) => m === parts[1]) ?? "bots";
    return (
        <Layout title={gameTitle(game.name)} game={game.name}>
            <Setup game={game} mode={mode} key={game.name} />
        </Layout>
    );
}
