import { ScoreStrip as Strip } from "../../cards/ScoreStrip";
import type { Say } from "../api";
import { type Sitting, sideName } from "./names";
import { ScoreSheet } from "./ScoreSheet";
import { sidesFor, type View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** How it stands; the score sheet behind it. */
export function ScoreStrip({ view, seats, say }: Props) {
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
}
