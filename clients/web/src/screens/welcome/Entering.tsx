import { useApp, useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Logo } from "../../parts/Logo";
import styles from "./Entering.module.css";

/** Between the welcome page and the room: usually too short to read. */
export function Entering() {
  const { t } = useTranslation();
  const client = useClient();
  const says = useSays();
  const lost = useApp((state) => state.link === "lost");
  return (
    <main className={styles.screen} data-entering={lost ? undefined : true}>
      <Logo />
      <p role="status">{lost ? says({ code: "offline" }) : t("welcome.entering")}</p>
      <Button kind="plain" onClick={() => client.logout()}>
        {t("common.cancel")}
      </Button>
    </main>
  );
}
