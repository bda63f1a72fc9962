import { useApp } from "../app/context";
import { useTranslation } from "../i18n/useTranslation";
import styles from "./LinkBanner.module.css";

/** Says that the connection is gone, or an answer overdue, and that nothing is lost by it. */
export function LinkBanner() {
  const { t } = useTranslation();
  const lost = useApp((state) => state.link === "lost" && state.room !== null);
  const slow = useApp((state) => state.isSlow && state.room !== null);
  return (
    <div role="status" className={styles.place}>
      {(lost || slow) && (
        <p className={styles.banner}>
          <strong>{t(lost ? "link.lost" : "link.slow")}</strong> <span>{t("link.safe")}</span>
        </p>
      )}
    </div>
  );
}
