// make_page.tsx: /evening: a new evening: what is played, how people meet, by which rules and how fast. Then there is a link to share.
import { useState } from "preact/hooks";
import { catalogue, gameInfo, usualSeats } from "../catalogue";
import { paceOf, withPace } from "../form/pace";
import { ownPresets } from "../form/presets";
import { differs, optionsText } from "../form/rules";
import { t, tn } from "../i18n";
import { Trouble } from "../meet/kit";
import { optionsOf } from "../options";
import { go } from "../router";
import { change, settings } from "../settings";
import { useStore } from "../store";
import { Choice, NameField, Switch } from "../ui/kit";
import { Layout } from "../ui/layout";
import { gameTitle } from "../words";
import { presetName } from "../words_options";
import { worded } from "./kit";
import { makeEvening } from "./live";
import { kinds, type Kind } from "./types";
import { kindWords, refusedWords } from "./words";

const minutes = [20, 30, 45, 60, 90, 120, 180],
    mostRounds = 9, // to choose from
    longest = 40; // letters of its name

/** Radio buttons that explain themselves. */
function Explained(p: {
    label: string;
    name: string;
    value: string;
    set: (v: string) => void;
    of: [value: string, name: string, what: string][];
}) {
    return (
        <fieldset class="presets">
            <legend>{p.label}</legend>
            {p.of.map(([value, name, what]) => (
                <label key={value} class={value === p.value ? "on" : ""}>
                    <input type="radio" name={p.name} checked={value === p.value} onChange={() => p.set(value)} />
                    <span>
                        <b dir="auto">{name}</b>
                        <small>{what}</small>
                    </span>
                </label>
            ))}
        </fieldset>
    );
}

function Rules({ game, options, set }: { game: string; options: string; set: (options: string) => void }) {
    const { presets } = optionsOf(game);
    const of = presets.map((p, i): [string, string, string] => [i ? p.name : "", presetName(game, p.name), t(p.help)]);
    for (const own of ownPresets(game))
        if (!of.some(([value]) => value === own.options)) of.push([own.options, own.name, differs(game, own.options)]);
    return of.length > 1 ? <Explained label={t("Rules")} name="rules" value={options} set={set} of={of} /> : null;
}

export default worded(function MakeEvening() {
    const [game, setGame] = useState(catalogue.games[0]!.name),
        info = gameInfo(game)!;
    const [title, setTitle] = useState("");
    const [kind, setKind] = useState<Kind>("swiss");
    const [seats, setSeats] = useState(usualSeats(info, 2));
    const [options, setOptions] = useState("");
    const [table, setTable] = useState<Record<string, string>>(withPace({}, "quick"));
    const [rounds, setRounds] = useState(0);
    const [time, setTime] = useState(60);
    const [bots, setBots] = useState(true);
    const [trouble, setTrouble] = useState("");
    const [busy, setBusy] = useState(false);
    const { name } = useStore(settings);
    const play = (to: string): void => {
        const next = gameInfo(to)!;
        setGame(to);
        setSeats(Math.min(Math.max(seats, next.min_seats), next.max_seats));
        setOptions("");
    };
    const usual = t("An evening of {game}", { game: gameTitle(game) });
    const make = async (): Promise<void> => {
        setBusy(true);
        setTrouble("");
        const made = await makeEvening({
            ...{ name: title.trim() || usual, game, kind, seats, options, settings: optionsText("", table) },
            ...{ rounds: kind === "swiss" ? rounds : 0, minutes: time, bots: bots ? info.roles.default : null },
        });
        if (typeof made === "string") go(`/e/${made}`);
        else {
            setTrouble(refusedWords(made));
            setBusy(false);
        }
    };
    return (
        <Layout title={t("An evening together")} game={game}>
            <p>
                {t(
                    "Many people, many tables, one list of who did how well. You share a link; the tables open by themselves, and everybody is led to theirs.",
                )}
            </p>
            <form
                class="form"
                onSubmit={(e) => {
                    e.preventDefault();
                    void make();
                }}
            >
                <label class="field">
                    <span>{t("What it is called")}</span>
                    <input
                        value={title}
                        dir="auto"
                        autocomplete="off"
                        placeholder={usual}
                        maxLength={longest}
                        onInput={(e) => setTitle(e.currentTarget.value)}
                    />
                </label>
                <Choice<string>
                    label={t("Game")}
                    value={game}
                    set={play}
                    options={catalogue.games.map((g) => [g.name, gameTitle(g.name)])}
                />
                <Explained
                    label={t("How people meet")}
                    name="kind"
                    value={kind}
                    set={(k) => setKind(k as Kind)}
                    of={kinds.map((k) => [k, t(kindWords[k][0]), t(kindWords[k][1])])}
                />
                {kind === "swiss" && (
                    <label class="field">
                        <span>{t("Rounds")}</span>
                        <select value={String(rounds)} onChange={(e) => setRounds(Number(e.currentTarget.value))}>
                            <option value="0">{t("as many as it takes to find the best")}</option>
                            {Array.from({ length: mostRounds }, (_, i) => (
                                <option key={i} value={String(i + 1)}>
                                    {tn("{n} round", "{n} rounds", i + 1)}
                                </option>
                            ))}
                        </select>
                    </label>
                )}
                {kind === "arena" && (
                    <label class="field">
                        <span>{t("How long")}</span>
                        <select value={String(time)} onChange={(e) => setTime(Number(e.currentTarget.value))}>
                            {minutes.map((n) => (
                                <option key={n} value={String(n)}>
                                    {tn("{n} minute", "{n} minutes", n)}
                                </option>
                            ))}
                        </select>
                    </label>
                )}
                {info.max_seats > info.min_seats && (
                    <Choice<string>
                        label={t("Players at a table")}
                        value={String(seats)}
                        set={(v) => setSeats(Number(v))}
                        options={Array.from({ length: info.max_seats - info.min_seats + 1 }, (_, i) => [
                            String(info.min_seats + i),
                            String(info.min_seats + i),
                        ])}
                    />
                )}
                <div class="noted">
                    <Choice<"quick" | "calm">
                        label={t("Pace")}
                        value={paceOf(table) === "calm" ? "calm" : "quick"}
                        set={(p) => setTable(withPace(table, p))}
                        options={[
                            ["quick", t("Quick")],
                            ["calm", t("Calm")],
                        ]}
                    />
                    <p class="soft" aria-live="polite">
                        {paceOf(table) === "calm"
                            ? t("No clock. One long game makes everybody else wait.")
                            : t("A minute for each move, so that nobody waits long for the next round.")}
                    </p>
                </div>
                <Rules game={game} options={options} set={setOptions} />
                <Switch
                    label={t("A bot plays for who is absent")}
                    help={t("Otherwise whoever does not come to their table loses the game.")}
                    on={bots}
                    set={setBots}
                />
                {!name && <NameField mine label={t("Your name")} value={name} set={(n) => change({ name: n })} />}
                <Trouble text={trouble} />
                <div class="begin">
                    <button class="main large" disabled={busy}>
                        {busy ? t("Connecting…") : t("Make the evening")}
                    </button>
                </div>
            </form>
        </Layout>
    );
});
