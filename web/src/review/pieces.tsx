// pieces.tsx: a screen that is drawn piece by piece, so that a slow phone stays responsive: no piece begins before the one ahead of it is
// painted.
import { createContext, type ComponentChildren } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";

const Drawn = createContext(Infinity);

/** Waits until what was drawn is painted. A page in the background paints nothing, so there it does not wait for that. */
export function painted(then: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined, frame: number | undefined;
    if (document.hidden) timer = setTimeout(then);
    else
        frame = requestAnimationFrame(() => {
            timer = setTimeout(then);
        });
    return () => {
        clearTimeout(timer);
        if (frame !== undefined) cancelAnimationFrame(frame);
    };
}

/** Everything in it that is a Piece, in order of their numbers, from 1 to `count`. */
export function Pieces({ count, children }: { count: number; children: ComponentChildren }) {
    const [drawn, set] = useState(1);
    useEffect(() => (drawn < count ? painted(() => set(drawn + 1)) : undefined), [drawn]);
    return <Drawn.Provider value={drawn}>{children}</Drawn.Provider>;
}

export function Piece({ n, children }: { n: number; children: ComponentChildren }): ComponentChildren {
    return useContext(Drawn) >= n ? children : null;
}
