import type { ReactNode } from "react";
import styles from "./BiddingBox.module.css";

/** A slip of paper on the cloth with what may be said now. */
export function CallBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.box} role="group" aria-label={label}>
      {children}
    </div>
  );
}
