// layout.tsx: the frame of all pages that are not a table: a bar with the way home, and the content.
import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { Icon, Logo } from "./kit";
import { LinkNote } from "./link";
import { Panel } from "./panel";

/** Ways to everywhere. */
const Ways = () => (
    <nav aria-label={t("Menu")}>
        <a href="/rules">
            <Icon name="rules" />
            <span>{t("Rules")}</span>
        </a>
        <a href="/settings">
            <Icon name="settings" />
            <span>{t("Settings")}</span>
        </a>
        <a href="/about">
            <Icon name="info" />
            <span>{t("About")}</span>
        </a>
    </nav>
);

interface LayoutProps {
    title: string;
    children: ComponentChildren;
    /** The first screen: what is drawn behind its name. */
    top?: ComponentChildren;
    broad?: boolean;
    /** It is about this game: its title stands on its table. */
    game?: string;
}
export const Layout = ({ title, children, top, broad, game }: LayoutProps) => {
    document.title = top ? "Irori" : `${title} · Irori`;
    return (
        <>
            {top ? (
                <header class="room">
                    {top}
                    <div class="name">
                        <h1 class="display">Irori</h1>
                        <p>{t("Card games around one hearth. With friends, or against bots.")}</p>
                    </div>
                    <Ways />
                </header>
            ) : (
                <header class="bar">
                    <a class="brand" href="/" aria-label={t("Irori, home")}>
                        <Logo size={30} />
                        <b class="display">Irori</b>
                    </a>
                    <Ways />
                </header>
            )}
            <main class={`page ${top ? "home" : ""} ${broad ? "broad" : ""}`} data-game={game}>
                {!top &&
                    (game ? (
                        <div class="banner surface">
                            <h1 class="display">{title}</h1>
                            <Panel game={game} />
                        </div>
                    ) : (
                        <h1 class="display">{title}</h1>
                    ))}
                <LinkNote />
                {children}
            </main>
        </>
    );
};
