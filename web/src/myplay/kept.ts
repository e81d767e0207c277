// kept.ts: a review that was made outside of My play is kept for it, too, if the game is one of this browser's that My play counts.
import type { Reviewed } from "../review/types";
import { digest } from "./digest";
import { local } from "./found";
import { digests, savedGames } from "./store";

export async function keepReview(r: Reviewed, record: string): Promise<void> {
    const id = /^match (\S+)$/m.exec(record)?.[1],
        [saved, known] = await Promise.all([savedGames(), digests.all()]);
    if (known.some((d) => d.id === id)) return; // with what was practised
    const played = await local(saved)
        .find((f) => f.id === id)
        ?.load();
    if (played?.record === record) await digests.put(digest(r, played));
}
