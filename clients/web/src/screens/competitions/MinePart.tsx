import type { OwnCompetition } from "kafeneio-client";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useWhen } from "../records/useWhen";
import styles from "./Competitions.module.css";
import { useCompetitionName } from "./useCompetitionName";

/** The competitions that one has entered: those to come or on, and how the last ones ended. */
export function MinePart({ mine }: { mine: readonly OwnCompetition[] }) {
  const { t } = useTranslation("competitions");
  const when = useWhen();
  const nameOf = useCompetitionName();
  if (mine.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("mine.title")}>
      <h2>{t("mine.title")}</h2>
      <ul className={styles.lines}>
        {mine.map(({ competition: line, place }) => (
          <li key={line.id} className={styles.line}>
            <span className={styles.what}>
              <a className={styles.name} href={addressOf({ at: "competition", competition: line.id })}>
                {nameOf(line)}
              </a>
              <span className={styles.quiet}>{when(line.starts_at_ms)}</span>
            </span>
            <strong className={styles.state} data-state={line.state}>
              {place === null || place === undefined ? t(`states.${line.state as "open"}`) : t("mine.place", { place })}
            </strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
