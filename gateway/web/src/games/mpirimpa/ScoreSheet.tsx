import type { Say } from "../api";
import { type Sitting, sideName } from "./names";
import { Ledger } from "./Ledger";
import { signed } from "./reckoning";
import styles from "./ScoreSheet.module.css";
import { paired, sidesFor, type View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** Every hand so far and the sums; below it how the last one was counted. */
export function ScoreSheet({ view, seats, say }: Props) {
  const sides = sidesFor(view.seat);
  const sums = paired(view.totals, sides);
  return (
    <div className={styles.both}>
      <table className={styles.sheet} aria-label={say("score.title")}>
        <thead>
          <tr>
            <th scope="col">{say("score.hand")}</th>
            {sides.map((side) => (
              <th key={side} scope="col" className="name">
                {sideName(view, seats, side, say)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.scores.map((points, at) => (
            <Row key={at} head={`${at + 1}`} values={paired(points, sides)} />
          ))}
        </tbody>
        <tfoot>
          <Row head={say("score.sum", { target: view.target_score })} values={sums} />
        </tfoot>
      </table>
      {view.last_hand && (
        <section>
          <h3 className={styles.head}>{say("hand.title", { number: view.last_hand.number })}</h3>
          <Ledger hand={view.last_hand} view={view} seats={seats} say={say} />
        </section>
      )}
    </div>
  );
}

function Row({ head, values }: { head: string; values: readonly number[] }) {
  return (
    <tr>
      <th scope="row" className="num">
        {head}
      </th>
      {values.map((points, at) => (
        <td key={at} className="num">
          {signed(points)}
        </td>
      ))}
    </tr>
  );
}
