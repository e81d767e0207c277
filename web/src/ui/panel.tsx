// panel.tsx: a game's picture: a fan of its cards on its table (web/pictures.mjs makes it). A game without drawings has three cards with its letter.
import { useEffect, useRef, useState } from "preact/hooks";
import { assets } from "../assets";
import { gameTitle } from "../words";

/** Is it in sight, or was it? Browsers load pictures far below the screen, which a first visit need not wait for. */
function useSeen(ref: { current: Element | null }): boolean {
    const [seen, setSeen] = useState(false);
    useEffect(() => {
        if (!ref.current || seen) return;
        const watch = new IntersectionObserver((all) => all.some((e) => e.isIntersecting) && setSeen(true), { rootMargin: "80px" });
        watch.observe(ref.current);
        return () => watch.disconnect();
    }, [seen]);
    return seen;
}

export function Panel({ game }: { game: string }) {
    const picture = assets.panel[game],
        ref = useRef<HTMLDivElement>(null),
        seen = useSeen(ref);
    return (
        <div class="art" aria-hidden="true" ref={ref}>
            {picture ? (
                <img src={seen ? picture : undefined} alt="" width={460} height={250} />
            ) : (
                [0, 1, 2].map((i) => (
                    <span class="card letter display" key={i}>
                        {[...gameTitle(game)][0]}
                    </span>
                ))
            )}
        </div>
    );
}
