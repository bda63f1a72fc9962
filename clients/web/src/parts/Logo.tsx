import { useTranslation } from "../i18n/useTranslation";
import styles from "./Logo.module.css";

/** The name of the platform, as a sign. */
export function Logo() {
  const { t } = useTranslation();
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" aria-hidden="true" fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M6 13h15v5.5a7.5 7.5 0 0 1-15 0z" fill="var(--action-ink)" />
        <path d="M21 14.5h2a3 3 0 0 1 0 6h-2.5" stroke="var(--action-ink)" strokeWidth="2" />
        <path d="M4 28.5h19" stroke="var(--brass)" strokeWidth="2" />
        <path
          d="M11 9.5c-1.5-1.8 1.5-2.7 0-4.5M16 9.5c-1.5-1.8 1.5-2.7 0-4.5"
          stroke="var(--brass)"
          strokeWidth="1.8"
        />
      </svg>
      <span>{t("house.name")}</span>
    </span>
  );
}
