// plain.test.ts: the plain board reads a view and an event of a game it knows nothing of.
import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "@/board";
import { catalogue } from "@/catalogue";
import { perSeat, say, told } from "@/plain/read";
import type { View } from "@/table/types";
import { frame } from "./fakes";

const context = (game: string): Context => {
    const { table, view } = frame(1, { view: { game } });
    return { table, view, name: (seat: number) => table.seats[seat]!.name ?? "" } as unknown as Context;
};

test("a field of an event that is a seat is told as a name", () => {
    const game = catalogue.games.find((g) => Object.keys(g.event_seats).length)!,
        [event, fields] = Object.entries(game.event_seats)[0]!;
    const ctx = context(game.name),
        field = fields[0]!;
    assert.match(told({ event, seat: 0, [field]: 1 }, ctx), / Bo$/);
    assert.match(told({ event, seat: 0, [field]: 9 }, ctx), / —$/); // nobody sits there
    assert.match(told({ event: "another", seat: 0, [field]: 1 }, ctx), / 1$/); // in another event it is a number
});
test("members of a view: of the table, of the viewer, of each seat", () => {
    const view = { ...frame(1).view, hand: ["a"], market: [1, 2], coins: [3, 4], points: [1, 2, 3] } as unknown as View;
    const { table, own, seats } = perSeat(view);
    assert.deepEqual([table.map(([k]) => k), own.map(([k]) => k)], [["market", "points"], ["hand"]], "three points are not for two seats");
    assert.deepEqual(seats, [[["coins", 3]], [["coins", 4]]]);
    assert.equal(say(1, "dealer", context("fake")), "Bo");
});
