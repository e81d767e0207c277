// line.tsx: by which rules a table plays, in one line; for the menu of a table and for those who are invited.
import "../ui/play"; // it is loaded by then: so the bundler need not divide it
import { useEffect, useState } from "preact/hooks";
import { language, t } from "../i18n";
import { useStore } from "../store";
import { differs } from "./rules";
import { formWords } from "./words";

/** The line as a text, when its words are there. */
export async function rulesLine(game: string, options: string): Promise<string> {
    await formWords();
    const what = differs(game, options);
    return what ? t("Other than in the printed rules: {what}", { what }) : t("By the printed rules.");
}
export function RulesLine({ game, options }: { game: string; options: string }) {
    const spoken = useStore(language),
        [line, setLine] = useState("");
    useEffect(() => {
        let left = false;
        void rulesLine(game, options).then((text) => left || setLine(text));
        return () => {
            left = true;
        };
    }, [game, options, spoken]);
    return line ? <p class="soft by-rules">{line}</p> : null;
}
