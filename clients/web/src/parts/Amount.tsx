import { useFormats } from "../i18n/useFormats";
import { useTranslation } from "../i18n/useTranslation";
import styles from "./Amount.module.css";

/** A number of chips with the chip's sign; the word is for ears. */
export function Amount({ chips }: { chips: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <span className={`${styles.amount} num`}>
      <ChipSign />
      <span aria-hidden="true">{number(chips)}</span>
      <span className="sr">{t("common.chips", { count: chips })}</span>
    </span>
  );
}

export function ChipSign() {
  return (
    <svg className={styles.sign} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8.2" fill="none" stroke="currentColor" strokeWidth="2.6" strokeDasharray="4.3 2.14" />
      <circle cx="10" cy="10" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
