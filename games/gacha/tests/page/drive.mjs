// drive.mjs: plays Gacha through the page.
import { driver } from "../../../../tests/e2e/drive.mjs";

/** What a person could press next, the first first. */
export const presses = [".action.pay .ga-way", ".action .ga-buttons button", ".ga-pile.can"];
/** What a player presses who only hears the page: "GROUP > NAME", the first first. */
export const spoken = [/> Claim/, /> Take another turn/, /> Draw (from|2)/, /> Pass$/, /> End the turn/];
/** With these options turns follow each other: no round ends soon with a screen of its own, nobody else is asked. */
export const steady = "";
/** `last`: the last move the coach asks for before the player is alone for a while. */
export const lesson = { last: "second2" };

/** "claim": a reward can be claimed, or a pile drawn from. `claims` is how often a reward is claimed rather than cards drawn. */
export const { state, step, playToTheEnd, playUntil } = driver({
    asked: [
        ["extra", ".action.extra button"],
        ["pay", ".action.pay button"],
        ["claim", ".action .ga-buttons button"],
        ["draw", ".ga-pile.can"],
    ],
    async act(now, press, { claims = 0.8, chance }) {
        if (now === "extra") await press(".action.extra .main");
        else if (now === "pay") await press(".action.pay .ga-way");
        else if (now === "draw") await press(".ga-pile.can");
        else
            (chance() < claims && (await press(".action .ga-buttons button"))) ||
                (await press(".ga-pile.can")) ||
                (await press(".action .ga-buttons button"));
    },
});

/** Film strips (tests/e2e/strips.mjs). */
export const strips = {
    capsule: { seats: 2, when: (events) => events[0].event === "draw" && !!events[0].figure, play: { claims: 0 } },
    draw: { seats: 6, when: (events) => events[0].event === "draw" && !events[0].figure },
    reward: { seats: 4, when: (events) => events[0].event === "claim" && events[0].seat === 0 },
    "bot-reward": { seats: 6, when: (events) => events[0].event === "claim" && events[0].seat !== 0 },
    joker: { seats: 2, when: (events) => events[0].event === "claim" && events.some((e) => e.event === "jokers") },
    tickets: { seats: 2, when: (events) => events[0].event === "pair" },
    token: { seats: 2, when: (events) => events[0].event === "token" },
    "last-round": { seats: 2, when: (events) => events[0].event === "trigger", moment: true },
};
