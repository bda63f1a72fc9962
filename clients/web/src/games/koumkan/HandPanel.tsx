import { HandSheet } from "../../cards/HandSheet";
import { useReadBefore } from "../../cards/useReadBefore";
import styles from "./HandPanel.module.css";
import { Ledger } from "./Ledger";
import { nameOf, type Words } from "./names";
import { type CountedHand, isFresh } from "./view";

/** After a hand: how it was counted, player by player, and how it stands. Put away by who has read it. */
export function HandPanel(words: Words) {
  const { view, say } = words;
  const hand = view.last_hand;
  const over = view.phase === "match_over";
  const readBefore = useReadBefore(hand?.number, over || view.phase === "hand_end" || isFresh(view));
  if (!hand || view.result === "forfeited") return null;
  const note = noteOf(words);
  return (
    <HandSheet
      key={hand.number}
      label={say("cards:melds.hand.title", { number: hand.number })}
      headline={headline(hand, words)}
      close={say(over ? "cards:melds.hand.close" : "cards:melds.hand.on")}
      open={over ? say("cards:melds.hand.open") : null}
      read={readBefore}
      wide
      asked={!over}
    >
      {note && <p className={styles.note}>{note}</p>}
      <Ledger hand={hand} {...words} />
    </HandSheet>
  );
}

function headline({ out_seat: seat }: CountedHand, { view, seats, say }: Words): string {
  if (seat === null) return say("hand.blocked");
  return seat === view.seat ? say("hand.outByYou") : say("hand.out", { name: nameOf(seats, seat) });
}

/** What does not go without saying. */
function noteOf({ view: { phase, result, last_hand }, say }: Words): string | null {
  if (phase === "match_over" && result === "draw") return say("hand.draw");
  if (phase === "match_over" && last_hand?.eliminated.length === last_hand?.seats.length) return say("hand.tie");
  return last_hand?.end === "blocked" ? say("hand.blockedWhy") : null;
}
