import { memo } from "react";
import type { SeatView } from "kafeneio-client";
import type { Say } from "../api";
import { nameOfSeat } from "./labels";
import styles from "./Moves.module.css";
import { stepsWritten } from "./eventText";
import type { Turn } from "./useTurns";

interface Props {
  turns: readonly Turn[];
  seats: readonly SeatView[];
  say: Say;
}

/** The last turns of the game, the newest first, where the board leaves room beside it. */
export const Moves = memo(function Moves({ turns, seats, say }: Props) {
  if (turns.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too
    <section className={styles.moves} aria-label={say("moves.title")} tabIndex={0}>
      <h2>{say("moves.title")}</h2>
      <ol reversed>
        {turns.toReversed().map(({ version, seat, dice, steps }) => (
          <li key={version}>
            <span className={styles.man} data-light={seat === 0} aria-hidden="true" />
            <span className="sr">{nameOfSeat(seats, seat)}: </span>
            <span className={`${styles.dice} num`}>{dice.join("–")}</span>
            <span className="num">{steps.length > 0 ? stepsWritten(steps, say) : say("moves.none")}</span>
          </li>
        ))}
      </ol>
    </section>
  );
});
