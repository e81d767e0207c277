// sound.tsx: what a player sees of the sounds: the button that mutes, and the settings.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { change, settings } from "../settings";
import { listen, play, sample, vibrates } from "../sound";
import { useStore } from "../store";
import type { Director } from "../table/director";
import { Icon, Switch } from "./kit";

/** One tap, and it is quiet; another, and a card is heard. */
export function MuteButton() {
    const { muted } = useStore(settings);
    return (
        <button
            class="plain mute"
            aria-label={t("Mute")}
            aria-pressed={muted}
            onClick={() => {
                change({ muted: !muted });
                void sample("slap");
            }}
        >
            <Icon name={muted ? "mute" : "sound"} />
        </button>
    );
}

export function SoundSettings() {
    const s = useStore(settings);
    useEffect(listen, []);
    return (
        <>
            <div class="volume">
                <label class="field">
                    <span>{t("Volume")}</span>
                    <input
                        type="range"
                        min={0}
                        max={100}
                        step={5}
                        value={s.muted ? 0 : s.volume}
                        onInput={(e) => change({ volume: Number(e.currentTarget.value), muted: false })}
                        onChange={() => void sample("slap")}
                    />
                </label>
                <MuteButton />
            </div>
            <Switch
                label={t("Fire in the hearth")}
                help={t("Crackles softly while you play.")}
                on={s.hearth}
                set={(hearth) => change({ hearth })}
            />
            {vibrates() && (
                <Switch
                    label={t("Vibrate")}
                    help={t("When it is your turn, and at great moments.")}
                    on={s.vibrate}
                    set={(vibrate) => change({ vibrate })}
                />
            )}
        </>
    );
}

/** What every table says, whatever is played: you are to move after others did, that was refused, you won or lost. */
export function useTableSounds(d: Director): void {
    const frame = d.shown.value,
        you = frame?.table.you,
        alone = d.table.mine.length < 2; // else the device is passed on, and everybody is told by that
    const asked = !!frame && d.curtain.value === undefined && d.context(frame).legal.length > 0,
        over = frame?.table.stage === "over" && !d.moving.value && !d.pause.value,
        turn = frame?.view?.turn;
    const others = useRef(true),
        played = useRef(false);
    useEffect(listen, []);
    useEffect(() => {
        if (typeof turn === "number" && turn !== you) others.current = true;
        if (frame?.table.stage === "playing") played.current = true;
    }, [frame]);
    useEffect(() => {
        if (!asked || !others.current) return;
        others.current = false;
        if (alone) play("turn");
    }, [asked]);
    useEffect(() => {
        if (d.refusals.value) play("refuse");
    }, [d.refusals.value]);
    useEffect(() => {
        if (!over || !played.current) return;
        played.current = false;
        const won = frame?.table.result?.won ?? [];
        if (!alone || (you !== undefined && won.includes(you))) play("win");
        else if (you !== undefined && won.length) play("loss");
    }, [over]);
}
