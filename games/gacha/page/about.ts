// about.ts: what the page says of Gacha before its board is loaded.
import type { About } from "@/games";
import { mark, t } from "@/i18n";

export const about: About = {
    title: mark("Gacha"),
    tagline: mark("Open capsules, collect figures, and trade them for rewards before the others do."),
    short: [
        mark("Collect figures and pay with them for rewards. Rewards bring points, and the most points win."),
        mark("In your turn you draw 2 cards from the piles, or claim 1 reward."),
        mark(
            "Two halves of tickets on your rewards bring a bonus token. When rewards, tokens or piles run out, everybody else has one last turn.",
        ),
    ],
    credits: () =>
        t("By {author}, illustrated by {artist}, published by {publisher}.", {
            author: "Jason Levine",
            artist: "Christine Alcouffe, Miguel Coimbra",
            publisher: "Bankiiiz",
        }),
    lesson: 40,
};
