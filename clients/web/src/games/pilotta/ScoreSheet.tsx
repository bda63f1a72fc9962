import { ScoreSheet as Sheet } from "../../cards/ScoreSheet";
import styles from "../../cards/ScoreSheet.module.css";
import type { Say } from "../api";
import { type Sitting, sideName } from "./names";
import { Bid } from "./Suited";
import { paired, sidesFor, type View } from "./view";

/** The fields of a view that the scores are made of. */
export const SCORED = ["seat", "variant", "target", "scores", "totals"] as const;
export type Scored = Pick<View, (typeof SCORED)[number]>;

interface Props {
  view: Scored;
  seats: readonly Sitting[];
  say: Say;
}

/** Every hand so far: who promised what, what it brought, and the sums below. */
export function ScoreSheet({ view, seats, say }: Props) {
  const sides = sidesFor(view.seat);
  return (
    <Sheet
      label={say("score.title")}
      corner={say("score.contract")}
      heads={sides.map((side) => sideName(view, seats, side, say))}
      rows={view.scores.map((hand) => ({
        head: <Taken hand={hand} view={view} seats={seats} say={say} />,
        values: paired(hand.units, sides),
      }))}
      sum={{ head: say("score.sum", { target: view.target }), values: paired(view.totals, sides) }}
    />
  );
}

function Taken({ hand, view, seats, say }: Props & { hand: View["scores"][number] }) {
  const { taker, trump, value, multiplier, made } = hand;
  if (taker === null || trump === null) return say("score.unknown");
  const times = multiplier > 1 ? ` ×${multiplier}` : "";
  return (
    <span className={styles.taken}>
      <Bid value={value} suit={trump} say={say} />
      {times && <span className="num">{times}</span>}
      <span className={styles.quiet}>
        {sideName(view, seats, taker % 2, say)}, {say(made ? "score.made" : "score.failed")}
      </span>
    </span>
  );
}
