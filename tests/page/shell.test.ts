// shell.test.ts: which parts of a table's screen there are at which size.
import "./browser";
import assert from "node:assert/strict";
import { test } from "node:test";
import { fit } from "@/ui/fit";
import { shellOf, shellPlans } from "@/ui/shell";

const at = (width: number, height: number, rem: number) => fit({ width, height }, rem, shellPlans, { band: 0 });

test("rails appear by the room there is", () => {
    const plans: [number, number, number, string][] = [
        [320, 640, 15, "phone"],
        [360, 740, 15, "phone"],
        [390, 844, 15, "phone"],
        [740, 360, 15, "low"],
        [844, 390, 15, "low"],
        [768, 1024, 15, "bar"],
        [1024, 768, 15, "bar"],
        [1180, 820, 16, "bar"],
        [1280, 720, 16, "rails"],
        [1280, 1024, 16, "bar"],
        [1440, 900, 16, "rails"],
        [1920, 1080, 16, "rails"],
        [2560, 1440, 16, "rails"],
        [720, 450, 15, "low"], // 1440 x 900 at 200 %
        [360, 740, 30, "phone"], // text at 200 %
        [740, 360, 30, "low"],
        [1440, 900, 32, "low"],
        [568, 320, 15, "low"],
    ];
    assert.deepEqual(
        plans.map(([w, h, rem]) => [w, h, rem, at(w, h, rem).plan]),
        plans,
    );
});
test("the board has nearly half of any screen, at least, and tools and bar are never too low to be pressed", () => {
    for (let width = 320; width <= 2600; width += 35)
        for (let height = 360; height <= 1500; height += 45)
            for (const rem of [15, 16, 30, 32]) {
                const f = at(width, height, rem),
                    { board, top, tools } = f.areas;
                assert.equal(f.tight, false);
                assert.ok(board!.width * board!.height >= width * height * 0.45, `${width} x ${height}, ${rem}: ${f.plan}`);
                assert.ok(top!.height >= 44 && (!tools || tools.height >= 44));
                assert.equal(shellOf(f, 0).atTop, !tools);
            }
});
test("what the table asks takes no room from the board, from 360 px on and with up to two buttons", () => {
    for (const [width, height, rem] of [
        [360, 740, 15],
        [740, 360, 15],
        [768, 1024, 15],
        [1024, 768, 15],
        [1440, 900, 16],
    ] as const)
        for (const band of [1, 2]) {
            const without = at(width, height, rem).areas.board,
                f = fit({ width, height }, rem, shellPlans, { band });
            assert.deepEqual(f.areas.board, without, `${width} x ${height}, ${band}`);
        }
});
