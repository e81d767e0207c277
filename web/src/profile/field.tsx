// field.tsx: "rated" in the form of a new table and in the search, with what one agrees to and what it takes.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { Switch } from "../ui/kit";
import { profileWords } from "./words";

/** `against`: it cannot be, because of house rules. */
export function RatedField({ on, set, house }: { on: boolean; set: (on: boolean) => void; house?: boolean }) {
    const [ready, setReady] = useState(false);
    useEffect(() => void profileWords().then(() => setReady(true)), []);
    if (!ready) return null;
    return (
        <div class="rated-field">
            <Switch
                label={t("Rated")}
                help={t(
                    "The result changes the rating of everybody who plays, and positions may become puzzles, without names; whoever sits down agrees. No hints, no coach, no move is taken back.",
                )}
                on={on && !house}
                disabled={!!house}
                set={set}
            />
            {house && (
                <small class="why-not">
                    {t("A rated game is played by printed rules or another preset. Take your house rules back to choose it.")}
                </small>
            )}
        </div>
    );
}
