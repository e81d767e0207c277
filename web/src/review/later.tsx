// later.tsx: a word that comes from a worker.
import { useEffect, useState } from "preact/hooks";

export function Later({ of }: { of: Promise<string> }) {
    const [text, set] = useState("");
    useEffect(() => {
        let gone = false;
        of.then(
            (s) => gone || set(s),
            () => undefined,
        );
        return () => {
            gone = true;
        };
    }, [of]);
    return <span aria-busy={text ? undefined : "true"}>{text || "…"}</span>;
}
