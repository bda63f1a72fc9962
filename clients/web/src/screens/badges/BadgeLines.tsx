import type { Badge, BadgeGoal } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { BadgeIcon } from "./BadgeIcon";
import styles from "./Badges.module.css";
import { useBadgeWords } from "./useBadgeWords";

/** Badges that somebody has, each with its day. */
export function BadgeLines({ badges }: { badges: readonly Badge[] }) {
  const words = useBadgeWords();
  const { day } = useFormats();
  return (
    <ul className={styles.lines}>
      {badges.map(({ badge, earned_at_ms }) => (
        <li key={badge} className={styles.line}>
          <BadgeIcon badge={badge} />
          <span className={styles.words}>{words.name(badge)}</span>
          <span className={styles.quiet}>{day(earned_at_ms)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Badges that are there to earn: what is to be done, and how much of it is. */
export function GoalLines({ goals }: { goals: readonly BadgeGoal[] }) {
  const { t } = useTranslation("badges");
  const words = useBadgeWords();
  return (
    <ul className={styles.lines}>
      {goals.map(({ badge, done, needed }) => (
        <li key={badge} className={styles.line}>
          <BadgeIcon badge={badge} />
          <span className={styles.words}>{words.deed(badge)}</span>
          {needed > 1 && <span className={`${styles.quiet} num`}>{t("progress", { done, needed })}</span>}
        </li>
      ))}
    </ul>
  );
}
