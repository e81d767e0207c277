// main.tsx: starts the page: language, drawings, and the screen for this address.
import { Component, render, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { language, setLanguage, t } from "./i18n";
import { link } from "./net/browser";
import { follow, path } from "./router";
import { applyTheme, settings } from "./settings";
import { sprite } from "./sprites";
import { useStore } from "./store";
import { Boundary } from "./ui/boundary";
import { Home } from "./pages/home";
import "./install"; // hears what the browser offers before anybody asks for it

type Page = ComponentType<{ parts: string[] }>;
const profile = () => import("./profile/page");
/** Screens by the first part of the address; all but the first are loaded when they are wanted. */
const pages: Record<string, () => Promise<{ default: Page }>> = {
    new: () => import("./pages/new"),
    t: () => import("./pages/remote"),
    local: () => import("./pages/local"),
    rules: () => import("./pages/rules"),
    about: () => import("./pages/about"),
    settings: () => import("./pages/settings"),
    replay: () => import("./pages/replay"),
    my: () => import("./myplay/page"),
    meet: () => import("./meet/page"),
    lobby: () => import("./meet/lobby_page"),
    people: () => import("./meet/people_page"),
    link: () => import("./meet/link_page"),
    review: () => import("./review/page"),
    tables: () => import("./turn/tables"),
    me: profile,
    who: profile,
    leaders: profile,
};

class Failed extends Component<{ error: Error }> {
    override render(): never {
        throw this.props.error;
    }
}

function App() {
    const at = useStore(path),
        parts = at.split("/").filter(Boolean);
    const [loaded, setLoaded] = useState<{ name: string; Page?: Page; error?: Error }>({ name: "" });
    const name = parts[0] ?? "";
    useStore(language);
    useEffect(() => {
        if (!(name in pages)) return;
        let current = true;
        pages[name]!().then(
            (m) => current && setLoaded({ name, Page: m.default }),
            (error: Error) => current && setLoaded({ name, error }),
        );
        return () => {
            current = false;
        };
    }, [name]);
    if (!(name in pages)) return <Home unknown={name !== ""} />;
    if (loaded.name !== name) return <main class="page" aria-busy="true" />;
    if (loaded.error) return <Failed error={loaded.error} />;
    const Page = loaded.Page!;
    return <Page parts={parts.slice(1)} key={at} />;
}

/** Whoever is known to a server may have a turn there, wherever in the page they are. */
let watched = false;
function turns(): void {
    if (watched || !link.tokens().length) return;
    watched = true;
    import("./turn/watch").then(
        (m) => m.watchTurns(),
        () => (watched = false),
    );
}
/** The browser's own bar is as the page, also if the player wants another room than the system does. */
function tint(): void {
    const page = getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) meta.content = page;
}

async function begin(): Promise<void> {
    applyTheme();
    tint();
    settings.watch(() => setTimeout(tint));
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => setTimeout(tint));
    await Promise.all([setLanguage(settings.get().language), sprite("common")]);
    document.addEventListener("click", follow);
    const app = document.getElementById("app")!;
    app.replaceChildren(); // the splash: what is drawn beside it would stand below it
    render(
        <Boundary>
            <App />
        </Boundary>,
        app,
    );
    document.documentElement.dataset.ready = "";
    link.watch(turns);
    setTimeout(turns, 500);
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
    const keep = (): unknown => navigator.serviceWorker.ready.then((own) => own.active?.postMessage({ language: language.get() }));
    navigator.serviceWorker.addEventListener("message", (e) => e.ports[0]?.postMessage(location.pathname)); // it asks where we are
    keep(); // rules and late words of this language, for times without a network
    language.watch(keep);
}
addEventListener("unhandledrejection", (e) => console.error(e.reason));
void begin().catch((e: unknown) => {
    console.error(e);
    document.getElementById("app")!.textContent = t("Something broke");
});
