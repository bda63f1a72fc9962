import type { ReactNode } from "react";
import { endInstallOffer, install, type InstallWay } from "../app/install";
import { useTranslation } from "../i18n/useTranslation";
import { Button } from "../parts/Button";
import { IconButton } from "../parts/IconButton";
import styles from "./Notices.module.css";

/** Whether to keep Kafeneio on the home screen, asked after a match. */
export function InstallSlip({ way }: { way: InstallWay }): ReactNode {
  const { t } = useTranslation("install");
  return (
    <div className={styles.slip} data-kind="install" data-notice>
      <p>{t(way === "ask" ? "offer" : "words")}</p>
      {way === "ask" && (
        <Button kind="action" onClick={() => void install()}>
          {t("yes")}
        </Button>
      )}
      <IconButton icon="close" label={t("notNow")} onClick={endInstallOffer} />
    </div>
  );
}
