import { useTranslation } from "../../../i18n/useTranslation";
import { Button } from "../../../parts/Button";
import styles from "../Staff.module.css";
import type { Need } from "../staffRest";

/** Looks at what is not public, once it is said what for: the audit log keeps it. */
export function NeedButtons({ disabled = false, onNeed }: { disabled?: boolean; onNeed: (need: Need) => void }) {
  const { t } = useTranslation("staff");
  return (
    <>
      <p>{t("player.needed")}</p>
      <div className={styles.row}>
        {(["report", "case", "appeal"] as const).map((need) => (
          <Button key={need} disabled={disabled} onClick={() => onNeed(need)}>
            {t(`player.needs.${need}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
