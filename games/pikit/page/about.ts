// about.ts: what the page says of PiKiT before its board is loaded.
import type { About } from "@/games";
import { mark, t } from "@/i18n";

export const about: About = {
    title: mark("PiKiT"),
    tagline: mark("Roll two dice, take kaiju from the centre, steal, cancel, and count what you keep."),
    short: [
        mark("At the end the numbers on the cards in your hand are your points. The most points win."),
        mark(
            "In your turn two dice are rolled. Take a card from the middle that is their sum, their difference, or what a die shows. A double can take a mecha: 15 points.",
        ),
        mark(
            "Before that you may play cards of your hand for their effect, and the others may cancel it. When the deck is empty, everybody has one last turn.",
        ),
    ],
    credits: () =>
        t("By {author}, illustrated by {artist}, published by {publisher}.", {
            author: "Corentin Brand",
            artist: "Sylvain Repos",
            publisher: "Repos Production",
        }),
    lesson: 364,
};
