// gathering.tsx: a table that waits for its players: the link, the code to photograph, the seats.
import "./play"; // it is loaded by then: so the bundler need not divide it
import { useEffect, useRef, useState } from "preact/hooks";
import { levels } from "../catalogue";
import { RulesLine, rulesLine } from "../form/line";
import { list, t } from "../i18n";
import { change, settings } from "../settings";
import { play } from "../sound";
import { agreedTo } from "../table/acts";
import type { Director } from "../table/director";
import { coached, rated, type Frame } from "../table/types";
import { botName, gameTitle, level, nameless, seatName, tagline } from "../words";
import { copyText, Crest, Icon, NameField } from "./kit";
import { later } from "./later";
import { Layout } from "./layout";
import { Code } from "./qr";

const InviteFriends = later(() => import("../meet/gather").then((m) => m.InviteFriends), true),
    Evening = later(() => import("../evening/back").then((m) => m.Back), true),
    Arrival = later(() => import("../meet/gather").then((m) => m.Arrival), true),
    RatedNote = later(() => import("../profile/change").then((m) => m.RatedNote));

/** There is room to show the picture of the link without hiding who sits where. */
const roomy = (): boolean => matchMedia("(min-width: 700px) and (min-height: 500px)").matches;

const salt = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

export function Gathering({ d, frame }: { d: Director; frame: Frame }) {
    const { table } = frame,
        game = frame.view?.game ?? d.game.value ?? "",
        link = `${location.origin}/t/${table.id}`;
    const { evening } = table; // who plays is up to it, and they have agreed by joining it
    const [copied, setCopied] = useState(false);
    const [name, setName] = useState(settings.get().name);
    const you = table.you,
        me = you === undefined ? undefined : table.seats[you];
    const [unnamed, setUnnamed] = useState(false); // asked for a name once: whoever presses again wants none
    const field = useRef<HTMLDivElement>(null);
    const sit = (seat: number) => {
        const as = name.trim() || nameless; // everybody calls them by their seat, in their own language
        change({ name: name.trim() });
        void d.do(`sit ${seat} ${as}`);
    };
    const choose = (seat: number) => {
        if (name.trim() || unnamed) return sit(seat);
        setUnnamed(true);
        field.current?.querySelector("input")?.focus();
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
    const ready = () => void d.do(`ready ${salt()}`);
    const agreed = (evening || agreedTo.has(table.id)) && table.may.includes("ready") && !me?.ready;
    useEffect(() => {
        if (!agreed) return;
        agreedTo.delete(table.id);
        ready();
    }, [agreed]);
    // somebody came, or the role did: a host may look elsewhere
    const people = table.seats.filter((s) => s.kind === "person").length,
        before = useRef({ people, host: table.host });
    useEffect(() => {
        const was = before.current;
        before.current = { people, host: table.host };
        if (me && people > was.people) play("turn");
        if (me && table.host && !was.host) d.say(t("You are the host of this table now."));
    }, [people, table.host]);
    const open = table.seats.findIndex((s) => s.kind === "open");
    const invited = !me && open >= 0 && !table.locked,
        host = table.seats.findIndex((s) => s.kind === "person"), // who opened it sits in front, as long as they sit
        inviting = table.host && open >= 0; // only the host wants others to come, and only while there is room
    const invitation = (
        <section>
            <h2>{t("Invitation link")}</h2>
            <p class="link">
                <code ref={shown}>{link}</code>
            </p>
            <p class="row">
                <button class={inviting && !table.locked ? "main" : ""} onClick={() => void copy()}>
                    <Icon name="copy" /> {copied ? t("Copied") : t("Copy")}
                </button>
                {"share" in navigator && (
                    <button onClick={() => void share()}>
                        <Icon name="share" /> {t("Share")}
                    </button>
                )}
            </p>
            {me && open >= 0 && <InviteFriends table={table.id} />}
            <details open={roomy()}>
                <summary>{t("QR code of the invitation link")}</summary>
                <Code text={link} label={t("QR code of the invitation link")} />
            </details>
        </section>
    );
    const shut = table.locked && (
        <p class="note" role="status">
            {me ? t("The table is locked: nobody else can sit down.") : t("The host has locked this table: nobody else can sit down.")}
        </p>
    );
    const missing = table.seats.flatMap((s, i) => (s.kind === "person" && !s.ready && i !== you ? [seatName(s, i)] : []));
    /** Always in sight: what this player can do for the game to begin, and whom it waits for. */
    const begin = me && (
        <div class="begin">
            {me.ready ? (
                <p role="status">
                    {open < 0 && missing.length ? t("Waiting for {names}", { names: list(missing) }) : t("Waiting for the others…")}
                </p>
            ) : (
                <>
                    <p class="soft">{t("The game begins when every seat is taken and everybody has pressed this:")}</p>
                    <button class="main large" onClick={ready}>
                        {t("I am ready")}
                    </button>
                </>
            )}
        </div>
    );
    const seats = (
        <section>
            <h2>{t("Seats")}</h2>
            {!me && shut}
            {!me && !table.locked && open >= 0 && (
                <div ref={field}>
                    <NameField mine label={t("Your name")} value={name} set={setName} />
                    {unnamed && !name.trim() && (
                        <p class="note" role="status">
                            {t("How shall the others call you? Without a name you are “Player {n}”.", { n: open + 1 })}
                        </p>
                    )}
                </div>
            )}
            <ul class="seats">
                {table.seats.map((s, i) => (
                    <li key={i}>
                        <Crest seat={i} size={28} />
                        <span>
                            <b>{s.kind === "bot" ? botName(s.name ?? "") : seatName(s, i)}</b>
                            {i === you && <small> {t("(you)")}</small>}
                            {i === you && table.host && <small> · {t("host")}</small>}
                            {s.kind === "person" && (
                                <small>
                                    {" "}
                                    {s.ready ? t("ready") : t("not ready yet")}
                                    {i !== you && d.here.value[i] === false ? `, ${t("away from the table")}` : ""}
                                </small>
                            )}
                        </span>
                        {table.may.includes(`sit ${i}`) && (
                            <button class={i === open ? "main" : ""} onClick={() => choose(i)}>
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
                        {i === you && !s.ready && !evening && <button onClick={() => void d.do("stand")}>{t("Stand up")}</button>}
                        {s.kind === "bot" && table.may.includes(`stand ${i}`) && (
                            <button onClick={() => void d.do(`stand ${i}`)}>{t("Free the seat")}</button>
                        )}
                        {s.kind === "person" && (table.may.includes(`stand ${i}`) || table.may.includes(`host ${i}`)) && (
                            <details class="more">
                                <summary aria-label={t("More about {name}", { name: seatName(s, i) })}>{t("More")}</summary>
                                <div class="row">
                                    {table.may.includes(`host ${i}`) && (
                                        <button onClick={() => void d.do(`host ${i}`)}>{t("Make host")}</button>
                                    )}
                                    {table.may.includes(`stand ${i}`) && (
                                        <button onClick={() => void d.do(`stand ${i}`)}>{t("Remove")}</button>
                                    )}
                                </div>
                            </details>
                        )}
                    </li>
                ))}
            </ul>
            {me && shut}
            {table.may.includes("lock") && open >= 0 && <button onClick={() => void d.do("lock")}>{t("Lock the table")}</button>}
            {table.may.includes("unlock") && <button onClick={() => void d.do("unlock")}>{t("Unlock the table")}</button>}
            {table.may.includes("close") && <button onClick={() => void d.do("close")}>{t("Play without the empty seats")}</button>}
            {me && d.watching.value > 0 && <p class="soft">{t("Watching: {n}", { n: d.watching.value })}</p>}
        </section>
    );
    return (
        <Layout
            game={game}
            title={
                invited
                    ? host >= 0
                        ? t("{name} invites you to {game}", { name: seatName(table.seats[host], host), game: gameTitle(game) })
                        : t("You are invited: {game}", { game: gameTitle(game) })
                    : t("{game}: waiting for players…", { game: gameTitle(game) })
            }
        >
            {evening && <Evening table={table.id} event={evening} />}
            <Arrival d={d} frame={frame} sit={sit} ready={ready} />
            {invited && <p>{tagline(game)}</p>}
            {frame.view && <RulesLine game={game} options={frame.view.options} />}
            {coached(table) && (
                <p class="note coached">
                    <Icon name="hint" />{" "}
                    {t("The coach helps everybody here: it asks before a costly slip and marks every move. Whoever sits down agrees.")}
                </p>
            )}
            {rated(table) && <RatedNote />}
            <div class="gather">{evening ? seats : inviting ? [invitation, seats] : [seats, invitation]}</div>
            {begin}
            {d.toast.value && (
                <p class="toast" role="status">
                    {d.toast.value}
                </p>
            )}
        </Layout>
    );
}
