// drive.mjs: plays PiKiT through the page.
import { driver } from "../../../../tests/e2e/drive.mjs";

/** What a person could press next, the first first. */
export const presses = [
    ".action.choose .buttons button",
    ".action.ask .buttons button",
    ".action .buttons button:not(.nothing)",
    ".action .buttons button",
];
/** What a player presses who only hears the page: "GROUP > NAME", the first first. */
export const spoken = [/> Let it happen/, /> Take (?!nothing)/, /> (Mecha|Steal) /, /> (Take nothing|End the turn)/];
/** The coach is there until the lesson ends: there is no last move. */
export const lesson = {};
/** With these random numbers the first turn of two players offers two cards (4 and 5): to take nothing, or one, gives much away. */
export const slips = { seed: 8, seats: 2, worst: '.action [data-move="nothing"]', bad: '.action [data-move="take 4"]' };

/** "ask": cancel or not; "choose": a step of a card's choice; "turn": play or take. `plays` is how often a card is played rather than
 *  taken, `cancels` how often one cancels. */
export const { state, step, playToTheEnd, playUntil } = driver({
    asked: [
        ["ask", ".action.ask .buttons button"],
        ["choose", ".action.choose .buttons button"],
        ["turn", ".action .buttons button"],
    ],
    async act(now, press, { plays = 0.5, cancels = 0.7, chance }) {
        if (now === "ask")
            (chance() < cancels && (await press(".action.ask .buttons .cancels"))) || (await press(".action.ask .buttons .pass"));
        else if (now === "choose") await press(".action.choose .buttons button:not(.back)");
        else
            (chance() < plays && (await press(".hand .card.can"))) ||
                (await press(".action .buttons button:not(.nothing)")) ||
                (await press(".action .buttons button"));
    },
});

/** Film strips (tests/e2e/strips.mjs). */
const busy = { plays: 0.9, cancels: 1 };
export const strips = {
    roll: { seats: 3, when: (events) => events.some((e) => e.event === "roll" && e.seat === 1) },
    take: { seats: 3, when: (events) => events.some((e) => e.event === "take" && e.seat === 1) },
    played: { seats: 3, moment: true, when: (events) => events.some((e) => e.event === "play" && e.seat !== 0) },
    cancel: { seats: 3, moment: true, play: busy, when: (events) => events.some((e) => e.event === "cancel" && e.cancels !== 6) },
    answer: { seats: 4, moment: true, play: busy, when: (events) => events.some((e) => e.event === "cancel" && e.cancels === 6) },
    theft: { seats: 3, moment: true, play: busy, when: (events) => events.some((e) => e.event === "stolen" && e.card !== 3) },
    wound: { seats: 3, moment: true, play: busy, when: (events) => events.some((e) => e.event === "wound") },
    mecha: { seats: 3, moment: true, when: (events) => events.some((e) => e.event === "mecha") },
    eights: { seats: 3, moment: true, when: (events) => events.some((e) => e.event === "take" && e.card === 8 && e.count > 2) },
    last: { seats: 2, moment: true, when: (events) => events.some((e) => e.event === "last") },
};
