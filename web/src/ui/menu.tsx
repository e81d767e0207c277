// menu.tsx: the menu of a table, loaded when it is opened.
import { RulesLine } from "../form/line";
import { t } from "../i18n";
import { SettingsForm } from "../pages/settings";
import { go } from "../router";
import { reactionWords, type Director } from "../table/director";
import { coached, reactions, type Frame } from "../table/types";
import { Icon } from "./kit";
import { endGame } from "./notice";

export function Menu({ d, frame }: { d: Director; frame: Frame }) {
    const may = frame.table.may;
    return (
        <div class="menu">
            <div class="row">
                <button onClick={() => go("/")}>
                    <Icon name="home" /> {t("Leave the table")}
                </button>
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
            {!d.table.local && frame.table.you !== undefined && (
                <div class="row reactions" role="group" aria-label={t("Say something")}>
                    {reactions.map((r) => (
                        <button key={r} onClick={() => d.table.react(r)}>
                            {reactionWords()[r]}
                        </button>
                    ))}
                </div>
            )}
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
