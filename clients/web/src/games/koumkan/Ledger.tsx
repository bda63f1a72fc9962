import { OpenCards } from "../../cards/OpenCards";
import { type Entry, entriesOf, valuesIn } from "./reckoning";
import styles from "./Ledger.module.css";
import { cardNames, nameOf, type Words } from "./names";
import { type CountedHand, seatsFor } from "./view";

/** A counted hand, player by player: what was taken away, what was left and how it adds up, and the sum. */
export function Ledger({ hand, ...words }: Words & { hand: CountedHand }) {
  const { view, say } = words;
  const entries = entriesOf(hand, valuesIn(hand, view.game), seatsFor(view));
  return (
    <table className={styles.ledger} aria-label={say("cards:melds.hand.title", { number: hand.number })}>
      <thead>
        <tr>
          <th scope="col">{say("ledger.player")}</th>
          <th scope="col">{say("ledger.counted")}</th>
          <th scope="col">{say("ledger.points")}</th>
          <th scope="col">{say("ledger.total")}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.seat} entry={entry} {...words} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry, view, seats, say }: Words & { entry: Entry }) {
  const { seat, points, sum, isEliminated } = entry;
  return (
    <tr data-out={isEliminated || undefined}>
      <th scope="row" className="name">
        {seat === view.seat ? say("you") : nameOf(seats, seat)}
      </th>
      <td className={styles.cards}>
        <Counted entry={entry} say={say} />
      </td>
      <td className="num">{points}</td>
      <td className="num">
        <span className={styles.sum}>{sum}</span>
        {isEliminated && <span className={styles.out}>{say("standing.outLong")}</span>}
      </td>
    </tr>
  );
}

function Counted({ entry: { melds, left, terms, isOut }, say }: Pick<Words, "say"> & { entry: Entry }) {
  const taken = melds.map(({ cards }) => cardNames(cards, say)).join("; ");
  return (
    <>
      {taken && (
        <span className={styles.taken}>
          <span className="sr">{say("ledger.melds", { melds: taken })}</span>
          {melds.map(({ cards }) => (
            <span key={cards.join("")} aria-hidden="true">
              <OpenCards cards={cards} />
            </span>
          ))}
        </span>
      )}
      {isOut && <span className={styles.words}>{say("ledger.gone")}</span>}
      {!isOut && left.length === 0 && <span className={styles.words}>{say("ledger.whole")}</span>}
      {left.length > 0 && (
        <span className={styles.left}>
          <OpenCards cards={left} />
          {terms && <span className={`${styles.words} num`}>{terms}</span>}
        </span>
      )}
    </>
  );
}
