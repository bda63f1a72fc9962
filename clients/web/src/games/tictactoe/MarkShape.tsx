import type { Mark } from "./cells";
import styles from "./Board.module.css";

/** X: two crossed sticks of pale wood. O: a ring of brass. Distinguished by shape as well as by colour. */
export function MarkShape({ mark }: { mark: Mark }) {
  return (
    <svg className={styles.mark} data-mark={mark} viewBox="0 0 100 100" aria-hidden="true">
      {mark === "X" ? (
        <>
          <path className={styles.stroke} d="M25 25L75 75" pathLength="1" />
          <path className={`${styles.stroke} ${styles.second}`} d="M75 25L25 75" pathLength="1" />
        </>
      ) : (
        <>
          <circle className={styles.stroke} cx="50" cy="50" r="27" pathLength="1" transform="rotate(-90 50 50)" />
          <path className={styles.shine} d="M31.5 37a23 23 0 0 1 15-9" />
        </>
      )}
    </svg>
  );
}
