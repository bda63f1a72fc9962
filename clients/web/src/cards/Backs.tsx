import { memo } from "react";
import { useTranslation } from "../i18n/useTranslation";
import styles from "./Backs.module.css";
import { CardBack } from "./CardBack";

interface Props {
  count: number;
  /** So many backs are drawn at most. */
  most?: number;
}

/** How many cards somebody holds: some backs, and the number; nothing for none. */
export const Backs = memo(function Backs({ count, most = 5 }: Props) {
  const { t } = useTranslation("cards");
  if (count === 0) return null;
  return (
    <span className={styles.backs} role="img" aria-label={t("count", { count })}>
      <span className={styles.fan} aria-hidden="true">
        {Array.from({ length: Math.min(count, most) }, (_, at) => (
          <CardBack key={at} />
        ))}
      </span>
      <span className={`${styles.count} num`} aria-hidden="true">
        {count}
      </span>
    </span>
  );
});
