// presets.test.ts: rules of one's own: saved, renamed, deleted, read from links; stored or linked nonsense never breaks the form.
import "../../../../tests/page/browser";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { dropPreset, fromHash, ownPresets, presetHash, renamePreset, savePreset } from "@/form/presets";
import { differs, readRules, rulesText } from "@/form/rules";
import { optionsOf } from "@/options";

const kept = new Map<string, string>();
Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) },
});
beforeEach(() => kept.clear());
const koikoi = optionsOf("koikoi");

test("a preset is saved, replaced, renamed and deleted; other games keep theirs", () => {
    savePreset("pikit", { name: "Sunday", options: "expert" });
    savePreset("koikoi", { name: "At Oma's", options: "arcade,rounds=3" });
    savePreset("koikoi", { name: "Quick", options: "rounds=1" });
    savePreset("koikoi", { name: "Quick", options: "rounds=2" });
    assert.deepEqual(
        ownPresets("koikoi").map((o) => [o.name, o.options]),
        [
            ["At Oma's", "arcade,rounds=3"],
            ["Quick", "rounds=2"],
        ],
    );
    assert.deepEqual(
        renamePreset("koikoi", "At Oma's", "Oma").map((o) => o.name),
        ["Oma", "Quick"],
    );
    assert.deepEqual(
        renamePreset("koikoi", "Oma", "Quick").map((o) => o.options),
        ["arcade,rounds=3"],
    );
    assert.deepEqual(dropPreset("koikoi", "Quick"), []);
    assert.equal(ownPresets("pikit").length, 1);
});
test("what is stored badly is left out", () => {
    for (const bad of [
        "",
        "{",
        "null",
        "[]",
        "7",
        '{"koikoi":7}',
        '{"koikoi":[null,1,{"name":"x"},{"name":"","options":""},{"name":7,"options":"a"}]}',
    ]) {
        kept.set("irori presets", bad);
        assert.deepEqual(ownPresets("koikoi"), [], bad);
    }
    kept.set("irori presets", "{");
    assert.equal(savePreset("koikoi", { name: "a", options: "" }).length, 1);
    assert.equal(ownPresets("koikoi").length, 1);
});
test("a link holds a name and rules, whatever letters they have", () => {
    const own = { name: "У бабусі & Ко #1 = +", options: "arcade,rounds=3" };
    assert.deepEqual(fromHash(koikoi, presetHash(own)), { ...own, lost: false });
});
test("a link without rules is none, one with nonsense is bad, one with a part says that something was lost", () => {
    assert.equal(fromHash(koikoi, ""), null);
    for (const bad of ["#x", "#name=A", "#rules=nosuch", "#rules=rounds=zero", "#rules=" + "x".repeat(2000)])
        assert.equal(fromHash(koikoi, bad), "bad", bad);
    assert.deepEqual(fromHash(koikoi, "#rules=rounds%3D3%2Cnosuch%3D1"), { name: "", options: "rounds=3,nosuch=1", lost: true });
});
test("rules are read and written, and what is not known is left out", () => {
    for (const text of ["", "arcade", "rounds=3", "arcade,rounds=3,lay=free"])
        assert.equal(rulesText(koikoi, readRules(koikoi, text)), text);
    assert.deepEqual(readRules(koikoi, "nosuch,rounds=1000,lay=free,seven=maybe,__proto__=1"), {
        preset: "printed",
        changed: { lay: "free" },
        lost: true,
    });
});
test("what differs from the printed rules, in one line and in names that people know", () => {
    assert.equal(differs("koikoi", "printed"), "");
    assert.equal(differs("koikoi", "arcade"), "Arcade");
    assert.equal(differs("koikoi", "month_cards=on,counter=off"), "Cards of the month · After the opponent’s koi-koi: ×2: off");
    assert.equal(
        differs("koikoi", "arcade,rounds=3,lay=free"),
        "Arcade · Number of rounds: 3 · A card that matches: may also be laid down",
    );
});
