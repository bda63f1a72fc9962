import { HandSheet } from "../../cards/HandSheet";
import { OpenCards } from "../../cards/OpenCards";
import { Reckoning } from "../../cards/Reckoning";
import type { Say } from "../api";
import { bidWords } from "./calls";
import { nameOfSuit } from "../../cards/names";
import styles from "./HandPanel.module.css";
import { nameOf, type Sitting, sideName } from "./names";
import { entriesOf } from "./reckoning";
import { type LastHand, paired, sidesFor, type View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** Between two hands and after the last: how it was counted, line by line, and how it stands. */
export function HandPanel({ view, seats, say }: Props) {
  const hand = view.last_hand;
  const over = view.phase === "match_over";
  if (!hand || (view.phase !== "scoring" && !over) || view.reason === "forfeited") return null;
  return (
    <HandSheet
      label={say("hand.title", { number: hand.number })}
      headline={headline(hand, view, seats, say)}
      close={say("hand.close")}
      open={say("hand.open")}
    >
      <Sum hand={hand} view={view} seats={seats} say={say} />
      <Declarations hand={hand} view={view} seats={seats} say={say} />
      {!over && (
        <p className={styles.next}>
          {say("prompt.next")}
          <span className={styles.sand} aria-hidden="true" />
        </p>
      )}
    </HandSheet>
  );
}

/** Who has made, or not, what. */
function headline({ taker, trump, value, made }: LastHand, view: View, seats: readonly Sitting[], say: Say): string {
  const name = taker === view.seat ? say("you") : nameOf(seats, taker);
  const bid = value === null ? nameOfSuit(trump, say) : bidWords(value, trump, say);
  return say(made ? "hand.made" : "hand.failed", { name, bid });
}

function Sum({ hand, view, seats, say }: Props & { hand: LastHand }) {
  const sides = sidesFor(view.seat);
  const { value_points, multiplier } = hand;
  const value = multiplier > 1 ? `${value_points / multiplier} × ${multiplier}` : "";
  const lines = entriesOf(hand).map(({ key, values, kind }) => ({
    label: key === "contract" && value ? `${say("sum.contract")} ${value}` : say(`sum.${key}`),
    values: paired(values, sides),
    kind,
  }));
  lines.push({ label: say("sum.match", { target: view.target }), values: paired(view.totals, sides), kind: "sum" });
  return (
    <Reckoning
      caption={say("hand.title", { number: hand.number })}
      corner={say("sum.line")}
      heads={sides.map((side) => sideName(view, seats, side, say))}
      lines={lines}
    />
  );
}

/** What was declared and counted, with the cards. */
function Declarations({ hand, seats, say }: Props & { hand: LastHand }) {
  return Object.entries(hand.declared_cards).map(([seat, cards]) => (
    <p key={seat} className={styles.declared}>
      <span>{say("declaredBy", { name: nameOf(seats, Number(seat)), points: hand.declared[Number(seat)] })}</span>
      <OpenCards cards={cards} />
    </p>
  ));
}
