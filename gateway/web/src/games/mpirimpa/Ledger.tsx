import { Reckoning } from "../../cards/Reckoning";
import type { Say } from "../api";
import { type Sitting, sideName } from "./names";
import { type Entry, entriesOf, signed } from "./reckoning";
import { type CountedHand, paired, sidesFor, type View } from "./view";

interface Props {
  hand: CountedHand;
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** A counted hand, line by line, and how the match stood after it. */
export function Ledger({ hand, view, seats, say }: Props) {
  const sides = sidesFor(view.seat);
  const lines = entriesOf(hand).map((entry) => ({
    label: labelOf(entry, say),
    values: paired(entry.values as [string | null, string | null], sides),
    kind: entry.kind,
  }));
  const totals = sides.map((side) => signed(hand.sides[side].total));
  const match = { label: say("sum.match", { target: view.target_score }), values: totals, kind: "sum" as const };
  return (
    <Reckoning
      caption={say("hand.title", { number: hand.number })}
      corner={say("sum.line")}
      heads={sides.map((side) => sideName(view, seats, side, say))}
      lines={[...lines, match]}
    />
  );
}

function labelOf({ key, trump }: Entry, say: Say): string {
  if (trump === undefined) return say(`sum.${key}`);
  return say(trump ? "sum.trumpBiriba" : "sum.biriba", { kind: say(`badge.${key}`) });
}
