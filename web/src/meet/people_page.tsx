// people_page.tsx: friends, those who would like to be, recent opponents; who is muted and who is blocked.
import { useState } from "preact/hooks";
import { catalogue } from "../catalogue";
import { date, t } from "../i18n";
import { go } from "../router";
import { useStore } from "../store";
import { Icon } from "../ui/kit";
import { Layout } from "../ui/layout";
import { gameTitle } from "../words";
import { Somebody, Trouble, useTies, useTrouble, worded } from "./kit";
import { known } from "../table/lists";
import { firstWish } from "./page";
import { lastWish, noteWish } from "./seek";
import { inviteNew, report, sorted, tie, type Be } from "./ties";
import { mine } from "../turn/watch";
import { named, rulesClock } from "./words";
import type { Tie } from "./types";

/** Changes a tie; false if it did not, and that has been said. */
export type Does = (be: Be) => Promise<boolean>;
/** As much of it as the server takes. */
const cut = (text: string): string => {
    const bytes = new TextEncoder().encode(text);
    return bytes.length > most ? new TextDecoder().decode(bytes.slice(0, most)).replace(/\ufffd$/, "") : text;
};
const most = 500;

/** What else can be done with somebody: folded, because it is seldom wanted. `table`: where we are with them, for a report. */
export function More({ of, table, does, done }: { of: Tie; table?: string; does: Does; done: (text: string) => void }) {
    const [told, setTold] = useState("");
    const [trouble, run] = useTrouble();
    const name = named(of.name);
    const press = async (be: Be, said = "") => {
        if (await does(be)) done(said);
    };
    const write = (e: { currentTarget: HTMLTextAreaElement }) => {
        const text = cut(e.currentTarget.value);
        if (text !== e.currentTarget.value) e.currentTarget.value = text;
        setTold(text);
    };
    const send = async (e: Event) => {
        e.preventDefault();
        if (!(await run(report(of.who, table, told.trim())))) return;
        setTold("");
        done(t("Thank you. Whoever runs this server will read it."));
    };
    return (
        <details class="more">
            <summary aria-label={t("More about {name}", { name })}>{t("More")}</summary>
            <div class="row">
                <a class="button" href={`/who/${of.who}`}>
                    {t("Profile")}
                </a>
                {of.friend === "both" && <button onClick={() => void press("none")}>{t("Remove as a friend")}</button>}
                {of.muted ? (
                    <button onClick={() => void press("unmute")}>{t("Unmute")}</button>
                ) : (
                    <button onClick={() => void press("mute", t("{name} is muted now.", { name }))}>{t("Mute this person")}</button>
                )}
                {of.blocked ? (
                    <button onClick={() => void press("unblock")}>{t("Unblock")}</button>
                ) : (
                    <button onClick={() => void press("block", t("{name} is blocked now.", { name }))}>{t("Block")}</button>
                )}
            </div>
            <p class="soft">
                {t(
                    "Muted: you see nothing they say, neither phrases nor chat. Blocked: you are never paired, and they cannot invite you or sit down at your tables. They are not told.",
                )}
            </p>
            <form class="report" onSubmit={(e) => void send(e)}>
                <label>
                    <span>{t("Report to whoever runs this server")}</span>
                    <textarea rows={2} value={told} onInput={write} />
                </label>
                <Trouble text={trouble} />
                <button disabled={!told.trim()}>{t("Send the report")}</button>
            </form>
        </details>
    );
}

export default worded(function People() {
    const ties = useTies(),
        asked = useStore(mine)?.invites ?? [];
    const [trouble, run] = useTrouble();
    const [said, setSaid] = useState("");
    const [busy, setBusy] = useState("");
    const [game, setGame] = useState(() => firstWish().game);
    const people = ties?.people ?? [];
    const does =
        (who: string): Does =>
        (be) =>
            run(tie(who, be));
    const invite = async (who: string) => {
        setBusy(who);
        noteWish({ pace: lastWish()?.pace ?? "calm", game });
        const made = await inviteNew(who, game);
        setBusy("");
        if (typeof made === "string") go(`/t/${made}`);
        else void run(Promise.resolve(made));
    };
    const of = (who: string, name: string): Tie =>
        people.find((p) => p.who === who) ?? { who, name, friend: null, muted: false, blocked: false, online: false };
    const more = (p: Tie) => <More of={p} does={does(p.who)} done={setSaid} />;
    const call = (p: { who: string; name: string }) => (
        <button disabled={!!busy} aria-label={t("Invite {name}", { name: named(p.name) })} onClick={() => void invite(p.who)}>
            {t("Invite")}
        </button>
    );
    const friends = sorted(people, (p) => p.friend === "both" && !p.blocked),
        asks = sorted(people, (p) => p.friend === "asks" && !p.blocked),
        waits = sorted(people, (p) => p.friend === "asked" && !p.blocked),
        blocked = sorted(people, (p) => p.blocked || (p.muted && p.friend === null)),
        tied = new Set([...friends, ...asks, ...waits, ...blocked].map((p) => p.who)),
        recent = (ties?.recent ?? []).filter((r, i, all) => !tied.has(r.who) && all.findIndex((o) => o.who === r.who) === i);
    return (
        <Layout title={t("Other people")}>
            {!known() && (
                <p class="note">{t("You have not played with anybody here yet. Whoever you play with stands here afterwards.")}</p>
            )}
            <p class="links">
                <a href="/me">{t("Profile")}</a>
                <a href="/leaders">{t("Leaderboards")}</a>
            </p>
            <Trouble text={trouble} />
            {said && (
                <p class="note" role="status">
                    {said}
                </p>
            )}
            {asked.length > 0 && (
                <section class="list">
                    <h2>{t("Invitations")}</h2>
                    <ul class="people">
                        {asked.map((i) => (
                            <Somebody
                                key={i.table}
                                name={named(i.by.name)}
                                note={`${gameTitle(i.game)} · ${rulesClock(i.game, i.options, i.settings)}`}
                            >
                                <a class="button main" href={`/t/${i.table}`}>
                                    {t("To the table")}
                                </a>
                            </Somebody>
                        ))}
                    </ul>
                </section>
            )}
            {asks.length > 0 && (
                <section class="list">
                    <h2>{t("Would like to be your friend")}</h2>
                    <ul class="people">
                        {asks.map((p) => (
                            <Somebody key={p.who} name={named(p.name)}>
                                <button class="main" onClick={() => void does(p.who)("friend")}>
                                    {t("Accept")}
                                </button>
                                <button onClick={() => void does(p.who)("none")}>{t("Refuse")}</button>
                                {more(p)}
                            </Somebody>
                        ))}
                    </ul>
                </section>
            )}
            <section class="list">
                <h2>{t("Friends")}</h2>
                {friends.length > 0 && (
                    <label class="field inline">
                        <span>{t("Invite to")}</span>
                        <select value={game} onChange={(e) => setGame(e.currentTarget.value)}>
                            {catalogue.games.map((g) => (
                                <option key={g.name} value={g.name}>
                                    {gameTitle(g.name)}
                                </option>
                            ))}
                        </select>
                    </label>
                )}
                {friends.length + waits.length > 0 ? (
                    <ul class="people">
                        {friends.map((p) => (
                            <Somebody key={p.who} name={named(p.name)} online={p.online} {...(p.muted && { note: t("muted") })}>
                                {call(p)}
                                {more(p)}
                            </Somebody>
                        ))}
                        {waits.map((p) => (
                            <Somebody key={p.who} name={named(p.name)} note={t("asked; no answer yet")}>
                                <button onClick={() => void does(p.who)("none")}>{t("Withdraw the request")}</button>
                                {more(p)}
                            </Somebody>
                        ))}
                    </ul>
                ) : (
                    ties && <p class="soft">{t("None yet. After a game you can add whoever you played with; they have to agree.")}</p>
                )}
            </section>
            {recent.length > 0 && (
                <section class="list">
                    <h2>{t("Recent opponents")}</h2>
                    <ul class="people">
                        {recent.map((r) => (
                            <Somebody key={r.who} name={named(r.name)} note={date(r.time)}>
                                <button
                                    aria-label={t("Add {name} as a friend", { name: named(r.name) })}
                                    onClick={() => void does(r.who)("friend")}
                                >
                                    <Icon name="person" /> {t("Add friend")}
                                </button>
                                {call(r)}
                                {more(of(r.who, r.name))}
                            </Somebody>
                        ))}
                    </ul>
                </section>
            )}
            {blocked.length > 0 && (
                <details class="list">
                    <summary>{t("Muted and blocked")}</summary>
                    <ul class="people">
                        {blocked.map((p) => (
                            <Somebody key={p.who} name={named(p.name)} note={p.blocked ? t("blocked") : t("muted")}>
                                {more(p)}
                            </Somebody>
                        ))}
                    </ul>
                </details>
            )}
        </Layout>
    );
});
