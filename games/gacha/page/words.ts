// words.ts: Gacha's things in words, and what the help panel says of them.
import { h } from "preact";
import { list, mark, percent, t, tn } from "@/i18n";
import type { Topic } from "@/board";
import { Face } from "./parts";
import type { Ctx, Figure, Half, Offer, Pile, Reward, TokenName, Trigger, Way } from "./types";
import { lacking, payment, sensible } from "./types";

const figureWords: Record<string, string> = {
    mecha: mark("mecha"),
    girl: mark("magical girl"),
    daikon: mark("daikon"),
    kitsune: mark("kitsune"),
    sushi: mark("sushi"),
    any: mark("any figure"),
    joker: mark("joker"),
};
export const figureName = (f: string): string => t(figureWords[f] ?? f);

const halfWords: Record<Half, string> = {
    none: mark("no half ticket"),
    blue: mark("half of a blue ticket"),
    pink: mark("half of a pink ticket"),
    yellow: mark("half of a yellow ticket"),
    rainbow: mark("half of a rainbow ticket"),
};
export const halfName = (half: Half): string => t(halfWords[half]);
const tokenWords: Record<TokenName, [string, string]> = {
    turn: [mark("One more turn!"), mark("After your action you may turn it down and take another turn at once.")],
    joker: [mark("2 gacha jokers!"), mark("In one claim it stands for any 2 gacha cards. Unused at the end it is worth 2 points.")],
    points: [mark("3 points!"), mark("It is worth 3 points at the end and is never used up.")],
};
export const tokenName = (token: TokenName): string => t(tokenWords[token][0]);
export const tokenMeaning = (token: TokenName): string => t(tokenWords[token][1]);
const triggerWords: Record<Trigger, string> = {
    tokens: mark("No bonus tokens are left."),
    rewards: mark("The reward deck is empty."),
    piles: mark("The piles are used up."),
};
export const triggerText = (trigger: Trigger): string => t(triggerWords[trigger]);

/** Equal figures together: "mecha, sushi ×2". */
export function counted(all: string[]): string {
    const n = new Map<string, number>();
    for (const f of all) n.set(f, (n.get(f) ?? 0) + 1);
    return list([...n].map(([f, count]) => (count > 1 ? `${figureName(f)} ×${count}` : figureName(f))));
}
export const setText = (r: Reward): string =>
    [...(r.set.length ? [counted(r.set)] : []), ...r.equal.map((n) => tn("{n} equal card", "{n} equal cards", n))].join(" + ");
export const rewardName = (r: Reward): string =>
    tn("Reward for {n} point: {set}", "Reward for {n} points: {set}", r.points, { set: setText(r) });
export const backName = (back: Figure[]): string =>
    new Intl.ListFormat(document.documentElement.lang || "en", { type: "disjunction" }).format(back.map(figureName));

/** What the viewer's hand lacks. */
export function lackText(o: Offer): string {
    if (o.lacks === undefined) return "";
    if (o.lacks === 0) return t("You have all it costs");
    const open = lacking(o) !== o.missing,
        n = o.lacks;
    const missing = open
        ? tn("You lack {n} equal card", "You lack {n} equal cards", n)
        : t("You lack: {figures}", { figures: counted(o.missing!) });
    return o.lacks_with_jokers === 0 ? `${missing}. ${t("Your jokers can stand for it")}` : missing;
}
export const wayText = (w: Way): string => counted(payment(w.move));

/** What a claim would bring besides the points. */
export function bringsText(o: Offer): string[] {
    const lines: string[] = [];
    if (o.pair) {
        if (o.pair.token && o.pair.card) lines.push(t("Its half makes a pair of one colour with yours: a bonus token and one more card."));
        else if (o.pair.token) lines.push(t("Its half makes a pair with yours: a bonus token."));
        else if (o.pair.card) lines.push(t("Its half makes a pair of one colour with yours: one more card. There are no tokens left."));
        else lines.push(t("Its half makes a pair with yours, but there are no tokens left."));
    } else if (o.half !== "none" && o.lacks !== undefined) lines.push(t("Its half will wait for another half."));
    if (o.triggers) lines.push(t("Claiming it brings on the end of the game."));
    return lines;
}
export function rewardTopic(r: Offer | Reward): Topic {
    const o = r as Offer,
        lines = [halfLine(r)];
    if (o.lacks !== undefined) {
        lines.push(lackText(o));
        const best = (o.ways ?? []).slice(0, 1).map((w) => t("Cheapest way to pay: {what}", { what: wayText(w) }));
        lines.push(...best, ...bringsText(o));
        if (o.helps) lines.push(t("One more of these helps: {figures}", { figures: o.helps.map(figureName).join(", ") }));
        if (o.nearer)
            lines.push(
                t("A card that helps is on top: {piles}", {
                    piles: o.nearer
                        .map((x, i) => (x === null ? "" : t("pile {n} {percent}", { n: i + 1, percent: percent(x / 1000) })))
                        .filter(Boolean)
                        .join(", "),
                }),
            );
    }
    const rules = [
        "GA3.2",
        ...(r.set.includes("any") ? ["GA4.2"] : []),
        ...(r.equal.length ? ["GA4.3"] : []),
        ...(r.equal.length > 1 ? ["GA4.4"] : []),
        ...(r.half !== "none" ? ["GA5.1", "GA5.2"] : []),
    ];
    return {
        title: rewardName(r),
        drawing: h(Face, { reward: r }),
        lines: lines.filter(Boolean),
        rules,
        book: r.equal.length ? "pay-equal" : "rewards",
    };
}
const halfLine = (r: Reward): string => t("Half ticket: {half}", { half: halfName(r.half) });

export function pileTopic(p: Pile): Topic {
    if (!p.back) return { title: t("Pile {n}", { n: p.pile }), lines: [t("There is no card here.")], rules: ["GA6.3"], book: "piles" };
    return {
        title: t("Pile {n}: {figures}", { n: p.pile, figures: backName(p.back) }),
        picture: { symbol: backSymbol(p.back), box },
        lines: [
            tn("{n} card in the pile.", "{n} cards in the pile.", p.size),
            ...byChance(p).map(([f, c]) => t("{figure}: {percent}", { figure: figureName(f), percent: percent(c / 1000) })),
        ],
        rules: ["GA3.1", "GA8.3"],
        book: "figures",
    };
}
/** The figures a top card may have, the likeliest first. */
export const byChance = (p: Pile): [Figure, number][] => (Object.entries(p.chance ?? {}) as [Figure, number][]).sort((a, b) => b[1] - a[1]);

export const tokenTopic = (token: TokenName): Topic => ({
    title: tokenName(token),
    picture: { symbol: `ga-token-${token}`, box: "0 0 240 240" },
    lines: [tokenMeaning(token)],
    rules: token === "joker" ? ["GA4.5", "GA7.2"] : token === "turn" ? ["GA5.3"] : ["GA7.2"],
    book: `token-${token}`,
});
export const supplyTopic = (ctx: Ctx): Topic => ({
    title: t("Bonus tokens"),
    picture: { symbol: "ga-token-back", box: "0 0 240 240" },
    lines: [
        tn("{n} token lies face down.", "{n} tokens lie face down.", ctx.view.supply),
        t("Two half tickets on your rewards bring one, a random one."),
        ...(ctx.view.supply
            ? (Object.entries(ctx.view.token_odds) as [TokenName, number][]).map(([k, x]) =>
                  t("{token} {percent}", { token: tokenName(k), percent: percent(x / 1000) }),
              )
            : []),
    ],
    rules: ["GA5.1", "GA5.2", "GA7.1"],
    book: "tickets",
});
export const halfTopic = (half: Half): Topic => ({
    title: halfName(half),
    picture: { symbol: `ga-half-${half}`, box: "-4 -4 92 116" },
    lines: [t("It waits for another half: then you take a bonus token. Halves of one colour also bring a card.")],
    rules: ["GA5.1", "GA5.2"],
    book: "tickets",
});
export const figureTopic = (f: Figure, ctx: Ctx): Topic => {
    const n = ctx.view.figures[f];
    return {
        title: figureName(f),
        picture: { symbol: `ga-${f}`, box },
        lines: [
            tn("{n} card of this figure is in the game.", "{n} cards of this figure are in the game.", n.all),
            t("You know of {known} in hands, {discarded} are discarded, {unseen} are unseen.", {
                known: n.known,
                discarded: n.discarded,
                unseen: n.unseen,
            }),
        ],
        rules: ["GA1.2", "GA4.1"],
        book: "figures",
    };
};
export const deckTopic = (ctx: Ctx): Topic => ({
    title: t("Reward deck"),
    picture: { symbol: "ga-reward-back", box },
    lines: [
        tn("{n} reward is left in the deck.", "{n} rewards are left in the deck.", ctx.view.reward_deck),
        t("When it is empty the end begins."),
    ],
    rules: ["GA2.2", "GA7.1"],
    book: "end",
});

export const box = "0 0 300 420";
export const backSymbol = (back: Figure[] | string): string => `ga-back-${(Array.isArray(back) ? back : back.split(" ")).join("-")}`;

export function moveText(m: string, ctx: Ctx): string {
    const [what, n] = m.split(" ");
    if (what === "draw") {
        const p = ctx.view.piles[Number(n) - 1];
        return p?.back ? t("Draw from pile {n} ({figures})", { n: p.pile, figures: backName(p.back) }) : t("Draw 2 cards");
    }
    if (what === "pass") return t("Pass");
    if (what === "again") return t("Take another turn");
    if (what === "done") return t("End the turn");
    const o = ctx.view.market[Number(n) - 1];
    return o?.reward === undefined
        ? m
        : tn("Claim {n} point for {what}", "Claim {n} points for {what}", o.points, { what: counted(payment(m)) });
}

/** A sentence to agree to before what cannot be mended. */
export function costly(m: string, ctx: Ctx): string | null {
    if (!m.startsWith("claim ")) return null;
    const o = ctx.view.market[Number(m.split(" ")[1]) - 1],
        all = o?.reward === undefined ? [] : (o.ways ?? []),
        w = all.find((x) => x.move === m);
    if (!w) return null;
    if (w.tokens && !all[0]!.tokens) return t("Your cards alone could pay for it. Use jokers all the same?");
    if (w.lost && !sensible(all).includes(w)) return t("One joker of the token would be lost. Claim it like this?");
    if ((o as Offer).triggers) return t("This brings on the end of the game: everybody else has one last turn. Claim it?");
    return null;
}
