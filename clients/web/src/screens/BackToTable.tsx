import { useApp } from "../app/context";
import { addressOf } from "../app/pages";
import { useTranslation } from "../i18n/useTranslation";
import { Icon } from "../parts/Icon";
import { isYourTurn } from "../state/openTable";
import styles from "./BackToTable.module.css";

/** Above a page that was opened while a match is on: its table is one press away, and says whether it waits. */
export function BackToTable() {
  const { t } = useTranslation();
  const table = useApp(({ open }) => {
    const view = open?.view;
    const plays = view && !open.ended && view.you !== null;
    return plays && (view.phase === "playing" || view.phase === "asking") ? view.table : null;
  });
  const turn = useApp(({ open }) => isYourTurn(open));
  if (table === null) return null;
  return (
    <a className={styles.bar} href={addressOf({ at: "table", table })} data-turn={turn}>
      <Icon name="previous" size={20} />
      <span>{t("table.backTo")}</span>
      {turn && <strong role="status">{t("table.yourTurn")}</strong>}
    </a>
  );
}
