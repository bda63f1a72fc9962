import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import styles from "./Dice.module.css";

const FACES = [1, 2, 3, 4, 5, 6];

/** What was rolled, and other dice in its place. */
export function Dice({ rolled, onSet }: { rolled: readonly number[]; onSet: (values: number[]) => void }) {
  const { t } = useTranslation("records");
  const [values, setValues] = useState([...rolled]);
  return (
    <fieldset className={styles.dice}>
      <legend>{t("academy.rolled", { values: rolled.join(", ") })}</legend>
      {values.map((value, at) => (
        <select
          key={at}
          aria-label={t("academy.die", { number: at + 1 })}
          value={value}
          onChange={(event) => setValues(values.map((old, each) => (each === at ? Number(event.target.value) : old)))}
        >
          {FACES.map((face) => (
            <option key={face}>{face}</option>
          ))}
        </select>
      ))}
      <Button onClick={() => onSet(values)}>{t("academy.setDice")}</Button>
    </fieldset>
  );
}
