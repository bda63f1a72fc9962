import type { Say } from "../api";
import { type Sitting, sideName } from "./names";
import styles from "../../cards/ScoreSheet.module.css";
import { Bid } from "./Suited";
import { paired, sidesFor, type View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** Every hand so far: who promised what, what it brought, and the sums below. */
export function ScoreSheet({ view, seats, say }: Props) {
  const sides = sidesFor(view.seat);
  return (
    <table className={styles.sheet} aria-label={say("score.title")}>
      <thead>
        <tr>
          <th scope="col">{say("score.contract")}</th>
          {sides.map((side) => (
            <th key={side} scope="col" className="name">
              {sideName(view, seats, side, say)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {view.scores.map((hand) => (
          <tr key={hand.number}>
            <th scope="row">
              <Taken hand={hand} view={view} seats={seats} say={say} />
            </th>
            {paired(hand.units, sides).map((units, at) => (
              <td key={at} className="num">
                {units}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say("score.sum", { target: view.target })}</th>
          {paired(view.totals, sides).map((units, at) => (
            <td key={at} className="num">
              {units}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
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
