// join.tsx: the way to a table for somebody who has its code or its link.
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { go } from "../router";

/** The code in what somebody typed or pasted: capitals are as good, and so is a whole link. */
export const codeIn = (text: string): string =>
    text
        .trim()
        .replace(/[?#].*$/, "")
        .replace(/\/+$/, "")
        .replace(/^.*\//, "")
        .toLowerCase();

export function Join() {
    const [text, setText] = useState("");
    return (
        <form
            class="join"
            onSubmit={(e) => {
                e.preventDefault();
                const code = codeIn(text);
                if (code) go(`/t/${encodeURIComponent(code)}`);
            }}
        >
            <label for="code">{t("Join a table by its code or link")}</label>
            <div class="row">
                <input
                    id="code"
                    value={text}
                    onInput={(e) => setText(e.currentTarget.value)}
                    autocomplete="off"
                    autocapitalize="none"
                    spellcheck={false}
                />
                <button disabled={!codeIn(text)}>{t("Join")}</button>
            </div>
        </form>
    );
}
