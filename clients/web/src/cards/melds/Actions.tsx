import type { ReactNode } from "react";
import type { Say } from "../../games/api";
import styles from "./Actions.module.css";
import type { Ordering } from "./useOrder";

/** What can be pressed above one's hand, side by side. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** How the hand is sorted. */
export function Sorting({ order, say }: { order: Ordering; say: Say }) {
  return (
    <div className={styles.sorting} role="group" aria-label={say("cards:melds.sort.title")}>
      {order.ways.map((way) => (
        <button
          key={way}
          type="button"
          aria-pressed={order.by === way}
          title={say(`cards:melds.sort.${way}Long`)}
          onClick={() => order.sort(way)}
        >
          <span aria-hidden="true">{say(`cards:melds.sort.${way}`)}</span>
          <span className="sr">{say(`cards:melds.sort.${way}Long`)}</span>
        </button>
      ))}
    </div>
  );
}
