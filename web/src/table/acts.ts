// acts.ts: what people did around the game, in words: for the log, and for a moment in sight of everybody.
import { t, tn } from "../i18n";
import type { Act } from "./types";

/** Who reads it, and what the seats are called. */
interface Reader {
    you: number | undefined;
    name(seat: number): string;
}

/** Tables whose players agreed to them at the end of the game before: that was their word, they are ready there without another press. */
export const agreedTo = new Set<string>();

export const asks = (what: string | undefined): string =>
    ({
        undo: t("{name} asks to undo"),
        pause: t("{name} asks for a pause"),
        end: t("{name} asks to end the game"),
        rematch: t("{name} asks to play again"),
    })[what ?? ""] ?? "";

/** A line for the log; "" if there is nothing to say. */
export function actText(a: Act, { you, name }: Reader): string {
    const me = a.seat !== undefined && a.seat === you,
        who = { name: a.seat === undefined ? "" : name(a.seat) };
    switch (a.act) {
        case "late":
            return me ? t("The others wait for you") : t("The table waits for {name}", who);
        case "flag":
            return me ? t("Your clock ran out. A bot plays for you") : t("The clock ran out: {name}. A bot plays on", who);
        case "away":
            if (a.by !== undefined)
                return me ? t("{name} lets a bot play for you", { name: name(a.by) }) : t("A bot plays on for {name}", who);
            return me ? t("A bot plays for you") : t("{name} leaves for a while. A bot plays on", who);
        case "back":
            return me ? t("You play again") : t("{name} plays again", who);
        case "ask":
            return asks(a.what).replace("{name}", who.name);
        case "decline":
            return a.seat === a.by ? t("{name} takes the question back", who) : t("{name} does not agree", who);
        case "undo":
            return t("The last move is taken back");
        case "takeback":
            return t("You take your last move back: the same cards come again");
        case "pause":
            return a.seat === undefined ? t("Nobody is left to play: the game waits") : t("The game is paused");
        case "resume":
            return t("The game goes on");
        case "holiday":
            if (!a.days) return me ? t("You are back") : t("{name} is back", who);
            return me
                ? tn("You are away for {n} day", "You are away for {n} days", a.days)
                : tn("{name} is away for {n} day", "{name} is away for {n} days", a.days, who);
        case "resign":
            return t("{name} resigns", who);
        case "end":
            return t("The game is called off");
        default:
            return ""; // a bot's move says so at its own line
    }
}

/** What everybody should see when it happens, wherever they look: the answer to one's question, and whatever changes who plays. */
export function announced(a: Act, { you }: Reader): boolean {
    if (a.act === "decline") return a.by === you && a.seat !== you;
    if (a.act === "takeback" || a.act === "undo" || a.act === "late") return a.seat === you;
    return ["flag", "away", "back", "resign", "end", "holiday"].includes(a.act) && a.seat !== you;
}
