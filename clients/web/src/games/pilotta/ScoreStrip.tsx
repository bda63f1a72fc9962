import { memo } from "react";
import { ScoreStrip as Strip } from "../../cards/ScoreStrip";
import { sameIn } from "../../state/still";
import type { Say } from "../api";
import { type Sitting, sideName } from "./names";
import { ScoreSheet, SCORED, type Scored } from "./ScoreSheet";
import { sidesFor } from "./view";

interface Props {
  view: Scored;
  seats: readonly Sitting[];
  say: Say;
}

/** How it stands; the score sheet behind it. */
export const ScoreStrip = memo(function ScoreStrip({ view, seats, say }: Props) {
  const [one, other] = sidesFor(view.seat);
  const side = (team: 0 | 1) => ({ name: sideName(view, seats, team, say), points: view.totals[team] });
  return (
    <Strip
      title={say("score.title")}
      target={say("score.target", { target: view.target })}
      one={side(one)}
      other={side(other)}
    >
      <ScoreSheet view={view} seats={seats} say={say} />
    </Strip>
  );
}, sameIn(SCORED));
