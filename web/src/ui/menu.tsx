// menu.tsx: the menu of a table, loaded when it is opened.
import { RulesLine } from "../form/line";
import { t } from "../i18n";
import { SettingsForm } from "../pages/settings";
import { go } from "../router";
import { reactionWords, type Director } from "../table/director";
import { coached, reactions, slow, type Frame } from "../table/types";
import { Holiday } from "../turn/holiday";
import { Icon } from "./kit";
import { later } from "./later";
import { endGame } from "./notice";

const Way = later(() => import("../evening/way").then((m) => m.Way), true),
    AtTable = later(() => import("../meet/at_table").then((m) => m.AtTable), true);

export function Menu({ d, frame, close }: { d: Director; frame: Frame; close: () => void }) {
    const may = frame.table.may;
    return (
        <div class="menu">
            <div class="row">
                <button onClick={() => go("/")}>
                    <Icon name="home" /> {t("Leave the table")}
                </button>
                {frame.table.evening && <Way event={frame.table.evening} table={frame.table.id} />}
                {!d.table.local && (
                    <a class="button" href="/tables">
                        <Icon name="log" /> {t("My tables")}
                    </a>
                )}
                <a class="button" href="/my">
                    <Icon name="chart" /> {t("My play")}
                </a>
                {may.includes("pause") && (
                    <button onClick={() => void d.do("pause")}>
                        <Icon name="pause" /> {t("Pause")}
                    </button>
                )}
                {may.includes("resume") && (
                    <button onClick={() => void d.do("resume")}>
                        <Icon name="play" /> {t("Continue")}
                    </button>
                )}
                {may.includes("away") && !d.table.local && (
                    <button onClick={() => void d.do("away")}>
                        <Icon name="bot" /> {t("Let a bot play for me")}
                    </button>
                )}
                {may.includes("back") && (
                    <button class="main" onClick={() => void d.do("back")}>
                        <Icon name="person" /> {t("Play myself again")}
                    </button>
                )}
                {may.includes("end") && (
                    <button onClick={() => endGame(d)}>
                        <Icon name="cross" /> {t("End the game")}
                    </button>
                )}
                {may.includes("resign") && (
                    <button onClick={() => d.ask(t("Resign and lose this game?"), () => void d.do("resign"))}>
                        <Icon name="cross" /> {t("Resign")}
                    </button>
                )}
            </div>
            {slow(frame.table) && frame.table.you !== undefined && frame.table.stage === "playing" && (
                <Holiday
                    send={(days) => d.table.do(`holiday ${days}`, frame.table.you)}
                    until={frame.table.seats[frame.table.you]?.holiday ?? 0}
                />
            )}
            {!d.table.local && frame.table.you !== undefined && (
                <section>
                    <h3>{t("Say something")}</h3>
                    <div class="row reactions" role="group" aria-label={t("Say something")}>
                        {reactions.map((r) => (
                            <button
                                key={r}
                                onClick={() => {
                                    d.table.react(r);
                                    close(); // it is seen where everybody sees it: at the table
                                }}
                            >
                                {reactionWords()[r]}
                            </button>
                        ))}
                    </div>
                </section>
            )}
            {!d.table.local && <AtTable d={d} frame={frame} />}
            {frame.view && <RulesLine game={frame.view.game} options={frame.view.options} />}
            {coached(frame.table) && (
                <p class="note">
                    <Icon name="hint" /> {t("The coach helps everybody here.")}
                </p>
            )}
            <SettingsForm />
        </div>
    );
}
