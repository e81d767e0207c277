// panel.tsx: a game's picture: a fan of its cards on its table (web/pictures.mjs makes it). A game without drawings has three cards with its letter.
import { assets } from "../assets";
import { gameTitle } from "../words";

export function Panel({ game }: { game: string }) {
    const picture = assets.panel[game];
    return (
        <div class="art" aria-hidden="true">
            {picture ? (
                <img src={picture} alt="" width={460} height={250} />
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
