// tell.tsx: the one switch "tell me when it is my turn": notifications while the page is open, and where the server offers it a push when it
// is closed. Nobody is asked at the door: the browser's question comes with the press.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { pushOff, pushOn, pushState, type PushState } from "../net/push";
import { change, settings } from "../settings";
import { store, useStore } from "../store";
import { Switch } from "../ui/kit";
import { telling } from "./signs";
import { turnWords } from "./words";

/** Rises when the browser's answer may have changed something: it has no event that all browsers know. */
const asked = store(0);
/** What the server and the browser do for a closed page. Known after a first look. */
const pushed = store<PushState | undefined>(undefined);

export async function setTell(on: boolean): Promise<void> {
    change({ tell: on });
    pushed.set(await (on ? pushOn() : pushOff()).catch(() => pushed.get())); // without a push the open page still tells
    asked.set(asked.get() + 1);
}
/** Looks what there is, and tries again what did not work the last time: then the browser asks nothing. */
async function look(): Promise<void> {
    const state = await pushState();
    pushed.set(state === "off" && telling() === "on" ? await pushOn() : state);
}
export function useTelling(): [how: ReturnType<typeof telling>, push: PushState | undefined] {
    useStore(settings);
    useStore(asked);
    const push = useStore(pushed);
    useEffect(() => {
        // a server without pushes answers with an error, which browsers note: nobody is asked who wants none
        if (push === undefined && telling() === "on") look().catch(() => pushed.set("none"));
    }, []);
    return [telling(), push];
}
/** What comes of it, in a sentence. */
export function tellHelp(how: ReturnType<typeof telling>, push: PushState | undefined): string {
    if (push === "install") return t("First keep this page as an app: Share, then Add to Home Screen.");
    if (how === "denied") return t("The browser does not allow it. Its settings for this page can change that.");
    if (push === "none") return t("While this page is open somewhere, also in the background.");
    return push === "on"
        ? t("Also when this page is closed.")
        : t("Also in the background, and if the server can, when this page is closed.");
}

/** In the settings. */
export function TellSwitch() {
    const [ready, setReady] = useState(false);
    const [how, push] = useTelling();
    useEffect(() => void turnWords().then(() => setReady(true)), []);
    if (!ready || (how === "none" && push !== "install")) return null;
    return (
        <Switch
            label={t("Tell me when it is my turn")}
            help={tellHelp(how, push)}
            on={how === "on"}
            set={(on) => void setTell(on)}
            disabled={how === "denied" || how === "none"}
        />
    );
}
