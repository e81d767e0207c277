// drive.mjs: plays Koi-Koi through the page, always with the first that can be pressed.
import { driver } from "../../../../tests/e2e/drive.mjs";

/** What a person could press next, the first first. */
export const presses = [".action .main", ".action .pick", ".my-turn .hand .card.can", ".my-turn .hand .card"];
/** What a player presses who only hears the page: "GROUP > NAME", the first first. */
export const spoken = [/> Stop: /, /> Play .*\(/, /Choose which.*> (?!Back)/, /Your hand > .*matches/, /Your hand > /];
/** With these options turns follow each other through the first round: no deal and no few cards win it. */
export const steady =
    "tenho=off,sake=off,sanko=0,ame_shiko=0,shiko=0,goko=0,ino_shika_cho=0,aka_tan=0,ao_tan=0,kasu_from=15,tane_from=9,tanzaku_from=10";
/** With these options a game is short. */
export const short = "rounds=1";
/** `last`: the last move the coach asks for before the player is alone for a while. */
export const lesson = { last: "match3" };
/** What film strips show (tests/e2e/strips.mjs); `when` runs in the page. */
const any = (what, more = "true") => `(events) => events.some((e) => e.event === "${what}" && ${more})`;
export const strips = {
    turn: { when: any("turn", "e.seat === 1") },
    take: { when: any("take", "e.seat === 1") },
    yaku: { when: any("yaku", "e.seat === 0"), moment: true },
    call: { when: any("koi-koi", "e.seat === 1"), moment: true },
    pay: { when: any("agari") },
    tenho: { when: any("won-with", "/tenho$/.test(e.yaku)"), moment: true, dealt: (view) => view.legal?.includes("tenho") },
    last: { when: any("round", "e.round === 6"), moment: true },
};

const first = { chance: () => 0 };
const drive = driver({
    asked: [
        ["choose", ".action .main, .action .pick"],
        ["hand", ".my-turn:has(.action .prompt) .hand .card"],
    ],
    still: [".card.pending"],
    async act(now, press) {
        if (now === "choose") await press(".action .main, .action .pick");
        else await press(".hand .card.can, .hand .card", { position: { x: 8, y: 30 } });
    },
});
export const { state } = drive;
export const step = (page, how) => drive.step(page, { ...first, ...how });
export const playToTheEnd = (page, how) => drive.playToTheEnd(page, { ...first, ...how });
/** Plays until the condition holds, which must be before the end or at it. */
export async function playUntil(page, holds, how) {
    if (!(await drive.playUntil(page, holds, { ...first, ...how }))) throw new Error("the game ended too early");
}
