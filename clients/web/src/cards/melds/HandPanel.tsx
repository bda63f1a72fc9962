import type { ReactNode } from "react";
import { HandSheet } from "../HandSheet";
import { useReadBefore } from "../useReadBefore";
import { LeftOver } from "./LeftOver";
import styles from "./HandPanel.module.css";
import { nameOf, type Words } from "./names";
import { isFresh } from "./view";

interface Props extends Words {
  /** How the last hand was counted. */
  ledger: ReactNode;
}

/** After a hand: how it was counted, line by line, what was left, and how it stands. Put away by who has read it. */
export function HandPanel({ view, seats, ledger, say }: Props) {
  const hand = view.last_hand;
  const over = view.phase === "match_over";
  const readBefore = useReadBefore(hand?.number, over || view.phase === "hand_end" || isFresh(view));
  if (!hand || view.result === "forfeited") return null;
  return (
    <HandSheet
      key={hand.number}
      label={say("cards:melds.hand.title", { number: hand.number })}
      headline={headline({ view, seats, say })}
      close={say(over ? "cards:melds.hand.close" : "cards:melds.hand.on")}
      open={over ? say("cards:melds.hand.open") : null}
      read={readBefore}
      asked={!over}
    >
      {ledger}
      {over && view.result === "rating_tiebreak" && <p className={styles.note}>{say("cards:melds.hand.tiebreak")}</p>}
      <LeftOver hand={hand} view={view} seats={seats} say={say} />
    </HandSheet>
  );
}

function headline({ view, seats, say }: Words): string {
  const { closed_by, end } = view.last_hand ?? { closed_by: null, end: "stalemate" };
  if (closed_by === null) return say(`cards:melds.hand.${end}`);
  return closed_by === view.seat ? say("hand.closedByYou") : say("hand.closed", { name: nameOf(seats, closed_by) });
}
