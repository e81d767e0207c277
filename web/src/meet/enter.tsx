// enter.tsx: becoming somebody one already is, on another device: by a code from there, or by the recovery phrase. Whoever has games of their
// own here is asked first.
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { Refused } from "../engine/wasm";
import { link } from "../net/browser";
import { settings } from "../settings";
import { named } from "./words";
import { focused } from "../ui/kit";
import { Trouble, useTrouble } from "./kit";
import { become, useCode, usePhrase } from "./me";
import { look, words } from "./phrase";

/** Who this browser is now stays aside: said before it happens. */
function Sure({ yes, no }: { yes: () => void; no: () => void }) {
    const { name } = settings.get();
    return (
        <section class="note" role="alertdialog" aria-label={t("Are you sure?")}>
            <p>
                <b>
                    {name
                        ? t("This browser already plays as {name}.", { name: named(name) })
                        : t("This browser already plays as somebody, with seats of their own.")}
                </b>
            </p>
            <p>
                {t(
                    "Afterwards this browser plays as the other player. Games on the server in which only this browser sits are out of reach then; games against bots stay here.",
                )}
            </p>
            <p class="row">
                <button class="main" ref={focused} onClick={yes}>
                    {t("Go on")}
                </button>
                <button onClick={no}>{t("Back")}</button>
            </p>
        </section>
    );
}
/** `wrong`: what to say if the server knows nobody by this. */
function useEntry(enter: () => Promise<Parameters<typeof become>[0]>, wrong: () => string, to?: string) {
    const [trouble, run] = useTrouble();
    const [step, setStep] = useState<"" | "sure" | "busy">("");
    const go = async () => {
        setStep("busy");
        const entered = enter().then(
            (p) => become(p, to),
            (e: Refused) => {
                throw e.error === "login" || e.error === "unknown-person" ? new Error(wrong()) : e;
            },
        );
        if (!(await run(entered))) setStep("");
    };
    /** Nobody is asked who was nobody here. */
    const begin = () => (link.tokens().length ? setStep("sure") : void go());
    return { trouble, step, begin, go: () => void go(), back: () => setStep("") };
}

/** The letters of a code as somebody types or pastes them: a whole link will do. */
export const codeOf = (text: string): string =>
    text
        .trim()
        .replace(/^.*\/link\//, "")
        .toLowerCase()
        .replace(/[^0-9a-z]/g, "")
        .slice(0, 10);

export function EnterCode({ given = "" }: { given?: string }) {
    const [code, setCode] = useState(codeOf(given));
    const e = useEntry(
        () => useCode(code),
        () => t("This code is not valid. It works once, for ten minutes: show a new one on the other device."),
    );
    if (e.step === "sure") return <Sure yes={e.go} no={e.back} />;
    return (
        <form
            class="form"
            onSubmit={(event) => {
                event.preventDefault();
                e.begin();
            }}
        >
            <label class="field">
                <span>{t("The code that the other device shows")}</span>
                <input
                    class="code"
                    value={code}
                    autocomplete="one-time-code"
                    autocapitalize="none"
                    spellcheck={false}
                    onInput={(event) => setCode(codeOf(event.currentTarget.value))}
                />
            </label>
            <Trouble text={e.trouble} />
            <button class="main" disabled={code.length !== 10 || e.step === "busy"}>
                {t("Link this device")}
            </button>
        </form>
    );
}

/** `to`: where to go then. */
export function EnterPhrase({ to }: { to?: string }) {
    const [text, setText] = useState("");
    const e = useEntry(
        () => usePhrase(words(text).join("-")),
        () => t("Nobody here has this phrase. If you made a newer one, only that is valid."),
        to,
    );
    const { whole, odd, missing } = look(text);
    if (e.step === "sure") return <Sure yes={e.go} no={e.back} />;
    return (
        <form
            class="form"
            onSubmit={(event) => {
                event.preventDefault();
                e.begin();
            }}
        >
            <label class="field">
                <span>{t("Your six words")}</span>
                <textarea
                    rows={2}
                    value={text}
                    autocomplete="off"
                    autocapitalize="none"
                    spellcheck={false}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
                <small role="status">
                    {odd
                        ? t("“{word}” cannot be one of the words: look again at what you wrote down.", { word: odd })
                        : text && missing
                          ? t("Words still missing: {n}", { n: missing })
                          : t("Capitals, blanks and hyphens do not matter.")}
                </small>
            </label>
            <Trouble text={e.trouble} />
            <button class="main" disabled={!whole || e.step === "busy"}>
                {t("That is me")}
            </button>
        </form>
    );
}
