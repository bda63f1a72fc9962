import type { ReactNode } from "react";
import styles from "./Rankings.module.css";

interface Props {
  /** Each with its name. */
  facts: readonly (readonly [string, ReactNode])[];
  label?: string;
}

/** Numbers side by side, each under its name. */
export function Facts({ facts, label }: Props) {
  return (
    <dl className={styles.facts} aria-label={label}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
