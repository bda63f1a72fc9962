import { ScoreSheet } from "../../cards/ScoreSheet";
import { Ledger } from "./Ledger";
import { nameOf, shortName, type Words } from "./names";
import styles from "./Scores.module.css";
import { seatsFor } from "./view";

/** Every hand so far and the sums, a column each; below them how the last hand was counted. */
export function Scores(words: Words) {
  const { view, seats, say } = words;
  const order = seatsFor(view);
  const hand = view.last_hand;
  const head = (seat: number) => (
    <>
      <span className="sr">{nameOf(seats, seat)}</span>
      <span aria-hidden="true">{shortName(view, seats, seat, say)}</span>
    </>
  );
  return (
    <div className={styles.both}>
      <div className={styles.sheet} data-seats={view.seats}>
        <ScoreSheet
          label={say("cards:melds.score.title")}
          corner={say("cards:melds.score.hand")}
          heads={order.map(head)}
          rows={view.scores.map((points, at) => ({ head: `${at + 1}`, values: order.map((seat) => points[seat]) }))}
          sum={{
            head: say("score.sum", { target: view.target_score }),
            values: order.map((seat) => view.totals[seat]),
          }}
        />
      </div>
      {hand && (
        <section>
          <h3 className={styles.head}>{say("cards:melds.hand.title", { number: hand.number })}</h3>
          <Ledger hand={hand} {...words} />
        </section>
      )}
    </div>
  );
}
