// remote.tsx: a table on the server, by its code.
import { useEffect, useState } from "preact/hooks";
import { RemoteTable } from "../table/remote";
import { Play } from "../ui/play";

export default function Remote({ parts }: { parts: string[] }) {
    const [table, setTable] = useState<RemoteTable>();
    useEffect(() => {
        const opened = new RemoteTable(parts[0] ?? "");
        setTable(opened);
        return () => opened.close();
    }, []);
    return table ? <Play table={table} /> : <main class="page" aria-busy="true" />;
}
