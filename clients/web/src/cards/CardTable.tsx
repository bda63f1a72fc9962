import type { ReactNode } from "react";
import type { Place } from "../parts/places";
import styles from "./CardTable.module.css";

interface Props {
  /** Score and the like, above the cloth. */
  top: ReactNode;
  /** What is said, held and shown at each place. */
  marks: Partial<Record<Place, ReactNode>>;
  /** What lies in the middle. */
  centre: ReactNode;
  /** Small things in the upper corners of the cloth. */
  left?: ReactNode;
  right?: ReactNode;
  /** What the viewer is asked, over the cloth's lower edge. */
  box?: ReactNode;
  /** A line above the hand: what is to be done. */
  prompt?: ReactNode;
  /** The hand takes two rows where it is narrow. */
  deep?: boolean;
  /** The viewer's cards; null: they have none to see. */
  hand: ReactNode | null;
  /** Panels over all of it. */
  children?: ReactNode;
}

/** The table of every game of cards: cloth with its four places, one's hand below. Cards on it are `--card-width`. */
export function CardTable({ top, marks, centre, left, right, box, prompt, deep, hand, children }: Props) {
  return (
    <div className={styles.frame}>
      <div
        className={styles.table}
        data-hand={hand !== null}
        data-asked={Boolean(box) || undefined}
        data-deep={deep || undefined}
      >
        {top}
        <div className={styles.cloth}>
          <div className={styles.laid}>
            <div className={styles.centre}>{centre}</div>
            {Object.entries(marks).map(([place, mark]) => (
              <div key={place} className={styles.mark} data-place={place}>
                {mark}
              </div>
            ))}
            <div className={styles.corner}>{left}</div>
            <div className={styles.corner} data-right="true">
              {right}
            </div>
            {box && <div className={styles.box}>{box}</div>}
          </div>
        </div>
        {hand !== null && (
          <>
            <div className={styles.prompt}>{prompt}</div>
            <div className={styles.hand}>{hand}</div>
          </>
        )}
        {children}
      </div>
    </div>
  );
}
