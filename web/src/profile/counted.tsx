// counted.tsx: at the end of a game alone with bots: whether it counts for how strong one plays, and how far that is known.
import "../ui/play"; // it is loaded by then: so the bundler need not divide it
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { peek } from "../myplay/store";
import { Icon } from "../ui/kit";
import { against, counting, ownGames, type Own } from "./games";
import { enough, ratingNow } from "./rate";
import { points, profileWords, within } from "./words";

/** In one sentence; "": there is nothing to say, as of a lesson, or of a game with people. */
export async function countedText(code: string, game: string, own: Own[], rate = ratingNow): Promise<string> {
    const now = own.find((g) => g.id === code),
        why = now && against(now);
    if (!now || why === "people") return "";
    if (why === "rules") return t("Not counted for how strong you play: by house rules");
    if (why === "help") return t("Not counted for how strong you play: with help");
    const n = counting(game, own).length;
    if (n < enough) return t("Counted: {n} of {of} games until you see how strong you play", { n, of: enough });
    const { rating } = await rate(game, own);
    return t("How strong you play: about {at} {error}", { at: points(rating.at), error: within(rating.error) });
}

export function Counted({ code, game }: { code: string; game: string }) {
    const [text, set] = useState("");
    useEffect(() => {
        let left = false;
        void (async () => {
            const [{ saved, made }] = await Promise.all([peek(), profileWords()]),
                said = await countedText(code, game, await ownGames(saved, made));
            if (!left) set(said);
        })().catch(() => undefined); // the profile says what is wrong
        return () => {
            left = true;
        };
    }, []);
    return (
        <p class="counted" role="status">
            {text && (
                <a class="to" href="/me">
                    <Icon name="chart" /> {text}
                </a>
            )}
        </p>
    );
}
