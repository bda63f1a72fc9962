import type { ReactNode } from "react";
import type { Place } from "../parts/places";
import styles from "./Balloon.module.css";

interface Props {
  place: Place;
  /** Nothing that changes anything. */
  quiet?: boolean;
  children: ReactNode;
}

/** What somebody has said, beside their place. The table's live region says it aloud, so this is quiet. */
export function Balloon({ place, quiet, children }: Props) {
  return (
    <span className={styles.balloon} data-place={place} data-quiet={quiet || undefined}>
      {children}
    </span>
  );
}
