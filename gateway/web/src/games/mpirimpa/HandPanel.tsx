import { useState } from "react";
import { OpenCards } from "../../cards/OpenCards";
import { Button } from "../../parts/Button";
import type { Say } from "../api";
import styles from "./HandPanel.module.css";
import { Ledger } from "./Ledger";
import { nameOf, sideName, type Sitting } from "./names";
import { type CountedHand, isFresh, type View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** After a hand: how it was counted, line by line, what was left, and how it stands. Put away by who has read it. */
export function HandPanel({ view, seats, say }: Props) {
  const hand = view.last_hand;
  const over = view.phase === "match_over";
  const isNews = over || view.phase === "hand_end" || isFresh(view);
  const [read, setRead] = useState<number | null>(isNews ? null : (hand?.number ?? null));
  if (!hand || view.result === "forfeited") return null;
  if (read === hand.number) {
    return over ? (
      <Button className={styles.back} onClick={() => setRead(null)}>
        {say("hand.open")}
      </Button>
    ) : null;
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on small screens it scrolls, by keys too
    <section className={styles.panel} aria-label={say("hand.title", { number: hand.number })} tabIndex={0}>
      <header className={styles.head}>
        <h2>{headline(hand, view, seats, say)}</h2>
        <Button kind={over ? "plain" : "action"} onClick={() => setRead(hand.number)}>
          {say(over ? "hand.close" : "hand.on")}
        </Button>
      </header>
      <Ledger hand={hand} view={view} seats={seats} say={say} />
      {over && view.result === "rating_tiebreak" && <p className={styles.note}>{say("hand.tiebreak")}</p>}
      <LeftOver hand={hand} view={view} seats={seats} say={say} />
    </section>
  );
}

function headline({ end, closed_by }: CountedHand, view: View, seats: readonly Sitting[], say: Say): string {
  if (closed_by === null) return say(`hand.${end}`);
  return closed_by === view.seat
    ? say("hand.closedByYou")
    : say("hand.closed", { name: nameOf(view, seats, closed_by, say) });
}

/** The cards that were left in hands, and the pots that nobody took. */
function LeftOver({ hand, view, seats, say }: Props & { hand: CountedHand }) {
  return (
    <div className={styles.left}>
      <h3>{say("hand.left")}</h3>
      {hand.hands.map((cards, seat) => (
        <p key={seat}>
          <span className="name">{nameOf(view, seats, seat, say)}</span>
          {cards.length > 0 ? <OpenCards cards={cards} /> : <span>{say("hand.nothing")}</span>}
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
