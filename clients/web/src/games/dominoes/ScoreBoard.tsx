import type { SeatView } from "kafeneio-client";
import type { Say } from "../api";
import type { View } from "./laying";
import { pairName } from "../../parts/sitting";
import { linesOf, runOutOf } from "./scores";
import styles from "./ScoreBoard.module.css";

interface Props {
  view: View;
  seats: readonly SeatView[];
  say: Say;
}

const SIDES = [0, 1] as const;
/** Hands of a Run Out Match that fit side by side on a phone. */
const STEPS = 6;

/** The score as it is written on paper: pips in two columns, a Run Out Match in two rows. */
export function ScoreBoard(props: Props) {
  return props.view.target === "runout" ? <RunOut {...props} /> : <Pips {...props} />;
}

/** Names, the sum below them, the hands below that. */
function Pips({ view, seats, say }: Props) {
  const lines = linesOf(view.entries);
  return (
    <table className={styles.board} data-kind="pips">
      <caption className="sr">{say("score.title")}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{say("score.hand")}</span>
          </th>
          {SIDES.map((side) => (
            <th key={side} scope="col" className="name">
              {pairName(seats, side, say)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="num">
        <tr className={styles.sum}>
          <th scope="row">{say("score.sum")}</th>
          {SIDES.map((side) => (
            <td key={side} data-won={view.winner_side === side}>
              {view.totals[side]}
            </td>
          ))}
        </tr>
        {lines.map(({ hand, cells }) => (
          <tr key={hand}>
            <th scope="row">{hand}</th>
            {SIDES.map((side) => (
              <td key={side}>{cells[side]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Cells in twenties after each hand won, the newest last; above them a `C` for each hand that nobody won. */
function RunOut({ view, seats, say }: Props) {
  const { steps, blocked } = runOutOf(view.entries);
  const shown = steps.slice(-STEPS);
  const ends = view.winner_side !== null && view.result === "won";
  return (
    <div className={styles.runOut}>
      <p className={styles.without}>
        <span>{say("score.without")}</span>
        <strong className="num" aria-label={say("score.blocked", { count: blocked })} role="img">
          {blocked === 0 ? "–" : "C ".repeat(blocked).trim()}
        </strong>
      </p>
      <table className={styles.board} data-kind="runout">
        <caption className="sr">{say("score.title")}</caption>
        <tbody className="num">
          {SIDES.map((side) => (
            <tr key={side}>
              <th scope="row" className="name">
                {pairName(seats, side, say)}
              </th>
              {shown.map((cells, at) => (
                <td
                  key={steps.length - shown.length + at}
                  data-now={at === shown.length - 1}
                  data-won={ends && at === shown.length - 1 && cells[side] === "WIN"}
                >
                  {cells[side]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
