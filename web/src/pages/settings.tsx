// settings.tsx: what this person likes.
import { languages, setLanguage, t, type Language } from "../i18n";
import { change, settings, type Settings } from "../settings";
import { useStore } from "../store";
import { Choice, Switch } from "../ui/kit";
import { Layout } from "../ui/layout";

export function SettingsForm() {
    const s = useStore(settings);
    return (
        <div class="form">
            <label class="field">
                <span>{t("Player name")}</span>
                <input value={s.name} maxLength={24} autocomplete="nickname" placeholder={t("You")} onInput={(e) => change({ name: e.currentTarget.value })} />
            </label>
            <Choice<Language>
                label={t("Language")} value={s.language} options={Object.entries(languages) as [Language, string][]}
                set={(l) => {
                    change({ language: l });
                    void setLanguage(l);
                }}
            />
            <Choice<Settings["theme"]>
                label={t("Theme")} value={s.theme} set={(theme) => change({ theme })}
                options={[["system", t("as the system")], ["light", t("light")], ["dark", t("dark")]]}
            />
            <Choice<Settings["speed"]>
                label={t("Speed of animations")} value={s.speed} set={(speed) => change({ speed })}
                options={[["off", t("off")], ["fast", t("fast")], ["normal", t("normal speed")], ["slow", t("slow")]]}
            />
            <Switch label={t("Months on the cards")} help={t("The number of the month in the corner of every flower card.")} on={s.months} set={(months) => change({ months })} />
            <Switch label={t("Kinds on the cards")} help={t("The sign of its kind: bright, animal, ribbon, plain.")} on={s.kinds} set={(kinds) => change({ kinds })} />
            <Switch label={t("Teach me")} help={t("Tips while you play your first games.")} on={s.teach} set={(teach) => change({ teach })} />
            <Switch
                label={t("Pass by itself")} help={t("Answers for you when you hold no card that could cancel.")} on={s.autoPass}
                set={(autoPass) => change({ autoPass })}
            />
            <Switch label={t("Confirm costly moves")} help={t("Asks before a move that gives much away.")} on={s.confirm} set={(confirm) => change({ confirm })} />
        </div>
    );
}

export default function SettingsPage() {
    return (
        <Layout title={t("Settings")}>
            <SettingsForm />
        </Layout>
    );
}
