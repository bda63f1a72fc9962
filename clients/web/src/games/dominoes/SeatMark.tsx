import { useState } from "react";
import type { SeatView } from "kafeneio-client";
import type { Say } from "../api";
import { Face } from "./Face";
import type { View } from "./laying";
import { nameOf } from "../../parts/sitting";
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
      {face && <FaceButton key={face} kind={face} words={say(`seat.${face}`)} why={say(`seat.why.${face}`)} />}
      <span className={styles.label} role="img" aria-label={words.join(", ")}>
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

/** The face of a seat; pressed, it says what it means, for those who have no pointer to hold over it. */
function FaceButton({ kind, words, why }: { kind: "smiley" | "red"; words: string; why: string }) {
  const [open, setOpen] = useState(false);
  return (
    <span className={styles.why}>
      <button
        type="button"
        className={styles.ask}
        aria-label={words}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onBlur={() => setOpen(false)}
      >
        <Face kind={kind} title={words} />
      </button>
      {open && (
        <span className={styles.note} role="status">
          {why}
        </span>
      )}
    </span>
  );
}
