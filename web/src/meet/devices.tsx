// devices.tsx: the part of the settings about who we are: other devices, the recovery phrase, what is stored of us, and the end of it.
import { useEffect, useState } from "preact/hooks";
import { date, t } from "../i18n";
import { link } from "../net/browser";
import { settings } from "../settings";
import { known } from "../table/lists";
import { copyText, Icon, useNow } from "../ui/kit";
import { Code } from "../ui/qr";
import { nameless } from "../words";
import { EnterPhrase } from "./enter";
import { Trouble, useTrouble, worded } from "./kit";
import { deleted, endDevice, exported, forgetMe, me, newCode, newPhrase } from "./me";
import type { Device, Me } from "./types";

/** A code for another device, while it is valid. */
function LinkDevice({ again }: { again: () => void }) {
    const [code, setCode] = useState<{ code: string; until: number }>();
    const [trouble, run] = useTrouble();
    const [copied, setCopied] = useState(false);
    const now = useNow(!!code, 1000),
        left = code ? Math.ceil((code.until - now) / 60000) : 0;
    useEffect(() => {
        if (code && now >= code.until) setCode(undefined);
    }, [code, now]);
    useEffect(() => {
        // the other device is new in the list when the person looks at this one again
        const look = () => document.hidden || again();
        document.addEventListener("visibilitychange", look);
        return () => document.removeEventListener("visibilitychange", look);
    }, []);
    const address = `${location.origin}/link/${code?.code}`;
    const show = () =>
        void run(
            newCode().then((c) => {
                setCopied(false);
                setCode(c);
            }),
        );
    return (
        <section class="list">
            <h3>{t("Link another device")}</h3>
            {!code && <p class="soft">{t("Photograph a code with it, and it plays as you, too: the same name, seats and friends.")}</p>}
            <Trouble text={trouble} />
            {code ? (
                <div class="linking">
                    <Code text={address} label={t("QR code that links another device")} />
                    <div>
                        <p>
                            {t("Photograph this with the other device, or open {address} there and type:", {
                                address: `${location.host}/link`,
                            })}
                        </p>
                        <code class="code">{code.code.replace(/^(.{5})/, "$1 ")}</code>
                        <p class="soft">
                            {t("It works once, for {n} more minutes. Whoever has it can play as you: show it to nobody else.", { n: left })}
                        </p>
                        <p class="row">
                            <button onClick={() => void copyText(address).then(setCopied)}>
                                <Icon name="copy" /> {copied ? t("Copied") : t("Copy the link")}
                            </button>
                            <button
                                onClick={() => {
                                    setCode(undefined);
                                    again();
                                }}
                            >
                                {t("Done")}
                            </button>
                        </p>
                    </div>
                </div>
            ) : (
                <button onClick={show}>
                    <Icon name="link" /> {t("Show a code")}
                </button>
            )}
        </section>
    );
}

/** The phrase is shown once: only its hash is stored. */
function Phrase({ has, again }: { has: boolean; again: () => void }) {
    const [phrase, setPhrase] = useState("");
    const [trouble, run] = useTrouble();
    return (
        <section class="list">
            <h3>{t("Recovery phrase")}</h3>
            <Trouble text={trouble} />
            {phrase ? (
                <section class="phrase" aria-label={t("Recovery phrase")}>
                    <ol>
                        {phrase.split(/[\s-]+/).map((w) => (
                            <li key={w}>
                                <code>{w}</code>
                            </li>
                        ))}
                    </ol>
                    <p>
                        {t(
                            "Write these six words down, on paper. They are shown only now. With them you are yourself again on any device, even if this browser forgets you.",
                        )}
                    </p>
                    <button
                        class="main"
                        onClick={() => {
                            setPhrase("");
                            again();
                        }}
                    >
                        {t("I wrote it down")}
                    </button>
                </section>
            ) : (
                <>
                    <p class="soft">
                        {has
                            ? t("You have one. If you lost it, make a new one: the old one is void then.")
                            : t(
                                  "Six words on paper that bring you back when every browser has forgotten you. Nobody else can: there is no password and no e-mail here.",
                              )}
                    </p>
                    <button onClick={() => void run(newPhrase().then(setPhrase))}>
                        {has ? t("Make a new phrase") : t("Make a phrase")}
                    </button>
                </>
            )}
        </section>
    );
}

function Devices({ of, again }: { of: Device[]; again: () => void }) {
    const [trouble, run] = useTrouble();
    const end = (n: number) => void run(endDevice(n).then(() => undefined)).then(again);
    const others = of.filter((d) => !d.this);
    return (
        <section class="list">
            <h3>{t("Your devices")}</h3>
            <Trouble text={trouble} />
            <ul class="people">
                {of.map((d) => (
                    <li key={d.number} class="somebody">
                        <span class="who">
                            <b>
                                {d.label || t("A device")} {d.this && <small>{t("(this one)")}</small>}
                            </b>
                            <small>{t("last here {when}", { when: date(d.seen) })}</small>
                        </span>
                        {!d.this && (
                            <button onClick={() => end(d.number)} aria-label={t("End {device}", { device: d.label || t("A device") })}>
                                {t("End")}
                            </button>
                        )}
                    </li>
                ))}
            </ul>
            {others.length > 1 && <button onClick={() => end(0)}>{t("End all others")}</button>}
            {others.length > 0 && <p class="soft">{t("A device that is ended does not know you any more, also if it is lost.")}</p>}
        </section>
    );
}

/** Everything of this person as a file; and the end of this person, for which the name has to be typed. */
function Data({ mine }: { mine: Me }) {
    const [typed, setTyped] = useState("");
    const [trouble, run] = useTrouble();
    const name = mine.name || nameless;
    const save = async () => {
        const url = URL.createObjectURL(new Blob([await exported()], { type: "application/json" })),
            a = document.createElement("a");
        a.href = url;
        a.download = `irori-${new Date().toISOString().slice(0, 10)}.json`;
        a.click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
    };
    return (
        <section class="list">
            <h3>{t("What this server has of you")}</h3>
            <p class="soft">{t("Your name, devices, friends and games, in one file that any program can read.")}</p>
            <Trouble text={trouble} />
            <button onClick={() => void run(save())}>
                <Icon name="download" /> {t("Download everything")}
            </button>
            <details class="delete">
                <summary>{t("Delete me from this server")}</summary>
                <p>
                    {t(
                        "Your name, devices, friends and invitations are deleted at once and for good. Games with others stay, so that theirs are whole, but without your name. Games against bots in this browser stay here.",
                    )}
                </p>
                <form
                    class="form"
                    onSubmit={(e) => {
                        e.preventDefault();
                        void run(deleted(typed).then(forgetMe));
                    }}
                >
                    <label class="field">
                        <span>{t("Type your name, {name}, to be sure", { name })}</span>
                        <input value={typed} autocomplete="off" dir="auto" onInput={(e) => setTyped(e.currentTarget.value)} />
                    </label>
                    <button class="danger" disabled={typed.trim() !== name}>
                        {t("Delete me for good")}
                    </button>
                </form>
            </details>
        </section>
    );
}

export const MyDevices = worded(function MyDevices() {
    const [mine, setMine] = useState<Me>();
    const [trouble, run] = useTrouble();
    const again = () => void (known() && run(me().then(setMine)));
    useEffect(again, [settings.get().name]);
    useEffect(() => link.hear("hello", again), []);
    return (
        <section class="devices" aria-labelledby="devices">
            <h2 id="devices">{t("You and your devices")}</h2>
            <Trouble text={trouble} />
            {!known() && <p class="soft">{t("You are nobody on this server yet: you are known from the first game with others on.")}</p>}
            {mine && <LinkDevice again={again} />}
            {mine && <Devices of={mine.devices} again={again} />}
            {mine && <Phrase has={mine.phrase} again={again} />}
            <details class="list">
                <summary>{t("Play as somebody this server knows")}</summary>
                <p>
                    <a href="/link">{t("With a code from another device")}</a>
                </p>
                <EnterPhrase />
            </details>
            {mine && <Data mine={mine} />}
        </section>
    );
}, false);
