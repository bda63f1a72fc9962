import { useTranslation } from "../../i18n/useTranslation";
import styles from "./Rankings.module.css";

/** A quintile as a small badge: its number, and a colour that says the same. A dash for none. */
export function Quintile({ value }: { value: number | null }) {
  const { t } = useTranslation("rankings");
  if (value === null) return <span title={t("quintile.none")}>–</span>;
  return (
    <span className={`${styles.quintile} num`} data-quintile={value} title={t("quintile.title", { value })}>
      <span className="sr">{t("quintile.title", { value })}</span>
      <span aria-hidden="true">{value}</span>
    </span>
  );
}

/** The same among lines of other things: with the game of which it is. */
export function NamedQuintile({ value }: { value: number }) {
  const { t } = useTranslation("rankings");
  return (
    <>
      {t("quintile.named")} <Quintile value={value} />
    </>
  );
}
