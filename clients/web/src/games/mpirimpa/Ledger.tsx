import { Ledger as Lines } from "../../cards/melds/Ledger";
import type { Words } from "../../cards/melds/names";
import type { Say } from "../api";
import { type Entry, entriesOf } from "./reckoning";
import type { View } from "./view";

/** The hand counted last, line by line, and how the match stood after it. */
export function Ledger({ view, seats, say }: Words<View>) {
  const hand = view.last_hand;
  if (!hand) return null;
  return (
    <Lines
      hand={hand}
      lines={entriesOf(hand).map((entry) => ({ ...entry, label: labelOf(entry, say) }))}
      match={say("cards:melds.sum.match", { target: view.target_score })}
      view={view}
      seats={seats}
      say={say}
    />
  );
}

function labelOf({ key, trump }: Entry, say: Say): string {
  if (trump === undefined) return say(key === "closing" ? "sum.closing" : `cards:melds.sum.${key}`);
  return say(trump ? "sum.trumpBiriba" : "sum.biriba", { kind: say(`badge.${key}`) });
}
