import { ScoreSheet as Sheet } from "../../cards/ScoreSheet";
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
    <Sheet
      label={say("score.title")}
      corner={say("score.hand")}
      heads={teamsFor(view.seat).map((team) => teamName(view, seats, team, say))}
      rows={view.scores.map((hand) => ({
        head: <Course hand={hand} view={view} seats={seats} say={say} />,
        values: paired(hand.points, view.seat),
      }))}
      sum={{ head: say("score.sum", { target: view.target }), values: paired(view.totals, view.seat) }}
    />
  );
}

function Course({ hand, seats, say }: Props & { hand: View["scores"][number] }) {
  const name = nameOf(seats, hand.first);
  return (
    <span className={styles.taken}>
      <span className="name">{say(hand.double_victory ? "score.double" : "score.first", { name })}</span>
      {SEATS.filter((seat) => hand.calls[seat]).map((seat) => (
        <span key={seat} className={styles.quiet}>
          {say(`score.${hand.calls[seat]}.${seat === hand.first ? "made" : "failed"}`, {
            name: nameOf(seats, seat),
          })}
        </span>
      ))}
    </span>
  );
}
