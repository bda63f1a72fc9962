import type { Say } from "../api";
import { HELPLINE } from "./care";
import styles from "./Care.module.css";

/** At the foot of the table, always: the age, the danger, the help line. */
export function Care({ say }: { say: Say }) {
  return (
    <footer className={styles.care}>
      <strong aria-hidden="true">21+</strong>
      <p>
        <span className="sr">{say("care.age")} </span>
        {say("care.short")} <a href={`tel:${HELPLINE.dial}`}>{say("care.line", { number: HELPLINE.read })}</a>
      </p>
    </footer>
  );
}
