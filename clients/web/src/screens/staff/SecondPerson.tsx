import { useTranslation } from "../../i18n/useTranslation";
import { Switch } from "../../parts/Switch";
import styles from "./Staff.module.css";

interface Props {
  alone: boolean;
  onChange: (alone: boolean) => void;
}

/** Says before any work that somebody else is to decide, and lets who is alone and in a hurry decide all the same. */
export function SecondPerson({ alone, onChange }: Props) {
  const { t } = useTranslation("staff");
  return (
    <div>
      <p className={styles.note}>{t("second.yours")}</p>
      <Switch label={t("second.alone")} hint={t("second.marked")} on={alone} onChange={onChange} />
    </div>
  );
}
