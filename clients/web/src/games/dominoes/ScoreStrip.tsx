import type { SeatView } from "kafeneio-client";
import { ScoreStrip as Strip } from "../../cards/ScoreStrip";
import { pairName } from "../../parts/sitting";
import type { Side } from "../../parts/sides";
import type { Say } from "../api";
import type { View } from "./laying";
import { ScoreBoard } from "./ScoreBoard";
import styles from "./ScoreStrip.module.css";
import { Statistics } from "./Statistics";

interface Props {
  view: View;
  seats: readonly SeatView[];
  you: number | null;
  say: Say;
}

/** How it stands, always in sight; the whole sheet behind a button. The organizer's side is on the left. */
export function ScoreStrip({ view, seats, you, say }: Props) {
  const standing = view.cells ?? view.totals;
  const scoreOf = (side: Side) => ({
    name: you === null ? pairName(seats, side, say) : say(you % 2 === side ? "cards:melds.we" : "cards:melds.they"),
    points: standing[side],
  });
  return (
    <Strip
      title={say("score.title")}
      words={say("score.open")}
      target={say(`score.target.${view.target}`)}
      one={scoreOf(0)}
      other={scoreOf(1)}
    >
      <div className={styles.sheet}>
        <ScoreBoard view={view} seats={seats} say={say} />
        <Statistics view={view} seats={seats} say={say} />
      </div>
    </Strip>
  );
}
