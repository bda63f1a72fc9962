import type { SeatView } from "kafeneio-client";
import type { Say } from "../api";
import { Face } from "./Face";
import type { View } from "./laying";
import { nameOf } from "./names";
import styles from "./SeatMark.module.css";

const PLACES = ["bottom", "right", "top", "left"] as const;

interface Props {
  seat: number;
  view: View;
  seats: readonly SeatView[];
  you: number | null;
  say: Say;
}

/** At a seat's edge of the cloth: its tiles from behind, how many they are, and its face. */
export function SeatMark({ seat, view, seats, you, say }: Props) {
  const count = view.counts[seat] ?? 0;
  const face = view.faces[seat] ?? null;
  const name = nameOf(seats, seat);
  const words = [say("seat.tiles", { name, count })];
  if (face) words.push(say(`seat.${face}`));
  if (view.leader === seat) words.push(say("seat.leader"));
  return (
    <div className={styles.mark} data-place={PLACES[seat]} data-you={seat === you} data-face={face}>
      <span className={styles.label} role="img" aria-label={words.join(", ")}>
        {face && <Face kind={face} title={say(`seat.${face}`)} />}
        <span className={`${styles.name} name`}>{seat === you ? say("you") : name}</span>
        {view.leader === seat && <span className={styles.lead} title={say("seat.leader")} />}
        <span className={`${styles.count} num`}>{count}</span>
      </span>
      {seat !== you && (
        <span className={styles.backs} aria-hidden="true">
          {Array.from({ length: count }, (_, at) => (
            <i key={at} />
          ))}
        </span>
      )}
    </div>
  );
}
