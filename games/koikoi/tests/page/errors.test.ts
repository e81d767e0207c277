// errors.test.ts: errors of Koi-Koi as somebody reads them in Ukrainian.
import "../../../../tests/page/browser";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { errorWords } from "@/form/errors";
import { formWords } from "@/form/words";
import { setLanguage } from "@/i18n";

const made = process.env.MADE!;
globalThis.fetch = ((address: string) =>
    Promise.resolve({
        json: () => Promise.resolve(JSON.parse(new TextDecoder().decode(readFileSync(made + address)))),
    })) as unknown as typeof fetch;

test("in Ukrainian: a conflict, a changed record, a value that is not possible", async () => {
    await formWords();
    await setLanguage("uk");
    const refused = (code: string, v: object, error = "option") => errorWords({ error, why: "English", code, values: v });
    assert.equal(refused("koikoi-coins-points", { options: "coins purse" }), "Кількість монет не вибирають, коли гаманці рахують очки.");
    assert.equal(refused("record-changed", { line: 27 }, "record"), "Цей запис змінено: рядок 27 не сходиться.");
    assert.equal(
        refused("option-value", { game: "koikoi", option: "purse", value: "gold" }),
        "«Гаманець»: значення gold не підходить. Можна: ніхто не платить більше, ніж має, може бути нижче нуля і переможець додає.",
    );
    assert.equal(
        refused("option-twice", { game: "koikoi", option: "rounds", line: 3 }),
        "Рядок 3 цього запису: «Кількість раундів» вибрано двічі.",
    );
});
