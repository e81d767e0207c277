// play.ts: opens tables: at once against bots, or as the player set them up; keeps the open one between screens.
import { gameInfo, levels, usualSeats } from "./catalogue";
import { loadBoard } from "./board";
import { about } from "./games";
import { t } from "./i18n";
import { go } from "./router";
import { change, settings } from "./settings";
import { sprite } from "./sprites";
import { forgetSaid } from "./table/coach";
import { LocalTable, warmHost } from "./table/local";

let open: LocalTable | undefined;

/** Loads what a first table needs while the player still looks at the games. Nobody knows yet which of them it will be. */
export function warm(): void {
    if (open) return;
    warmHost(); // the worker that thinks comes with the first bot's move
    void import("./pages/local").catch(() => undefined);
}
/** What one game needs, while the player reaches for its button. */
export function warmGame(game: string): void {
    void sprite(game);
    void loadBoard(game).catch(() => undefined);
}

/** The open local table with this id: the one just created, or the kept one. */
export async function localTable(id: string): Promise<LocalTable> {
    if (open && open.code !== id) {
        open.close();
        open = undefined;
    }
    open ??= await LocalTable.resume(id);
    return open;
}
export function closeLocal(): void {
    open?.close();
    open = undefined;
}

export const myName = (): string => settings.get().name.trim() || t("You");

export async function startLocal(a: Parameters<typeof LocalTable.create>[0]): Promise<void> {
    closeLocal();
    open = await LocalTable.create(a);
    go(`/local/${open.code}`);
}

/** You against bots of the usual level, with the usual rules; in games for more, three opponents. */
export async function playNow(game: string, most = 4): Promise<void> {
    warmGame(game);
    const info = gameInfo(game)!,
        n = usualSeats(info, most);
    await startLocal({
        game,
        options: "",
        settings: "",
        deck: "",
        seats: [
            { kind: "person", name: myName() },
            ...Array.from({ length: n - 1 }, () => ({ kind: "bot" as const, name: info.roles.default })),
        ],
    });
}

/** A small game against the easiest bots, with a coach. Nobody is hurried. */
export async function startLesson(game: string): Promise<void> {
    const n = usualSeats(gameInfo(game)!, 2),
        bot = levels(game)[0]!;
    warmGame(game);
    forgetSaid(game);
    change({ teach: true, coach: settings.get().coach ?? "beginner" }); // after it, unless they chose otherwise
    await startLocal({
        game,
        options: "",
        settings: "reaction=0",
        deck: "",
        lesson: (about(game).lesson ?? 1).toString(16).padStart(64, "0"),
        seats: [{ kind: "person", name: myName() }, ...Array.from({ length: n - 1 }, () => ({ kind: "bot" as const, name: bot }))],
    });
}

/** The same players, the same rules. */
export async function againLocal(table: LocalTable): Promise<void> {
    await startLocal(table.again());
}
