import styles from "../../cards/ScoreSheet.module.css";
import type { Say } from "../api";
import { nameOf, type Sitting, teamName } from "./names";
import { paired, SEATS, teamsFor, type View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** Every hand so far: who was out first, what was called, what it brought, and the sums below. */
export function ScoreSheet({ view, seats, say }: Props) {
  return (
    <table className={styles.sheet} aria-label={say("score.title")}>
      <thead>
        <tr>
          <th scope="col">{say("score.hand")}</th>
          {teamsFor(view.seat).map((team) => (
            <th key={team} scope="col" className="name">
              {teamName(view, seats, team, say)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {view.scores.map((hand, at) => (
          <tr key={at}>
            <th scope="row">
              <Course hand={hand} view={view} seats={seats} say={say} />
            </th>
            {paired(hand.points, view.seat).map((points, side) => (
              <td key={side} className="num">
                {points}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say("score.sum", { target: view.target })}</th>
          {paired(view.totals, view.seat).map((points, side) => (
            <td key={side} className="num">
              {points}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

function Course({ hand, view, seats, say }: Props & { hand: View["scores"][number] }) {
  const name = nameOf(view, seats, hand.first, say);
  return (
    <span className={styles.taken}>
      <span className="name">{say(hand.double_victory ? "score.double" : "score.first", { name })}</span>
      {SEATS.filter((seat) => hand.calls[seat]).map((seat) => (
        <span key={seat} className={styles.quiet}>
          {say(`score.${hand.calls[seat]}.${seat === hand.first ? "made" : "failed"}`, {
            name: nameOf(view, seats, seat, say),
          })}
        </span>
      ))}
    </span>
  );
}
