import { OpenCards } from "../../cards/OpenCards";
import { nameOf, type Words } from "./names";
import styles from "./OpenHands.module.css";
import { inOrder } from "./order";
import { seatsFor } from "./view";

/** Where every hand is seen, as in a replay: those that do not lie below. */
export function OpenHands({ view, seats }: Words) {
  const [below, ...others] = seatsFor(view);
  const open = others.filter((seat) => seat !== below && (view.hands[seat]?.length ?? 0) > 0);
  if (open.length === 0) return null;
  return (
    <ul className={styles.hands}>
      {open.map((seat) => (
        <li key={seat}>
          <span className="name">{nameOf(seats, seat)}</span>
          <OpenCards cards={inOrder(view.hands[seat] ?? [], "suit", view.wild_ranks, null)} />
        </li>
      ))}
    </ul>
  );
}
