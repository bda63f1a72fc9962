import { type ReactNode, useId } from "react";
import styles from "./Choice.module.css";

export interface Option<T extends string> {
  value: T;
  label: ReactNode;
}

interface Props<T extends string> {
  legend: string;
  options: readonly Option<T>[];
  /** Null: nothing is chosen yet. */
  value: T | null;
  onChange: (value: T) => void;
  /** Hides the legend, but for screen readers, where the place says it already. */
  quietLegend?: boolean;
  /** What the chosen one means. */
  hint?: string;
}

/** One of a few: radio buttons that look like chips. */
export function Choice<T extends string>({ legend, options, value, onChange, quietLegend = false, hint }: Props<T>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={quietLegend ? "sr" : styles.legend}>{legend}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option} data-chosen={option.value === value}>
            <input
              type="radio"
              className="sr"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </fieldset>
  );
}
