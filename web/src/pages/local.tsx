// local.tsx: a table in this browser.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { closeLocal, localTable } from "../play";
import type { LocalTable } from "../table/local";
import { Layout } from "../ui/layout";
import { Play } from "../ui/play";
import { refusalText } from "../words";

export default function Local({ parts }: { parts: string[] }) {
    const [table, setTable] = useState<LocalTable>();
    const [error, setError] = useState<Error>();
    const id = parts[0] ?? "";
    useEffect(() => {
        localTable(id).then(setTable, setError);
        return closeLocal;
    }, [id]);
    if (error && "why" in error)
        return (
            <Layout title={t("Continue")}>
                <p class="note bad">{refusalText(error as never)}</p>
                <a class="button main" href="/">
                    {t("Home")}
                </a>
            </Layout>
        );
    if (error) throw error;
    return table ? <Play table={table} /> : <main class="page" aria-busy="true" />;
}
