// push.mjs DIST: pushes as Chromium gives them to the page's service worker. They come by the debugger, not from a push service: no
// test leaves this machine. What the server sends is tests/server/test_push.py; the worker's cases are tests/page/push.test.ts.
import { after } from "node:test";
import { HANG, launch, person, test } from "./browser.mjs";
import { equal } from "./checks.mjs";
import { games } from "./games.mjs";
import { serve } from "./serve.mjs";

const server = await serve(process.argv[2]);
const browser = await launch({ whole: true });
after(async () => {
    await browser.close();
    await server.close();
});
const table = "abcdefghjkmn",
    game = games[0]; // whose title is the same in German

/** A page whose worker hears pushes: { page, push(note), shown() }. */
async function hearing(settings) {
    const page = await person(browser, { settings, drawn: false, permissions: ["notifications"] });
    await page.goto(server.url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const debug = await page.context().newCDPSession(page);
    const registered = new Promise((resolve) =>
        debug.on(
            "ServiceWorker.workerRegistrationUpdated",
            ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
        ),
    );
    await debug.send("ServiceWorker.enable");
    const registrationId = await registered;
    return {
        page,
        push: (note) =>
            debug.send("ServiceWorker.deliverPushMessage", {
                origin: new URL(server.url).origin,
                registrationId,
                data: JSON.stringify(note),
            }),
        shown: () =>
            page.evaluate(async () =>
                (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, lang, tag }) => ({
                    title,
                    body,
                    lang,
                    tag,
                })),
            ),
    };
}
async function until(so, what) {
    for (const end = Date.now() + HANG; Date.now() < end; await new Promise((r) => setTimeout(r, 20))) {
        const got = await so();
        if (got) return got;
    }
    throw new Error(`in vain: ${what}`);
}

test("a push becomes a notification, in the language of the page", async () => {
    const { page, push, shown } = await hearing({ language: "de" });
    await until(
        () => page.evaluate(async () => (await (await (await caches.open("irori-push")).match("/push/kept"))?.json())?.language === "de"),
        "the worker never hears the language",
    );
    await push({ kind: "turn", table, game: game.name });
    const [note] = await until(async () => ((await shown()).length ? shown() : undefined), "no notification");
    equal(`${note.lang} ${note.tag}`, `de irori ${table}`, "it is not what it should be");
    if (note.title === "Your turn" || note.body !== game.title) throw new Error(JSON.stringify(note));
    await push({ kind: "over", table, game: game.name });
    const later = await until(async () => (await shown()).find((n) => n.title !== note.title), "the newer one does not replace the older");
    equal((await shown()).length, 1, "both are shown");
    equal(page.complaints.join("\n"), "", "the console complains");
    await page.context().close();
    return `${note.title}, ${later.title}`;
});
test("whoever sees the table is not told; whoever sees another is", async () => {
    const { page, push, shown } = await hearing({});
    await page.evaluate((t) => history.pushState(null, "", `/t/${t}`), table);
    await push({ kind: "turn", table, game: game.name });
    await push({ kind: "turn", table: "zzzzzzzzzzzz", game: game.name });
    await until(async () => (await shown()).length, "no notification");
    equal((await shown()).map((n) => n.tag).join(), "irori zzzzzzzzzzzz", "the wrong one");
    await page.context().close();
});
