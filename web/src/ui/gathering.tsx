// gathering.tsx: a table that waits for its players: the link, the code to photograph, the seats.
import "./play"; // it is loaded by then: so the bundler need not divide it
import { correction, generate } from "lean-qr/nano";
import { useMemo, useRef, useState } from "preact/hooks";
import { levels } from "../catalogue";
import { RulesLine, rulesLine } from "../form/line";
import { t } from "../i18n";
import { change, settings } from "../settings";
import type { Director } from "../table/director";
import { coached, type Frame } from "../table/types";
import { botName, gameTitle, level, nameless, seatName, tagline } from "../words";
import { copyText, Crest, Icon, NameField } from "./kit";
import { Layout } from "./layout";

function Code({ text }: { text: string }) {
    const code = useMemo(() => generate(text, { minCorrectionLevel: correction.M }), [text]),
        n = code.size;
    let path = "";
    for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
    return (
        <svg class="qr" viewBox={`-4 -4 ${n + 8} ${n + 8}`} role="img" aria-label={t("QR code of the invitation link")}>
            <rect x="-4" y="-4" width={n + 8} height={n + 8} fill="#fff" />
            <path d={path} fill="#000" />
        </svg>
    );
}

const salt = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

export function Gathering({ d, frame }: { d: Director; frame: Frame }) {
    const { table } = frame,
        game = frame.view?.game ?? d.game.value ?? "",
        link = `${location.origin}/t/${table.id}`;
    const [copied, setCopied] = useState(false);
    const [name, setName] = useState(settings.get().name);
    const you = table.you,
        me = you === undefined ? undefined : table.seats[you];
    const sit = (seat: number) => {
        const as = name.trim() || nameless; // everybody calls them by their seat, in their own language
        change({ name: name.trim() });
        void d.do(`sit ${seat} ${as}`);
    };
    const shown = useRef<HTMLElement>(null);
    const copy = async () => {
        if (await copyText(link)) setCopied(true);
        else if (shown.current) {
            getSelection()?.selectAllChildren(shown.current);
            d.say(t("The browser does not let the page copy. The link is selected: copy it yourself."));
        }
    };
    /** With a line about the rules: whoever is invited knows before they come. */
    const share = async () => {
        const by = frame.view ? await rulesLine(game, frame.view.options) : "";
        await navigator.share({ url: link, title: gameTitle(game), text: by }).catch(() => undefined);
    };
    const open = table.seats.findIndex((s) => s.kind === "open");
    const invited = !me && open >= 0,
        inviting = table.host && open >= 0; // only the host wants others to come, and only while there is room
    const invitation = (
        <section>
            <h2>{t("Invitation link")}</h2>
            <p class="link">
                <code ref={shown}>{link}</code>
            </p>
            <p class="row">
                <button class={inviting ? "main" : ""} onClick={() => void copy()}>
                    <Icon name="copy" /> {copied ? t("Copied") : t("Copy")}
                </button>
                {"share" in navigator && (
                    <button onClick={() => void share()}>
                        <Icon name="share" /> {t("Share")}
                    </button>
                )}
            </p>
            <Code text={link} />
        </section>
    );
    const seats = (
        <section>
            <h2>{t("Seats")}</h2>
            {!me && <NameField mine label={t("Player name")} value={name} set={setName} />}
            <ul class="seats">
                {table.seats.map((s, i) => (
                    <li key={i}>
                        <Crest seat={i} size={28} />
                        <span>
                            <b>{s.kind === "bot" ? botName(s.name ?? "") : seatName(s, i)}</b>
                            {i === you && <small> {t("(you)")}</small>}
                            {s.kind === "person" && (
                                <small>
                                    {" "}
                                    {s.ready ? t("ready") : t("not ready yet")}
                                    {i !== you && d.here.value[i] === false ? `, ${t("away from the table")}` : ""}
                                </small>
                            )}
                        </span>
                        {s.kind === "open" && !me && (
                            <button class={i === open ? "main" : ""} onClick={() => sit(i)}>
                                {t("Sit here")}
                            </button>
                        )}
                        {s.kind === "open" && table.host && (
                            <select
                                aria-label={t("A bot for this seat")}
                                value=""
                                onChange={(e) => void d.do(`bot ${i} ${e.currentTarget.value}`)}
                            >
                                <option value="">{t("Add a bot…")}</option>
                                {levels(game).map((l) => (
                                    <option key={l} value={l}>
                                        {level(l)}
                                    </option>
                                ))}
                            </select>
                        )}
                        {((s.kind === "bot" && table.host) || (s.kind === "person" && !s.ready && (table.host || i === you))) && (
                            <button onClick={() => void d.do(i === you ? "stand" : `stand ${i}`)}>
                                {i === you ? t("Stand up") : t("Free the seat")}
                            </button>
                        )}
                    </li>
                ))}
            </ul>
            {table.may.includes("close") && <button onClick={() => void d.do("close")}>{t("Play without the empty seats")}</button>}
            {me && !me.ready && <p class="soft">{t("The game begins when every seat is taken and everybody has pressed this:")}</p>}
            {me && !me.ready && (
                <button class="main large" onClick={() => void d.do(`ready ${salt()}`)}>
                    {t("I am ready")}
                </button>
            )}
            {me?.ready && <p role="status">{t("Waiting for the others…")}</p>}
            {me && d.watching.value > 0 && <p class="soft">{t("Watching: {n}", { n: d.watching.value })}</p>}
        </section>
    );
    return (
        <Layout
            game={game}
            title={
                invited
                    ? t("You are invited: {game}", { game: gameTitle(game) })
                    : t("{game}: waiting for players…", { game: gameTitle(game) })
            }
        >
            {invited && <p>{tagline(game)}</p>}
            {frame.view && <RulesLine game={game} options={frame.view.options} />}
            {coached(table) && (
                <p class="note coached">
                    <Icon name="hint" />{" "}
                    {t("The coach helps everybody here: it asks before a costly slip and marks every move. Whoever sits down agrees.")}
                </p>
            )}
            <div class="gather">{inviting ? [invitation, seats] : [seats, invitation]}</div>
            {d.toast.value && (
                <p class="toast" role="status">
                    {d.toast.value}
                </p>
            )}
        </Layout>
    );
}
