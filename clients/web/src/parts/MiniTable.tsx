import type { SeatLine } from "kafeneio-client";
import styles from "./MiniTable.module.css";

/** A round table from above with its chairs: taken, invited or free. The words beside it say the same. */
export function MiniTable({ seats }: { seats: readonly SeatLine[] }) {
  return (
    <svg className={styles.table} viewBox="0 0 48 48" aria-hidden="true">
      <circle className={styles.top} cx="24" cy="24" r="12" />
      {seats.map((seat, at) => {
        const angle = Math.PI / 2 - (at * 2 * Math.PI) / seats.length;
        const place = { cx: 24 + 18.5 * Math.cos(angle), cy: 24 + 18.5 * Math.sin(angle) };
        return <circle key={seat.seat} className={styles.chair} data-chair={chairOf(seat)} r="4.2" {...place} />;
      })}
    </svg>
  );
}

function chairOf(seat: SeatLine): "free" | "invited" | "taken" {
  if (seat.name === null) return "free";
  return seat.invited ? "invited" : "taken";
}
