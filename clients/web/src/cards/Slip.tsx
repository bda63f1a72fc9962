import type { ReactNode } from "react";
import styles from "./Slip.module.css";

/** A slip of paper on the cloth with what may be said now. */
export function Slip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.slip} role="group" aria-label={label} data-paper>
      {children}
    </div>
  );
}

/** Its buttons, side by side on a line of their own. */
export function SlipActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
