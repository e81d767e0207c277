// boundary.tsx: what is shown when the program fails: kind words, what to do, and the details for whoever mends it.
import { Component, type ComponentChildren } from "preact";
import { t } from "../i18n";

export class Boundary extends Component<{ children: ComponentChildren }, { error: unknown }> {
    override state = { error: undefined as unknown };

    static override getDerivedStateFromError(error: unknown) {
        return { error };
    }

    override render() {
        const { error } = this.state;
        if (error === undefined) return this.props.children;
        return (
            <main class="page">
                <h1>{t("Something broke")}</h1>
                <p>{t("It is our fault, not yours. Your game is kept: load the page again and it goes on where it was.")}</p>
                <p class="row">
                    <button class="main" onClick={() => location.reload()}>
                        {t("Load again")}
                    </button>
                    <a class="button" href="/" onClick={() => setTimeout(() => this.setState({ error: undefined }))}>
                        {t("Home")}
                    </a>
                </p>
                <details>
                    <summary>{t("Details")}</summary>
                    <pre tabIndex={0}>{String(error instanceof Error ? (error.stack ?? error.message) : error)}</pre>
                </details>
            </main>
        );
    }
}
