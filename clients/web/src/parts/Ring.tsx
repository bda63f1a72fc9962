import type { ReactNode } from "react";
import styles from "./Ring.module.css";

interface Props {
  /** What is left, 0 … 1; null: nothing runs. */
  share: number | null;
  /** Little is left: another colour and a stronger line. */
  late?: boolean;
  children: ReactNode;
}

/** A thin ring around something that empties with the time. Drawn in steps by the clock, put in words elsewhere. */
export function Ring({ share, late = false, children }: Props) {
  return (
    <span className={styles.ring} data-late={late}>
      {children}
      {/* Always there: what comes and goes is laid out anew, with the page around it. */}
      <svg className={styles.circle} viewBox="0 0 100 100" aria-hidden="true" data-runs={share !== null}>
        <circle className={styles.track} cx="50" cy="50" r="47" />
        <circle
          className={styles.left}
          cx="50"
          cy="50"
          r="47"
          pathLength="1"
          strokeDasharray="1 1"
          strokeDashoffset={1 - Math.min(1, Math.max(0, share ?? 0))}
        />
      </svg>
    </span>
  );
}
