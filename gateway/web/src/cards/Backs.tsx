import { useTranslation } from "react-i18next";
import styles from "./Backs.module.css";
import { CardBack } from "./CardBack";

/** How many cards somebody holds: some backs, and the number; nothing for none. */
export function Backs({ count }: { count: number }) {
  const { t } = useTranslation("cards");
  if (count === 0) return null;
  return (
    <span className={styles.backs} role="img" aria-label={t("count", { count })}>
      <span className={styles.fan} aria-hidden="true">
        {Array.from({ length: Math.min(count, 5) }, (_, at) => (
          <CardBack key={at} />
        ))}
      </span>
      <span className={`${styles.count} num`} aria-hidden="true">
        {count}
      </span>
    </span>
  );
}
