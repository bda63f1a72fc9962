import { OpenCards } from "../OpenCards";
import styles from "./LeftOver.module.css";
import { nameOf, sideName, type Words } from "./names";
import type { AnyHand } from "./view";

/** After a hand: the cards that were left in hands, and the pots that nobody took. */
export function LeftOver({ hand, view, seats, say }: Words & { hand: AnyHand }) {
  return (
    <div className={styles.left}>
      <h3>{say("cards:melds.hand.left")}</h3>
      {hand.hands.map((cards, seat) => (
        <p key={seat}>
          <span className="name">{nameOf(seats, seat)}</span>
          {cards.length > 0 ? <OpenCards cards={cards} /> : <span>{say("cards:melds.hand.nothing")}</span>}
        </p>
      ))}
      {hand.pots.map(
        (cards, side) =>
          cards.length > 0 && (
            <p key={`pot${side}`}>
              <span>{say("hand.pot", { side: sideName(view, seats, side, say) })}</span>
              <OpenCards cards={cards} />
            </p>
          ),
      )}
    </div>
  );
}
