import { useTranslation } from "../../i18n/useTranslation";
import styles from "./TimeoutMarks.module.css";

interface Props {
  lit: number;
  /** Timeouts that may happen before the next one costs the seat (services/tables/RULES.md §7); null: not known. */
  most: number | null;
}

/** Small marks that light up, one for each timeout. */
export function TimeoutMarks({ lit, most }: Props) {
  const { t } = useTranslation();
  const of = most ?? lit;
  if (of === 0) return null;
  const meaning = most === null ? undefined : t("table.timeoutsMean", { next: most + 1 });
  return (
    <span
      className={styles.marks}
      role="img"
      aria-label={t("table.timeouts", { count: Math.min(lit, of), of })}
      title={meaning}
    >
      {Array.from({ length: of }, (_, at) => (
        <span key={at} data-lit={at < lit} />
      ))}
    </span>
  );
}
