// install.ts: keeping the page as an app. The browser says when it can; we ask after a finished game, never at the door, and a no is kept.
import { store } from "./store";

interface InstallEvent extends Event {
    prompt(): Promise<void>;
    userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}
const key = "irori no app";
let offer: InstallEvent | undefined;

function refused(): boolean {
    try {
        return localStorage.getItem(key) !== null;
    } catch {
        return false;
    }
}
/** The browser could install the page, and nobody said no. */
export const installable = store(false);

addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallEvent;
    installable.set(!refused());
});
addEventListener("appinstalled", () => installable.set(false));

export function notNow(): void {
    installable.set(false);
    try {
        localStorage.setItem(key, "1");
    } catch {
        /* a browser that keeps nothing asks again */
    }
}
export async function install(): Promise<void> {
    installable.set(false);
    await offer?.prompt();
    if ((await offer?.userChoice)?.outcome === "dismissed") notNow();
    offer = undefined;
}
