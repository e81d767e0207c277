// settings.tsx: what this person likes.
import { catalogue } from "../catalogue";
import { about } from "../games";
import { languages, setLanguage, t, type Language } from "../i18n";
import { change, liked, settings, type Settings } from "../settings";
import { useStore } from "../store";
import { Choice, NameField, Switch } from "../ui/kit";
import { later } from "../ui/later";
import { Layout } from "../ui/layout";
import { TellSwitch } from "../turn/tell";
import { SoundSettings } from "../ui/sound";

/** What only some games have; games that share their cards share the switch. */
const own = [...new Map(catalogue.games.flatMap((g) => about(g.name).switches ?? []).map((s) => [s.key, s])).values()];

export function SettingsForm() {
    const s = useStore(settings);
    return (
        <div class="form">
            <NameField mine label={t("Your name")} value={s.name} placeholder={t("You")} set={(name) => change({ name })} />
            <Choice<Language>
                label={t("Language")}
                value={s.language}
                options={Object.entries(languages) as [Language, string][]}
                set={(l) => {
                    change({ language: l });
                    void setLanguage(l);
                }}
            />
            <Choice<Settings["theme"]>
                label={t("Theme")}
                value={s.theme}
                set={(theme) => change({ theme })}
                options={[
                    ["system", t("as the system")],
                    ["light", t("light")],
                    ["dark", t("dark")],
                ]}
            />
            <Choice<Settings["speed"]>
                label={t("Speed of animations")}
                value={s.speed}
                set={(speed) => change({ speed })}
                options={[
                    ["off", t("no animations")],
                    ["fast", t("fast")],
                    ["normal", t("normal speed")],
                    ["slow", t("slow")],
                ]}
            />
            <SoundSettings />
            <TellSwitch />
            {own.map(({ key, label, help }) => (
                <Switch key={key} label={t(label)} help={t(help)} on={liked(key)} set={(on) => change({ [key]: on })} />
            ))}
            <Switch
                label={t("Teach me")}
                help={t("Tips while you play your first games.")}
                on={s.teach}
                set={(teach) => change({ teach })}
            />
            <div style={{ display: "grid", gap: ".3rem" }}>
                <Choice<NonNullable<Settings["coach"]>>
                    label={t("Coach")}
                    value={s.coach ?? "off"}
                    set={(coach) => change({ coach })}
                    options={[
                        ["off", t("off")],
                        ["on", t("on")],
                        ["beginner", t("for beginners")],
                    ]}
                />
                <small>
                    {t("Alone with bots: asks before a costly slip and marks your moves. Beginners also hear one idea in each game.")}
                </small>
            </div>
            {(s.coach ?? "off") !== "off" && (
                <Choice<string>
                    label={t("How often it asks in a game, at most")}
                    value={String(s.asks)}
                    set={(n) => change({ asks: Number(n) })}
                    options={["1", "3", "5"].map((n) => [n, n])}
                />
            )}
            <Switch
                label={t("Pass by itself")}
                help={t("Answers for you where there is nothing to decide.")}
                on={s.autoPass}
                set={(autoPass) => change({ autoPass })}
            />
            <Switch
                label={t("Confirm costly moves")}
                help={t("Asks before a move that gives much away.")}
                on={s.confirm}
                set={(confirm) => change({ confirm })}
            />
        </div>
    );
}

const MyDevices = later(() => import("../meet/devices").then((m) => m.MyDevices), true);

export default function SettingsPage() {
    return (
        <Layout title={t("Settings")}>
            <SettingsForm />
            <MyDevices />
        </Layout>
    );
}
