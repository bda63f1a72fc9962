import { useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Logo } from "../../parts/Logo";
import styles from "./Entering.module.css";

/** The session is in use in another tab or on another device: one press brings it here. */
export function ElsewhereScreen() {
  const { t } = useTranslation(["app", "play"]);
  const client = useClient();
  return (
    <main className={styles.screen} data-elsewhere>
      <Logo />
      <h1>{t("play:elsewhere.title")}</h1>
      <p role="status">{t("play:elsewhere.text")}</p>
      <Button kind="action" size="large" onClick={() => client.takeOver()}>
        {t("play:elsewhere.here")}
      </Button>
      <Button kind="plain" onClick={() => client.logout()}>
        {t("room.logout")}
      </Button>
    </main>
  );
}
