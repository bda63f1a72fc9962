import { useTranslation } from "../../i18n/useTranslation";
import styles from "./TimeoutMarks.module.css";

/** Timeouts that may happen before the next one costs the seat (services/tables/RULES.md §7). */
const BORNE = 4;

/** Small marks that light up, one for each timeout. */
export function TimeoutMarks({ lit }: { lit: number }) {
  const { t } = useTranslation();
  const of = Math.max(BORNE, lit);
  return (
    <span className={styles.marks} role="img" aria-label={t("table.timeouts", { count: lit, of })}>
      {Array.from({ length: of }, (_, at) => (
        <span key={at} data-lit={at < lit} />
      ))}
    </span>
  );
}
