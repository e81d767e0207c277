// layout.tsx: the frame of all pages that are not a table: a bar with the way home, and the content.
import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { Icon, Logo } from "./kit";
import { LinkNote } from "./link";

export const Layout = ({
    title,
    children,
    home,
    broad,
}: {
    title: string;
    children: ComponentChildren;
    home?: boolean;
    broad?: boolean;
}) => {
    document.title = home ? "Irori" : `${title} · Irori`;
    return (
        <>
            <header class="bar">
                <a class="brand" href="/" aria-label={t("Irori, home")}>
                    <Logo size={26} />
                    <b>Irori</b>
                </a>
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
            </header>
            <main class={`page ${broad ? "broad" : ""}`}>
                {!home && <h1>{title}</h1>}
                <LinkNote />
                {children}
            </main>
        </>
    );
};
