import { useTranslation } from "react-i18next";
import { useApp } from "../app/context";
import styles from "./LinkBanner.module.css";

/** Says that the connection is gone, and that nothing is lost by it. */
export function LinkBanner() {
  const { t } = useTranslation();
  const lost = useApp((state) => state.link === "lost" && state.room !== null);
  return (
    <div role="status" className={styles.place}>
      {lost && (
        <p className={styles.banner}>
          <strong>{t("link.lost")}</strong> <span>{t("link.safe")}</span>
        </p>
      )}
    </div>
  );
}
