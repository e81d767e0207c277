// at_table.tsx: the other people at a table: add one as a friend, mute, block, report. In its menu and beside its result.
import "../ui/play"; // it is loaded by then: so the bundler need not divide it
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { Director } from "../table/director";
import type { Frame } from "../table/types";
import { Crest, Icon } from "../ui/kit";
import { Chatting } from "./chat";
import { Trouble, useTies, useTrouble, worded } from "./kit";
import { More, type Does } from "./people_page";
import { tie } from "./ties";
import type { Tie, Ties } from "./types";

/** Who sits in a seat of this table, as soon as it is known what we think of each other. */
function whoAt(ties: Ties | undefined, frame: Frame, seat: number): Tie | undefined {
    const { name = "" } = frame.table.seats[seat]!,
        who = frame.table.people?.[seat];
    if (!ties || !who) return undefined;
    return ties.people.find((p) => p.who === who) ?? { who, name, friend: null, muted: false, blocked: false, online: false };
}
const others = (frame: Frame): number[] => frame.table.seats.flatMap((s, i) => (s.kind === "person" && i !== frame.table.you ? [i] : []));

/** `alone`: nothing beside it says whom it is about. */
function FriendButton({ of, name, does, alone }: { of: Tie; name: string; does: Does; alone?: boolean }) {
    if (of.blocked) return null;
    if (of.friend === "both" || of.friend === "asked") {
        const what = of.friend === "both" ? t("your friend") : t("asked; no answer yet");
        return (
            <small>
                {alone && <b>{name}: </b>}
                <span>{what}</span>
            </small>
        );
    }
    return (
        <button onClick={() => void does("friend")}>
            <Icon name="person" /> {of.friend === "asks" ? t("Accept {name} as a friend", { name }) : t("Add {name} as a friend", { name })}
        </button>
    );
}

/** In the menu: everything that can be done. */
export const AtTable = worded(function AtTable({ d, frame }: { d: Director; frame: Frame }) {
    const ties = useTies();
    const [trouble, run] = useTrouble();
    const [said, setSaid] = useState("");
    if (frame.table.you === undefined || !others(frame).length) return null;
    return (
        <section class="at-table" aria-label={t("People at this table")}>
            <Trouble text={trouble} />
            {said && <p role="status">{said}</p>}
            <ul class="people">
                {others(frame).map((seat) => {
                    const of = whoAt(ties, frame, seat),
                        does: Does = (be) => run(tie(of!.who, be));
                    return (
                        <li key={seat} class="somebody">
                            <Crest seat={seat} />
                            <span class="who">
                                <b>{d.seatName(seat)}</b>
                            </span>
                            {of && <FriendButton of={of} name={d.seatName(seat)} does={does} />}
                            {of && <More of={of} table={frame.table.id} does={does} done={setSaid} />}
                        </li>
                    );
                })}
            </ul>
            <Chatting d={d} frame={frame} ties={ties} />
        </section>
    );
}, false);

/** Beside the result: only the hand held out. */
export const Befriend = worded(function Befriend({ d, frame }: { d: Director; frame: Frame }) {
    const ties = useTies();
    const [trouble, run] = useTrouble();
    return (
        <div class="row befriend">
            <Trouble text={trouble} />
            {others(frame).map((seat) => {
                const of = whoAt(ties, frame, seat);
                return of ? <FriendButton alone key={seat} of={of} name={d.seatName(seat)} does={(be) => run(tie(of.who, be))} /> : null;
            })}
        </div>
    );
}, false);
