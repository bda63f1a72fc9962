import { useApp } from "../../app/context";
import { useRegulator } from "../../economy/useRegulator";
import { useTranslation } from "../../i18n/useTranslation";
import styles from "./Chips.module.css";

const PRINCIPLES = ["adults", "money", "odds", "limits", "pause", "reminder"] as const;

/** What the platform holds to, so that playing stays play, and who watches over it and who helps. */
export function Principles() {
  const { t } = useTranslation(["economy", "door"]);
  const called = useRegulator();
  const stakes = useApp((state) => state.stakes);
  return (
    <div className={styles.part}>
      <ul className={styles.principles}>
        {PRINCIPLES.map((name) => (
          <li key={name}>{t(`principles.${name}`)}</li>
        ))}
      </ul>
      {stakes?.regulator && <p>{t("door:regulator.line", { regulator: called(stakes.regulator) })}</p>}
      {stakes && (
        <p>
          {t("door:regulator.risk")}{" "}
          <a href={`tel:${stakes.helpline}`}>{t("door:regulator.help", { line: stakes.helpline })}</a>
        </p>
      )}
    </div>
  );
}
