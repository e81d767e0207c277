// stage.test.ts: every yaku is told when it is made and once, also if the turn stood still between its two cards; and of a win, what it paid.
import "../../../../tests/page/browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "@/board";
import type { Frame } from "@/table/types";
import { beats, gained } from "../../page/stage";
import { tell } from "../../page/tell";
import type { KoikoiView } from "../../page/types";
import { playGame } from "../../../../tests/page/played";

const view = (f: Frame): KoikoiView => f.view as unknown as KoikoiView;

/** What each yaku brings, told frame by frame, as the log has it: "2 kasu 1". */
function told(frames: Frame[], before: (i: number) => KoikoiView): string[] {
    return frames.flatMap((f, i) => {
        if (!f.events.length) return [];
        beats(f.events, before(i), view(f));
        return f.events.filter((e) => e.event === "yaku" && gained(e) > 0).map((e) => `${e.seat} ${e.yaku} ${gained(e)}`);
    });
}

test("a yaku is told when it is made, and once", async () => {
    let halves = 0,
        made = 0;
    for (let seed = 1; seed <= 12; seed++) {
        const [own] = await playGame("koikoi", 2, "", seed),
            frames = own!.filter((f) => f.view);
        // by the events alone: what it was worth when it was last told in this round
        let last = new Map<string, number>();
        const due: string[] = [];
        for (const [i, f] of frames.entries())
            for (const e of f.events) {
                const key = `${e.seat} ${e.yaku}`;
                if (e.event === "round") last = new Map();
                if (e.event !== "yaku") continue;
                const more = Number(e.coins) - (last.get(key) ?? 0);
                if (more > 0) due.push(`${key} ${more}`);
                if (
                    view(frames[i - 1]!).players[e.seat as 0 | 1].yaku.some(
                        (y) => y.yaku === e.yaku && y.coins >= Number(e.coins) && more > 0,
                    )
                )
                    halves++;
                last.set(key, Number(e.coins));
            }
        made += due.length;
        assert.deepEqual(
            told(frames, (i) => view(frames[i - 1] ?? frames[i]!)),
            due,
        );
        // told again after a reload: all that is known then is the last view
        const one = structuredClone(view(frames.at(-1)!));
        assert.deepEqual(
            told(
                frames.map((f) => ({ ...f, view: one as unknown as Frame["view"] })),
                () => one,
            ),
            due,
        );
    }
    assert.ok(made > 20 && halves > 0, `${made} yaku, ${halves} of them known before they were told`);
});

test("what is told of a win is what was paid, also if the purse held less", async () => {
    let less = 0;
    for (let seed = 1; seed <= 6; seed++) {
        const [own] = await playGame("koikoi", 2, "coins=10", seed),
            frames = own!.filter((f) => f.view),
            ctx = { you: 0, name: (seat: number) => `Seat ${seat}` } as Context<KoikoiView>;
        for (const [i, f] of frames.entries())
            for (const beat of f.events.length ? beats(f.events, view(frames[i - 1] ?? f), view(f)) : []) {
                const won = beat.find((e) => e.event === "agari"),
                    paid = beat.find((e) => e.event === "paid");
                if (!won) continue;
                assert.match(tell(beat, ctx)[0]!, new RegExp(`(win|wins) ${paid!.coins} coin`));
                less += Number(Number(paid!.coins) < Number(won.pays));
            }
    }
    assert.ok(less > 0, "no purse held less");
});
