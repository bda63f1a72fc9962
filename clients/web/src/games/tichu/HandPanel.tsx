import { HandSheet } from "../../cards/HandSheet";
import { Reckoning } from "../../cards/Reckoning";
import type { Say } from "../api";
import { cardName } from "../../cards/names";
import styles from "./HandPanel.module.css";
import { nameOf, type Sitting, teamName } from "./names";
import { countedCards, type Entry, entriesOf } from "./reckoning";
import { rankOf, rankWords } from "./ranks";
import { paired, type Tally, teamsFor, type View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** After a hand, while Grand Tichu is asked on the next one, and after the last: how it was counted, line by line. */
export function HandPanel({ view, seats, say }: Props) {
  const hand = view.last_hand;
  const over = view.phase === "match_over";
  if (!hand || (view.phase !== "grand" && !over) || view.result === "forfeited") return null;
  return (
    <HandSheet
      label={say("hand.title", { number: hand.number })}
      headline={headline(hand, view, seats, say)}
      close={say("hand.close")}
      open={say("hand.open")}
      asked={!over}
    >
      <Reckoning
        caption={say("hand.title", { number: hand.number })}
        corner={say("sum.line")}
        heads={teamsFor(view.seat).map((team) => teamName(view, seats, team, say))}
        lines={linesOf(hand, view, seats, say)}
      />
    </HandSheet>
  );
}

function headline(hand: Tally, view: View, seats: readonly Sitting[], say: Say): string {
  const first = hand.out[0] ?? 0;
  if (hand.double_victory) return say("hand.double", { team: teamName(view, seats, first % 2, say) });
  return say("hand.first", { name: nameOf(seats, first) });
}

function linesOf(hand: Tally, view: View, seats: readonly Sitting[], say: Say) {
  const lines = entriesOf(hand).map((entry) => ({
    label: <Label entry={entry} view={view} seats={seats} say={say} />,
    values: paired(entry.values as [number | null, number | null], view.seat),
    kind: entry.kind,
  }));
  const total = { label: say("sum.match", { target: view.target }), values: paired(view.totals, view.seat) };
  return [...lines, { ...total, kind: "sum" as const }];
}

function Label({ entry: { item, seat, cards }, seats, say }: Props & { entry: Entry }) {
  const name = seat === null ? "" : nameOf(seats, seat);
  return (
    <>
      {say(`sum.${item}`, { name })}
      {cards.length > 0 && (
        <span className={styles.cards}>
          {countedCards(cards).map(([card, count]) => (
            <span key={card}>
              {count > 1 && `${count} × `}
              {card.length === 1 ? rankWords(rankOf(`${card}j`)) : cardName(card, say, "tichu")}
            </span>
          ))}
        </span>
      )}
    </>
  );
}
