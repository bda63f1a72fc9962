import type { HouseBankedTable, Say } from "../api";
import styles from "./Care.module.css";

/** At the foot of the table, always: the age, the danger, the help line. */
export function Care({ house, say }: { house: HouseBankedTable | null; say: Say }) {
  if (!house) return null;
  const { age, helpline } = house;
  return (
    <footer className={styles.care}>
      <strong aria-hidden="true">{age}+</strong>
      <p>
        <span className="sr">{say("care.age", { age })} </span>
        {say("care.short")}{" "}
        {helpline !== null && <a href={`tel:${helpline}`}>{say("care.line", { number: helpline })}</a>}
      </p>
    </footer>
  );
}
