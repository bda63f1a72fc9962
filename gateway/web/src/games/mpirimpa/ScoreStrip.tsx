import { ScoreStrip as Strip } from "../../cards/ScoreStrip";
import type { Say } from "../api";
import { type Sitting, sideName } from "./names";
import { signed } from "./reckoning";
import { ScoreSheet } from "./ScoreSheet";
import { type Side, sidesFor, type View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** How it stands, always in sight, one's own side on the left; every hand so far behind a button. */
export function ScoreStrip({ view, seats, say }: Props) {
  const [one, other] = sidesFor(view.seat);
  const told = (side: Side) => ({ name: sideName(view, seats, side, say), points: signed(view.totals[side]) });
  return (
    <Strip
      title={say("score.title")}
      target={say("score.target", { target: view.target_score })}
      one={told(one)}
      other={told(other)}
    >
      <ScoreSheet view={view} seats={seats} say={say} />
    </Strip>
  );
}
