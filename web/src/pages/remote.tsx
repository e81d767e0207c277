// remote.tsx: a table on the server, by its code.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { go } from "../router";
import { RemoteTable } from "../table/remote";
import { codeIn, Join } from "../ui/join";
import { Layout } from "../ui/layout";
import { Play } from "../ui/play";

export default function Remote({ parts }: { parts: string[] }) {
    const written = parts[0] ?? "",
        code = codeIn(written);
    const [table, setTable] = useState<RemoteTable>();
    useEffect(() => {
        if (/^e.{12}$/.test(code)) return go(`/e/${code}`, true); // an evening's: that page has it as it should be
        if (code !== written) go(`/t/${code}`, true); // in capitals, as some keyboards begin
        if (!code || code !== written) return undefined;
        const opened = new RemoteTable(code);
        setTable(opened);
        return () => opened.close();
    }, []);
    if (!code)
        return (
            <Layout title={t("No table")}>
                <p class="note">{t("This address has no code of a table at its end.")}</p>
                <Join />
            </Layout>
        );
    return table ? <Play table={table} /> : <main class="page" aria-busy="true" />;
}
