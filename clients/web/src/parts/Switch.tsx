import { type ReactNode, useId } from "react";
import styles from "./Switch.module.css";

interface Props {
  label: ReactNode;
  hint?: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function Switch({ label, hint, on, onChange }: Props) {
  const id = useId();
  return (
    <label className={styles.switch} htmlFor={id}>
      <span>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="sr"
        checked={on}
        aria-checked={on}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.track} aria-hidden="true" />
    </label>
  );
}
