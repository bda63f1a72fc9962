import type { ReactNode } from "react";
import type { MailSent } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import styles from "../account/Account.module.css";

/** A mail is on its way; in development, where it lies. */
export function SentNote({ sent, children }: { sent: MailSent; children: ReactNode }) {
  const { t } = useTranslation("access");
  return (
    <div role="status">
      <p>{children}</p>
      {sent.folder !== null && <p className={styles.hint}>{t("forgotten.folder", { folder: sent.folder })}</p>}
    </div>
  );
}
