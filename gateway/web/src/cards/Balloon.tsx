import type { ReactNode } from "react";
import type { Place } from "../parts/places";
import styles from "./Balloon.module.css";

/** What somebody has said, beside their place. The table's live region says it aloud, so this is quiet. */
export function Balloon({ place, children }: { place: Place; children: ReactNode }) {
  return (
    <span className={styles.balloon} data-place={place}>
      {children}
    </span>
  );
}
