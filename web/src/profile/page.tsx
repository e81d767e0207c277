// page.tsx: profiles (/me, /who/WHO) and leaderboards (/leaders), with their words and their style.
import { useEffect, useState } from "preact/hooks";
import { path } from "../router";
import { meetWords } from "../meet/words";
import { Leaders } from "./leaders";
import { Mine } from "./mine";
import { Theirs } from "./theirs";
import { profileWords } from "./words";

export default function ProfilePage({ parts }: { parts: string[] }) {
    const [ready, setReady] = useState(false);
    useEffect(() => void Promise.all([profileWords(), meetWords()]).then(() => setReady(true)), []);
    if (!ready) return <main class="page" aria-busy="true" />;
    if (path.get().startsWith("/leaders")) return <Leaders />;
    return path.get().startsWith("/who/") && parts[0] ? <Theirs who={decodeURIComponent(parts[0])} /> : <Mine />;
}
