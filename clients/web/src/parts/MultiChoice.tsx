import type { ReactNode } from "react";
import styles from "./Choice.module.css";

export interface MultiOption<T extends string | number> {
  value: T;
  label: ReactNode;
  disabled?: boolean;
}

interface Props<T extends string | number> {
  legend: string;
  options: readonly MultiOption<T>[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
  hint?: string;
}

/** Any number of a few: check boxes that look like chips. What is chosen keeps the order of the options. */
export function MultiChoice<T extends string | number>({ legend, options, chosen, onChange, hint }: Props<T>) {
  const toggle = (value: T) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((each) => (each === value ? !chosen.includes(value) : chosen.includes(each))),
    );
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.options}>
        {options.map(({ value, label, disabled = false }) => (
          <label key={value} className={styles.option} data-chosen={chosen.includes(value)} data-disabled={disabled}>
            <input
              type="checkbox"
              className="sr"
              checked={chosen.includes(value)}
              disabled={disabled}
              onChange={() => toggle(value)}
            />
            {label}
          </label>
        ))}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </fieldset>
  );
}
