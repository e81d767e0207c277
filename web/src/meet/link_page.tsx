// link_page.tsx: /link/CODE, which the other device shows as a picture, and /link without one: type the code, or the recovery phrase.
import { t } from "../i18n";
import { Layout } from "../ui/layout";
import { EnterCode, EnterPhrase } from "./enter";
import { worded } from "./kit";

export default worded(function LinkPage({ parts }: { parts: string[] }) {
    const given = parts[0] ?? "";
    return (
        <Layout title={t("Play as yourself on this device")}>
            <p>{t("This device then has the same name, seats and friends as the other one. Both stay linked.")}</p>
            <EnterCode given={given} />
            {!given && (
                <section class="list">
                    <h2>{t("With the recovery phrase")}</h2>
                    <p class="soft">{t("If you wrote one down, it brings back who you were, also when no other device is left.")}</p>
                    <EnterPhrase />
                </section>
            )}
        </Layout>
    );
});
