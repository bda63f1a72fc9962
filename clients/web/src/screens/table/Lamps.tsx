import { useTranslation } from "../../i18n/useTranslation";
import styles from "./Lamps.module.css";

/** Timeouts that are borne before the next one costs the seat (services/tables/RULES.md §7, the house's default). */
const BORNE = 4;

/** Small lamps that light up, one for each timeout. */
export function Lamps({ lit }: { lit: number }) {
  const { t } = useTranslation();
  const of = Math.max(BORNE, lit);
  return (
    <span className={styles.lamps} role="img" aria-label={t("table.timeouts", { count: lit, of })}>
      {Array.from({ length: of }, (_, at) => (
        <span key={at} data-lit={at < lit} />
      ))}
    </span>
  );
}
