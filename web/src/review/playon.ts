// playon.ts: a game goes on from a position of a record, against bots, at a table of this device.
//
// What everybody holds stays as it was: it is part of the record. What comes is dealt from the same secret, with the salts and the number
// of the match, so that the same moves bring the same cards; or from a new one.
import { gameInfo } from "../catalogue";
import { t } from "../i18n";
import { startLocal } from "../play";

interface Cut {
    text: string; // up to the row, ends with `saved`
    secret: string | undefined; // that dealt there
    names: string[]; // by seat, as the record has them
    options: string;
    game: string;
    deck: string;
}
const isRow = (line: string): boolean => /^[*\d]/.test(line);

/** A record up to a row, with other names. */
export function cut(record: string, row: number, rename: (name: string, seat: number) => string = (n) => n): Cut {
    const [whole = "", deck = ""] = record.split(/^\f\r?\n/m),
        lines = whole.split(/\r?\n/).filter((l) => l && !l.startsWith("#")),
        word = (key: string): string => lines.find((l) => l.startsWith(`${key} `))?.slice(key.length + 1) ?? "";
    const names = Array.from({ length: Number(word("seats")) }, (_, i) => word(`name ${i}`)),
        out: string[] = [];
    let rows = 0,
        at = 0,
        named = false;
    for (; at < lines.length; at++) {
        const line = lines[at]!;
        if (/^(result|saved)\b/.test(line) || (isRow(line) && rows === row)) break;
        rows += isRow(line) ? 1 : 0;
        if (line.startsWith("name ")) continue;
        if (!named && !/^(irori|game|options|deck|seats|match)\b/.test(line)) {
            named = true;
            for (const [i, n] of names.entries()) out.push(`name ${i} ${rename(n, i)}`);
        }
        out.push(line);
    }
    // the secret of this part of the game comes later, but before another begins
    const rest = lines.slice(at),
        next = rest.find((l) => /^(commit|secret) /.test(l)),
        dealt = [...out].reverse().find((l) => /^(commit|secret) /.test(l));
    const known = next?.startsWith("secret ") ? next : dealt?.startsWith("secret ") ? dealt : undefined;
    const text = [...out, ...(known && known !== dealt ? [known] : []), "saved", ""].join("\n");
    return { text, secret: known?.slice(7), names, options: word("options"), game: word("game").split(" ")[0]!, deck };
}

/** Is it known what would have come? */
export const canPlayOn = (record: string, row: number): boolean => cut(record, row).secret !== undefined;

export async function playOn(record: string, row: number, seat: number, luck: "same" | "new", name: string): Promise<void> {
    const { game, names, options, deck } = cut(record, row),
        info = gameInfo(game)!,
        me = name.trim() || t("You");
    const bots = names.map((n) => {
        const known = n.startsWith("bot:") && info.bots.some((b) => b.name === n.slice(4));
        return known ? n.slice(4) : info.roles.default;
    });
    const { text, secret } = cut(record, row, (_, i) => (i === seat ? me : `bot:${bots[i]}`));
    await startLocal({
        game,
        seats: bots.map((bot, i) => (i === seat ? { kind: "person", name: me } : { kind: "bot", name: bot })),
        options,
        settings: "",
        deck,
        from: deck ? `${text}\f\n${deck}` : text,
        ...(luck === "same" && secret && { secret }),
    });
}
